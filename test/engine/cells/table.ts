import type { Evaluation } from '../../../src/engine/index.js';

/** One row of the table of cells: what any engine must make of them. */
export interface Row {
  readonly says: string;
  /** Cells in order; the last one is looked at. */
  readonly cells: readonly string[];
  /** `text/plain` of the last value; `null` = none is shown. Whatever it is when left out. */
  readonly value?: string | null;
  /** Place and code of each diagnostic: `line:col code`. */
  readonly diagnostics?: readonly string[];
  /** `Name: message`. */
  readonly error?: string;
  readonly frames?: readonly string[];
  readonly stdout?: string;
  readonly declares?: readonly string[];
  readonly reads?: readonly string[];
}

/** What a cell gave, in the words of the table. */
export function seen(evaluation: Evaluation, stdout: string, row: Row): Partial<Row> {
  const { result, diagnostics, error, declares, reads } = evaluation;
  return {
    ...('value' in row && { value: result?.bundle['text/plain'] ?? null }),
    diagnostics: diagnostics.map(
      ({ file, line, col, code }) =>
        `${file === undefined ? '' : `${file}:`}${line}:${col} ${code}`,
    ),
    ...(error !== undefined && { error: `${error.name}: ${error.message}` }),
    ...('frames' in row && { frames: error?.frames ?? [] }),
    ...('stdout' in row && { stdout }),
    ...('declares' in row && { declares }),
    ...('reads' in row && { reads }),
  };
}

/** What the row expects, in the same words. */
export function wanted(row: Row): Partial<Row> {
  const { value, diagnostics = [], error, frames, stdout, declares, reads } = row;
  return {
    ...(value !== undefined && { value }),
    diagnostics,
    ...(error !== undefined && { error }),
    ...(frames !== undefined && { frames }),
    ...(stdout !== undefined && { stdout }),
    ...(declares !== undefined && { declares }),
    ...(reads !== undefined && { reads }),
  };
}
