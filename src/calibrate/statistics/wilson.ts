/** Both ends of an interval for a share. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The two-sided normal quantile at 95 %. */
const Z95 = 1.959963984540054;

/**
 * Wilson's score interval for a share of `hits` in `n` (Wilson 1927): it stays within [0, 1] and says something even
 * where all or none hit. Nothing was looked at: [0, 1].
 */
export function wilson(hits: number, n: number, z = Z95): Interval {
  if (n === 0) return { low: 0, high: 1 };
  const share = hits / n;
  const width = z * z;
  const centre = share + width / (2 * n);
  const half = z * Math.sqrt((share * (1 - share)) / n + width / (4 * n * n));
  const scale = 1 + width / n;
  return {
    low: hits === 0 ? 0 : Math.max(0, (centre - half) / scale),
    high: hits === n ? 1 : Math.min(1, (centre + half) / scale),
  };
}
