import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EdgeKind } from '../dump/index.js';
import { linksFromEdges, path } from '../ops/index.js';
import {
  booleans,
  coded,
  computedTexts,
  integers,
  nearestNames,
  relation,
  type Column,
  type Relation,
} from '../table/index.js';
import { InvalidArgument, type Task } from '../task/index.js';
import type {
  CodedColumn,
  CodeGraph,
  DerivedKind,
  EdgeTable,
  NodeFilter,
  NodeRef,
} from './code-graph.js';
import { sortedWords } from './graph-diff.js';

/** Nodes that a filter lets through, ascending. */
export function filterNodes(graph: CodeGraph, filter: NodeFilter): Uint32Array {
  const holds = filter.scope === undefined ? null : graph.scope(filter.scope);
  const kinds = filter.kind === undefined ? null : codesOf('kind', graph.kind, filter.kind);
  const matching = filter.label === undefined ? null : new Set(graph.match(filter.label));
  const crates =
    filter.crate === undefined
      ? null
      : new Set(typeof filter.crate === 'string' ? [filter.crate] : filter.crate);
  const found: number[] = [];
  for (let v = 0; v < graph.nodeCount; v++) {
    if (holds !== null && holds[v] === 0) continue;
    if (kinds !== null && !kinds.has(graph.kind.codes[v]!)) continue;
    if (matching !== null && !matching.has(v)) continue;
    if (crates !== null && !crates.has(graph.crateOf(v) ?? '')) continue;
    if (filter.file !== undefined && !(graph.file?.at(v) ?? '').includes(filter.file)) continue;
    found.push(v);
  }
  return Uint32Array.from(found);
}

function codesOf(
  what: string,
  column: CodedColumn,
  words: string | readonly string[],
): Set<number> {
  return new Set(
    (typeof words === 'string' ? [words] : words).map((word) => {
      const code = column.codeOf(word);
      if (code >= 0) return code;
      const there = sortedWords(column.dictionary);
      const [near] = nearestNames(word, there);
      throw new InvalidArgument(
        `${what} that the dump does not have: ${word}; ${near === undefined ? `it has ${there.join(', ')}` : `nearest: ${near}`}`,
      );
    }),
  );
}

/** One row a node; only columns that the dump has. */
export function nodeRelation(graph: CodeGraph, nodes: Uint32Array): Relation {
  const columns: Column[] = [
    computedTexts('id', nodes.length, (row) => graph.id(nodes[row]!)),
    computedTexts('label', nodes.length, (row) => graph.label(nodes[row]!)),
    integers('node', nodes, { doc: 'ordinal in the graph' }),
  ];
  const text = (name: string, column: CodedColumn | null): void => {
    if (column !== null) columns.push(coded(name, pick(column.codes, nodes), column.dictionary));
  };
  const number = (name: string, column: Int32Array | null): void => {
    if (column === null) return;
    const values = Int32Array.from(nodes, (v) => column[v]!);
    columns.push(
      integers(name, values, { valid: Uint8Array.from(values, (value) => (value > 0 ? 1 : 0)) }),
    );
  };
  const flag = (name: string, column: Uint8Array | null): void => {
    if (column === null) return;
    const values = Uint8Array.from(nodes, (v) => column[v]!);
    columns.push(
      booleans(
        name,
        values.map((value) => (value === 1 ? 1 : 0)),
        { valid: values.map((value) => (value === 2 ? 0 : 1)) },
      ),
    );
  };
  text('kind', graph.kind);
  text('name', graph.name);
  text('crate', graph.crate);
  text('version', graph.version);
  text('file', graph.file);
  number('line', graph.line);
  number('end_line', graph.endLine);
  text('visibility', graph.visibility);
  text('effective_visibility', graph.effectiveVisibility);
  text('origin', graph.origin);
  flag('is_test', graph.isTest);
  flag('generated', graph.generated);
  flag('has_doc', graph.hasDoc);
  flag('defined', graph.defined);
  return relation({ key: ['id'], columns });
}

function pick(codes: Uint32Array, rows: Uint32Array): Uint32Array {
  const out = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = codes[rows[i]!]!;
  return out;
}

/** One row an edge, in the table's order. */
export function edgeRelation(graph: CodeGraph, table: EdgeTable): Relation {
  const columns: Column[] = [
    integers('src_node', table.src),
    integers('dst_node', table.dst),
    computedTexts('src', table.count, (row) => graph.label(table.src[row]!)),
    computedTexts('dst', table.count, (row) => graph.label(table.dst[row]!)),
    integers('count', table.counts),
  ];
  if (table.how) columns.push(coded('how', table.how.codes, table.how.dictionary));
  if (table.access) columns.push(coded('access', table.access.codes, table.access.dictionary));
  if (table.partial) {
    columns.push(
      booleans(
        'partial',
        table.partial.map((value) => (value === 1 ? 1 : 0)),
        { valid: table.partial.map((value) => (value === 2 ? 0 : 1)) },
      ),
    );
  }
  return relation({ key: ['src_node', 'dst_node'], columns });
}

/** Ordinals of a node named by ordinal, by id, or by a part of its label. */
export function resolveNodes(graph: CodeGraph, where: NodeRef): Uint32Array {
  if (typeof where === 'number') {
    if (!Number.isInteger(where) || where < 0 || where >= graph.nodeCount + graph.refCount) {
      throw new InvalidArgument(
        `ordinal outside the graph: ${where}; it has ${graph.nodeCount + graph.refCount}`,
      );
    }
    return Uint32Array.of(where);
  }
  const exact = graph.find(where);
  return exact >= 0 ? Uint32Array.of(exact) : graph.match(where);
}

