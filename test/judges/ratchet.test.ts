import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FAIL_CONDITIONS,
  isRefused,
  judgeRatchet,
  penaltyOf,
  ratio,
  scoreOf,
  softLineOf,
  tightened,
  toleratedCount,
  type Baseline,
  type Measurement,
} from '../../src/judges/index.js';
import { big, check } from './check.js';

const KNOBS = { scale: 1000n, violCost: 1n, violCostNeutral: 10n };
const curve = fc
  .tuple(big(0, 500), big(1, 500), big(1, 9))
  .map(([soft, width, pMax]) => ({ soft, hard: soft + width, pMax }));

describe('the penalty curve', () => {
  it('rises as the square to the hard line, and goes on with its slope', () => {
    const p = { soft: 100n, hard: 200n, pMax: 1n };
    expect([100n, 150n, 200n, 250n].map((x) => penaltyOf(p, x).toFraction())).toEqual([
      '0',
      '1/4',
      '1',
      '2',
    ]);
    expect(penaltyOf({ soft: 100n, hard: 100n, pMax: 3n }, 101n).toFraction()).toBe('3');
    expect(penaltyOf({ soft: 100n, hard: 100n, pMax: 3n }, 100n).toFraction()).toBe('0');
  });

  it('is monotone and convex, and smooth at the hard line', () => {
    check(
      fc.property(curve, big(0, 1500), (c, x) => {
        const [a, b, d] = [penaltyOf(c, x), penaltyOf(c, x + 1n), penaltyOf(c, x + 2n)];
        expect(b.compare(a)).toBeGreaterThanOrEqual(0);
        expect(d.sub(b).compare(b.sub(a))).toBeGreaterThanOrEqual(0);
        expect(penaltyOf(c, c.soft).equals(0)).toBe(true);
        expect(penaltyOf(c, c.hard).equals(ratio(c.pMax))).toBe(true);
        const slope = ratio(2n * c.pMax, c.hard - c.soft);
        expect(
          penaltyOf(c, c.hard + 1n)
            .sub(penaltyOf(c, c.hard))
            .equals(slope),
        ).toBe(true);
      }),
    );
  });
});

