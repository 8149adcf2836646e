/** What a column holds. `rational` is an exact [num, den]; `text` is dictionary-coded. */
export type ColumnType = 'integer' | 'bigint' | 'rational' | 'real' | 'boolean' | 'text' | 'list';

export interface ColumnSpec {
  /** snake_case. */
  readonly name: string;
  readonly type: ColumnType;
  readonly unit?: string;
  readonly doc?: string;
}

/** An exact rational, reduced, den > 0. */
export type Rational = readonly [num: number | bigint, den: number | bigint];

/** One exact value. A missing fact is `null`, never zero. */
export type Cell =
  null | boolean | number | bigint | string | Rational | readonly string[] | readonly number[];

/** Whole numbers: any integer width, or doubles that hold whole numbers. */
export type IntegerArray =
  Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

export type BigIntegerArray = BigInt64Array | BigUint64Array | readonly bigint[];

/**
 * How a column is stored, for code that sorts, joins or ships whole columns. `valid[row] === 0` marks a missing
 * value; `null` = none is missing. A real's NaN, a rational's denominator 0 and a `null` text are missing too.
 */
export type ColumnData =
  | { readonly kind: 'integer'; readonly values: IntegerArray; readonly valid: Uint8Array | null }
  | { readonly kind: 'bigint'; readonly values: BigIntegerArray; readonly valid: Uint8Array | null }
  | {
      readonly kind: 'rational';
      readonly num: IntegerArray | BigIntegerArray;
      readonly den: IntegerArray | BigIntegerArray;
    }
  | { readonly kind: 'real'; readonly values: Float64Array | Float32Array }
  | { readonly kind: 'boolean'; readonly values: Uint8Array; readonly valid: Uint8Array | null }
  | {
      readonly kind: 'coded';
      readonly codes: Uint8Array | Uint16Array | Uint32Array | Int32Array;
      readonly dictionary: readonly (string | null)[];
    }
  | { readonly kind: 'text'; readonly values: readonly (string | null)[] }
  | {
      readonly kind: 'list';
      readonly values: readonly (readonly string[] | readonly number[] | null)[];
    };

/** A column over typed arrays; `at` gives the exact value of a row. */
export interface Column {
  readonly spec: ColumnSpec;
  readonly length: number;
  at(row: number): Cell;
  /** The storage behind `at`; absent where a column computes its values. */
  readonly data?: ColumnData;
}

/**
 * A table with a declared key and a total order: what every lens step shows.
 * Rows are in their final order; key columns identify a row.
 */
export interface Relation {
  readonly key: readonly string[];
  readonly columns: readonly Column[];
  readonly rowCount: number;
  /** Throws `InvalidArgument` with the nearest name when there is none of this name. */
  column(name: string): Column;
}
