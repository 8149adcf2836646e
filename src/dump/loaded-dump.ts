import type { TextColumn, TextPool } from './text-pool.js';
import type {
  NodeFlagColumn,
  NodeIntegerColumn,
  NodeTextColumn,
  SiteColumns,
  UnitMetadata,
} from './unit-columns.js';
import type { EdgeKind } from './vocabulary.js';

export interface LoadedSite {
  /** `null` = the file of the source node. */
  readonly file: string | null;
  readonly line: number;
  readonly col: number;
}

/** Edges of one kind, merged by (src, dst) and sorted by it. Ends are ordinals, refs included. */
export interface LoadedEdges {
  readonly count: number;
  readonly src: Uint32Array;
  readonly dst: Uint32Array;
  readonly counts: Uint32Array;
  readonly partial: Uint8Array | null;
  readonly access: TextColumn | null;
  readonly how: TextColumn | null;
  /** Sorted by (file, line, col). */
  sites(edge: number): readonly LoadedSite[];
  /** The same of all edges as columns, for who wants all of them; `null` where no edge has any. */
  siteColumns(): SiteColumns | null;
}

/** An id that has several rows. */
export interface DuplicateKey {
  readonly ordinal: number;
  readonly rows: number;
  /** Rows that differ in any column. */
  readonly distinctPayloads: number;
  /** Most rows of this id inside one unit. */
  readonly rowsInOneUnit: number;
  /** Units that have a row of it, by name. */
  readonly owners: readonly string[];
}

/** Rows that a dump holds and the graph does not. */
export interface SkippedRows {
  /** Edge rows of a kind outside the vocabulary, by kind. */
  readonly unknownEdgeKinds: ReadonlyMap<string, number>;
  /** Edge rows without a source, a target or a kind. */
  readonly edgesWithoutEnd: number;
}

/** Several units as one: nodes by id (bytes of UTF-8), ids that only edges mention after them. */
export interface LoadedDump {
  readonly units: readonly UnitMetadata[];
  readonly nodeCount: number;
  readonly refCount: number;
  /** Sorted. */
  readonly ids: TextPool;
  /** Ids that only edges mention, sorted. */
  readonly refs: TextPool;
  /** Each made when first asked for. */
  readonly text: Readonly<Partial<Record<NodeTextColumn, () => TextColumn>>>;
  readonly integers: Readonly<Partial<Record<NodeIntegerColumn, Int32Array>>>;
  readonly flags: Readonly<Partial<Record<NodeFlagColumn, Uint8Array>>>;
  readonly edges: ReadonlyMap<EdgeKind, LoadedEdges>;
  readonly duplicates: () => readonly DuplicateKey[];
  readonly skipped: SkippedRows;
}
