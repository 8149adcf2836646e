import { floorOf, maxOf, ratio, refused, type Refused } from './exact/index.js';
import { penaltyOf, type PenaltyCurve } from './penalty.js';

/**
 * Family 08: is this long file worth splitting, and where? (S2:100–113) Advice only.
 *
 * benefit(u) = max 0 ⌊1000·(p(total) − p(end) − p(total − end))⌋, cost(u) from the four prices; a seam is viable iff
 * benefit ≥ cost. The best seam has the greatest benefit/cost, compared by cross-multiplication; ties take the
 * first. With H ≤ S the curve is no longer convex and the family refuses.
 */
export interface Seam {
  /** Lines before the seam. */
  readonly end: bigint;
  /** References from one side to the other. */
  readonly crossRefs: bigint;
  readonly cutClones: bigint;
  readonly crossChurn: bigint;
}

export interface SeamPrices {
  readonly refMilli: bigint;
  readonly cloneMilli: bigint;
  readonly churnMilli: bigint;
  /** What any split costs. */
  readonly phiMilli: bigint;
}

export interface PricedSeam {
  readonly seam: Seam;
  readonly benefit: bigint;
  readonly cost: bigint;
  readonly viable: boolean;
}

export function priceSeam(
  curve: PenaltyCurve,
  total: bigint,
  seam: Seam,
  prices: SeamPrices,
): PricedSeam {
  const bracket = penaltyOf(curve, total)
    .sub(penaltyOf(curve, seam.end))
    .sub(penaltyOf(curve, total - seam.end));
  const benefit = maxOf(0n, floorOf(bracket.mul(ratio(1000n))));
  const cost =
    seam.crossRefs * prices.refMilli +
    seam.cutClones * prices.cloneMilli +
    seam.crossChurn * prices.churnMilli +
    prices.phiMilli;
  return { seam, benefit, cost, viable: benefit >= cost };
}

export interface SeamVerdict {
  readonly seams: readonly PricedSeam[];
  /** Index of the seam of the greatest benefit/cost; `null` of one unit, which has no seam. */
  readonly best: number | null;
  /** Whether the best seam pays. */
  readonly split: boolean;
}

export function judgeSeams(
  curve: PenaltyCurve,
  total: bigint,
  seams: readonly Seam[],
  prices: SeamPrices,
): SeamVerdict | Refused<'curve_not_convex'> {
  if (curve.hard <= curve.soft) return refused('curve_not_convex');
  const priced = seams.map((seam) => priceSeam(curve, total, seam, prices));
  let best: number | null = null;
  for (const [i, seam] of priced.entries()) {
    if (best === null || betterReturn(seam, priced[best]!)) best = i;
  }
  return { seams: priced, best, split: best !== null && priced[best]!.viable };
}

/** Whether a's benefit/cost is strictly greater; a free seam with any benefit beats every priced one. */
function betterReturn(a: PricedSeam, b: PricedSeam): boolean {
  if (a.cost === 0n && b.cost === 0n) return a.benefit > b.benefit;
  return a.benefit * b.cost > b.benefit * a.cost;
}
