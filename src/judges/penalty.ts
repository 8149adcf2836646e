import {
  floorOf,
  maxOf,
  medianOf,
  minOf,
  ratio,
  refused,
  ZERO,
  type Ratio,
  type Refused,
} from './exact/index.js';

/**
 * The convex penalty of a file's size and the soft line that it starts from (S2:56–63). Families 05, 08 and 11 share
 * this one curve.
 */
export interface PenaltyCurve {
  /** S: no penalty up to here. */
  readonly soft: bigint;
  /** H: the penalty is pMax here, and goes on linearly with the same slope. */
  readonly hard: bigint;
  readonly pMax: bigint;
}

/** p(x), tried from top to bottom. With H ≤ S it is a step, not convex. */
export function penaltyOf(curve: PenaltyCurve, x: bigint): Ratio {
  const { soft, hard, pMax } = curve;
  if (x <= soft) return ZERO;
  if (hard <= soft) return ratio(pMax);
  const width = hard - soft;
  if (x <= hard) return ratio(pMax * (x - soft) * (x - soft), width * width);
  return ratio(pMax).add(ratio(2n * pMax * (x - hard), width));
}

export interface SoftLineKnobs {
  /** Power of the spread. */
  readonly k: bigint;
  readonly softMin: bigint;
  readonly softMax: bigint;
}

export interface SoftLine {
  readonly soft: bigint;
  /** Median length. */
  readonly median: Ratio;
  /** Median multiplicative distance from it, at least 1. */
  readonly spread: Ratio;
}

/**
 * S = clamp(floor(m·r^k), [softMin, softMax]), m = median, r = median(max(x/m, m/x)): "median + k·MAD" without
 * logarithms. Empty files are not lengths: the caller drops them by name.
 */
export function softLineOf(
  lengths: readonly bigint[],
  knobs: SoftLineKnobs,
): SoftLine | Refused<'no_lengths' | 'empty_file'> {
  if (lengths.some((x) => x <= 0n)) return refused('empty_file');
  const median = medianOf(lengths.map((x) => ratio(x)));
  if (median === null) return refused('no_lengths');
  const spread = medianOf(
    lengths.map((x) => {
      const up = ratio(x).div(median);
      return up.compare(1) >= 0 ? up : up.inverse();
    }),
  )!;
  let line = median;
  for (let i = 0n; i < knobs.k; i++) line = line.mul(spread);
  return { soft: minOf(maxOf(floorOf(line), knobs.softMin), knobs.softMax), median, spread };
}
