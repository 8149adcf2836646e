import { compareRatios, ratio, sumOf, type Ratio } from '../../judges/index.js';

/** A banding of MinHash signatures: `bands` × `rows` minima. */
export interface Banding {
  readonly bands: number;
  readonly rows: number;
}

export interface Weights {
  readonly falsePositive: Ratio;
  readonly falseNegative: Ratio;
}

/** P(candidate | s) = 1 − (1 − s^r)^b, exact. */
export function candidateShare({ bands, rows }: Banding, s: Ratio): Ratio {
  return ratio(1n).sub(power(ratio(1n).sub(power(s, rows)), bands));
}

/**
 * ∫ P ds from 0 to t, exact: (1 − s^r)^b = Σ_k C(b, k)·(−1)^k·s^{rk}, so the integral is
 * t − Σ_k C(b, k)·(−1)^k·t^{rk+1}/(rk + 1).
 */
export function candidateArea({ bands, rows }: Banding, t: Ratio): Ratio {
  const step = power(t, rows);
  let binomial = 1n;
  let reached = t;
  const terms: Ratio[] = [];
  for (let k = 0; k <= bands; k++) {
    const sign = k % 2 === 0 ? 1n : -1n;
    terms.push(reached.mul(ratio(sign * binomial, BigInt(rows * k + 1))));
    binomial = (binomial * BigInt(bands - k)) / BigInt(k + 1);
    reached = reached.mul(step);
  }
  return t.sub(sumOf(terms));
}

export interface Areas {
  /** Dissimilar pairs that become candidates: ∫₀ᵗ P. */
  readonly falsePositive: Ratio;
  /** Similar pairs that do not: ∫ₜ¹ (1 − P). */
  readonly falseNegative: Ratio;
}

export function areasOf(banding: Banding, t: Ratio): Areas {
  const below = candidateArea(banding, t);
  const all = candidateArea(banding, ratio(1n));
  return { falsePositive: below, falseNegative: ratio(1n).sub(t).sub(all.sub(below)) };
}

export function costOf(banding: Banding, t: Ratio, weights: Weights): Ratio {
  const { falsePositive, falseNegative } = areasOf(banding, t);
  return falsePositive.mul(weights.falsePositive).add(falseNegative.mul(weights.falseNegative));
}

/** The banding of least cost with bands·rows ≤ budget; of equals the fewest bands, then the fewest rows. */
export function bestBanding(
  budget: number,
  t: Ratio,
  weights: Weights,
): Banding & { readonly cost: Ratio } {
  let best: (Banding & { cost: Ratio }) | undefined;
  for (let bands = 1; bands <= budget; bands++) {
    for (let rows = 1; bands * rows <= budget; rows++) {
      const cost = costOf({ bands, rows }, t, weights);
      if (best === undefined || compareRatios(cost, best.cost) < 0) best = { bands, rows, cost };
    }
  }
  return best!;
}

function power(base: Ratio, exponent: number): Ratio {
  return ratio((base.s * base.n) ** BigInt(exponent), base.d ** BigInt(exponent));
}
