import type { EdgeKind, LoadedEdges } from '../dump/index.js';
import { incoming, outgoing } from './adjacency.js';
import type { Adjacency, CodedColumn, DerivedKind, EdgeTable } from './code-graph.js';
import { PooledColumn } from './coded-column.js';

type Sites = ReturnType<EdgeTable['sites']>;

/** Adjacency that was worked out before: offsets by source, and the whole of it by target. */
export interface KeptAdjacency {
  readonly out: () => Uint32Array | null;
  readonly in: () => Adjacency | null;
}

/** Edges of one kind over columns; adjacency is made on first use. */
export class ColumnEdges implements EdgeTable {
  readonly kind: EdgeKind | DerivedKind;
  readonly count: number;
  readonly src: Uint32Array;
  readonly dst: Uint32Array;
  readonly counts: Uint32Array;
  readonly how: CodedColumn | null;
  readonly partial: Uint8Array | null;
  readonly access: CodedColumn | null;
  readonly #vertices: number;
  readonly #sites: (edge: number) => Sites;
  readonly #kept: KeptAdjacency | null;
  #out: Adjacency | null = null;
  #in: Adjacency | null = null;

  constructor(
    kind: EdgeKind | DerivedKind,
    vertices: number,
    edges: LoadedEdges,
    kept: KeptAdjacency | null = null,
  ) {
    this.#kept = kept;
    this.kind = kind;
    this.#vertices = vertices;
    this.count = edges.count;
    this.src = edges.src;
    this.dst = edges.dst;
    this.counts = edges.counts;
    this.how = edges.how && new PooledColumn(edges.how);
    this.partial = edges.partial;
    this.access = edges.access && new PooledColumn(edges.access);
    this.#sites = (edge) => edges.sites(edge);
  }

  sites(edge: number): Sites {
    return this.#sites(edge);
  }

  get out(): Adjacency {
    return (this.#out ??= outgoing(this.#vertices, this.src, this.dst, this.#kept?.out() ?? null));
  }

  get in(): Adjacency {
    return (this.#in ??= this.#kept?.in() ?? incoming(this.#vertices, this.src, this.dst));
  }
}

/** Edges without attributes, given as sorted distinct pairs. */
export function plainEdges(
  kind: EdgeKind | DerivedKind,
  vertices: number,
  src: Uint32Array,
  dst: Uint32Array,
): EdgeTable {
  return new ColumnEdges(kind, vertices, {
    count: src.length,
    src,
    dst,
    counts: new Uint32Array(src.length).fill(1),
    partial: null,
    access: null,
    how: null,
    sites: () => [],
    siteColumns: () => null,
  });
}