describe('the soft line', () => {
  const knobs = { k: 2n, softMin: 1n, softMax: 100_000n };

  it('is the median stretched by the spread, between its limits', () => {
    expect(softLineOf([100n, 100n, 100n], knobs)).toMatchObject({ soft: 100n });
    expect(softLineOf([50n, 100n, 200n], knobs)).toMatchObject({ soft: 400n });
    expect(softLineOf([50n, 100n, 200n], { ...knobs, softMax: 300n })).toMatchObject({
      soft: 300n,
    });
    expect(softLineOf([50n, 100n, 200n], { ...knobs, softMin: 500n })).toMatchObject({
      soft: 500n,
    });
    expect(softLineOf([50n, 100n, 200n], { ...knobs, k: 0n })).toMatchObject({ soft: 100n });
  });

  it('takes the mean of the middle two of an even count', () => {
    const line = softLineOf([100n, 300n], { ...knobs, k: 0n });
    expect(isRefused(line) ? line : line.median.toFraction()).toBe('200');
  });

  it('measures the spread as a factor, upwards and downwards', () => {
    const spread = (...lengths: bigint[]): string => {
      const line = softLineOf(lengths, knobs);
      return isRefused(line) ? line.refused : line.spread.toFraction();
    };
    expect([spread(100n), spread(10n, 20n, 30n), spread(2n, 3n), spread(10n, 100n, 150n)]).toEqual([
      '1',
      '3/2',
      '49/40',
      '3/2',
    ]);
  });

  it('refuses nothing, and empty files', () => {
    expect(softLineOf([], knobs)).toEqual({ refused: 'no_lengths' });
    expect(softLineOf([5n, 0n], knobs)).toEqual({ refused: 'empty_file' });
  });

  it('has a spread of at least 1', () => {
    check(
      fc.property(fc.array(big(1, 2000), { minLength: 1, maxLength: 20 }), (lengths) => {
        const line = softLineOf(lengths, knobs);
        if (isRefused(line)) throw new Error(line.refused);
        expect(line.spread.compare(1)).toBeGreaterThanOrEqual(0);
        expect(ratio(line.soft).compare(line.median.sub(1))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('family 05, score', () => {
  const axes = fc.array(
    fc.record({
      axis: fc.string(),
      weight: big(1, 9),
      penalty: big(0, 300).map((n) => ratio(n, 7n)),
    }),
    { minLength: 1, maxLength: 7 },
  );

  it('is the scale without penalties, and never below zero', () => {
    const clean = Array.from({ length: 7 }, () => ({ axis: 'a', weight: 1n, penalty: ratio(0n) }));
    expect(scoreOf(clean, KNOBS)).toBe(1000n);
    expect(scoreOf([{ axis: 'a', weight: 1n, penalty: ratio(10n ** 9n) }], KNOBS)).toBe(0n);
    expect(scoreOf([], KNOBS)).toEqual({ refused: 'no_weight' });
  });

  it('floors the exact sum once', () => {
    check(
      fc.property(axes, (list) => {
        const raw = list.reduce((sum, a) => sum.add(a.penalty.mul(ratio(a.weight))), ratio(0n));
        const weights = list.reduce((sum, a) => sum + a.weight, 0n);
        const charged = raw.div(ratio(10n * weights)).floor();
        const expected = 1000n - charged.s * charged.n;
        expect(scoreOf(list, KNOBS)).toBe(expected < 0n ? 0n : expected);
        const dearer = list.map((a) => ({ ...a, penalty: a.penalty.mul(ratio(3n)) }));
        expect(scoreOf(list, { ...KNOBS, violCost: 3n })).toBe(scoreOf(dearer, KNOBS));
      }),
    );
  });

  it('never rises with a penalty', () => {
    check(
      fc.property(axes, fc.nat(6), big(0, 50), (list, at, more) => {
        const i = at % list.length;
        const worse = list.map((a, j) =>
          i === j ? { ...a, penalty: a.penalty.add(ratio(more)) } : a,
        );
        expect((scoreOf(worse, KNOBS) as bigint) <= (scoreOf(list, KNOBS) as bigint)).toBe(true);
      }),
    );
  });
});

describe('family 05, ratchet', () => {
  const tolerance = { num: 11n, den: 10n, abs: 2n };
  const strict = { num: 1n, den: 1n, abs: 0n };
  const baseline: Baseline = {
    knobsDigest: 'k',
    soft: 100n,
    score: 900n,
    counts: { long: 5n },
    discrete: ['a', 'b'],
    dedupBudget: 50n,
  };
  const now: Measurement = {
    knobsDigest: 'k',
    score: 900n,
    counts: { long: 5n },
    discrete: ['a', 'b'],
    duplicatedTokens: 50n,
    rowsDropped: 0n,
  };

  it('tolerates the larger of share and absolute', () => {
    expect([0n, 5n, 20n, 100n].map((c) => toleratedCount(c, tolerance))).toEqual([
      2n,
      7n,
      22n,
      110n,
    ]);
    check(fc.property(big(0, 10_000), (c) => toleratedCount(c, tolerance) >= c));
  });

  it('passes what equals its baseline', () => {
    expect(judgeRatchet(baseline, now, strict, 900n)).toEqual({
      pass: true,
      failed: [],
      over: [],
      added: [],
      removed: [],
    });
  });

  it.each([
    ['ratchet_over', { counts: { long: 6n } }],
    ['ratchet_over', { counts: { long: 5n, wide: 1n } }],
    ['discrete_added', { discrete: ['a', 'b', 'c'] }],
    ['floor', { score: 899n }],
    ['dedup_budget', { duplicatedTokens: 51n }],
    ['knobs_digest', { knobsDigest: 'other' }],
    ['rows_dropped', { rowsDropped: 1n }],
  ] as const)('fails by %s alone in case %#', (condition, change) => {
    expect(
      judgeRatchet(baseline, { ...now, ...(change as Partial<Measurement>) }, strict, 900n).failed,
    ).toEqual([condition]);
  });

  it('names every failing condition in the printed order', () => {
    const worst: Measurement = {
      knobsDigest: 'x',
      score: 0n,
      counts: { wide: 1n, long: 99n },
      discrete: ['z', 'z', 'c'],
      duplicatedTokens: 99n,
      rowsDropped: 9n,
    };
    const verdict = judgeRatchet(baseline, worst, strict, 900n);
    expect(verdict.pass).toBe(false);
    expect(verdict.failed).toEqual([...FAIL_CONDITIONS]);
    expect(verdict.added).toEqual(['c', 'z']);
    expect(verdict.removed).toEqual(['a', 'b']);
    expect(verdict.over).toEqual([
      { axis: 'long', count: 99n, tolerated: 5n },
      { axis: 'wide', count: 1n, tolerated: 0n },
    ]);
  });

  it('only tightens its baseline', () => {
    const keys = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'));
    check(
      fc.property(
        keys,
        keys,
        big(0, 9),
        big(0, 9),
        big(0, 99),
        big(0, 1000),
        (old, current, before, after, tokens, score) => {
          const b: Baseline = { ...baseline, discrete: old, counts: { long: before } };
          const m: Measurement = {
            ...now,
            discrete: current,
            counts: { long: after },
            duplicatedTokens: tokens,
            score,
          };
          const next = tightened(b, m);
          expect(next.discrete.every((key) => old.includes(key) && current.includes(key))).toBe(
            true,
          );
          expect(next.discrete.length).toBe(old.filter((key) => current.includes(key)).length);
          expect(next.counts.long).toBe(before < after ? before : after);
          expect(next.dedupBudget).toBe(tokens < 50n ? tokens : 50n);
          expect(next.score).toBe(score > 900n ? score : 900n);
          expect(next.soft).toBe(100n);
          const verdict = judgeRatchet(b, m, strict, 0n);
          expect(verdict.failed.includes('discrete_added')).toBe(
            current.some((key) => !old.includes(key)),
          );
          expect(verdict.failed.includes('ratchet_over')).toBe(after > before);
        },
      ),
    );
    expect(tightened(baseline, { ...now, counts: {} }).counts).toEqual({ long: 0n });
  });
});
