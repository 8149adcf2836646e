import { EDGE_KINDS, type EdgeKind } from '../dump/index.js';
import type { CodeGraph, EdgeTable } from '../graph/index.js';
import { linksFromEdges, path } from '../ops/index.js';
import { CodedError, InvalidArgument, type Task } from '../task/index.js';

/** A place in the sources; `file` as the dump spells it. */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
  readonly col?: number;
}

export interface CodeNode {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly file: string | null;
  /** 0 where the dump names none. */
  readonly line: number;
  readonly endLine: number;
}

/** An edge seen from one of its ends. */
export interface Neighbour {
  readonly node: CodeNode;
  readonly edge: EdgeKind;
  /** Where the edge stands in the sources, at most a few of its `count` places. */
  readonly places: readonly CodePlace[];
  readonly count: number;
}

export interface Hop {
  readonly node: CodeNode;
  /** The edge that leads here from the hop before; absent for the first. */
  readonly edge?: EdgeKind;
  readonly places: readonly CodePlace[];
}

/**
 * What a front door may ask of the graph itself: `engine.comm('session', method, argument)`. Answers are plain JSON,
 * in a total order: calls first, the other edge kinds as the vocabulary has them, each by ordinal.
 */
export interface GraphComm {
  readonly find: {
    readonly argument: { readonly pattern: string; readonly limit: number };
    readonly answer: { readonly total: number; readonly nodes: readonly CodeNode[] };
  };
  readonly look: {
    readonly argument: { readonly id: string; readonly limit: number };
    readonly answer: {
      readonly node: CodeNode;
      readonly into: readonly Neighbour[];
      readonly from: readonly Neighbour[];
      readonly hidden: number;
    };
  };
  /** Stable ids of nodes named by an id, a label or a part of one; null where none or several match. */
  readonly identify: {
    readonly argument: { readonly names: readonly string[] };
    readonly answer: readonly (string | null)[];
  };
  /** A shortest path over calls, from any node that matches `from` to any that matches `to`. */
  readonly path: {
    readonly argument: {
      readonly from: string;
      readonly to: string;
      readonly kinds?: readonly EdgeKind[];
    };
    readonly answer: {
      readonly hops: readonly Hop[];
      readonly kinds: readonly EdgeKind[];
      readonly starts: number;
      readonly ends: number;
    };
  };
}

export type GraphMethod = keyof GraphComm;

const METHODS: readonly string[] = ['find', 'look', 'identify', 'path'];

const CALL_KINDS: readonly EdgeKind[] = ['CALLS', 'DISPATCH'];
const PLACES = 5;

/** What holds a node and what it holds comes last: there is much of it, and it says little. */
const HOLDING: readonly EdgeKind[] = ['CONTAINS'];
const LOOK_KINDS: readonly EdgeKind[] = [
  ...CALL_KINDS,
  ...EDGE_KINDS.filter((kind) => !CALL_KINDS.includes(kind) && !HOLDING.includes(kind)),
  ...HOLDING,
];

export function isGraphMethod(method: string): method is GraphMethod {
  return METHODS.includes(method);
}

export async function answerGraph(
  graph: CodeGraph,
  method: GraphMethod,
  argument: unknown,
  task: Task,
): Promise<GraphComm[GraphMethod]['answer']> {
  switch (method) {
    case 'find': {
      const { pattern, limit } = argument as GraphComm['find']['argument'];
      const found = graph.match(pattern);
      return {
        total: found.length,
        nodes: [...found.subarray(0, limit)].map((v) => nodeOf(graph, v)),
      };
    }
    case 'look':
      return look(graph, argument as GraphComm['look']['argument']);
    case 'identify':
      return (argument as GraphComm['identify']['argument']).names.map((name) =>
        identify(graph, name),
      );
    case 'path':
      return pathOf(graph, argument as GraphComm['path']['argument'], task);
  }
}

export function nodeOf(graph: CodeGraph, v: number): CodeNode {
  const known = v < graph.nodeCount;
  return {
    id: graph.id(v),
    label: graph.label(v),
    kind: known ? (graph.kind.at(v) ?? 'unknown') : 'outside the dump',
    file: known ? (graph.file?.at(v) ?? null) : null,
    line: known ? (graph.line?.[v] ?? 0) : 0,
    endLine: known ? (graph.endLine?.[v] ?? 0) : 0,
  };
}

