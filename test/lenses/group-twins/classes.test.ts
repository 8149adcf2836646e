import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupClasses } from '../../../src/lenses/group-twins/classes.js';
import type { GroupRow, GroupSide } from '../../../src/lenses/group-twins/merged.js';

const side = fc.record({
  row: fc.nat(3),
  lines: fc
    .uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 })
    .map((lines) => lines.sort((x, y) => x - y)),
  key: fc.constantFrom('k', 'l', 'm', 'n'),
});
const rows: fc.Arbitrary<GroupRow[]> = fc.array(
  fc.record({ a: side, b: side, exact: fc.boolean() }).map(({ a, b, exact }): GroupRow => ({
    granularity: 'lines',
    score: 1,
    scoreFrom: 'graph_score',
    cosine: null,
    source: 'graph',
    exact,
    sharedKgrams: 2,
    rareShared: 1,
    shared: [],
    foundBy: [],
    interleaved: false,
    a,
    b: exact ? { ...b, key: a.key } : b,
  })),
  { maxLength: 7 },
);

/** Rows that speak of one another's statements, grown until nothing changes. */
function plainClasses(all: readonly GroupRow[]): number[][] {
  const meets = (x: GroupSide, y: GroupSide): boolean => {
    const common = x.lines.filter((line) => y.lines.includes(line)).length;
    return x.row === y.row && 2 * common >= Math.max(x.lines.length, y.lines.length);
  };
  const touches = (x: GroupRow, y: GroupRow): boolean =>
    [x.a, x.b].some((one) => meets(one, y.a) || meets(one, y.b)) ||
    (x.exact && y.exact && x.a.key === y.a.key);
  const left = new Set(all.keys());
  const classes: number[][] = [];
  for (const start of all.keys()) {
    if (!left.delete(start)) continue;
    const own = [start];
    for (const at of own)
      for (const other of left)
        if (touches(all[at]!, all[other]!)) {
          left.delete(other);
          own.push(other);
        }
    classes.push(own.sort((x, y) => x - y));
  }
  return classes;
}

it('rows join through sides that are mostly one, and exact groups of one key, and through nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (all) => {
      const found = await groupClasses(all, false);
      expect(found.map((one) => [...one.rows])).toEqual(plainClasses(all));
      for (const { places, rows: own } of found) {
        const lines = (of: readonly { row: number; lines: readonly number[] }[]): string[] =>
          [
            ...new Set(of.flatMap(({ row, lines: at }) => at.map((line) => `${row} ${line}`))),
          ].sort();
        expect(lines(places)).toEqual(lines(own.flatMap((at) => [all[at]!.a, all[at]!.b])));
      }
    }),
    { numRuns: process.env.MIMIR_DEEP === '1' ? 1000 : 60, seed: 15 },
  );
});

it('asked for pairs, each row is a class of its two sides', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (all) => {
      expect(await groupClasses(all, true)).toEqual(
        all.map(({ a, b }, at) => ({ places: [a, b], rows: [at] })),
      );
    }),
    { numRuns: 20, seed: 16 },
  );
});
