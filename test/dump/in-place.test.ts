import { Int32, makeData, Uint32, Utf8, vectorFromArray, type Data } from 'apache-arrow';
import fc from 'fast-check';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { normalId, type EdgeKind } from '../../src/dump/index.js';
import { openGraph } from '../../src/graph/index.js';
import { deep } from '../tools.js';
import { dictionaryColumn, UTF8, writeColumns } from './arrow-files.js';
import { byBytes, plainGraph } from './naive-graph.js';
import { readPlainly } from './plain-reader.js';
import { inFolder } from './scratch.js';

/** Both ends over one dictionary of 32-bit indices and plain ids: what is read without being decoded. */
interface Shape {
  readonly own: readonly string[];
  readonly sorted: boolean;
  readonly others: readonly string[];
  /** How the dictionary of the edges begins: with the unit's own ids, or nearly so. */
  readonly head: 'own' | 'short' | 'changed' | 'none';
  readonly edges: readonly (readonly [kind: number, src: number, dst: number, count: number])[];
  readonly grouped: boolean;
}

const names = ['', 'a', 'b/', 'b/c.', 'é', '\u{1f600}', '\uffee', 'bin=t x.', '`bin=t`/x.', 'b=in'];
/** Units keep to their own package, or share one: then ids come between those of another unit, or again. */
const id = (unit: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(unit, unit, unit, 9), fc.constantFrom(...names))
    .map(([at, name]) => `s m p${at} 1 ${name}`);

const shape = (unit: number): fc.Arbitrary<Shape> =>
  fc.record({
    own: fc.array(id(unit), { minLength: unit === 1 ? 1 : 0, maxLength: 8 }),
    sorted: fc.boolean(),
    others: fc.array(fc.oneof(id(unit), id(1), id(2)), { maxLength: 6 }),
    head: fc.constantFrom('own', 'own', 'short', 'changed', 'none'),
    edges: fc.array(
      fc.tuple(
        fc.nat({ max: 2 }),
        fc.nat({ max: 99 }),
        fc.nat({ max: 99 }),
        fc.constantFrom(0, 1, 2, 2 ** 31),
      ),
      { maxLength: 12 },
    ),
    grouped: fc.boolean(),
  });

const plain = (texts: readonly string[]): Data => vectorFromArray(texts, new Utf8()).data[0]!;

/** Every other row is null, whatever lies there. */
const lines = (rows: number): Data =>
  makeData({
    type: new Int32(),
    length: rows,
    nullCount: rows >> 1,
    data: Int32Array.from({ length: rows }, (_, i) => i * 7 - 3),
    nullBitmap: new Uint8Array(Math.ceil(rows / 8)).fill(0b01010101),
  });

function write(dir: string, unit: string, made: Shape, spell: (id: string) => string): void {
  const own = made.sorted ? [...new Set(made.own)].sort(byBytes) : made.own;
  if (own.length > 0)
    writeColumns(join(dir, `${unit}.nodes.arrow`), {
      id: plain(own.map(spell)),
      kind: dictionaryColumn(
        Int32Array.from(own, (_, i) => i % 2),
        ['fn', 'struct'],
      ),
      line: lines(own.length),
      name: plain(own.map((_, i) => `${unit} ${i % 2}`)),
    });
  const heads = {
    own,
    short: own.slice(1),
    changed: own.map((one, i) => (i === own.length - 1 ? one.replace('p', 'q') : one)),
    none: [],
  };
  const ids = [...heads[made.head], ...made.others].map(spell);
  if (ids.length === 0 || made.edges.length === 0) return;
  const edges = made.grouped ? made.edges.toSorted(([a], [b]) => a - b) : made.edges;
  const dictionary = vectorFromArray(ids, UTF8);
  const ends = (end: 1 | 2): Data =>
    dictionaryColumn(
      Int32Array.from(edges, (edge) => edge[end] % ids.length),
      [],
      dictionary,
    );
  const kinds = ['CALLS', 'USES_TYPE', 'CFG_SUCC'] satisfies EdgeKind[];
  writeColumns(join(dir, `${unit}.edges.arrow`), {
    src: ends(1),
    dst: ends(2),
    kind: dictionaryColumn(
      Int32Array.from(edges, ([kind]) => kind),
      kinds,
      vectorFromArray(kinds, UTF8),
      8,
    ),
    count: makeData({
      type: new Uint32(),
      length: edges.length,
      nullCount: 0,
      data: Uint32Array.from(edges, ([, , , count]) => count),
    }),
  });
}

describe('columns that are read straight into their places', () => {
  it('are those that the plain reader finds', async () => {
    const shapes = fc.tuple(shape(1), shape(2), shape(3));
    await fc.assert(
      fc.asyncProperty(shapes, fc.integer({ min: 1, max: 3 }), (units, many) =>
        inFolder(async (dir) => {
          const [raw, spelled] = [join(dir, 'raw'), join(dir, 'spelled')];
          for (const folder of [raw, spelled]) mkdirSync(folder);
          units.slice(0, many).forEach((unit, at) => {
            write(raw, `u${at}`, unit, (one) => one);
            write(spelled, `u${at}`, unit, normalId);
          });
          expect(plainGraph(await openGraph(raw))).toEqual(readPlainly(spelled));
        }),
      ),
      { numRuns: deep(60, 3000) },
    );
  });
});
