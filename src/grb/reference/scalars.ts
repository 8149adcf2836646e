import { isBig, type Dtype, type Raw } from '../dtype.js';
import type { AnyClosedOp, AnyUnaryOp, AnyValueTest, Comparison } from '../operators.js';

/** Scalar functions per dtype. Wrapping is left to the typed array that receives the result, except int32 times. */

export type Binary = (x: Raw, y: Raw) => Raw;
export type Unary = (x: Raw) => Raw;
export type Test = (x: Raw) => boolean;

type OnNumbers = (x: number, y: number) => number;
type OnBigints = (x: bigint, y: bigint) => bigint;

const numbers: Record<Exclude<AnyClosedOp, 'lor' | 'land' | 'lxor'>, OnNumbers> = {
  first: (x) => x,
  second: (_, y) => y,
  pair: () => 1,
  plus: (x, y) => x + y,
  minus: (x, y) => x - y,
  times: (x, y) => x * y,
  min: (x, y) => (x < y || Number.isNaN(y) ? x : y),
  max: (x, y) => (x > y || Number.isNaN(y) ? x : y),
  bor: (x, y) => x | y,
  band: (x, y) => x & y,
  bxor: (x, y) => x ^ y,
};

const booleans: Record<'lor' | 'land' | 'lxor', OnNumbers> = {
  lor: (x, y) => x | y,
  land: (x, y) => x & y,
  lxor: (x, y) => x ^ y,
};

const bigints: Record<keyof typeof numbers, OnBigints> = {
  first: (x) => x,
  second: (_, y) => y,
  pair: () => 1n,
  plus: (x, y) => x + y,
  minus: (x, y) => x - y,
  times: (x, y) => x * y,
  min: (x, y) => (x < y ? x : y),
  max: (x, y) => (x > y ? x : y),
  bor: (x, y) => x | y,
  band: (x, y) => x & y,
  bxor: (x, y) => x ^ y,
};

const comparisons: Record<Comparison, (x: Raw, y: Raw) => number> = {
  eq: (x, y) => Number(x === y),
  ne: (x, y) => Number(x !== y),
  lt: (x, y) => Number(x < y),
  le: (x, y) => Number(x <= y),
  gt: (x, y) => Number(x > y),
  ge: (x, y) => Number(x >= y),
};

export function binary(op: AnyClosedOp | Comparison, dtype: Dtype): Binary {
  if (op in comparisons) return comparisons[op as Comparison];
  if (op === 'lor' || op === 'land' || op === 'lxor') return booleans[op] as Binary;
  const name = op as keyof typeof numbers;
  if (isBig(dtype)) return bigints[name] as Binary;
  if (dtype === 'int32' && name === 'times') return Math.imul as Binary;
  return numbers[name] as Binary;
}

/** The value after which a fold can stop, or `undefined`. */
export function terminal(op: AnyClosedOp, dtype: Dtype): Raw | undefined {
  if (dtype !== 'bool') return undefined;
  if (op === 'lor') return 1;
  return op === 'land' ? 0 : undefined;
}

export function unary(op: AnyUnaryOp, dtype: Dtype): Unary {
  const big = isBig(dtype);
  switch (op) {
    case 'identity':
      return (x) => x;
    case 'one':
      return big ? () => 1n : () => 1;
    case 'ainv':
      return (x) => -x;
    case 'abs':
      if (dtype === 'uint64') return (x) => x;
      return (x) => (x < 0 ? -x : dtype === 'fp64' ? Math.abs(x as number) : x);
    case 'lnot':
      return (x) => (x === 0 ? 1 : 0);
    case 'bnot':
      return (x) => ~(x as bigint);
  }
}

export function valueTest(test: AnyValueTest, value: Raw): Test {
  const compare = comparisons[test.slice('value'.length) as Comparison];
  return (x) => compare(x, value) === 1;
}

const INT32 = [-(2 ** 31), 2 ** 31 - 1] as const;

/** C's conversion between dtypes; from fp64 it saturates and NaN is 0, as in GraphBLAS. */
export function cast(from: Dtype, to: Dtype): Unary {
  if (from === to) return (x) => x;
  if (to === 'bool') return (x) => (x === 0 || x === 0n ? 0 : 1);
  if (to === 'fp64') return (x) => Number(x);
  if (from === 'fp64') return fromReal(to);
  if (to === 'int32') return isBig(from) ? (x) => Number(BigInt.asIntN(32, x as bigint)) : (x) => x;
  return (x) => BigInt(x);
}

function fromReal(to: Dtype): Unary {
  if (to === 'int32') {
    return (x) => {
      const real = x as number;
      return Number.isNaN(real) ? 0 : Math.trunc(Math.min(Math.max(real, INT32[0]), INT32[1]));
    };
  }
  const [low, high] = to === 'int64' ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n];
  return (x) => {
    const real = x as number;
    if (Number.isNaN(real)) return 0n;
    if (real <= Number(low)) return low;
    if (real >= Number(high)) return high;
    return BigInt(Math.trunc(real));
  };
}
