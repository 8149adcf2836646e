import { ratio, type Ratio } from '../../judges/index.js';

/** How far two readers agree on the same things. */
export interface Agreement {
  readonly n: number;
  readonly observed: Ratio;
  /** What readers with these habits would agree on by chance. */
  readonly expected: Ratio;
  /** Cohen's κ (Cohen 1960); `null` where chance alone agrees on all. */
  readonly kappa: Ratio | null;
}

/** Cohen's κ = (observed − expected) / (1 − expected) of two readers' verdicts, place by place. Exact; `null` of none. */
export function cohensKappa(first: readonly string[], second: readonly string[]): Agreement | null {
  const n = first.length;
  if (n === 0) return null;
  const counts = new Map<string, [number, number]>();
  let agreed = 0n;
  first.forEach((verdict, at) => {
    const other = second[at]!;
    if (verdict === other) agreed++;
    const own = counts.get(verdict) ?? [0, 0];
    counts.set(verdict, [own[0] + 1, own[1]]);
    const theirs = counts.get(other) ?? [0, 0];
    counts.set(other, [theirs[0], theirs[1] + 1]);
  });
  let byChance = 0n;
  for (const [a, b] of counts.values()) byChance += BigInt(a) * BigInt(b);
  const all = BigInt(n);
  const observed = ratio(agreed, all);
  const expected = ratio(byChance, all * all);
  const left = ratio(1n).sub(expected);
  const kappa = left.compare(0) === 0 ? null : observed.sub(expected).div(left);
  return { n, observed, expected, kappa };
}
