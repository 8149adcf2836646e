import {
  EDGE_KINDS,
  EMPTY_POOL,
  findSorted,
  leafName,
  labelOf,
  poolText,
  splitMoniker,
  StableIds,
  type CacheReport,
  type DuplicateKey,
  type EdgeKind,
  type LoadedDump,
  type NodeTextColumn,
  type SkippedRows,
  type UnitMetadata,
} from '../dump/index.js';
import type { ColumnTable } from 'arquero';
import type { Matrix } from '../grb/index.js';
import { matrixOf } from '../ops/index.js';
import { toArquero } from '../table/index.js';
import {
  edgeRelation,
  edgesOfKind,
  filterNodes,
  neighbourRelation,
  nodeRelation,
  pathRelation,
  resolveNodes,
  sourceOf,
  type NeighbourOptions,
  type PathOptions,
} from './explore.js';
import { diffGraphs, type DiffOptions, type GraphDiff } from './graph-diff.js';
import { ColumnEdges, plainEdges, type KeptAdjacency } from './edge-table.js';
import type {
  CodedColumn,
  CodeGraph,
  DerivedKind,
  EdgeTable,
  NodeFilter,
  NodeRef,
  ScopeOptions,
} from './code-graph.js';
import { PooledColumn } from './coded-column.js';
import { parentsOf } from './containment.js';
import { deriveEdges } from './derived-edges.js';
import { Holding } from './holding.js';
import { matchLabels, type Ids } from './labels.js';
import { generatedCode, scopeOf, testCode } from './scope.js';

/** Where a graph came from; the key is asked for only when someone needs it. */
export interface GraphOrigin {
  readonly path: string;
  readonly key: () => string;
  readonly cache?: CacheReport;
  /** Folder that files of nodes are below. */
  readonly sources?: string | undefined;
  /** CALLS by source and by target, as a snapshot kept them. */
  readonly calls?: KeptAdjacency;
}

/** The code graph over the columns of a loaded dump; what follows from them is made on first use. */
export class ColumnarGraph implements CodeGraph {
  readonly path: string;
  readonly sources: string | null;
  readonly nodeCount: number;
  readonly refCount: number;
  readonly kind: CodedColumn;
  readonly name: CodedColumn | null;
  readonly crate: CodedColumn | null;
  readonly version: CodedColumn | null;
  readonly repo: CodedColumn | null;
  readonly origin: CodedColumn | null;
  readonly file: CodedColumn | null;
  readonly line: Int32Array | null;
  readonly endLine: Int32Array | null;
  readonly visibility: CodedColumn | null;
  readonly effectiveVisibility: CodedColumn | null;
  readonly cfg: CodedColumn | null;
  readonly linkName: CodedColumn | null;
  readonly receiver: CodedColumn | null;
  readonly generics: CodedColumn | null;
  readonly isTest: Uint8Array | null;
  readonly generated: Uint8Array | null;
  readonly hasDoc: Uint8Array | null;
  readonly docHidden: Uint8Array | null;
  readonly defined: Uint8Array | null;
  readonly units: readonly UnitMetadata[];
  readonly skipped: SkippedRows;
  readonly edgeKinds: readonly EdgeKind[];
  cache: CacheReport;

  readonly #dump: LoadedDump;
  readonly #key: () => string;
  readonly #calls: KeptAdjacency | null;
  readonly #ids: Ids;
  readonly #edges = new Map<EdgeKind, EdgeTable>();
  readonly #derived = new Map<DerivedKind, EdgeTable>();
  readonly #nodesOf = new Map<string, Uint32Array>();
  #late = new Map<NodeTextColumn, CodedColumn | null>();
  #dumpKey: string | null = null;
  #parents: Int32Array | null = null;
  #stableIds: StableIds | null = null;
  #scopeFacts: { test: Uint8Array; generated: Uint8Array } | null = null;

