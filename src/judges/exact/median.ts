import { compareRatios, ratio, type Ratio } from './ratio.js';

/**
 * The exact median: the middle value, or the mean of the middle two (the source leaves even counts open; the mean
 * over rationals loses nothing). `null` of nothing.
 */
export function medianOf(values: readonly Ratio[]): Ratio | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort(compareRatios);
  const upper = sorted[sorted.length >> 1]!;
  if (sorted.length & 1) return upper;
  return sorted[(sorted.length >> 1) - 1]!.add(upper).mul(ratio(1n, 2n));
}
