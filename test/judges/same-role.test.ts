import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHANNELS,
  inverseDocumentFrequency,
  playsRole,
  ratio,
  RoleIndex,
  saturation,
  sharedTerms,
  termScore,
  widen,
  type Bag,
} from '../../src/judges/index.js';
import { big, check } from './check.js';

const KNOBS = { weights: { N: 3n, P: 2n, C: 3n, D: 1n, S: 2n, L: 1n }, unit: 1000n };
const terms = fc
  .array(fc.tuple(big(0, 6), big(1, 3)), { maxLength: 4 })
  .map((list) => new Map(list));
const bag: fc.Arbitrary<Bag> = fc.record({
  N: terms,
  P: terms,
  C: terms,
  D: terms,
  S: terms,
  L: terms,
});
const only = (channel: 'N' | 'C', ...list: bigint[]): Bag => {
  const empty = Object.fromEntries(
    CHANNELS.map((c) => [c, new Map<bigint, bigint>()]),
  ) as unknown as Bag;
  return { ...empty, [channel]: new Map(list.map((t) => [t, 1n])) };
};

describe('family 15, same role', () => {
  it('is BM25 with k1 = 6/5 and b = 3/4, exactly', () => {
    check(
      fc.property(big(1, 50), big(0, 200), big(1, 200), (tf, len, avg) => {
        const k1 = ratio(6n, 5n);
        const b = ratio(3n, 4n);
        const norm = ratio(1n)
          .sub(b)
          .add(b.mul(ratio(len, avg)));
        const textbook = ratio(tf)
          .mul(k1.add(1))
          .div(ratio(tf).add(k1.mul(norm)));
        expect(saturation(tf, len, avg).equals(textbook)).toBe(true);
      }),
    );
  });

  it('saturates in tf below 22/10, falls with length, and floors once', () => {
    check(
      fc.property(
        big(0, 50),
        big(0, 200),
        big(1, 200),
        big(1, 9),
        big(1, 5000),
        (tf, len, avg, w, idf) => {
          const score = termScore(w, idf, tf, len, avg);
          const exact = saturation(tf, len, avg).mul(ratio(w * idf));
          const floor = exact.floor();
          expect(score).toBe(floor.s * floor.n);
          expect(score >= 0n && 10n * score <= 22n * w * idf).toBe(true);
          expect(termScore(w, idf, tf + 1n, len, avg) >= score).toBe(true);
          expect(termScore(w, idf, tf, len + 1n, avg) <= score).toBe(true);
        },
      ),
    );
    expect(saturation(0n, 0n, 1n).equals(0)).toBe(true);
  });

  it('weighs rare terms more, common ones at least 1', () => {
    expect(inverseDocumentFrequency(9n, 9n, 1000n)).toBe(1n);
    expect(inverseDocumentFrequency(9n, 1n, 1000n)).toBe(801n);
    check(
      fc.property(
        big(1, 100),
        big(1, 99),
        (n, df) =>
          df >= n ||
          inverseDocumentFrequency(n, df, 1000n) >= inverseDocumentFrequency(n, df + 1n, 1000n),
      ),
    );
  });

  it('ranks as a double loop does, ties by number', () => {
    check(
      fc.property(fc.array(bag, { minLength: 1, maxLength: 5 }), bag, (bags, query) => {
        const n = BigInt(bags.length);
        const scores = bags.map((doc) => {
          let score = 0n;
          for (const channel of CHANNELS) {
            const lengths = bags.map((b) => [...b[channel].values()].reduce((s, c) => s + c, 0n));
            const total = lengths.reduce((s, l) => s + l, 0n);
            const avg = total / n > 0n ? total / n : 1n;
            for (const term of query[channel].keys()) {
              const df = BigInt(bags.filter((b) => b[channel].has(term)).length);
              const tf = doc[channel].get(term) ?? 0n;
              if (df === 0n || tf === 0n) continue;
              score += termScore(
                KNOBS.weights[channel],
                (1000n * (n - df)) / (n + 1n) + 1n,
                tf,
                lengths[bags.indexOf(doc)]!,
                avg,
              );
            }
          }
          return score;
        });
        const expected = scores
          .map((score, unit) => ({ unit, score }))
          .filter((r) => r.score > 0n)
          .sort((a, b) => Number(b.score - a.score) || a.unit - b.unit);
        expect(new RoleIndex(bags, KNOBS).rank(query)).toEqual(expected);
      }),
    );
  });

  it('finds an identical bag first', () => {
    const bags = [only('N', 1n), only('N', 1n, 2n), only('N', 3n)];
    expect(new RoleIndex(bags, KNOBS).rank(bags[1]!)[0]!.unit).toBe(1);
    expect(new RoleIndex([], KNOBS).rank(only('N', 1n))).toEqual([]);
  });

  it('grants a role by names and callees, or by names and shape', () => {
    expect([
      playsRole(1n, 1n, false),
      playsRole(2n, 0n, true),
      playsRole(2n, 0n, false),
      playsRole(0n, 5n, false),
      playsRole(0n, 5n, true),
      playsRole(1n, 0n, true),
    ]).toEqual([true, true, false, false, false, false]);
    expect(sharedTerms(only('N', 1n, 2n), only('N', 2n, 3n), 'N')).toBe(1n);
    expect(sharedTerms(only('N', 1n), only('N', 1n), 'C')).toBe(0n);
  });

  it('widens by terms that meet more often than by chance, at half the weight at most', () => {
    const bags = [
      only('N', 1n, 2n),
      only('N', 1n, 2n),
      only('N', 1n, 3n),
      only('N', 3n),
      only('N', 4n),
    ];
    const near = widen(bags, 'N', 1n, 5, 1000n);
    expect(near.map(({ term, lift, weight }) => [term, lift.toFraction(), weight])).toEqual([
      [2n, '5/3', 333n],
    ]);
    expect(widen(bags, 'N', 9n, 5, 1000n)).toEqual([]);
    const tied = [only('N', 9n, 5n, 1n), only('N', 7n)];
    expect(widen(tied, 'N', 1n, 5, 1000n).map(({ term }) => term)).toEqual([5n, 9n]);
    check(
      fc.property(
        fc.array(bag, { minLength: 1, maxLength: 6 }),
        big(0, 6),
        fc.nat(3),
        (list, term, m) => {
          const found = widen(list, 'N', term, m, 1000n);
          expect(found.length).toBeLessThanOrEqual(m);
          for (const { lift, weight, term: other } of found) {
            expect(lift.compare(1)).toBeGreaterThan(0);
            expect(weight <= 500n && other !== term).toBe(true);
          }
        },
      ),
    );
  });
});
