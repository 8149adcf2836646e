import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestCommonRun, shinglesOf, WordNumbers, wordsOf } from '../../src/text/index.js';

const words = fc.array(fc.nat(3), { maxLength: 25 }).map((list) => Uint32Array.from(list));

describe('words and shingles', () => {
  it('ignore case, punctuation and layout', () => {
    expect(wordsOf('A dump, a *Lens*:\n  größe_1!')).toEqual(['a', 'dump', 'a', 'lens', 'größe_1']);
    const numbers = new WordNumbers();
    expect([...numbers.numbersOf(['a', 'b', 'a'])]).toEqual([0, 1, 0]);
    expect([...numbers.numbersOf(['b', 'c'])]).toEqual([1, 2]);
  });

  it('are the distinct k-grams, ascending, equal numbers for equal words', () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 1, max: 4 }), (a, b, k) => {
        const table = new Map<string, number>();
        const spelled = (list: Uint32Array): Set<string> =>
          new Set(
            Array.from({ length: Math.max(0, list.length - k + 1) }, (_, i) =>
              list.slice(i, i + k).join(' '),
            ),
          );
        const left = shinglesOf(a, k, table);
        const right = shinglesOf(b, k, table);
        expect(left.length).toBe(spelled(a).size);
        const shared = [...left].filter((s) => right.includes(s)).length;
        expect(shared).toBe([...spelled(a)].filter((s) => spelled(b).has(s)).length);
        expect([...left]).toEqual([...left].sort((x, y) => x - y));
      }),
    );
  });

  it('find the longest common run', () => {
    fc.assert(
      fc.property(words, words, (a, b) => {
        let longest = 0;
        for (let i = 0; i < a.length; i++) {
          for (let j = 0; j < b.length; j++) {
            let n = 0;
            while (i + n < a.length && j + n < b.length && a[i + n] === b[j + n]) n++;
            longest = Math.max(longest, n);
          }
        }
        expect(longestCommonRun(a, b)).toBe(longest);
      }),
    );
  });
});
