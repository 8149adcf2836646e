import { prefixJoin, type TokenRows } from '../../ops/index.js';

/** Pairs a < b by falling J, then (a, b). */
export interface WeightedPairs {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly score: Float64Array;
  /** Pairs of distinct rows that were compared. */
  readonly candidates: number;
}

/** Weights as whole multiples of 2⁻²⁰ open the candidates; real scores decide. */
const SCALE = 2 ** 20;

/** The bar of the candidates lies lower by more than the rounding of the weights can cost: 2⁻²⁰ over ln 2. */
const SLACK = 4e-6;
const DENOMINATOR = 1e7;

/**
 * All pairs of rows with J ≥ τ: exact, without comparing all pairs (S1:1507–1514). The prefix join runs on weights
 * rounded to whole numbers, at a bar lowered by more than that costs; each pair that it opens is scored anew.
 *
 * J(v, w) = S / (‖v‖ + ‖w‖ − S), S = Σ min(idf·c_v, idf·c_w), every sum in ascending token order. The rows' own weights
 * are given as counts and idf, since idf·c is what the manual weighs by.
 */
export async function weightedJoin(
  counts: TokenRows,
  idf: Float64Array,
  tau: number,
): Promise<WeightedPairs> {
  const norms = normsOf(counts, idf);
  const scaled: TokenRows = {
    ...counts,
    weights: counts.weights.map(
      (count, at) => Math.max(1, Math.round(idf[counts.tokens[at]!]! * SCALE)) * count,
    ),
  };
  const bar = Math.max(1, Math.floor(tau * (1 - SLACK) * DENOMINATOR));
  const opened = await prefixJoin(scaled, [bar, DENOMINATOR]);
  const kept: { a: number; b: number; score: number }[] = [];
  for (let p = 0; p < opened.a.length; p++) {
    const [a, b] = [opened.a[p]!, opened.b[p]!];
    const score = jaccard(counts, idf, norms, a, b);
    if (score >= tau) kept.push({ a, b, score });
  }
  kept.sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b);
  return {
    a: Uint32Array.from(kept, ({ a }) => a),
    b: Uint32Array.from(kept, ({ b }) => b),
    score: Float64Array.from(kept, ({ score }) => score),
    candidates: opened.candidates,
  };
}

/** ‖w_v‖₁ of each row, summed in ascending token order. */
export function normsOf({ offsets, tokens, weights }: TokenRows, idf: Float64Array): Float64Array {
  const norms = new Float64Array(offsets.length - 1);
  for (let row = 0; row < norms.length; row++)
    for (let p = offsets[row]!; p < offsets[row + 1]!; p++)
      norms[row]! += idf[tokens[p]!]! * weights[p]!;
  return norms;
}

/** J of two rows; rows of equal multisets are exactly 1. */
export function jaccard(
  { offsets, tokens, weights }: TokenRows,
  idf: Float64Array,
  norms: Float64Array,
  a: number,
  b: number,
): number {
  let [p, q] = [offsets[a]!, offsets[b]!];
  const [pEnd, qEnd] = [offsets[a + 1]!, offsets[b + 1]!];
  let shared = 0;
  while (p < pEnd && q < qEnd) {
    const [left, right] = [tokens[p]!, tokens[q]!];
    if (left === right) shared += idf[left]! * Math.min(weights[p]!, weights[q]!);
    if (left <= right) p++;
    if (right <= left) q++;
  }
  const either = norms[a]! + norms[b]! - shared;
  return either === 0 ? 0 : shared / either;
}
