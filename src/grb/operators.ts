import type { Dtype, NumericDtype } from './dtype.js';

/** Operators, monoids and semirings by the names of python-graphblas, which are those of the C API in lower case. */

export const UNARY_OPS = ['identity', 'one', 'ainv', 'abs', 'lnot', 'bnot'] as const;
export type AnyUnaryOp = (typeof UNARY_OPS)[number];
export type UnaryOp<D extends Dtype = Dtype> =
  | 'identity'
  | 'one'
  | (D extends 'bool' ? 'lnot' : 'ainv' | 'abs')
  | (D extends 'uint64' | 'int64' ? 'bnot' : never);

/** Operators whose result has their operands' type: also usable as accumulator and for duplicates. */
export const CLOSED_OPS = [
  'first',
  'second',
  'pair',
  'plus',
  'minus',
  'times',
  'min',
  'max',
  'lor',
  'land',
  'lxor',
  'bor',
  'band',
  'bxor',
] as const;
export type AnyClosedOp = (typeof CLOSED_OPS)[number];
export type BinaryOp<D extends Dtype = Dtype> =
  | 'first'
  | 'second'
  | 'pair'
  | (D extends 'bool' ? 'lor' | 'land' | 'lxor' : 'plus' | 'minus' | 'times' | 'min' | 'max')
  | (D extends 'uint64' | 'int64' ? 'bor' | 'band' | 'bxor' : never);

/** Comparisons give bool. */
export const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const MONOIDS = [
  'plus',
  'times',
  'min',
  'max',
  'lor',
  'land',
  'lxor',
  'bor',
  'band',
  'bxor',
] as const;
export type AnyMonoid = (typeof MONOIDS)[number];
export type Monoid<D extends Dtype = Dtype> = D extends 'bool'
  ? 'lor' | 'land' | 'lxor'
  : | 'plus'
    | 'times'
    | 'min'
    | 'max'
    | (D extends 'uint64' | 'int64' ? 'bor' | 'band' | 'bxor' : never);

/** Which entries `select` keeps; position tests take an integer `k`, value tests a value of the dtype. */
export const POSITION_TESTS = [
  'tril',
  'triu',
  'diag',
  'offdiag',
  'rowle',
  'rowgt',
  'colle',
  'colgt',
] as const;
export type PositionTest = (typeof POSITION_TESTS)[number];
export const VALUE_TESTS = [
  'valueeq',
  'valuene',
  'valuelt',
  'valuele',
  'valuegt',
  'valuege',
] as const;
export type AnyValueTest = (typeof VALUE_TESTS)[number];
export type ValueTest<D extends Dtype = Dtype> = D extends 'bool'
  ? 'valueeq' | 'valuene'
  : AnyValueTest;

/** Semirings that read no value: structure only. */
export const PAIR_SEMIRINGS = ['any_pair', 'plus_pair', 'plus_pair_int32'] as const;
/** Semirings that read the first operand's values only. */
export const FIRST_SEMIRINGS = ['min_first', 'max_first', 'plus_first'] as const;
/** Semirings that read the second operand's values only. */
export const SECOND_SEMIRINGS = ['min_second', 'max_second', 'plus_second'] as const;
/** Semirings over two operands of one numeric type. */
export const ARITHMETIC_SEMIRINGS = [
  'plus_times',
  'plus_min',
  'plus_max',
  'plus_plus',
  'min_plus',
  'max_plus',
  'min_times',
  'max_times',
  'min_max',
  'max_min',
] as const;
export const BIT_SEMIRINGS = ['bor_band'] as const;
export const BOOLEAN_SEMIRINGS = ['lor_land', 'land_lor', 'lxor_land'] as const;

export const SEMIRINGS = [
  ...PAIR_SEMIRINGS,
  ...FIRST_SEMIRINGS,
  ...SECOND_SEMIRINGS,
  ...ARITHMETIC_SEMIRINGS,
  ...BIT_SEMIRINGS,
  ...BOOLEAN_SEMIRINGS,
] as const;
export type AnySemiring = (typeof SEMIRINGS)[number];

