import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countDuplicates,
  duplicateDecides,
  interUnion,
  wordsOfRun,
} from '../../src/judges/index.js';
import { big, check } from './check.js';

const LINE = { num: 80n, den: 100n, verbatim: 50n };
const set = fc.uniqueArray(fc.nat(20)).map((list) => Uint32Array.from(list).sort());

describe('family 03, document duplicates', () => {
  it.each([
    [4n, 5n, 0n, true],
    [79n, 100n, 0n, false],
    [80n, 100n, 0n, true],
    [79n, 100n, 50n, true],
    [0n, 100n, 49n, false],
    [0n, 0n, 50n, true],
  ])('with %s of %s shingles and a run of %s words: %s', (inter, union, run, dup) => {
    expect(duplicateDecides(LINE, { inter, union, run })).toBe(dup);
  });

  it('refuse two empty segments', () => {
    expect(duplicateDecides(LINE, { inter: 0n, union: 0n, run: 0n })).toEqual({
      refused: 'empty_segments',
    });
  });

  it('of short segments without a shingle are decided by the run alone', () => {
    expect(duplicateDecides(LINE, { inter: 0n, union: 0n, run: 3n })).toBe(false);
  });

  it('count intersection and union by one merge', () => {
    check(
      fc.property(set, set, (a, b) => {
        const inter = [...a].filter((x) => b.includes(x)).length;
        expect(interUnion(a, b)).toEqual({
          inter: BigInt(inter),
          union: BigInt(new Set([...a, ...b]).size),
        });
      }),
    );
  });

  it('stay duplicates when a shared shingle is added', () => {
    check(
      fc.property(big(0, 200), big(1, 200), (inter, only) => {
        const union = inter + only;
        const before = duplicateDecides(LINE, { inter, union, run: 0n });
        const after = duplicateDecides(LINE, { inter: inter + 1n, union: union + 1n, run: 0n });
        expect(before === true && after === false).toBe(false);
      }),
    );
  });

  it('span R + k - 1 words in a run of R shingles', () => {
    expect([1n, 10n, 46n].map((r) => wordsOfRun(r, 5n))).toEqual([5n, 14n, 50n]);
    expect(wordsOfRun(0n, 5n)).toBe(0n);
  });

  it('are counted the same whichever side comes first', () => {
    const words = fc.array(fc.nat(4), { maxLength: 30 }).map((list) => Uint32Array.from(list));
    check(
      fc.property(words, words, (a, b) => {
        const table = new Map<string, number>();
        expect(countDuplicates(a, b, 3, table)).toEqual(countDuplicates(b, a, 3, table));
      }),
    );
    const same = Uint32Array.of(1, 2, 3, 4, 5);
    expect(countDuplicates(same, same, 3, new Map())).toEqual({ inter: 3n, union: 3n, run: 5n });
  });
});
