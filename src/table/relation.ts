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
export type Cell = null | boolean | number | bigint | string | Rational | readonly string[] | readonly number[];

/** A column over typed arrays; `at` gives the exact value of a row. */
export interface Column {
  readonly spec: ColumnSpec;
  readonly length: number;
  at(row: number): Cell;
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
