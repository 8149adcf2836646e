import type { EdgeKind } from '../dump/index.js';
import {
  compareUtf8,
  computedTexts,
  relation,
  sortUtf8,
  texts,
  type Relation,
} from '../table/index.js';
import type { CodedColumn, CodeGraph } from './code-graph.js';

/** What became of a node: ids differ between dumps, stable ids match. */
export interface NodeChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly stableId: string;
  readonly label: string;
  readonly kind: string;
  /** Ordinal in the graph before, -1 for an added node. */
  readonly before: number;
  /** Ordinal in the graph after, -1 for a removed node. */
  readonly after: number;
  /** Names of the columns that differ. */
  readonly columns: readonly string[];
}

export interface EdgeChange {
  readonly change: 'added' | 'removed';
  readonly kind: EdgeKind;
  readonly src: string;
  readonly dst: string;
}

export interface GraphDiff {
  /** By stable id. */
  readonly nodes: readonly NodeChange[];
  /** By (kind, src, dst). */
  readonly edges: readonly EdgeChange[];
  /** The same as tables, for steps, reports and pins. */
  nodeTable(): Relation;
  edgeTable(): Relation;
}

export interface DiffOptions {
  /** Count a node that only moved (file, line, end_line) as changed. */
  readonly places?: boolean;
}

type Read = (v: number) => unknown;

/** What of a node may change. A version alone is no change: it is what stable ids leave out. */
function readers(graph: CodeGraph, places: boolean): ReadonlyMap<string, Read> {
  const text =
    (column: CodedColumn | null): Read =>
    (v) =>
      column?.at(v) ?? null;
  const flag =
    (column: Uint8Array | null): Read =>
    (v) =>
      column?.[v] ?? 2;
  const number =
    (column: Int32Array | null): Read =>
    (v) =>
      column?.[v] ?? 0;
  const all: [string, Read][] = [
    ['kind', text(graph.kind)],
    ['name', text(graph.name)],
    ['crate', text(graph.crate)],
    ['origin', text(graph.origin)],
    ['ty', text(graph.ty)],
    ['visibility', text(graph.visibility)],
    ['effective_visibility', text(graph.effectiveVisibility)],
    ['cfg', text(graph.cfg)],
    ['link_name', text(graph.linkName)],
    ['receiver', text(graph.receiver)],
    ['generics', text(graph.generics)],
    ['payload_hash', text(graph.payloadHash)],
    ['is_test', flag(graph.isTest)],
    ['generated', flag(graph.generated)],
    ['has_doc', flag(graph.hasDoc)],
    ['doc_hidden', flag(graph.docHidden)],
  ];
  if (places)
    all.push(
      ['file', text(graph.file)],
      ['line', number(graph.line)],
      ['end_line', number(graph.endLine)],
    );
  return new Map(all);
}

/** What one graph has and the other has not, nodes matched by stable id. */
export function diffGraphs(
  before: CodeGraph,
  after: CodeGraph,
  options: DiffOptions = {},
): GraphDiff {
  const nodes = nodeChanges(before, after, options.places ?? false);
  const edges = edgeChanges(before, after);
  return {
    nodes,
    edges,
    nodeTable: () =>
      relation({
        key: ['stable_id'],
        columns: [
          texts(
            'stable_id',
            nodes.map((node) => node.stableId),
          ),
          texts(
            'change',
            nodes.map((node) => node.change),
          ),
          texts(
            'kind',
            nodes.map((node) => node.kind),
          ),
          computedTexts('label', nodes.length, (row) => nodes[row]!.label),
          texts(
            'columns',
            nodes.map((node) => node.columns.join(', ')),
          ),
        ],
      }),
    edgeTable: () =>
      relation({
        key: ['kind', 'src', 'dst'],
        columns: [
          texts(
            'kind',
            edges.map((edge) => edge.kind),
          ),
          texts(
            'src',
            edges.map((edge) => edge.src),
          ),
          texts(
            'dst',
            edges.map((edge) => edge.dst),
          ),
          texts(
            'change',
            edges.map((edge) => edge.change),
          ),
        ],
      }),
  };
}

/** Node of each stable id. Where a dump has several, the first by id stands. */
function byStableId(graph: CodeGraph): Map<string, number> {
  const nodes = new Map<string, number>();
  for (let v = 0; v < graph.nodeCount; v++) {
    if (graph.defined?.[v] === 0) continue;
    const id = graph.stableId(v);
    if (!nodes.has(id)) nodes.set(id, v);
  }
  return nodes;
}

function nodeChanges(before: CodeGraph, after: CodeGraph, places: boolean): NodeChange[] {
  const old = byStableId(before);
  const young = byStableId(after);
  const was = readers(before, places);
  const is = readers(after, places);
  const changes: NodeChange[] = [];
  for (const [stableId, v] of old) {
    const u = young.get(stableId);
    if (u === undefined) {
      changes.push({
        change: 'removed',
        stableId,
        label: before.label(v),
        kind: before.kind.at(v) ?? '',
        before: v,
        after: -1,
        columns: [],
      });
      continue;
    }
    const columns = [...was].flatMap(([name, read]) =>
      read(v) === is.get(name)!(u) ? [] : [name],
    );
    if (columns.length > 0) {
      changes.push({
        change: 'changed',
        stableId,
        label: after.label(u),
        kind: after.kind.at(u) ?? '',
        before: v,
        after: u,
        columns,
      });
    }
  }
  for (const [stableId, u] of young) {
    if (old.has(stableId)) continue;
    changes.push({
      change: 'added',
      stableId,
      label: after.label(u),
      kind: after.kind.at(u) ?? '',
      before: -1,
      after: u,
      columns: [],
    });
  }
  return changes.sort((a, b) => compareUtf8(a.stableId, b.stableId));
}

function edgeChanges(before: CodeGraph, after: CodeGraph): EdgeChange[] {
  const kinds = new Set<EdgeKind>([...before.edgeKinds, ...after.edgeKinds]);
  const changes: EdgeChange[] = [];
  for (const kind of kinds) {
    const old = edgeKeys(before, kind);
    const young = edgeKeys(after, kind);
    const only = (
      mine: ReadonlySet<string>,
      other: ReadonlySet<string>,
      change: EdgeChange['change'],
    ): void => {
      for (const key of mine) {
        if (other.has(key)) continue;
        const [src, dst] = key.split('\0') as [string, string];
        changes.push({ change, kind, src, dst });
      }
    };
    only(old, young, 'removed');
    only(young, old, 'added');
  }
  return changes.sort(
    (a, b) => compareUtf8(a.kind, b.kind) || compareUtf8(a.src, b.src) || compareUtf8(a.dst, b.dst),
  );
}

function edgeKeys(graph: CodeGraph, kind: EdgeKind): Set<string> {
  const { count, src, dst } = graph.edges(kind);
  const stable = new Map<number, string>();
  const idOf = (v: number): string => {
    let id = stable.get(v);
    if (id === undefined) {
      id = graph.stableId(v);
      stable.set(v, id);
    }
    return id;
  };
  const keys = new Set<string>();
  for (let edge = 0; edge < count; edge++) keys.add(`${idOf(src[edge]!)}\0${idOf(dst[edge]!)}`);
  return keys;
}

/** Kinds present, each once, for messages. */
export function sortedWords(words: Iterable<string | null>): string[] {
  return sortUtf8([...new Set(words)].filter((word) => word !== null));
}
