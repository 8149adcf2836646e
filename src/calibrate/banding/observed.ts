import { compareRatios, ratio, type Ratio } from '../../judges/index.js';
import type { ClonePopulation, Shapes } from '../../lenses/clones/index.js';
import { PERMUTATIONS } from '../../text/index.js';
import type { Task } from '../../task/index.js';
import { Xoshiro } from '../statistics/index.js';
import type { Banding, Weights } from './curve.js';

/** How alike pairs of bodies really are. */
export interface Observed {
  /** Pairs by equal minima, of 0 to 64. */
  readonly pairs: Float64Array;
  readonly bodies: number;
  /** Whether pairs were drawn, since all of them are too many. */
  readonly drawn: boolean;
}

/** Pairs of distinct bodies, all or `most` of them drawn with replacement, by their equal minima. */
export function observedPairs(
  population: ClonePopulation,
  shapes: Shapes,
  options: { readonly minTokens: number; readonly most: number; readonly seed: number },
  task: Task,
): Observed {
  const { minTokens, most, seed } = options;
  const seen = new Set<string>();
  const bodies = [...population.ordinals.keys()].filter((row) => {
    const key = shapes.exactKey(row);
    if (key === null || seen.has(key) || shapes.tokens(row) < minTokens) return false;
    seen.add(key);
    return shapes.signature(row) !== null;
  });
  const pairs = new Float64Array(PERMUTATIONS + 1);
  const count = (a: number, b: number): void => {
    pairs[shapes.estimate64(bodies[a]!, bodies[b]!)!]!++;
  };
  const drawn = (bodies.length * (bodies.length - 1)) / 2 > most;
  if (!drawn) {
    for (let a = 0; a < bodies.length; a++) {
      task.check('pairs of bodies');
      for (let b = a + 1; b < bodies.length; b++) count(a, b);
    }
    return { pairs, bodies: bodies.length, drawn };
  }
  const random = new Xoshiro(seed);
  for (let draw = 0; draw < most; draw++) {
    if (draw % 4096 === 0) task.check('pairs of bodies');
    const a = random.below(bodies.length);
    const b = random.below(bodies.length - 1);
    count(a, b < a ? b : b + 1);
  }
  return { pairs, bodies: bodies.length, drawn };
}

/** What a banding does to observed pairs, in expectation over signatures. */
export interface Expected {
  /** Candidates below the threshold. */
  readonly falsePositives: Ratio;
  /** Pairs at or above it that are missed. */
  readonly falseNegatives: Ratio;
}

/** Σ h(s)·P(s) below the threshold and Σ h(s)·(1 − P(s)) from it on, over s = k/64. Exact. */
export function expectedOf(
  { bands, rows }: Banding,
  pairs: Float64Array,
  threshold: Ratio,
): Expected {
  const base = BigInt(PERMUTATIONS) ** BigInt(rows);
  const whole = base ** BigInt(bands);
  let falsePositives = 0n;
  let falseNegatives = 0n;
  pairs.forEach((count, equal) => {
    if (count === 0) return;
    // (1 − s^r)^b over the common denominator 64^{rb}.
    const missed = (base - BigInt(equal) ** BigInt(rows)) ** BigInt(bands);
    const below = ratio(BigInt(equal), BigInt(PERMUTATIONS)).compare(threshold) < 0;
    if (below) falsePositives += BigInt(count) * (whole - missed);
    else falseNegatives += BigInt(count) * missed;
  });
  return {
    falsePositives: ratio(falsePositives, whole),
    falseNegatives: ratio(falseNegatives, whole),
  };
}

/**
 * The banding of least weighted error on observed pairs with bands·rows ≤ budget; of equals the fewest bands, then the
 * fewest rows. A dissimilar pair weighs as much as a missed one only if the weights say so: dissimilar pairs are many.
 */
export function bestForObserved(
  budget: number,
  pairs: Float64Array,
  threshold: Ratio,
  weights: Weights,
): Banding & Expected & { readonly cost: Ratio } {
  let best: (Banding & Expected & { readonly cost: Ratio }) | undefined;
  for (let bands = 1; bands <= budget; bands++) {
    for (let rows = 1; bands * rows <= budget; rows++) {
      const expected = expectedOf({ bands, rows }, pairs, threshold);
      const cost = observedCost(expected, weights);
      if (best === undefined || compareRatios(cost, best.cost) < 0)
        best = { bands, rows, ...expected, cost };
    }
  }
  return best!;
}

export const observedCost = (
  { falsePositives, falseNegatives }: Expected,
  weights: Weights,
): Ratio =>
  falsePositives.mul(weights.falsePositive).add(falseNegatives.mul(weights.falseNegative));
