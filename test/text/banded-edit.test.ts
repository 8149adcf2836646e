import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withinEdits } from '../../src/text/index.js';

/** Levenshtein over the whole table. */
function distance(a: readonly number[], b: readonly number[]): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++)
      table[i]![j] = Math.min(
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
        table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
  return table[a.length]![b.length]!;
}

describe('edits inside of a band', () => {
  it('are enough exactly where the distance is at most their number', () => {
    const list = fc.array(fc.nat(2), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, fc.nat(13), (a, b, most) => {
        expect(withinEdits(Uint32Array.from(a), Uint32Array.from(b), most)).toBe(
          distance(a, b) <= most,
        );
      }),
      { numRuns: 3000 },
    );
  });
});
