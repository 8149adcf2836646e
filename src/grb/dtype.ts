/** The value types of this door: those whose kernels every GraphBLAS build carries. */
export const DTYPES = ['bool', 'int32', 'int64', 'uint64', 'fp64'] as const;
export type Dtype = (typeof DTYPES)[number];

/** Types with an order and arithmetic. int32, int64 and uint64 wrap; fp64 is never the ground of an answer. */
export type NumericDtype = Exclude<Dtype, 'bool'>;
export type BigDtype = 'int64' | 'uint64';

/** One value as JavaScript sees it. */
export type Scalar<D extends Dtype> = D extends 'bool'
  ? boolean
  : D extends BigDtype
    ? bigint
    : number;

/** A column of values; bool is 0 or 1 per byte. */
export type Values<D extends Dtype> = D extends 'bool'
  ? Uint8Array
  : D extends 'int32'
    ? Int32Array
    : D extends 'int64'
      ? BigInt64Array
      : D extends 'uint64'
        ? BigUint64Array
        : Float64Array;

/** What a constructor takes for its values: a column, a plain array, or one value for all entries (iso). */
export type ValuesInput<D extends Dtype> = Values<D> | readonly Scalar<D>[] | Scalar<D>;

/** A value inside the backends: bool as 0 or 1. */
export type Raw = number | bigint;

/** A typed array whose element type is known by the dtype beside it. */
export interface RawArray {
  readonly length: number;
  [index: number]: Raw;
  subarray(begin: number, end: number): RawArray;
  slice(begin?: number, end?: number): RawArray;
  set(source: RawArray, offset?: number): void;
  fill(value: Raw): RawArray;
}

export function isDtype(word: unknown): word is Dtype {
  return typeof word === 'string' && (DTYPES as readonly string[]).includes(word);
}

export function isBig(dtype: Dtype): dtype is BigDtype {
  return dtype === 'int64' || dtype === 'uint64';
}

/** A zeroed column of `length` values. */
export function allocate(dtype: Dtype, length: number): RawArray {
  return typedArray(dtype, length) as unknown as RawArray;
}

function typedArray(dtype: Dtype, length: number): ArrayBufferView {
  switch (dtype) {
    case 'bool':
      return new Uint8Array(length);
    case 'int32':
      return new Int32Array(length);
    case 'int64':
      return new BigInt64Array(length);
    case 'uint64':
      return new BigUint64Array(length);
    case 'fp64':
      return new Float64Array(length);
  }
}

/** The array class that holds a column of this dtype. */
export function holdsColumn(dtype: Dtype, column: unknown): column is RawArray {
  switch (dtype) {
    case 'bool':
      return column instanceof Uint8Array;
    case 'int32':
      return column instanceof Int32Array;
    case 'int64':
      return column instanceof BigInt64Array;
    case 'uint64':
      return column instanceof BigUint64Array;
    case 'fp64':
      return column instanceof Float64Array;
  }
}

/** The JavaScript value of a raw one. */
export function toScalar<D extends Dtype>(dtype: D, raw: Raw): Scalar<D> {
  return (dtype === 'bool' ? raw !== 0 : raw) as Scalar<D>;
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const UINT64_MAX = 2n ** 64n - 1n;

/** The raw value of a JavaScript one, or `undefined` when it is no value of this dtype. */
export function toRaw(dtype: Dtype, value: unknown): Raw | undefined {
  switch (dtype) {
    case 'bool':
      return typeof value === 'boolean' ? Number(value) : undefined;
    case 'int32':
      return typeof value === 'number' && (value | 0) === value ? value | 0 : undefined;
    case 'int64':
      return typeof value === 'bigint' && value >= INT64_MIN && value <= INT64_MAX
        ? value
        : undefined;
    case 'uint64':
      return typeof value === 'bigint' && value >= 0n && value <= UINT64_MAX ? value : undefined;
    case 'fp64':
      return typeof value === 'number' ? value : undefined;
  }
}

/** One of this dtype: the value of a pattern's entries. */
export function one(dtype: Dtype): Raw {
  return isBig(dtype) ? 1n : 1;
}

export function zero(dtype: Dtype): Raw {
  return isBig(dtype) ? 0n : 0;
}
