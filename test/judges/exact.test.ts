import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareRatios,
  floorDiv,
  floorOf,
  isRefused,
  maxOf,
  medianOf,
  minOf,
  pairOf,
  ratio,
  refused,
  sumOf,
} from '../../src/judges/index.js';
import { big, check } from './check.js';

const rational = fc.tuple(big(-200, 200), big(1, 30)).map(([n, d]) => ratio(n, d));

describe('exact arithmetic', () => {
  it('cuts down to the whole number below, for either sign', () => {
    expect(
      [
        [7n, 2n],
        [-7n, 2n],
        [-6n, 2n],
        [0n, 5n],
        [-1n, 3n],
      ].map(([a, b]) => [floorDiv(a!, b!), floorOf(ratio(a!, b!))]),
    ).toEqual([
      [3n, 3n],
      [-4n, -4n],
      [-3n, -3n],
      [0n, 0n],
      [-1n, -1n],
    ]);
    check(
      fc.property(big(-500, 500), big(1, 40), (a, b) => {
        const floor = floorDiv(a, b);
        expect(floor * b <= a && a < (floor + 1n) * b).toBe(true);
        expect(floorOf(ratio(a, b))).toBe(floor);
      }),
    );
  });

  it('shows a ratio as its reduced pair, the sign above', () => {
    expect([ratio(6n, 4n), ratio(-6n, 4n), ratio(0n, 9n), ratio(5n)].map(pairOf)).toEqual([
      [3n, 2n],
      [-3n, 2n],
      [0n, 1n],
      [5n, 1n],
    ]);
  });

  it('compares by cross-multiplication', () => {
    check(
      fc.property(rational, rational, (a, b) => {
        const [[p, q], [r, s]] = [pairOf(a), pairOf(b)];
        expect(Math.sign(compareRatios(a, b))).toBe(p * s < r * q ? -1 : p * s > r * q ? 1 : 0);
      }),
    );
    expect([maxOf(1n, 2n), maxOf(2n, 1n), minOf(1n, 2n), minOf(2n, 1n)]).toEqual([2n, 2n, 1n, 1n]);
  });

  it('takes the middle, or the mean of the middle two, in any order', () => {
    expect(medianOf([])).toBeNull();
    check(
      fc.property(fc.array(rational, { minLength: 1, maxLength: 9 }), (values) => {
        const median = medianOf(values)!;
        expect(medianOf([...values].reverse())!.equals(median)).toBe(true);
        const below = values.filter((v) => v.compare(median) < 0).length;
        const above = values.filter((v) => v.compare(median) > 0).length;
        expect(2 * below <= values.length && 2 * above <= values.length).toBe(true);
        if (values.length & 1) expect(values.some((v) => v.equals(median))).toBe(true);
        const shifted = values.map((v) => v.add(1));
        expect(medianOf(shifted)!.equals(median.add(1))).toBe(true);
      }),
    );
    expect(pairOf(medianOf([ratio(1n), ratio(4n), ratio(2n, 3n), ratio(9n)])!)).toEqual([5n, 2n]);
  });

  it('adds without loss', () => {
    expect(pairOf(sumOf([ratio(1n, 3n), ratio(1n, 6n), ratio(-1n, 2n)]))).toEqual([0n, 1n]);
    expect(pairOf(sumOf([ratio(1n, 3n), ratio(1n, 2n)]))).toEqual([5n, 6n]);
    expect(pairOf(sumOf([]))).toEqual([0n, 1n]);
  });

  it('refuses by name', () => {
    expect(refused('empty_tree')).toStrictEqual({ refused: 'empty_tree' });
    expect(refused('no_mass', ['a'])).toEqual({ refused: 'no_mass', about: ['a'] });
    expect([refused('x'), null, 1n, { a: 1 }].map(isRefused)).toEqual([true, false, false, false]);
  });
});
