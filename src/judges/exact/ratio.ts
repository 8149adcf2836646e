import Fraction from 'fraction.js';

/** An exact rational over BigInt, always reduced. */
export type Ratio = Fraction;

/** n / d. The caller has refused d = 0 before. */
export function ratio(n: bigint, d = 1n): Ratio {
  return new Fraction(n, d);
}

export const ZERO: Ratio = ratio(0n);

/** The greatest integer at or below r. */
export function floorOf(r: Ratio): bigint {
  const numerator = r.s * r.n;
  const quotient = numerator / r.d;
  return numerator < 0n && quotient * r.d !== numerator ? quotient - 1n : quotient;
}

/** Negative, zero or positive, by cross-multiplication. */
export function compareRatios(a: Ratio, b: Ratio): number {
  return a.compare(b);
}

export function sumOf(values: Iterable<Ratio>): Ratio {
  let sum = ZERO;
  for (const value of values) sum = sum.add(value);
  return sum;
}

/** Floor division, for any sign of the dividend; the divisor is positive. */
export function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

export function maxOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function minOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** [num, den] as tables and reports show it. */
export function pairOf(r: Ratio): readonly [bigint, bigint] {
  return [r.s * r.n, r.d];
}
