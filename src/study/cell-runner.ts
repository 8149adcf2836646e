import type { Relation } from '../table/index.js';

/** A value that a cell pinned. */
export interface PinnedValue {
  readonly name: string;
  readonly value: Relation | number | string | boolean | null | readonly unknown[];
  readonly key?: readonly string[];
  readonly tolerance?: number;
}

/** One lens run as the session saw it: digests and rows, never text. */
export interface RecordedRun {
  /** Stable name: lens id, and `#2`, `#3` … for later runs of the same lens. */
  readonly name: string;
  readonly lens: string;
  readonly version: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly steps: readonly { readonly id: string; readonly table: Relation }[];
  readonly report: {
    readonly state: string;
    readonly summary: Readonly<Record<string, unknown>>;
    readonly findings: Relation;
  };
}

/** Runs the cells of a study in a fresh engine. `study` knows nothing else of evaluation. */
export interface CellRunner {
  run(
    cells: readonly string[],
    options: { readonly dump?: string; readonly signal?: AbortSignal },
  ): Promise<{
    readonly pins: readonly PinnedValue[];
    readonly runs: readonly RecordedRun[];
    readonly dumpKey: string | null;
    readonly error?: { readonly cell: number; readonly message: string };
  }>;
  close(): Promise<void>;
}
