import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefused, judgeTrend, type ScorePoint } from '../../src/judges/index.js';
import { big, check } from './check.js';

const DAY = 86_400n;
const point = (day: bigint, score: bigint, scale = 1000n): ScorePoint => ({
  time: day * DAY,
  score,
  scale,
});
const points = fc.array(
  fc.tuple(big(0, 20), big(0, 1000)).map(([day, score]) => point(day, score)),
  { minLength: 2, maxLength: 8 },
);
const slopeOf = (list: readonly ScorePoint[]): string => {
  const verdict = judgeTrend(list, 0n);
  return isRefused(verdict) ? verdict.refused : verdict.slope.toFraction();
};

describe('family 10, trend', () => {
  const wild = [
    point(0n, 900n),
    point(1n, 910n),
    point(2n, 920n),
    point(3n, 100n),
    point(4n, 940n),
  ];

  it('is not moved by one wild point', () => {
    expect(slopeOf(wild)).toBe('10000');
    expect(judgeTrend(wild, 9_999n)).toMatchObject({ code: 0, pairs: 10 });
  });

  it('meets scores of different scales on one grid', () => {
    expect(slopeOf([point(0n, 900n), point(1n, 450n, 500n)])).toBe('0');
  });

  it('is flat at the band, improving above it, degrading below it', () => {
    const up = [point(0n, 100n), point(1n, 110n)];
    const down = [point(0n, 110n), point(1n, 100n)];
    expect([9_999n, 10_000n].map((band) => judgeTrend(up, band))).toMatchObject([
      { code: 0 },
      { code: 1 },
    ]);
    expect([9_999n, 10_000n].map((band) => judgeTrend(down, band))).toMatchObject([
      { code: 2 },
      { code: 1 },
    ]);
  });

  it('refuses points of one moment, and scales that are none', () => {
    expect(judgeTrend([point(1n, 5n), point(1n, 9n)], 0n)).toEqual({ refused: 'insufficient' });
    expect(judgeTrend([], 0n)).toEqual({ refused: 'insufficient' });
    expect(judgeTrend([point(0n, 1n, 0n), point(1n, 1n)], 0n)).toEqual({
      refused: 'scale_not_positive',
    });
  });

  it('ignores a constant and a common scale, and turns with time', () => {
    check(
      fc.property(points, big(1, 100), (list, by) => {
        const slope = slopeOf(list);
        expect(slopeOf(list.map((p) => ({ ...p, score: p.score + by })))).toBe(slope);
        expect(slopeOf(list.map((p) => ({ ...p, score: p.score * by, scale: p.scale * by })))).toBe(
          slope,
        );
        expect(slopeOf([...list].reverse())).toBe(slope);
        const turned = judgeTrend(
          list.map((p) => ({ ...p, time: -p.time })),
          0n,
        );
        const forward = judgeTrend(list, 0n);
        if (isRefused(turned) || isRefused(forward))
          expect(isRefused(turned) && isRefused(forward)).toBe(true);
        else expect(turned.slope.neg().equals(forward.slope)).toBe(true);
      }),
    );
  });

  it('keeps its verdict when one of five points on a line goes wild', () => {
    check(
      fc.property(fc.nat(4), big(0, 1000), (at, score) => {
        const line = [0n, 1n, 2n, 3n, 4n].map((day) => point(day, 500n + 20n * day));
        line[at] = { ...line[at]!, score };
        expect(judgeTrend(line, 100n)).toMatchObject({ code: 0 });
      }),
    );
  });
});