type PairSemiring = (typeof PAIR_SEMIRINGS)[number];
type FirstSemiring = (typeof FIRST_SEMIRINGS)[number];
type SecondSemiring = (typeof SECOND_SEMIRINGS)[number];
type ArithmeticSemiring = (typeof ARITHMETIC_SEMIRINGS)[number];
type BitSemiring = (typeof BIT_SEMIRINGS)[number];
type BooleanSemiring = (typeof BOOLEAN_SEMIRINGS)[number];

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The semirings that two operand types allow; a wrong pairing is a compile error. */
export type Semiring<A extends Dtype = Dtype, B extends Dtype = Dtype> =
  | PairSemiring
  | (A extends NumericDtype ? FirstSemiring : never)
  | (B extends NumericDtype ? SecondSemiring : never)
  | (Same<A, B> extends true
      ? A extends NumericDtype
        ? ArithmeticSemiring
        : BooleanSemiring
      : never)
  | (Same<A, B> extends true ? (A extends 'uint64' ? BitSemiring : never) : never);

/** The result type of a product. */
export type ProductDtype<
  S extends AnySemiring,
  A extends Dtype,
  B extends Dtype,
> = S extends 'any_pair'
  ? 'bool'
  : S extends 'plus_pair'
    ? 'int64'
    : S extends 'plus_pair_int32'
      ? 'int32'
      : S extends SecondSemiring
        ? B
        : A;

export interface SemiringParts {
  readonly add: AnyMonoid | 'any';
  readonly multiply: AnyClosedOp;
  /** The operand whose type the result has, or the result's type itself. */
  readonly result: 'first' | 'second' | Dtype;
}

/** A semiring's monoid and multiplier. */
export function semiringParts(name: AnySemiring): SemiringParts {
  switch (name) {
    case 'any_pair':
      return { add: 'any', multiply: 'pair', result: 'bool' };
    case 'plus_pair':
      return { add: 'plus', multiply: 'pair', result: 'int64' };
    case 'plus_pair_int32':
      return { add: 'plus', multiply: 'pair', result: 'int32' };
    default: {
      const [add, multiply] = name.split('_') as [AnyMonoid, AnyClosedOp];
      return { add, multiply, result: multiply === 'second' ? 'second' : 'first' };
    }
  }
}

function among<T extends string>(list: readonly T[]): (word: unknown) => word is T {
  return (word): word is T => (list as readonly unknown[]).includes(word);
}

export const isPairSemiring = among(PAIR_SEMIRINGS);
export const isFirstSemiring = among(FIRST_SEMIRINGS);
export const isSecondSemiring = among(SECOND_SEMIRINGS);
export const isSemiring = among(SEMIRINGS);
export const isUnaryOp = among(UNARY_OPS);
export const isClosedOp = among(CLOSED_OPS);
export const isComparison = among(COMPARISONS);
export const isMonoid = among(MONOIDS);
export const isPositionTest = among(POSITION_TESTS);
export const isValueTest = among(VALUE_TESTS);

/** Whether a dtype has this operator; the run-time twin of the narrow types. */
export function allows(dtype: Dtype, op: AnyClosedOp | AnyMonoid | AnyUnaryOp): boolean {
  switch (op) {
    case 'first':
    case 'second':
    case 'pair':
    case 'identity':
    case 'one':
      return true;
    case 'lor':
    case 'land':
    case 'lxor':
    case 'lnot':
      return dtype === 'bool';
    case 'bor':
    case 'band':
    case 'bxor':
    case 'bnot':
      return dtype === 'int64' || dtype === 'uint64';
    default:
      return dtype !== 'bool';
  }
}

/** The result type of a product over these operand types, or `undefined` where the semiring doesn't fit them. */
export function productDtype(name: AnySemiring, a: Dtype, b: Dtype): Dtype | undefined {
  if (isPairSemiring(name)) return semiringParts(name).result as Dtype;
  if (isFirstSemiring(name)) return a === 'bool' ? undefined : a;
  if (isSecondSemiring(name)) return b === 'bool' ? undefined : b;
  if (a !== b) return undefined;
  const { add, multiply } = semiringParts(name);
  if (name === 'bor_band') return a === 'uint64' ? a : undefined;
  return add !== 'any' && allows(a, add) && allows(a, multiply) ? a : undefined;
}
