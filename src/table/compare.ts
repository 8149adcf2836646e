import type { Cell, Rational } from './relation.js';
import { compareUtf8 } from './utf8-order.js';

/** Exact order of two rationals with positive denominators. */
export function compareRationals(a: Rational, b: Rational): number {
  const left = BigInt(a[0]) * BigInt(b[1]);
  const right = BigInt(b[0]) * BigInt(a[1]);
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * Exact order of two cells of one column type: missing last, false before true, numbers by value, texts by
 * UTF-8 bytes, lists item by item, a prefix first. Pass rationals to `compareRationals`.
 */
export function compareCells(a: Cell, b: Cell): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === 'string' && typeof b === 'string') return compareUtf8(a, b);
  if (Array.isArray(a) && Array.isArray(b)) {
    const shared = Math.min(a.length, b.length);
    for (let i = 0; i < shared; i++) {
      const order = compareCells(a[i] as Cell, b[i] as Cell);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Equality of exact values. */
export function sameCell(a: Cell, b: Cell): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => item === b[i]);
  }
  return false;
}