export interface NeighbourOptions {
  readonly kinds?: readonly (EdgeKind | DerivedKind)[];
  readonly direction?: 'out' | 'in' | 'both';
}

const DERIVED: ReadonlySet<string> = new Set(['DYN', 'IMPL_OF', 'SELF_OF', 'HAS_FIELD']);

export function edgesOfKind(graph: CodeGraph, kind: EdgeKind | DerivedKind): EdgeTable {
  return DERIVED.has(kind) ? graph.derived(kind as DerivedKind) : graph.edges(kind as EdgeKind);
}

/** Edges that touch the given nodes: kind by kind, outgoing before incoming. */
export function neighbourRelation(
  graph: CodeGraph,
  where: NodeRef,
  options: NeighbourOptions = {},
): Relation {
  const nodes = resolveNodes(graph, where);
  const kinds = options.kinds ?? graph.edgeKinds;
  const direction = options.direction ?? 'both';
  const found: { kind: string; way: string; node: number; other: number; count: number }[] = [];
  for (const kind of kinds) {
    const table = edgesOfKind(graph, kind);
    for (const way of ['out', 'in'] as const) {
      if (direction !== 'both' && direction !== way) continue;
      const { offsets, targets, edges } = table[way];
      for (const node of nodes) {
        for (let i = offsets[node]!; i < offsets[node + 1]!; i++) {
          found.push({ kind, way, node, other: targets[i]!, count: table.counts[edges[i]!]! });
        }
      }
    }
  }
  return relation({
    key: ['node', 'direction', 'edge', 'other_node'],
    columns: [
      integers(
        'node',
        Uint32Array.from(found, (one) => one.node),
      ),
      computedTexts('label', found.length, (row) => graph.label(found[row]!.node)),
      computedTexts('direction', found.length, (row) => found[row]!.way),
      computedTexts('edge', found.length, (row) => found[row]!.kind),
      integers(
        'other_node',
        Uint32Array.from(found, (one) => one.other),
      ),
      computedTexts('other', found.length, (row) => graph.label(found[row]!.other)),
      computedTexts('other_kind', found.length, (row) => {
        const { other } = found[row]!;
        return other < graph.nodeCount ? graph.kind.at(other) : null;
      }),
      integers(
        'count',
        Uint32Array.from(found, (one) => one.count),
      ),
    ],
  });
}

export interface PathOptions {
  /** Followed together; CALLS, DISPATCH and DYN unless said otherwise. */
  readonly kinds?: readonly (EdgeKind | DerivedKind)[];
  readonly task?: Task;
}

/** A shortest path between any node of `from` and any of `to`, one row a node; no rows where none leads there. */
export async function pathRelation(
  graph: CodeGraph,
  from: NodeRef,
  to: NodeRef,
  options: PathOptions = {},
): Promise<Relation> {
  const tables = (options.kinds ?? ['CALLS', 'DISPATCH', 'DYN']).map((kind) =>
    edgesOfKind(graph, kind),
  );
  const total = tables.reduce((sum, table) => sum + table.count, 0);
  const src = new Uint32Array(total);
  const dst = new Uint32Array(total);
  let at = 0;
  for (const table of tables) {
    src.set(table.src, at);
    dst.set(table.dst, at);
    at += table.count;
  }
  const links = linksFromEdges(graph.nodeCount + graph.refCount, src, dst);
  const found = await path(
    links,
    resolveNodes(graph, from),
    resolveNodes(graph, to),
    options.task === undefined ? {} : { task: options.task },
  );
  const nodes = found ?? new Uint32Array(0);
  const by = (row: number): string | null => {
    if (row === 0) return null;
    const table = tables.find(({ out }) => contains(out, nodes[row - 1]!, nodes[row]!));
    return table?.kind ?? null;
  };
  return relation({
    key: ['step'],
    columns: [
      integers(
        'step',
        Uint32Array.from(nodes, (_, row) => row),
      ),
      computedTexts('by', nodes.length, by),
      integers('node', nodes),
      computedTexts('label', nodes.length, (row) => graph.label(nodes[row]!)),
      computedTexts('file', nodes.length, (row) =>
        nodes[row]! < graph.nodeCount ? (graph.file?.at(nodes[row]!) ?? null) : null,
      ),
    ],
  });
}

function contains({ offsets, targets }: EdgeTable['out'], v: number, target: number): boolean {
  return targets.subarray(offsets[v], offsets[v + 1]).includes(target);
}

/** The lines of a node in the sources below a folder; `null` where the dump or the folder doesn't have them. */
export function sourceOf(
  graph: CodeGraph,
  v: number,
  sources: string,
): { readonly file: string; readonly line: number; readonly text: string } | null {
  const file = v < graph.nodeCount ? (graph.file?.at(v) ?? null) : null;
  const line = graph.line?.[v] ?? 0;
  if (file === null || line === 0) return null;
  let text: string;
  try {
    text = readFileSync(join(sources, file), 'utf8');
  } catch {
    return null;
  }
  const end = Math.max(line, graph.endLine?.[v] ?? line);
  return {
    file,
    line,
    text: text
      .split(/\r?\n/u)
      .slice(line - 1, end)
      .join('\n'),
  };
}
