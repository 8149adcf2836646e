import { pairOf, type Ratio } from '../judges/index.js';
import type { Rational } from '../table/index.js';

/** An exact ratio as a cell of a table. */
export const exact = (value: Ratio): Rational => pairOf(value);

/** Digits in base 2 that both terms may have before their doubles are infinite. */
const MOST_BITS = 1000;

/** The double nearest to a ratio, to the last place or so, however long its terms are: their own doubles may be infinite. */
export function realOf(value: Ratio): number {
  const [num, den] = pairOf(value).map(BigInt) as [bigint, bigint];
  const bits = Math.max(num.toString(16).length, den.toString(16).length) * 4;
  const shift = BigInt(Math.max(0, bits - MOST_BITS));
  return Number(num >> shift) / Number(den >> shift);
}
