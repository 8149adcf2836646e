import type { RecordedPin, RecordedRun } from './recorded.js';

export interface CellRunOptions {
  /** Path of the dump that `graph` opens. */
  readonly dump?: string;
  readonly signal?: AbortSignal;
  /** Folder against which the cells' relative paths are read. */
  readonly directory?: string;
  /** The study asks for the same numbers again: seed of every random choice. */
  readonly seed?: number;
  /** Keep what each cell shows: for a page, not for a comparison. */
  readonly show?: boolean;
}

/** MIME type -> data. */
export type Shown = Readonly<Record<string, unknown>> & { readonly 'text/plain': string };

/** What the cells of one study pinned and ran, JSON-ready: it was recorded where the values live. */
export interface CellOutcome {
  readonly pins: readonly RecordedPin[];
  readonly runs: readonly RecordedRun[];
  readonly dumpKey: string | null;
  /** With `show`: MIME bundles of the last thing that each cell showed, null where it showed nothing; without times. */
  readonly shown?: readonly (Shown | null)[];
  /** The cell that failed, 0-based; later cells did not run. */
  readonly error?: { readonly cell: number; readonly message: string };
}

/**
 * Runs the cells of a study in a fresh engine; `study` knows nothing else of evaluation. The host records each
 * `pin` with `recordPin` and each finished run with `recordRun`, both of this room.
 */
export interface CellRunner {
  run(cells: readonly string[], options: CellRunOptions): Promise<CellOutcome>;
  close(): Promise<void>;
}
