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
  { propagators, written }: typeof NODE,
): Promise<SuiteAnswer> {
  const run = startRun(taint, graph, { catalogue: { ...CATALOGUE, propagators, written } });
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
  return found(graphOf({ nodes: [...nodes.values()], edges: [...edges] }), cases, NODE);
}

/**
 * Cases as bodies in the notation of the dump's payloads, as a Rust producer writes them. A line `fn NAME` opens a
 * function of its case, `closure N` the nested body N of it, `struct NAME FIELD: TYPE; …` is a type with its fields, and
 * `let _N: TYPE; …` tells types of the next block; other lines are blocks, `statements; terminator -> successors`. `~` is
 * the case's own package, `%` that in a label, `$` the one outside.
 */
export function leaksOfRust(groups: readonly FlowGroup[]): Promise<SuiteAnswer> {
  const cases = numbered(groups);
  const made = cases.map(({ file, one }) => new RustCase(file, one.name).read(one.code));
  const nodes = made.flatMap((one) => one.nodes);
  return found(graphOf({ nodes, edges: made.flatMap((one) => one.edges) }), cases, RUST);
}

class RustCase {
  readonly nodes: (Omit<NodeFact, 'name'> & { name?: string })[] = [];
  readonly edges: EdgeFact[] = [];
  readonly #own: string;
  #fn = '';
  /** How the names of the blocks of the open body begin. */
  #prefix = 'bb';
  #index = 0;
  #types: readonly string[] = [];

  constructor(
    readonly file: string,
    readonly name: string,
  ) {
    this.#own = `test cargo ${file} 1.0.0 `;
  }

  read(code: string): this {
    for (const line of code.split('\n')) this.#line(line);
    return this;
  }

  #line(line: string): void {
    const [, word, rest = ''] = /^(fn|closure|struct|let) (.*)$/.exec(line) ?? [];
    if (word === undefined) this.#block(line);
    else if (word === 'struct') this.#struct(rest);
    else if (word === 'let') this.#types = rest.split('; ');
    else this.#open(word, rest);
  }

  #node(id: string, kind: NodeFact['kind'], ty?: string): void {
    const crate = this.file;
    const more = ty === undefined ? {} : { ty };
    this.nodes.push({ id, kind, crate, file: `${this.file}.rs`, ...more });
  }

  #open(word: string, name: string): void {
    this.#index = 0;
    this.#prefix = word === 'fn' ? 'bb' : `bbc${name}.`;
    if (word === 'closure') return;
    this.#fn = `${this.#own}${name}().`;
    this.#node(this.#fn, 'fn');
  }

  #struct(text: string): void {
    const at = text.indexOf(' ');
    const [name, fields] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    this.nodes.push({ id: `${this.#own}${name}#`, name, kind: 'struct', crate: this.file });
    for (const field of fields.split('; ').filter((one) => one !== '')) {
      const [key = '', type = ''] = field.split(': ');
      this.#node(`${this.#own}${name}#${key}.`, 'field', type);
    }
  }

  #block(line: string): void {
    const [work = '', next = ''] = line.split(' -> ');
    const statements = work
      .split('; ')
      .map((part) =>
        part.replaceAll('~', this.#own).replaceAll('$', OUTSIDE).replaceAll('%', this.file),
      );
    const term = statements.pop()!;
    const index = this.#index++;
    const env = this.#prefix === 'bb' ? 'String' : '&closure';
    const declared = [
      ...(index === 0 ? [`_1:${env}`, '_2:String', '_0:String'] : []),
      ...this.#types.map((one) => one.replace(': ', ':')),
    ];
    this.#types = [];
    const at = `@${index + 1}:1`;
    const body = statements.map((one) => one + at).join('␟');
    const payload = parsePayload(`0123456789abcdef␞${term}${at}␞${body}␞${declared.join('␟')}␞`);
    if (payload === null) throw new Error(`no block: ${line} in ${this.name}`);
    const name = `${this.#prefix}${index}`;
    const id = `${this.#fn}${name}:`;
    this.nodes.push({ id, name, kind: 'mir_block', ty: formatPayload(payload) });
    this.edges.push({ kind: 'CONTAINS', src: this.#fn, dst: id });
    for (const to of next.split(' ').filter((word) => word !== ''))
      this.edges.push({
        kind: 'CFG_SUCC',
        src: id,
        dst: `${this.#fn}${this.#prefix}${to}:`,
      });
  }
}
