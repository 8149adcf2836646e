import {
  formatPayload,
  parsePayload,
  type EdgeFact,
  type NodeFact,
} from '../../../../src/dump/index.js';
import { graphOf, type CodeGraph } from '../../../../src/graph/index.js';
import { startRun } from '../../../../src/lens/index.js';
import { taint } from '../../../../src/lenses/index.js';
import { NODE } from '../../../../src/lenses/taint/catalogue/node.js';
import { RUST } from '../../../../src/lenses/taint/catalogue/rust.js';
import { collect } from '../../../produce/collect.js';
import type { FlowGroup } from './flow-case.js';

/** What every case may call; nothing of it has a body. */
const AROUND = `export declare function source(): string;
export declare function sink(x: unknown): void;
export declare function clean(x: string): string;
export declare function keep(x: unknown): void;
export declare function valid(x: string): boolean;
export declare function coin(): boolean;
export declare function kind(): number;
export declare function key(): string;
export declare function setTimeout(f: () => void, ms: number): void;
`;

const IMPORT = `import { source, sink, clean, keep, valid, coin, kind, key, setTimeout } from './around.js';\n`;

/** The package of what a Rust-shaped case calls without a body. */
const OUTSIDE = 'rust cargo outside 1.0.0 ';

const CATALOGUE = {
  only: true,
  sources: [{ callee: 'source', at: 'ret', kind: 'user' }],
  sinks: [{ callee: 'sink', args: [0], class: 'user' }],
  sanitizers: [
    { callee: 'clean', classes: ['user'] },
    { callee: 'valid', classes: ['user'], at: 'guard' },
  ],
  propagators: [...NODE.propagators, ...RUST.propagators],
  written: false,
} as const;

/** A number for each case, by group and name: the file that holds it. */
const numbered = (groups: readonly FlowGroup[]) =>
  groups
    .flatMap(({ group, cases }) => cases.map((one) => ({ key: `${group}: ${one.name}`, one })))
    .map((entry, i) => ({ ...entry, file: `case${i}` }));

export interface SuiteAnswer {
  /** The cases in whose file the lens finds a flow, as `group: name`. */
  readonly leaks: ReadonlySet<string>;
  /** The cases in which it sees no source or no sink: nothing could be found there. */
  readonly unmarked: readonly string[];
}

async function found(
  graph: CodeGraph,
  cases: readonly { readonly key: string; readonly file: string }[],
): Promise<SuiteAnswer> {
  const run = startRun(taint, graph, { catalogue: CATALOGUE });
  const { findings } = await run.report({ limit: 0 });
  const fileOf = (text: unknown): string => /case\d+/.exec(String(text))?.[0] ?? '';
  const at = findings.columns.findIndex(({ name }) => name === 'sink');
  const leaky = new Set(findings.rows.map((row) => fileOf(row[at])));
  const marks = run.rowsFrom('marks');
  const seen = new Set<string>();
  for (let i = 0; i < marks.rowCount; i++)
    seen.add(`${String(marks.column('role').at(i))} ${fileOf(marks.column('vertex').at(i))}`);
  const both = (file: string): boolean => seen.has(`source ${file}`) && seen.has(`sink ${file}`);
  return {
    leaks: new Set(cases.filter(({ file }) => leaky.has(file)).map(({ key }) => key)),
    unmarked: cases.filter(({ file }) => !both(file)).map(({ key }) => key),
  };
}

/** Cases in TypeScript, all in one program, read by the producer: what stands before a line of dashes is around it. */
export async function leaksOfTypeScript(groups: readonly FlowGroup[]): Promise<SuiteAnswer> {
  const cases = numbered(groups);
  const files = cases.map(({ file, one }): [string, string] => {
    const parts = one.code.split('\n---\n');
    const body = parts.pop()!;
    const head = /\bawait\b/.test(body)
      ? 'async function run(): Promise<void>'
      : 'function run(): void';
    return [`${file}.ts`, `${IMPORT}${parts.join('')}\nexport ${head} {\n${body}\n}\n`];
  });
  const { nodes, edges } = await collect({
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"target":"es2022","module":"nodenext","lib":["es2022"],"types":[]}}',
    'around.ts': AROUND,
    ...Object.fromEntries(files),
  });
  return found(graphOf({ nodes: [...nodes.values()], edges: [...edges] }), cases);
}

/**
 * Cases as bodies in the notation of the dump's payloads, as a Rust producer writes them. A line `fn NAME` opens a
 * function of its case; other lines are blocks, `statements; terminator -> successors`. `~` is the case's own package, `$`
 * the one outside.
 */
export function leaksOfRust(groups: readonly FlowGroup[]): Promise<SuiteAnswer> {
  const nodes: (Omit<NodeFact, 'name'> & { name?: string })[] = [];
  const edges: EdgeFact[] = [];
  const cases = numbered(groups);
  for (const { file, one } of cases) {
    const own = `test cargo ${file} 1.0.0 `;
    let fn = '';
    let index = 0;
    for (const line of one.code.split('\n')) {
      if (line.startsWith('fn ')) {
        fn = `${own}${line.slice(3)}().`;
        index = 0;
        nodes.push({ id: fn, kind: 'fn', crate: file, file: `${file}.rs` });
        continue;
      }
      const [work = '', next = ''] = line.split(' -> ');
      const statements = work
        .split('; ')
        .map((part) => part.replaceAll('~', own).replaceAll('$', OUTSIDE));
      const term = statements.pop()!;
      const params = index === 0 ? '_1:String␟_2:String␟_0:String' : '';
      const text = `0123456789abcdef␞${term}@${index + 1}:1␞${statements.map((s) => `${s}@${index + 1}:1`).join('␟')}␞${params}␞`;
      const payload = parsePayload(text);
      if (payload === null) throw new Error(`no block: ${line} in ${one.name}`);
      const block = `${fn}bb${index}:`;
      nodes.push({ id: block, name: `bb${index}`, kind: 'mir_block', ty: formatPayload(payload) });
      edges.push({ kind: 'CONTAINS', src: fn, dst: block });
      for (const to of next.split(' ').filter((word) => word !== ''))
        edges.push({ kind: 'CFG_SUCC', src: block, dst: `${fn}bb${to}:` });
      index++;
    }
  }
  return found(graphOf({ nodes, edges }), cases);
}
