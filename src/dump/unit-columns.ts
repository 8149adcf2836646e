import type { Fidelity } from './vocabulary.js';
import type { TextColumn, TextPool } from './text-pool.js';

/** How well a producer saw the calls of a unit: `calls` is the sum of the five counts after it. */
export interface Quality {
  readonly calls?: number;
  readonly resolved?: number;
  readonly external?: number;
  readonly by_value?: number;
  readonly dispatch?: number;
  readonly unresolved?: number;
  /** Files, or lines of a compiler's text, that the producer could not parse. */
  readonly unparsed?: number;
  readonly imports_unresolved?: number;
  /** Scripts whose functions were not followed, since the program is too large for that; absent where there are none. */
  readonly scripts_not_followed?: number;
  /** Lines of the compiler's text, of which `unparsed` were not read. */
  readonly lines?: number;
  /** Field accesses, and those whose owner's type was not known. */
  readonly projections?: number;
  readonly projections_untyped?: number;
  /** Bodies of functions, constants, statics, and those whose definition was not found. */
  readonly bodies?: number;
  readonly bodies_unplaced?: number;
  /** Functions with code that the compiler could not be made to print; absent where there are none. */
  readonly without_blocks?: number;
}

/** What a unit's files say about themselves, in the metadata of each file. */
export interface UnitMetadata {
  /** Producer name and *format* version, e.g. `mimir-typescript/1`. */
  readonly producer: string;
  readonly fidelity: Fidelity;
  readonly unit: string;
  readonly schema: number;
  readonly repo?: string;
  /** Only where git tracks the analysed path. */
  readonly commit?: string;
  readonly quality?: Quality;
}

export const NODE_TEXT_COLUMNS = [
  'kind',
  'name',
  'crate',
  'version',
  'repo',
  'origin',
  'file',
  'ty',
  'visibility',
  'effective_visibility',
  'cfg',
  'link_name',
  'receiver',
  'generics',
  'payload_hash',
] as const;
export type NodeTextColumn = (typeof NODE_TEXT_COLUMNS)[number];

export const NODE_INTEGER_COLUMNS = ['line', 'end_line'] as const;
export type NodeIntegerColumn = (typeof NODE_INTEGER_COLUMNS)[number];

export const NODE_FLAG_COLUMNS = [
  'has_doc',
  'doc_hidden',
  'is_test',
  'generated',
  'defined',
] as const;
export type NodeFlagColumn = (typeof NODE_FLAG_COLUMNS)[number];

export const EDGE_TEXT_COLUMNS = ['access', 'how'] as const;
export type EdgeTextColumn = (typeof EDGE_TEXT_COLUMNS)[number];

/** Flags: 0 = false, 1 = true, 2 = missing. */
export const FLAG_MISSING = 2;

/** Node rows of one unit. A column that is not there is an absent fact. */
export interface NodeColumns {
  readonly rows: number;
  readonly ids: TextPool;
  /** Each read when first asked for. */
  readonly text: Partial<Record<NodeTextColumn, () => TextColumn>>;
  /** 0 = missing. */
  readonly integers: Partial<Record<NodeIntegerColumn, Int32Array>>;
  readonly flags: Partial<Record<NodeFlagColumn, Uint8Array>>;
}

/** Sites of edges: those of row r are `[offsets[r] .. offsets[r + 1])`; file code 0 = the source node's file. */
export interface SiteColumns {
  readonly offsets: Uint32Array;
  readonly file: TextColumn | null;
  readonly line: Int32Array;
  readonly col: Int32Array;
}

/** The code of a missing key. */
export const NO_KEY = 0xffffffff;

/** A column of ids: row r holds text `codes[r]` of the pool, `NO_KEY` = missing. The pool has no reserved entry. */
export interface KeyColumn {
  readonly codes: Uint32Array;
  readonly pool: TextPool;
  /** True where it is known that no row lacks a key. */
  readonly complete?: boolean;
}

/**
 * Edge rows of one unit. What our writers make is fastest to load: `src` and `dst` share a pool, which starts with the
 * unit's node ids in order and goes on with the other ids in order; rows are sorted by (kind, src, dst).
 */
export interface EdgeColumns {
  readonly rows: number;
  readonly src: KeyColumn;
  readonly dst: KeyColumn;
  readonly kind: KeyColumn;
  /** At least 1; absent = every row counts once. */
  readonly count: Uint32Array | null;
  /** Read when first asked for: most questions never look at a site. */
  readonly sites: (() => SiteColumns) | null;
  readonly partial: Uint8Array | null;
  readonly text: Partial<Record<EdgeTextColumn, TextColumn>>;
}

export interface UnitColumns {
  readonly metadata: UnitMetadata;
  readonly nodes: NodeColumns;
  readonly edges: EdgeColumns;
}
