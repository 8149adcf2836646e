import fc from 'fast-check';
import { expect, it } from 'vitest';
import { featuresFrom } from '../../../src/lenses/structural-clones/features.js';
import { structuralPairs } from '../../../src/lenses/structural-clones/join.js';

const check = { numRuns: process.env.MIMIR_DEEP === '1' ? 2000 : 150, seed: 23 };

const populations = fc.array(
  fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'.split('').map((x) => `c:${x}`)), {
    maxLength: 7,
  }),
  { minLength: 2, maxLength: 14 },
);

it('the join finds what a scan of all pairs that share a rare feature finds, and the same scores', () => {
  fc.assert(
    fc.property(
      populations,
      fc.constantFrom(0.2, 0.5, 0.8),
      fc.constantFrom(2, 3, 64),
      (rows, floor, rareDf) => {
        const n = rows.length;
        const df = (x: string): number => rows.filter((row) => row.includes(x)).length;
        const cap = Math.min(rareDf, Math.max(Math.floor(n / 2), 2));
        const weight = (names: string[]): number =>
          names.sort().reduce((sum, x) => sum + Math.log(1 + n / df(x)), 0);
        const expected = rows
          .flatMap((a, i) => rows.map((b, j) => ({ a, b, i, j })))
          .filter(({ i, j }) => i < j)
          .flatMap(({ a, b, i, j }) => {
            const both = a.filter((x) => b.includes(x));
            const rare = both.some((x) => df(x) >= 2 && df(x) <= cap);
            const score = weight([...both]) / weight([...new Set([...a, ...b])]);
            return a.length >= 3 && b.length >= 3 && rare && both.length >= 2 && score >= floor
              ? [{ i, j, score, shared: both.length }]
              : [];
          })
          .sort((x, y) => y.score - x.score || x.i - y.i || x.j - y.j);
        const found = structuralPairs(featuresFrom(rows), {
          floor,
          rareDf,
          leastShared: 2,
          leastSet: 3,
        });
        expect(
          [...found.a].map((i, p) => ({
            i,
            j: found.b[p],
            score: found.score[p],
            shared: found.shared[p],
          })),
        ).toEqual(expected);
      },
    ),
    check,
  );
});