  constructor(dump: LoadedDump, origin: GraphOrigin) {
    this.#dump = dump;
    this.#key = origin.key;
    this.sources = origin.sources ?? null;
    this.#calls = origin.calls ?? null;
    this.cache = origin.cache ?? { state: 'off' };
    this.path = origin.path;
    this.nodeCount = dump.nodeCount;
    this.refCount = dump.refCount;
    const [nodes, refs] = [new Holding(dump.ids), new Holding(dump.refs)];
    this.#ids = {
      length: dump.nodeCount + dump.refCount,
      id: (v) => this.id(v),
      holding: (word) => [...nodes.of(word), ...refs.of(word).map((r) => dump.nodeCount + r)],
    };
    const text = (name: NodeTextColumn): CodedColumn | null => {
      const column = dump.text[name];
      return column === undefined ? null : new PooledColumn(column());
    };
    this.kind =
      text('kind') ??
      new PooledColumn({
        codes: new Uint32Array(dump.nodeCount),
        pool: { ...EMPTY_POOL, offsets: new Uint32Array(2), length: 1 },
      });
    this.name = text('name');
    this.crate = text('crate');
    this.version = text('version');
    this.repo = text('repo');
    this.origin = text('origin');
    this.file = text('file');
    this.line = dump.integers.line ?? null;
    this.endLine = dump.integers.end_line ?? null;
    this.visibility = text('visibility');
    this.effectiveVisibility = text('effective_visibility');
    this.cfg = text('cfg');
    this.linkName = text('link_name');
    this.receiver = text('receiver');
    this.generics = text('generics');
    this.isTest = dump.flags.is_test ?? null;
    this.generated = dump.flags.generated ?? null;
    this.hasDoc = dump.flags.has_doc ?? null;
    this.docHidden = dump.flags.doc_hidden ?? null;
    this.defined = dump.flags.defined ?? null;
    this.units = dump.units;
    this.skipped = dump.skipped;
    this.edgeKinds = EDGE_KINDS.filter((kind) => dump.edges.has(kind));
  }

  get ty(): CodedColumn | null {
    return this.#lateText('ty');
  }

  get payloadHash(): CodedColumn | null {
    return this.#lateText('payload_hash');
  }

  get duplicates(): readonly DuplicateKey[] {
    return this.#dump.duplicates();
  }

  /** Long texts stay in their file until someone looks. */
  #lateText(name: NodeTextColumn): CodedColumn | null {
    let column = this.#late.get(name);
    if (column === undefined) {
      const read = this.#dump.text[name];
      column = read === undefined ? null : new PooledColumn(read());
      this.#late.set(name, column);
    }
    return column;
  }

  get dumpKey(): string {
    return (this.#dumpKey ??= this.#key());
  }

  id(v: number): string {
    return v < this.nodeCount
      ? poolText(this.#dump.ids, v)
      : poolText(this.#dump.refs, v - this.nodeCount);
  }

  stableId(v: number): string {
    this.#stableIds ??= new StableIds(this.#everyId());
    return this.#stableIds.stable(this.id(v));
  }

  *#everyId(): Generator<string> {
    for (let v = 0; v < this.nodeCount + this.refCount; v++) yield this.id(v);
  }

  label(v: number): string {
    return labelOf(this.id(v));
  }

  nameOf(v: number): string {
    return (v < this.nodeCount ? this.name?.at(v) : null) ?? leafName(this.id(v));
  }

  crateOf(v: number): string | null {
    const own =
      (v < this.nodeCount ? this.crate?.at(v) : null) ?? splitMoniker(this.id(v))?.package ?? null;
    if (own !== null || v >= this.nodeCount) return own;
    for (let u = v; u !== -1; u = this.parents[u]!) {
      const kind = this.kind.at(u);
      if (kind === 'crate' || kind === 'package') return this.nameOf(u);
    }
    return null;
  }

  find(id: string): number {
    const node = findSorted(this.#dump.ids, id);
    if (node >= 0) return node;
    const ref = findSorted(this.#dump.refs, id);
    return ref < 0 ? -1 : this.nodeCount + ref;
  }

  edges(kind: EdgeKind): EdgeTable {
    let table = this.#edges.get(kind);
    if (table === undefined) {
      const vertices = this.nodeCount + this.refCount;
      const loaded = this.#dump.edges.get(kind);
      table = loaded
        ? new ColumnEdges(kind, vertices, loaded, kind === 'CALLS' ? this.#calls : null)
        : plainEdges(kind, vertices, new Uint32Array(0), new Uint32Array(0));
      this.#edges.set(kind, table);
    }
    return table;
  }

  derived(kind: DerivedKind): EdgeTable {
    let table = this.#derived.get(kind);
    if (table === undefined) {
      table = deriveEdges(this, kind);
      this.#derived.set(kind, table);
    }
    return table;
  }

  has(kind: EdgeKind): boolean {
    return this.#dump.edges.has(kind);
  }

  nodesOf(kind: string): Uint32Array {
    let found = this.#nodesOf.get(kind);
    if (found === undefined) {
      const code = this.kind.codeOf(kind);
      const { codes } = this.kind;
      let count = 0;
      if (code >= 0) for (let v = 0; v < this.nodeCount; v++) if (codes[v] === code) count++;
      found = new Uint32Array(count);
      for (let v = 0, at = 0; at < count; v++) if (codes[v] === code) found[at++] = v;
      this.#nodesOf.set(kind, found);
    }
    return found;
  }

  get parents(): Int32Array {
    return (this.#parents ??= parentsOf(this.nodeCount, this.edges('CONTAINS')));
  }

  scope(options: ScopeOptions = {}): Uint8Array {
    this.#scopeFacts ??= { test: testCode(this), generated: generatedCode(this) };
    return scopeOf(this, options, this.#scopeFacts);
  }

  match(pattern: string): Uint32Array {
    return matchLabels(this.#ids, pattern);
  }

  nodes(filter: NodeFilter = {}): ColumnTable {
    return toArquero(nodeRelation(this, filterNodes(this, filter)));
  }

  edgesOf(kind: EdgeKind | DerivedKind): ColumnTable {
    return toArquero(edgeRelation(this, edgesOfKind(this, kind)));
  }

  neighbours(where: NodeRef, options: NeighbourOptions = {}): ColumnTable {
    return toArquero(neighbourRelation(this, where, options));
  }

  async route(from: NodeRef, to: NodeRef, options: PathOptions = {}): Promise<ColumnTable> {
    return toArquero(await pathRelation(this, from, to, options));
  }

  matrix(kind: EdgeKind | DerivedKind): Promise<Matrix> {
    return matrixOf(edgesOfKind(this, kind).out, {});
  }

  source(where: NodeRef): ReturnType<CodeGraph['source']> {
    if (this.sources === null) return null;
    return sourceOf(this, resolveNodes(this, where)[0]!, this.sources);
  }

  diff(other: CodeGraph, options: DiffOptions = {}): GraphDiff {
    return diffGraphs(this, other, options);
  }
}
