import type { EdgeKind } from '../dump/index.js';

/** A dictionary-coded text column: `dictionary[codes[row]]`; code 0 is always the missing value, `null`. */
export interface CodedColumn {
  readonly codes: Uint32Array;
  readonly dictionary: readonly (string | null)[];
}

/** Compressed rows over ordinals: neighbours of v are `targets[offsets[v] .. offsets[v + 1])`, ascending. */
export interface Adjacency {
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** Edge ordinal of each entry, into the kind's edge columns. */
  readonly edges: Uint32Array;
}

/** All edges of one kind, merged by (src, dst), sorted by it. Ends may be refs (ordinal >= nodeCount). */
export interface EdgeTable {
  readonly kind: EdgeKind;
  readonly count: number;
  readonly src: Uint32Array;
  readonly dst: Uint32Array;
  /** Number of sites, at least 1. */
  readonly counts: Uint32Array;
  /** `null` where the dump has no such column. */
  readonly how: CodedColumn | null;
  readonly partial: Uint8Array | null;
  readonly access: CodedColumn | null;
  sites(edge: number): readonly { readonly file: string | null; readonly line: number; readonly col: number }[];
  /** By source; made on first use. */
  readonly out: Adjacency;
  /** By target; made on first use. */
  readonly in: Adjacency;
}

export interface ScopeOptions {
  /** Crate (package) names; empty = all that the dump defines. */
  readonly crates?: readonly string[];
  readonly includeTests?: boolean;
  readonly includeDeps?: boolean;
}

/**
 * The code graph in memory: columns, ordinals 0..nodeCount in id order (bytes of UTF-8), refs (ids that only
 * edges mention) after them.
 */
export interface CodeGraph {
  readonly dumpKey: string;
  readonly path: string;
  readonly nodeCount: number;
  readonly refCount: number;
  /** Columns of nodes, `null` where the dump has no such column. */
  readonly kind: CodedColumn;
  readonly name: CodedColumn | null;
  readonly crate: CodedColumn | null;
  readonly version: CodedColumn | null;
  readonly origin: CodedColumn | null;
  readonly file: CodedColumn | null;
  /** 1-based, 0 = none. */
  readonly line: Int32Array | null;
  readonly endLine: Int32Array | null;
  readonly ty: CodedColumn | null;
  readonly visibility: CodedColumn | null;
  readonly effectiveVisibility: CodedColumn | null;
  readonly isTest: Uint8Array | null;
  readonly generated: Uint8Array | null;
  /** Moniker of a node or ref. */
  id(v: number): string;
  /** Moniker without version, the version kept only where several coexist. */
  stableId(v: number): string;
  /** `<crate> <short moniker>`. */
  label(v: number): string;
  /** Ordinal of an id, or -1. */
  find(id: string): number;
  /** Edges of one kind; an empty table when the dump has none. */
  edges(kind: EdgeKind): EdgeTable;
  /** Whether the dump carries any edge of this kind. */
  has(kind: EdgeKind): boolean;
  /** Edge kinds present, in vocabulary order. */
  readonly edgeKinds: readonly EdgeKind[];
  /** Ordinals of one node kind, ascending. */
  nodesOf(kind: string): Uint32Array;
  /** CONTAINS parent of each node, -1 for roots. */
  readonly parents: Int32Array;
  /** The scope predicate `holds(v)`: one byte a node. */
  scope(options?: ScopeOptions): Uint8Array;
  /** Ordinals whose label contains the pattern, backticks ignored. Throws `InvalidArgument` with the nearest labels when none does. */
  match(pattern: string): Uint32Array;
}
