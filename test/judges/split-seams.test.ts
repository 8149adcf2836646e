import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isRefused,
  judgeSeams,
  penaltyOf,
  priceSeam,
  ratio,
  type Seam,
} from '../../src/judges/index.js';
import { big, check } from './check.js';

const CURVE = { soft: 100n, hard: 200n, pMax: 1n };
const PRICES = { refMilli: 10n, cloneMilli: 20n, churnMilli: 5n, phiMilli: 100n };
const seam = (end: bigint, crossRefs = 0n, cutClones = 0n, crossChurn = 0n): Seam => ({
  end,
  crossRefs,
  cutClones,
  crossChurn,
});
const curve = fc
  .tuple(big(0, 200), big(1, 200), big(1, 5))
  .map(([soft, width, pMax]) => ({ soft, hard: soft + width, pMax }));
const seams = fc.array(
  fc
    .tuple(big(1, 399), big(0, 9), big(0, 3), big(0, 9))
    .map(([end, r, c, h]) => seam(end, r, c, h)),
  { minLength: 1, maxLength: 6 },
);

describe('family 08, split seams', () => {
  it('prices a seam by what splitting gives back and what it costs', () => {
    expect(priceSeam(CURVE, 200n, seam(100n, 3n, 2n, 4n), PRICES)).toMatchObject({
      benefit: 1000n,
      cost: 190n,
      viable: true,
    });
    expect(priceSeam(CURVE, 150n, seam(10n, 99n), PRICES)).toMatchObject({
      benefit: 90n,
      cost: 1090n,
      viable: false,
    });
    expect(priceSeam(CURVE, 100n, seam(50n), { ...PRICES, phiMilli: 0n })).toMatchObject({
      benefit: 0n,
      cost: 0n,
      viable: true,
    });
  });

  it('never has a negative bracket on a convex curve, and is the same from both ends', () => {
    check(
      fc.property(curve, big(2, 600), big(1, 600), (c, total, cut) => {
        const end = 1n + (cut % (total - 1n));
        const bracket = penaltyOf(c, total)
          .sub(penaltyOf(c, end))
          .sub(penaltyOf(c, total - end));
        expect(bracket.compare(0)).toBeGreaterThanOrEqual(0);
        expect(priceSeam(c, total, seam(end), PRICES).benefit).toBe(
          priceSeam(c, total, seam(total - end), PRICES).benefit,
        );
      }),
    );
  });

  it('takes the greatest return exactly, the first of equals', () => {
    check(
      fc.property(curve, seams, (c, list) => {
        const verdict = judgeSeams(c, 400n, list, PRICES);
        if (isRefused(verdict)) throw new Error(verdict.refused);
        const returns = list.map((s) => {
          const { benefit, cost } = priceSeam(c, 400n, s, PRICES);
          return ratio(benefit, cost);
        });
        const greatest = returns.reduce((a, b) => (b.compare(a) > 0 ? b : a));
        expect(verdict.best).toBe(returns.findIndex((r) => r.equals(greatest)));
        expect(verdict.split).toBe(greatest.compare(1) >= 0);
        const scaled = { refMilli: 30n, cloneMilli: 60n, churnMilli: 15n, phiMilli: 300n };
        const again = judgeSeams({ ...c, pMax: c.pMax * 3n }, 400n, list, scaled);
        const cheap = judgeSeams(
          c,
          400n,
          list.map((s) => ({ ...s, crossRefs: s.crossRefs + 1n })),
          PRICES,
        );
        if (isRefused(again) || isRefused(cheap)) throw new Error('refused a convex curve');
        const thrice = again.seams.every(
          (s, i) =>
            s.benefit === 3n * verdict.seams[i]!.benefit && s.cost === 3n * verdict.seams[i]!.cost,
        );
        if (thrice) expect(again.best).toBe(verdict.best);
        cheap.seams.forEach((s, i) =>
          expect(ratio(s.benefit, s.cost).compare(returns[i]!)).toBeLessThanOrEqual(0),
        );
      }),
    );
  });

  it('prefers a free seam with any benefit, and of free ones the greater benefit', () => {
    const free = { refMilli: 1n, cloneMilli: 0n, churnMilli: 0n, phiMilli: 0n };
    expect(judgeSeams(CURVE, 200n, [seam(50n), seam(150n)], free)).toMatchObject({ best: 0 });
    expect(judgeSeams(CURVE, 200n, [seam(100n, 1n), seam(10n), seam(50n)], free)).toMatchObject({
      best: 2,
      split: true,
    });
  });

  it('has no seam in one unit, and refuses a curve that is a step', () => {
    expect(judgeSeams(CURVE, 900n, [], PRICES)).toEqual({ seams: [], best: null, split: false });
    expect(judgeSeams({ soft: 200n, hard: 200n, pMax: 1n }, 900n, [seam(1n)], PRICES)).toEqual({
      refused: 'curve_not_convex',
    });
  });
});
