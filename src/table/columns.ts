import type {
  BigIntegerArray,
  Cell,
  Column,
  ColumnData,
  ColumnSpec,
  ColumnType,
  IntegerArray,
  Rational,
} from './relation.js';

export interface ColumnOptions {
  readonly unit?: string;
  readonly doc?: string;
}

export interface NullableOptions extends ColumnOptions {
  /** One byte a row, 0 = missing. */
  readonly valid?: Uint8Array;
}

function specOf(name: string, type: ColumnType, options: ColumnOptions): ColumnSpec {
  return {
    name,
    type,
    ...(options.unit === undefined ? {} : { unit: options.unit }),
    ...(options.doc === undefined ? {} : { doc: options.doc }),
  };
}

function gcd(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

function bigGcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The fraction reduced, with a positive denominator; `null` for a denominator of 0. */
export function reduced(num: number | bigint, den: number | bigint): Rational | null {
  if (typeof num === 'number' && typeof den === 'number') {
    if (den === 0) return null;
    const by = gcd(Math.abs(num), Math.abs(den)) * (den < 0 ? -1 : 1);
    return [num === 0 ? 0 : num / by, den / by];
  }
  let n = BigInt(num);
  let d = BigInt(den);
  if (d === 0n) return null;
  const by = bigGcd(n < 0n ? -n : n, d < 0n ? -d : d) * (d < 0n ? -1n : 1n);
  n /= by;
  d /= by;
  return [narrow(n), narrow(d)];
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** A number where it is exact, else the bigint. */
export function narrow(value: bigint): number | bigint {
  return value <= SAFE && value >= -SAFE ? Number(value) : value;
}

/** A column over its storage. */
export function columnOf(spec: ColumnSpec, data: ColumnData): Column {
  return { spec, data, length: lengthOf(data), at: readerOf(data) };
}

function lengthOf(data: ColumnData): number {
  if (data.kind === 'rational') return data.num.length;
  return data.kind === 'coded' ? data.codes.length : data.values.length;
}

function readerOf(data: ColumnData): (row: number) => Cell {
  switch (data.kind) {
    case 'integer':
    case 'bigint': {
      const { values, valid } = data;
      return valid === null
        ? (row) => values[row] ?? null
        : (row) => (valid[row] === 1 ? (values[row] ?? null) : null);
    }
    case 'rational': {
      const { num, den } = data;
      return (row) => (row < num.length ? reduced(num[row]!, den[row]!) : null);
    }
    case 'real': {
      const { values } = data;
      return (row) => {
        const value = values[row];
        return value === undefined || Number.isNaN(value) ? null : value;
      };
    }
    case 'boolean': {
      const { values, valid } = data;
      return (row) => (row >= values.length || valid?.[row] === 0 ? null : values[row] !== 0);
    }
    case 'coded': {
      const { codes, dictionary } = data;
      return (row) => dictionary[codes[row]!] ?? null;
    }
    case 'text':
    case 'list': {
      const { values } = data;
      return (row) => values[row] ?? null;
    }
  }
}

/** Whole numbers in any integer array, or in a Float64Array within ±2^53. */
export function integers(
  name: string,
  values: IntegerArray | readonly number[],
  options: NullableOptions = {},
): Column {
  const array = ArrayBuffer.isView(values) ? values : Float64Array.from(values);
  return columnOf(specOf(name, 'integer', options), {
    kind: 'integer',
    values: array,
    valid: options.valid ?? null,
  });
}

/** Whole numbers that may leave ±2^53. */
export function bigints(
  name: string,
  values: BigIntegerArray,
  options: NullableOptions = {},
): Column {
  return columnOf(specOf(name, 'bigint', options), {
    kind: 'bigint',
    values,
    valid: options.valid ?? null,
  });
}

/** Exact fractions `num[row] / den[row]`; a denominator of 0 is a missing value. */
export function rationals(
  name: string,
  num: IntegerArray | BigIntegerArray,
  den: IntegerArray | BigIntegerArray,
  options: ColumnOptions = {},
): Column {
  return columnOf(specOf(name, 'rational', options), { kind: 'rational', num, den });
}

/** Floating-point numbers; NaN is a missing value. */
export function reals(
  name: string,
  values: Float64Array | Float32Array | readonly number[],
  options: ColumnOptions = {},
): Column {
  const array = ArrayBuffer.isView(values) ? values : Float64Array.from(values);
  return columnOf(specOf(name, 'real', options), { kind: 'real', values: array });
}

/** One byte a row: 0 = false, else true. */
export function booleans(
  name: string,
  values: Uint8Array | readonly boolean[],
  options: NullableOptions = {},
): Column {
  const array = ArrayBuffer.isView(values)
    ? values
    : Uint8Array.from(values, (flag) => (flag ? 1 : 0));
  return columnOf(specOf(name, 'boolean', options), {
    kind: 'boolean',
    values: array,
    valid: options.valid ?? null,
  });
}

/** Dictionary-coded texts: row r reads `dictionary[codes[r]]`; a `null` entry is a missing value. */
export function coded(
  name: string,
  codes: Uint8Array | Uint16Array | Uint32Array | Int32Array,
  dictionary: readonly (string | null)[],
  options: ColumnOptions = {},
): Column {
  return columnOf(specOf(name, 'text', options), { kind: 'coded', codes, dictionary });
}

/** Plain texts. */
export function texts(
  name: string,
  values: readonly (string | null)[],
  options: ColumnOptions = {},
): Column {
  return columnOf(specOf(name, 'text', options), { kind: 'text', values });
}

/** Lists of texts or of numbers. */
export function lists(
  name: string,
  values: readonly (readonly string[] | readonly number[] | null)[],
  options: ColumnOptions = {},
): Column {
  return columnOf(specOf(name, 'list', options), { kind: 'list', values });
}

/** A text column whose value is computed on demand, for labels that are cheap to make and many. */
export function computedTexts(
  name: string,
  length: number,
  at: (row: number) => string | null,
  options: ColumnOptions = {},
): Column {
  return { spec: specOf(name, 'text', options), length, at };
}
