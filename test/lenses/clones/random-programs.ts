import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll } from 'vitest';
import { DumpBuilder, writeEmbeddings, writeUnit, type Embedded } from '../../../src/dump/index.js';
import { openGraph, type CodeGraph } from '../../../src/graph/index.js';

/** A function of a random program: everything that a whole lens of text and structure reads of it. */
export interface RandomFn {
  readonly name: string;
  readonly kind: 'fn' | 'method';
  readonly crate: string;
  readonly file: string;
  readonly params: readonly (readonly [name: string, type: string])[];
  readonly ret: string | null;
  readonly calls: readonly string[];
  readonly reads: readonly string[];
  readonly test: boolean;
  /** Implements a member of an interface. */
  readonly implementing: boolean;
  readonly text: string;
  /** A direction in the plane, in steps of 5 degrees: the vector of its text; `null` = none. */
  readonly angle: number | null;
}

export const fnId = ({ name, crate }: Pick<RandomFn, 'name' | 'crate'>): string =>
  `ts npm ${crate} 1.0.0 ${name}().`;
const calleeId = (name: string): string =>
  name === 'log' ? 'ts npm typescript 5.0.0 log().' : `ts npm lib 1.0.0 ${name}().`;
const fieldId = (name: string): string => `ts npm lib 1.0.0 Ledger#${name}.`;

const STATEMENTS: readonly string[] = [
  'let v0 = open(v1);',
  'if (v0 > 3) { v1.push(v0, "a"); }',
  'for (const v2 of v1) { v0 += v2 * 2; }',
  'v1.sort((p, q) => p - q);',
  'while (v0 > 0) { v0 -= 1; v1.pop(); }',
  'return v1.map((p) => p + v0).join("x");',
  'v0 = v1.length ? v1[0] : v0;',
];
const LITERAL = ['return {', '  first: 1,', '  second: [2, 3],', '  third: "four",', '};'];

/** Bodies of three bases, some with a statement more: enough of them are near or one. */
const bodies = fc
  .record({
    base: fc.constantFrom(0, 0, 0, 1, 1, 1, 2, 2, 3),
    more: fc.option(fc.tuple(fc.nat(6), fc.nat(6)), { freq: 2 }),
    rename: fc.constantFrom('v', 'w', 'item'),
  })
  .map(({ base, more, rename }) => {
    if (base === 3) return LITERAL;
    const lines = [
      [0, 1, 2, 3, 4, 5, 6],
      [6, 3, 2, 0, 5, 1, 4],
      [2, 5],
    ][base]!.map((at) => STATEMENTS[at]!);
    if (more !== null) lines.splice(Math.min(more[0], lines.length), 0, STATEMENTS[more[1]]!);
    return lines.map((line) => line.replace(/\bv(?=\d)/g, rename));
  });

const functions = fc.record({
  words: fc.uniqueArray(
    fc.constantFrom('load', 'save', 'user', 'record', 'old', 'row', 'avx2', 'key'),
    { minLength: 2, maxLength: 4 },
  ),
  kind: fc.constantFrom(...(['fn', 'fn', 'fn', 'fn', 'method'] as const)),
  crate: fc.constantFrom('app', 'other'),
  file: fc.nat(3),
  params: fc.uniqueArray(
    fc.constantFrom(
      ['self', 'Self'] as const,
      ['entry_list', 'Row[]'] as const,
      ['by', 'number'] as const,
      ['entry_key', 'string'] as const,
    ),
    { maxLength: 3 },
  ),
  ret: fc.constantFrom(null, 'Totals', 'Totals', 'string', 'string', 'Self'),
  calls: fc.uniqueArray(fc.constantFrom('open', 'weigh', 'close', 'log'), { maxLength: 3 }),
  reads: fc.uniqueArray(fc.constantFrom('entries', 'seed', 'size'), { maxLength: 3 }),
  test: fc.constantFrom(false, false, false, false, false, false, true),
  implementing: fc.constantFrom(false, false, false, false, false, false, false, true),
  body: bodies,
  angle: fc.option(fc.nat(71), { freq: 3 }),
});

/** Programs of eight to sixteen functions, no two of one name. */
export const randomPrograms: fc.Arbitrary<readonly RandomFn[]> = fc
  .array(functions, { minLength: 8, maxLength: 16 })
  .map((all) =>
    all.map(({ words, file, body, params, ret, ...one }, i): RandomFn => {
      // A letter alone is no word: it keeps names apart and nothing else.
      const name = [...words, 'abcdefghijklmnop'[i]!].join('_');
      const typed = params.filter(([param]) => param !== 'self');
      const head = typed.map(([param, type]) => `${param}: ${type}`).join(', ');
      return {
        ...one,
        name,
        file: `f${String(file)}.ts`,
        params,
        ret,
        text: `function ${name}(${head})${ret === null ? '' : `: ${ret}`} {\n${body
          .map((line) => `  ${line}`)
          .join('\n')}\n}`,
      };
    }),
  );

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The unit vector of an angle, as floats. */
export const vectorOf = (angle: number): readonly [number, number] => [
  Math.fround(Math.cos((angle * Math.PI) / 36)),
  Math.fround(Math.sin((angle * Math.PI) / 36)),
];

/** The program as a dump with its sources; vectors of ids beside it, in the space whose floors were calibrated. */
export async function onDisk(
  all: readonly RandomFn[],
  of: Embedded,
  vectors: ReadonlyMap<string, number>,
): Promise<{ readonly graph: CodeGraph; readonly src: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mimir-random-'));
  folders.push(folder);
  const src = path.join(folder, 'code');
  const dump = path.join(folder, 'dump');
  mkdirSync(src);
  const builder = new DumpBuilder();
  const texts = new Map<string, string>();
  for (const one of all) {
    const { name, kind, crate, file, text } = one;
    const before = texts.get(file) ?? '';
    const line = before.split('\n').length;
    texts.set(file, `${before}${text}\n\n`);
    const id = fnId(one);
    const common = { crate, version: '1.0.0', origin: 'local' as const };
    const endLine = line + text.split('\n').length - 1;
    builder.node({ ...common, id, name, kind, file, line, endLine, isTest: one.test });
    one.params.forEach(([param, ty], i) => {
      const part = `${id}(${String(i)}_${param})`;
      builder.node({ ...common, id: part, name: param, kind: 'param', ty });
      builder.edge({ kind: 'CONTAINS', src: id, dst: part });
    });
    if (one.ret !== null) {
      builder.node({ ...common, id: `${id}(return)`, name: 'return', kind: 'ret', ty: one.ret });
      builder.edge({ kind: 'CONTAINS', src: id, dst: `${id}(return)` });
    }
    for (const callee of one.calls) builder.edge({ kind: 'CALLS', src: id, dst: calleeId(callee) });
    for (const field of one.reads)
      builder.edge({ kind: 'READS_FIELD', src: id, dst: fieldId(field) });
    if (one.implementing)
      builder.edge({ kind: 'IMPLEMENTS_MEMBER', src: id, dst: 'ts npm lib 1.0.0 Face#run().' });
  }
  for (const [file, text] of texts) writeFileSync(path.join(src, file), text);
  writeUnit(dump, builder.columns({ producer: 'test/1', fidelity: 'typed', unit: 'test' }), 'none');
  if (vectors.size > 0)
    writeEmbeddings(dump, {
      space: 'jina-v2-base-code',
      of,
      dimension: 2,
      ids: [...vectors.keys()],
      values: Float32Array.from([...vectors.values()].flatMap(vectorOf)),
    });
  return { graph: await openGraph(dump), src };
}
