/** Mean and standard deviation of a sample (n − 1 below), summed in ascending order; `null` of fewer than two. */
export function spreadOf(
  values: ArrayLike<number>,
): { readonly mean: number; readonly deviation: number } | null {
  if (values.length < 2) return null;
  const sorted = Float64Array.from(values).sort();
  let sum = 0;
  for (const value of sorted) sum += value;
  const mean = sum / sorted.length;
  let squares = 0;
  for (const value of sorted) squares += (value - mean) ** 2;
  return { mean, deviation: Math.sqrt(squares / (sorted.length - 1)) };
}

/** Nearest rank: the least value that at least p % of all values don't exceed; `null` of none. `p` from 1 to 100. */
export function percentileOf(values: ArrayLike<number>, p: number): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil((p * sorted.length) / 100) - 1)]!;
}

/** How many values fall into each of `bins` equal parts of [0, 1]; 1 itself belongs to the last. */
export function histogramOf(values: Iterable<number>, bins: number): Uint32Array {
  const counts = new Uint32Array(bins);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(value * bins)));
    counts[bin]!++;
  }
  return counts;
}
