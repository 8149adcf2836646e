import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASE, rollingHashes, winnow } from '../../src/text/index.js';

const leavesOf = (tokens: readonly number[]): BigUint64Array =>
  BigUint64Array.from(tokens, (t) => BigInt(t) * 7919n + 1n);

function directHash(leaves: BigUint64Array, from: number, k: number): bigint {
  let hash = 0n;
  for (let i = from; i < from + k; i++) hash = BigInt.asUintN(64, hash * BASE + leaves[i]!);
  return hash;
}

const tokens = fc.array(fc.nat(3), { maxLength: 60 });

describe('rolling hashes', () => {
  it('equal the hash of each k-gram made alone', () => {
    fc.assert(
      fc.property(tokens, fc.integer({ min: 1, max: 8 }), (list, k) => {
        const leaves = leavesOf(list);
        const rolled = rollingHashes(leaves, k);
        expect(rolled.length).toBe(Math.max(0, list.length - k + 1));
        rolled.forEach((hash, i) => expect(hash).toBe(directHash(leaves, i, k)));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('winnowing', () => {
  it('keeps in every window its smallest hash, the tie by the rule asked for', () => {
    fc.assert(
      fc.property(
        tokens,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('leftmost' as const, 'rightmost' as const),
        (list, window, tie) => {
          const hashes = leavesOf(list);
          const expected = new Set<number>();
          const starts = Math.max(1, hashes.length - window + 1);
          for (let start = 0; start < starts && hashes.length > 0; start++) {
            let best = start;
            for (let i = start; i < Math.min(hashes.length, start + window); i++) {
              if (hashes[i]! < hashes[best]! || (tie === 'rightmost' && hashes[i] === hashes[best]))
                best = i;
            }
            expected.add(best);
          }
          expect([...winnow(hashes, window, tie)]).toEqual([...expected].sort((a, b) => a - b));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('misses no common run of window + k - 1 tokens, whatever stands around it', () => {
    const k = 5;
    const window = 8;
    fc.assert(
      fc.property(
        fc.array(fc.nat(2), { minLength: window + k - 1, maxLength: window + k + 6 }),
        tokens,
        tokens,
        tokens,
        tokens,
        (run, a, b, c, d) => {
          const prints = (list: readonly number[]): Set<bigint> => {
            const hashes = rollingHashes(leavesOf(list), k);
            return new Set([...winnow(hashes, window)].map((i) => hashes[i]!));
          };
          const left = prints([...a, ...run, ...b]);
          const right = prints([...c, ...run, ...d]);
          expect([...left].some((hash) => right.has(hash))).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('can miss a run one token shorter, so the bound is tight', () => {
    const k = 3;
    const window = 4;
    const prints = (list: readonly number[]): Set<bigint> => {
      const hashes = rollingHashes(leavesOf(list), k);
      return new Set([...winnow(hashes, window)].map((i) => hashes[i]!));
    };
    let state = 1;
    const next = (): number => (state = (state * 48271) % 2147483647);
    const around = (): number[] => [next(), next(), next(), next()];
    let missed = false;
    for (let i = 0; i < 2000 && !missed; i++) {
      const shared = [...around(), next()];
      const left = prints([...around(), ...shared, ...around()]);
      const right = prints([...around(), ...shared, ...around()]);
      missed = ![...left].some((hash) => right.has(hash));
    }
    expect(missed).toBe(true);
  });

  it('keeps the same fingerprints after a prefix, only shifted, away from the seam', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(3), { minLength: 30, maxLength: 60 }),
        fc.array(fc.nat(3), { minLength: 1, maxLength: 9 }),
        (list, prefix) => {
          const window = 6;
          const alone = [...winnow(leavesOf(list), window)].filter((i) => i >= window);
          const shifted = new Set(
            [...winnow(leavesOf([...prefix, ...list]), window)].map((i) => i - prefix.length),
          );
          for (const i of alone) expect(shifted.has(i)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('keeps about two of window + 1 hashes of random input', () => {
    let state = 1n;
    const hashes = BigUint64Array.from({ length: 20_000 }, () => {
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
      return state ^ (state >> 29n);
    });
    const density = winnow(hashes, 25).length / hashes.length;
    expect(density).toBeGreaterThan(0.07);
    expect(density).toBeLessThan(0.084);
  });
});
