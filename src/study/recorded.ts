import type { ColumnType } from '../table/index.js';

/** One exact value as JSON: integers beyond 2^53 as decimal text, rationals as [num, den]. */
export type RecordedCell = null | boolean | number | string | readonly (number | string)[];

export interface RecordedColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * A table as data. Rows are sorted by their key cells, so that two recordings of the same rows are the same bytes
 * whatever order they came in. Above `ROW_LIMIT` rows only the head is kept, and one digest a bucket of keys.
 */
export interface RecordedTable {
  readonly key: readonly string[];
  readonly columns: readonly RecordedColumn[];
  /** Rows there are, whether kept here or not. */
  readonly total: number;
  readonly rows: readonly (readonly RecordedCell[])[];
  /** `BUCKETS` digests; a row's bucket is chosen by its key. Present when `rows` is only the head. */
  readonly buckets?: readonly string[];
}

/** How far a number may lie from its expectation: within `absolute`, or within `relative` of the larger magnitude. */
export interface Tolerance {
  readonly absolute?: number;
  readonly relative?: number;
}

/** One tolerance for every number, or one a column; a bare number is absolute. */
export type PinTolerance =
  number | Tolerance | { readonly columns: Readonly<Record<string, number | Tolerance>> };

/**
 * What a pin asks of the next value. `equal` is a fact about one dump; the others are laws, which also hold or break
 * on another dump: `at most` and `at least` for numbers (and for the numeric columns of tables), `subset` for rows,
 * `no worse` for a ratchet: no new rows, no larger numbers, and an improvement has to be committed.
 */
export const EXPECTATIONS = ['equal', 'at most', 'at least', 'subset', 'no worse'] as const;
export type Expectation = (typeof EXPECTATIONS)[number];

export interface PinOptions {
  /** Columns that identify a row; a relation's own key unless said. */
  readonly key?: readonly string[];
  readonly tolerance?: PinTolerance;
  /** Columns that are not compared. */
  readonly ignore?: readonly string[];
  readonly expect?: Expectation;
  /** The order of a list or of a table's rows matters too. */
  readonly ordered?: boolean;
}

export interface RecordedPin {
  readonly name: string;
  readonly expect: Expectation;
  readonly tolerance?: PinTolerance;
  readonly ignore?: readonly string[];
  readonly ordered?: boolean;
  /** Exactly one of the two. */
  readonly value?: RecordedCell;
  readonly table?: RecordedTable;
}

/** A step of a lens run by its digest: SHA-256 over the canonical rows, sorted. */
export interface RecordedStep {
  readonly id: string;
  readonly key: readonly string[];
  readonly rows: number;
  readonly sha256: string;
  /** The rows themselves, of a step that the study asks for by name. */
  readonly table?: RecordedTable;
}

export interface RecordedRun {
  /** Stable name: the lens id, and `dsm#2`, `dsm#3` … for later runs of the same lens. */
  readonly name: string;
  readonly lens: string;
  readonly version: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly steps: readonly RecordedStep[];
  /** Of a run that was never finished, the state is `unfinished` and nothing was found. */
  readonly report: {
    readonly state: string;
    readonly summary: Readonly<Record<string, RecordedCell>>;
    readonly findings: RecordedTable;
  };
}
