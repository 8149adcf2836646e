import type { Cell, ColumnSpec } from '../table/index.js';

export type ReportState =
  | 'complete'
  | 'partial'
  | 'empty_fact'
  | 'empty_gap'
  | 'invalid_argument'
  | 'not_linked'
  | 'not_wired';

/** A fact that the dump does not carry, and who would produce it. */
export interface Need {
  readonly fact: string;
  readonly producer: string;
  /** Items for which it is missing, where that can be counted. */
  readonly missing?: number;
}

/** Rows with named columns; `key` names the columns that identify a row. */
export interface Findings {
  readonly key: readonly string[];
  readonly columns: readonly ColumnSpec[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The one answer schema of every lens, judge and calibration (design section 6). */
export interface Report {
  readonly lens: string;
  readonly version: number;
  readonly dump: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** What was looked at: counts of nodes, edges, modules … before any limit. */
  readonly population: Readonly<Record<string, number>>;
  readonly state: ReportState;
  /** Counts every row, whatever the limit. */
  readonly summary: Readonly<Record<string, Cell>>;
  readonly findings: Findings;
  readonly total: number;
  readonly shown: number;
  readonly needs: readonly Need[];
  readonly notes: readonly string[];
}
