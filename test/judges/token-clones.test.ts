import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cloneSegments,
  fingerprintsOf,
  guaranteedRun,
  type TokenProfile,
} from '../../src/judges/index.js';
import { check } from './check.js';

const PROFILE: TokenProfile = { k: 25, window: 26, tie: 'rightmost' };
const SMALL: TokenProfile = { k: 3, window: 4, tie: 'rightmost' };
const leavesOf = (tokens: readonly number[]): BigUint64Array =>
  BigUint64Array.from(tokens, (t) => BigInt(t) + 11n);
const tokens = (max: number): fc.Arbitrary<number[]> => fc.array(fc.nat(2), { maxLength: max });

describe('family 01, token clones', () => {
  it('promise runs of 50 tokens in the production profile', () => {
    expect(guaranteedRun(PROFILE)).toBe(50);
  });

  it('share a fingerprint whenever 50 tokens are common, small alphabets included', () => {
    check(
      fc.property(
        fc.array(fc.nat(2), { minLength: 50, maxLength: 55 }),
        tokens(20),
        tokens(20),
        tokens(20),
        (run, a, b, c) => {
          const left = fingerprintsOf(leavesOf([...a, ...run, ...b]), PROFILE).map(
            ({ hash }) => hash,
          );
          const right = new Set(
            fingerprintsOf(leavesOf([...c, ...run]), PROFILE).map(({ hash }) => hash),
          );
          expect(left.some((hash) => right.has(hash))).toBe(true);
        },
      ),
    );
  });

  it('share the same hash values under either tie rule', () => {
    check(
      fc.property(tokens(60), (list) => {
        const hashes = (tie: 'leftmost' | 'rightmost'): bigint[] =>
          [
            ...new Set(fingerprintsOf(leavesOf(list), { ...SMALL, tie }).map(({ hash }) => hash)),
          ].sort();
        expect(hashes('leftmost')).toEqual(hashes('rightmost'));
      }),
    );
  });

  it('have no fingerprint below k tokens', () => {
    expect(fingerprintsOf(leavesOf([1, 2]), SMALL)).toEqual([]);
  });

  it('are all maximal common runs of t tokens, as a scan of all pairs finds them', () => {
    const least = guaranteedRun(SMALL);
    check(
      fc.property(fc.array(tokens(22), { minLength: 1, maxLength: 3 }), (files) => {
        const sequences = files.map((list, file) => ({ file, leaves: leavesOf(list) }));
        const expected: number[][] = [];
        files.forEach((a, i) => {
          files.forEach((b, j) => {
            for (let x = 0; x < a.length; x++) {
              for (let y = 0; y < b.length; y++) {
                if (i > j || (i === j && x >= y)) continue;
                if (x > 0 && y > 0 && a[x - 1] === b[y - 1]) continue;
                let n = 0;
                while (x + n < a.length && y + n < b.length && a[x + n] === b[y + n]) n++;
                if (n >= least) expected.push([i, x, j, y, n]);
              }
            }
          });
        });
        const order = (p: number[], q: number[]): number =>
          p[0]! - q[0]! || p[1]! - q[1]! || p[2]! - q[2]! || p[3]! - q[3]!;
        const { segments, passedOver } = cloneSegments(sequences, SMALL, 1000);
        expect(passedOver).toBe(0);
        expect(segments.map((s) => [s.a, s.startA, s.b, s.startB, s.length])).toEqual(
          expected.sort(order),
        );
      }),
    );
  });

  it('count the places that a bucket cap passes over, and pair the first ones', () => {
    const same = leavesOf([0, 1, 2, 3, 4, 5]);
    const sequences = [0, 1, 2, 3, 4].map((file) => ({ file, leaves: same }));
    const at = (cap: number) => {
      const { segments, passedOver } = cloneSegments(sequences, SMALL, cap);
      return { pairs: segments.map(({ a, b }) => [a, b]), passedOver };
    };
    expect(at(2)).toEqual({ pairs: [[0, 1]], passedOver: 3 });
    expect(at(4).passedOver).toBe(1);
    expect(at(5)).toEqual({
      pairs: [0, 1, 2, 3].flatMap((a) => [1, 2, 3, 4].filter((b) => b > a).map((b) => [a, b])),
      passedOver: 0,
    });
  });

  it('are ordered by both places, whatever was found first', () => {
    const one = [0, 1, 2, 3, 4, 5];
    const two = [7, 8, 9, 10, 11, 12];
    const list = [
      [...two, 20, ...one],
      [21, ...one, 22, ...two],
      [...two, 23, ...two, 24, ...one],
    ];
    const sequences = list.map((file, i) => ({ file: i, leaves: leavesOf(file) }));
    expect(
      cloneSegments(sequences, SMALL, 100).segments.map((s) => [s.a, s.startA, s.b, s.startB]),
    ).toEqual([
      [0, 0, 1, 8],
      [0, 0, 2, 0],
      [0, 0, 2, 7],
      [0, 7, 1, 1],
      [0, 7, 2, 14],
      [1, 1, 2, 14],
      [1, 8, 2, 0],
      [1, 8, 2, 7],
      [2, 0, 2, 7],
    ]);
  });
});