function identify(graph: CodeGraph, name: string): string | null {
  const exact = graph.find(name);
  if (exact >= 0) return graph.stableId(exact);
  try {
    const found = graph.match(name);
    const labelled = found.filter((v) => graph.label(v) === name);
    const [only, second] = labelled.length > 0 ? labelled : found;
    return only === undefined || second !== undefined ? null : graph.stableId(only);
  } catch (error) {
    // A pattern that matches nothing is an error elsewhere; here it is an answer.
    if (error instanceof InvalidArgument) return null;
    throw error;
  }
}

/** The places of an edge; those without a file of their own stand in the file of its source. */
function placesOf(graph: CodeGraph, table: EdgeTable, edge: number): CodePlace[] {
  const src = table.src[edge]!;
  const own = src < graph.nodeCount ? (graph.file?.at(src) ?? null) : null;
  return table
    .sites(edge)
    .slice(0, PLACES)
    .flatMap(({ file, line, col }) => {
      const where = file ?? own;
      return where === null || line <= 0
        ? []
        : [col > 0 ? { file: where, line, col } : { file: where, line }];
    });
}

function look(
  graph: CodeGraph,
  { id, limit }: GraphComm['look']['argument'],
): GraphComm['look']['answer'] {
  const v = graph.find(id);
  if (v < 0) throw new InvalidArgument(`unknown id: ${id}; find it by a part of its label`);
  const into: Neighbour[] = [];
  const from: Neighbour[] = [];
  let hidden = 0;
  for (const kind of LOOK_KINDS) {
    if (!graph.has(kind)) continue;
    const table = graph.edges(kind);
    for (const [list, adjacency, end] of [
      [into, table.in, table.src],
      [from, table.out, table.dst],
    ] as const) {
      for (let e = adjacency.offsets[v]!; e < adjacency.offsets[v + 1]!; e++) {
        if (list.length >= limit) {
          hidden++;
          continue;
        }
        const edge = adjacency.edges[e]!;
        list.push({
          node: nodeOf(graph, end[edge]!),
          edge: kind,
          places: placesOf(graph, table, edge),
          count: table.counts[edge]!,
        });
      }
    }
  }
  return { node: nodeOf(graph, v), into, from, hidden };
}

async function pathOf(
  graph: CodeGraph,
  { from, to, kinds: asked }: GraphComm['path']['argument'],
  task: Task,
): Promise<GraphComm['path']['answer']> {
  const kinds = (asked ?? CALL_KINDS).filter((kind) => graph.has(kind));
  if (kinds.length === 0)
    throw new CodedError(
      'empty_gap',
      `no edges to follow: the dump carries none of ${(asked ?? CALL_KINDS).join(', ')}`,
    );
  const tables = kinds.map((kind) => graph.edges(kind));
  const size = tables.reduce((sum, table) => sum + table.count, 0);
  const src = new Uint32Array(size);
  const dst = new Uint32Array(size);
  let at = 0;
  for (const table of tables) {
    src.set(table.src.subarray(0, table.count), at);
    dst.set(table.dst.subarray(0, table.count), at);
    at += table.count;
  }
  const starts = graph.match(from);
  const ends = graph.match(to);
  const nodes = await path(
    linksFromEdges(graph.nodeCount + graph.refCount, src, dst),
    starts,
    ends,
    { task },
  );
  const hops = [...(nodes ?? [])].map((v, i): Hop =>
    i === 0 ? { node: nodeOf(graph, v), places: [] } : hop(graph, tables, nodes![i - 1]!, v),
  );
  return { hops, kinds, starts: starts.length, ends: ends.length };
}

/** The first edge between two nodes, by the order of the kinds. */
function hop(graph: CodeGraph, tables: readonly EdgeTable[], from: number, to: number): Hop {
  for (const table of tables) {
    const { offsets, targets, edges } = table.out;
    for (let e = offsets[from]!; e < offsets[from + 1]!; e++) {
      if (targets[e] === to)
        return {
          node: nodeOf(graph, to),
          edge: table.kind as EdgeKind,
          places: placesOf(graph, table, edges[e]!),
        };
    }
  }
  return { node: nodeOf(graph, to), places: [] };
}
