import { medianOf, ratio, refused, type Ratio, type Refused } from './exact/index.js';

/**
 * Family 10: is the score rising, flat or falling, and by how much a day? (S2:128–141)
 *
 * Theil–Sen: the median of all pairwise slopes. One outlier cannot move a median. Scores of different scales meet on
 * a grid of 10⁶.
 */
export interface ScorePoint {
  /** Seconds. */
  readonly time: bigint;
  readonly score: bigint;
  readonly scale: bigint;
}

export const TREND_CODES = { 0: 'improving', 1: 'flat', 2: 'degrading' } as const;
export type TrendCode = keyof typeof TREND_CODES;

const SECONDS_A_DAY = 86_400n;
const GRID = 1_000_000n;

export function pairwiseSlopes(points: readonly ScorePoint[]): Ratio[] {
  const xs = points.map(({ time }) => ratio(time, SECONDS_A_DAY));
  const ys = points.map(({ score, scale }) => ratio(score * GRID, scale));
  const slopes: Ratio[] = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      if (points[i]!.time === points[j]!.time) continue;
      slopes.push(ys[j]!.sub(ys[i]!).div(xs[j]!.sub(xs[i]!)));
    }
  }
  return slopes;
}

export interface TrendVerdict {
  /** Micro-scores a day. */
  readonly slope: Ratio;
  readonly code: TrendCode;
  readonly pairs: number;
}

/** `band`: slopes within ±band are flat, the edges included. */
export function judgeTrend(
  points: readonly ScorePoint[],
  band: bigint,
): TrendVerdict | Refused<'insufficient' | 'scale_not_positive'> {
  if (points.some(({ scale }) => scale <= 0n)) return refused('scale_not_positive');
  const slopes = pairwiseSlopes(points);
  const slope = medianOf(slopes);
  if (slope === null) return refused('insufficient');
  const code = slope.compare(ratio(-band)) < 0 ? 2 : slope.compare(ratio(band)) > 0 ? 0 : 1;
  return { slope, code, pairs: slopes.length };
}
