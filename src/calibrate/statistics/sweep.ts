import { ratio, type Ratio } from '../../judges/index.js';

/** Scores of which it is known whether they belong to what is sought: `positive[i] === 1` where the i-th does. */
export interface Judged {
  readonly scores: ArrayLike<number>;
  readonly positive: ArrayLike<number>;
}

/** What a floor lets through: all scores at or above it. */
export interface SweepPoint {
  readonly floor: number;
  readonly truePositives: number;
  readonly falsePositives: number;
}

/** Every floor that makes a difference, from the highest score down; equal scores pass together. */
export interface Sweep {
  readonly points: readonly SweepPoint[];
  readonly positives: number;
  readonly negatives: number;
}

export function sweepOf({ scores, positive }: Judged): Sweep {
  const order = Uint32Array.from({ length: scores.length }, (_, i) => i);
  order.sort((a, b) => scores[b]! - scores[a]! || a - b);
  const points: SweepPoint[] = [];
  let truePositives = 0;
  let falsePositives = 0;
  order.forEach((i, at) => {
    if (positive[i] === 1) truePositives++;
    else falsePositives++;
    const next = order[at + 1];
    if (next === undefined || scores[next] !== scores[i])
      points.push({ floor: scores[i]!, truePositives, falsePositives });
  });
  return { points, positives: truePositives, negatives: falsePositives };
}

/**
 * Area under the ROC curve: the chance that a positive scores above a negative, ties counting half (Hanley, McNeil
 * 1982). Exact. `null` without positives or without negatives.
 */
export function rocArea({ points, positives, negatives }: Sweep): Ratio | null {
  if (positives === 0 || negatives === 0) return null;
  let halves = 0n;
  let above = 0;
  let before = 0;
  for (const { truePositives, falsePositives } of points) {
    halves += BigInt(falsePositives - before) * BigInt(above + truePositives);
    [above, before] = [truePositives, falsePositives];
  }
  return ratio(halves, 2n * BigInt(positives) * BigInt(negatives));
}

export const precisionOf = ({ truePositives, falsePositives }: SweepPoint): Ratio =>
  ratio(BigInt(truePositives), BigInt(truePositives + falsePositives));

/** Average precision: precision at each floor, weighted by the recall that it adds. Exact; `null` without positives. */
export function averagePrecision({ points, positives }: Sweep): Ratio | null {
  if (positives === 0) return null;
  let sum = ratio(0n);
  let before = 0;
  for (const point of points) {
    sum = sum.add(precisionOf(point).mul(ratio(BigInt(point.truePositives - before))));
    before = point.truePositives;
  }
  return sum.div(ratio(BigInt(positives)));
}

/**
 * Share of positives among the k best. Where equal scores straddle the cut, those within it count by their share, as
 * if drawn. `null` when there are fewer than k.
 */
export function precisionAt({ points }: Sweep, k: number): Ratio | null {
  let truePositives = 0;
  let taken = 0;
  for (const point of points) {
    const size = point.truePositives + point.falsePositives;
    if (size >= k) {
      const share = ratio(BigInt(k - taken), BigInt(size - taken));
      const more = ratio(BigInt(point.truePositives - truePositives)).mul(share);
      return ratio(BigInt(truePositives))
        .add(more)
        .div(ratio(BigInt(k)));
    }
    [truePositives, taken] = [point.truePositives, size];
  }
  return null;
}

/** The lowest floor whose precision is at least num/den; `null` when none is. */
export function floorOfPrecision({ points }: Sweep, target: Ratio): SweepPoint | null {
  const good = points.filter((point) => precisionOf(point).compare(target) >= 0);
  return good[good.length - 1] ?? null;
}

/** What a floor that need not be a score lets through. */
export function pointAt({ points }: Sweep, floor: number): SweepPoint {
  let found: SweepPoint = { floor, truePositives: 0, falsePositives: 0 };
  for (const point of points) {
    if (point.floor < floor) break;
    found = { ...point, floor };
  }
  return found;
}
