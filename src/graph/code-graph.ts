import type { ColumnTable } from 'arquero';
import type {
  CacheReport,
  DuplicateKey,
  EdgeKind,
  SkippedRows,
  UnitMetadata,
} from '../dump/index.js';
import type { Matrix } from '../grb/index.js';
import type { NeighbourOptions, PathOptions } from './explore.js';
import type { DiffOptions, GraphDiff } from './graph-diff.js';

/** A dictionary-coded text column: `dictionary[codes[row]]`; code 0 is always the missing value, `null`. */
export interface CodedColumn {
  readonly codes: Uint32Array;
  /** Every text decoded, on first use; a column of long texts is better read with `at`. */
  readonly dictionary: readonly (string | null)[];
  /** The text of one row. */
  at(row: number): string | null;
  /** The code of a text, -1 where no row holds it. */
  codeOf(text: string): number;
}

/** Compressed rows over ordinals: neighbours of v are `targets[offsets[v] .. offsets[v + 1])`, ascending. */
export interface Adjacency {
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** Edge ordinal of each entry, into the kind's edge columns. */
  readonly edges: Uint32Array;
}

/** Edges that follow from others and are never stored. */
export type DerivedKind = 'DYN' | 'IMPL_OF' | 'SELF_OF' | 'HAS_FIELD';

/** All edges of one kind, merged by (src, dst), sorted by it. Ends may be refs (ordinal >= nodeCount). */
export interface EdgeTable {
  readonly kind: EdgeKind | DerivedKind;
  readonly count: number;
  readonly src: Uint32Array;
  readonly dst: Uint32Array;
  /** Number of sites, at least 1. */
  readonly counts: Uint32Array;
  /** `null` where the dump has no such column. */
  readonly how: CodedColumn | null;
  readonly partial: Uint8Array | null;
  readonly access: CodedColumn | null;
  sites(
    edge: number,
  ): readonly { readonly file: string | null; readonly line: number; readonly col: number }[];
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

/** A node named by its ordinal, by its id, or by a part of its label. */
export type NodeRef = number | string;

/** Every condition that is given must hold. */
export interface NodeFilter {
  readonly kind?: string | readonly string[];
  readonly crate?: string | readonly string[];
  /** Part of the label, backticks ignored. */
  readonly label?: string;
  /** Part of the file's path. */
  readonly file?: string;
  /** Only what the scope holds; `{}` is the default scope. */
  readonly scope?: ScopeOptions;
}

/**
 * The code graph in memory: columns, ordinals 0..nodeCount in id order (bytes of UTF-8), refs (ids that only
 * edges mention) after them.
 */
export interface CodeGraph {
  readonly dumpKey: string;
  /** Whether a snapshot served, was written, or why not. */
  readonly cache: CacheReport;
  readonly path: string;
  /** Folder that the files of nodes are below, where the graph was opened with one; else `null`. */
  readonly sources: string | null;
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
  readonly repo: CodedColumn | null;
  readonly cfg: CodedColumn | null;
  readonly linkName: CodedColumn | null;
  readonly receiver: CodedColumn | null;
  readonly generics: CodedColumn | null;
  readonly payloadHash: CodedColumn | null;
  /** Flags: 0 no, 1 yes, 2 not said. */
  readonly isTest: Uint8Array | null;
  readonly generated: Uint8Array | null;
  readonly hasDoc: Uint8Array | null;
  readonly docHidden: Uint8Array | null;
  /** 0 = a row of a unit that mentions the node and does not define it. `null` = every row defines. */
  readonly defined: Uint8Array | null;
  /** What each unit's files say about themselves. */
  readonly units: readonly UnitMetadata[];
  /** Ids with several rows, of which one stands. */
  readonly duplicates: readonly DuplicateKey[];
  /** Edge rows of the dump that are not in the graph, and why. */
  readonly skipped: SkippedRows;
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
  /**
   * Edges that follow from CONTAINS, IMPLEMENTS and FOR_TYPE; made on first use. DYN: member of a trait or interface
   * → member of the same name in each implementation; IMPL_OF: its transpose; SELF_OF: method → its type;
   * HAS_FIELD: type → field.
   */
  derived(kind: DerivedKind): EdgeTable;
  /** Whether the dump carries any edge of this kind. */
  has(kind: EdgeKind): boolean;
  /** Edge kinds present, in vocabulary order. */
  readonly edgeKinds: readonly EdgeKind[];
  /** Ordinals of one node kind, ascending. */
  nodesOf(kind: string): Uint32Array;
  /** CONTAINS parent of each node, -1 for roots; free of cycles. The smallest parent where there are several. */
  readonly parents: Int32Array;
  /** The leaf name: the name column's, else the moniker's. */
  nameOf(v: number): string;
  /** The crate (package) of a node or ref: the column's, else the moniker's package, else its nearest crate's name. */
  crateOf(v: number): string | null;
  /** The scope predicate `holds(v)`: one byte a node. */
  scope(options?: ScopeOptions): Uint8Array;
  /** Ordinals whose label contains the pattern, backticks ignored. Throws `InvalidArgument` with the nearest labels when none does. */
  match(pattern: string): Uint32Array;
  /** Nodes as an Arquero table over the graph's own columns. */
  nodes(filter?: NodeFilter): ColumnTable;
  /** Edges of one kind, stored or derived, as an Arquero table. */
  edgesOf(kind: EdgeKind | DerivedKind): ColumnTable;
  /** Edges that touch a node, as an Arquero table. */
  neighbours(where: NodeRef, options?: NeighbourOptions): ColumnTable;
  /** A shortest path, one row a node; no rows where none leads there. */
  route(from: NodeRef, to: NodeRef, options?: PathOptions): Promise<ColumnTable>;
  /** Edges of one kind as a square boolean matrix over nodes and refs. */
  matrix(kind: EdgeKind | DerivedKind): Promise<Matrix>;
  /** The lines of a node, where the graph was opened with `sources`. */
  source(
    where: NodeRef,
  ): { readonly file: string; readonly line: number; readonly text: string } | null;
  /** What another graph has more, less or otherwise; nodes matched by stable id. */
  diff(other: CodeGraph, options?: DiffOptions): GraphDiff;
}
