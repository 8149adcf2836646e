import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { DumpBuilder, writeUnit, type EdgeFact, type NodeFact } from '../../../src/dump/index.js';
import { openGraph, type CodeGraph } from '../../../src/graph/index.js';

/** A function with its text: one function declaration of TypeScript, its file and crate. */
export interface Sourced {
  readonly name: string;
  readonly text: string;
  readonly file?: string;
  readonly crate?: string;
  readonly ret?: string;
  /** Names of things that it uses, reads or calls: whatever is not a function of the list is outside. */
  readonly calls?: readonly string[];
  readonly reads?: readonly string[];
}

export const sourcedId = ({ name, crate = 'app' }: Pick<Sourced, 'name' | 'crate'>): string =>
  `ts npm ${crate} 1.0.0 ${name}().`;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A dump on disk, and the folder of its sources. */
export async function sourced(
  functions: readonly Sourced[],
): Promise<{ readonly graph: CodeGraph; readonly src: string; readonly dump: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mimir-sourced-'));
  folders.push(folder);
  const src = path.join(folder, 'code');
  const dump = path.join(folder, 'dump');
  mkdirSync(src);
  const texts = new Map<string, string>();
  const nodes: NodeFact[] = [];
  const edges: EdgeFact[] = [];
  for (const one of functions) {
    const { name, text, file = 'a.ts', crate = 'app', ret, calls = [], reads = [] } = one;
    const before = texts.get(file) ?? '';
    const line = before.split('\n').length;
    texts.set(file, `${before}${text}\n\n`);
    const id = sourcedId(one);
    nodes.push({
      id,
      name,
      kind: 'fn',
      crate,
      version: '1.0.0',
      origin: 'local',
      file,
      line,
      endLine: line + text.split('\n').length - 1,
    });
    if (ret !== undefined) {
      nodes.push({ id: `${id}(return)`, name: 'return', kind: 'ret', ty: ret, crate });
      edges.push({ kind: 'CONTAINS', src: id, dst: `${id}(return)` });
    }
    for (const callee of calls)
      edges.push({ kind: 'CALLS', src: id, dst: `ts npm lib 1.0.0 ${callee}().` });
    for (const field of reads)
      edges.push({ kind: 'READS_FIELD', src: id, dst: `ts npm lib 1.0.0 ${field}.` });
  }
  for (const [file, text] of texts) writeFileSync(path.join(src, file), text);
  const builder = new DumpBuilder();
  for (const node of nodes) builder.node(node);
  for (const edge of edges) builder.edge(edge);
  writeUnit(dump, builder.columns({ producer: 'test/1', fidelity: 'typed', unit: 'test' }), 'none');
  return { graph: await openGraph(dump), src, dump };
}

const body = (
  table: string,
  sum: string,
  row: string,
  rest = '',
): string => `(${table}: Map<string, number[]>): number {
  let ${sum} = 0;
  for (const [key, ${row}] of ${table}) {
    if (${row}.length === 0 || key.startsWith('x')) continue;
    for (const value of ${row}) ${sum} += value * ${row}.length;
    ${sum} = Math.max(${sum}, ${row}.length);
  }${rest}
  return ${sum};
}`;

/** S1:1584: tally and summarize are one body under other names; tally_more has a statement more. */
export const TALLIES: readonly Sourced[] = [
  { name: 'tally', text: `function tally${body('table', 'sum', 'row')}`, file: 'a.ts' },
  {
    name: 'summarize',
    text: `function summarize${body('rows', 'total', 'list')}`,
    file: 'b.ts',
    crate: 'other',
  },
  {
    name: 'tallyMore',
    text: `function tallyMore${body('table', 'sum', 'row', '\n  sum += 1;')}`,
    file: 'c.ts',
  },
];

/** The same rare things, by another text. */
export const ANOTHER: readonly Sourced[] = [
  {
    name: 'sumByReduce',
    file: 'd.ts',
    ret: 'Totals',
    calls: ['openLedger', 'weighEntry'],
    reads: ['Ledger#entries', 'Ledger#seed'],
    text: `function sumByReduce(ledger: Ledger): Totals {
  const opened = openLedger(ledger);
  return opened.entries
    .filter((entry) => entry.seed > 0)
    .map((entry) => weighEntry(entry, ledger.seed))
    .reduce((left, right) => ({ ...left, ...right, count: left.count + 1 }), EMPTY);
}`,
  },
  {
    name: 'totalsOf',
    file: 'e.ts',
    ret: 'Totals',
    calls: ['openLedger', 'weighEntry'],
    reads: ['Ledger#entries', 'Ledger#seed'],
    text: `function totalsOf(ledger: Ledger): Totals {
  let totals = EMPTY;
  const opened = openLedger(ledger);
  for (let at = 0; at < opened.entries.length; at++) {
    const entry = opened.entries[at]!;
    if (entry.seed <= 0) continue;
    const weight = weighEntry(entry, ledger.seed);
    totals = { ...totals, ...weight };
    totals.count++;
  }
  return totals;
}`,
  },
];

const STATEMENTS: readonly string[] = [
  '  while (own()) return;',
  '  more([1, 2], { a: 3 });',
  '  const x = y ? 4 : `five`;',
  '  for (const z of w) z.go();',
];

/** Short functions of nothing in common, so that common things are no longer rare. */
export const FILLERS: readonly Sourced[] = Array.from({ length: 12 }, (_, i) => ({
  name: `filler${String(i)}`,
  file: `filler${String(i)}.ts`,
  calls: [`own${String(i)}`, `more${String(i)}`, `else${String(i)}`],
  text: `function filler${String(i)}(): void {
${[0, 1, 2].map((k) => STATEMENTS[(i + k * (1 + (i % 3))) % 4]!).join('\n')}
}`,
}));
