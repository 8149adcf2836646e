import type { CodeGraph } from '../../graph/index.js';
import { hops, induced, reachCounts, reversed, type Links } from '../../ops/index.js';
import type { CallGraph } from '../call-graph.js';

/** Entries and sinks by number in the call graph. */
export interface Ends {
  readonly entries: readonly number[];
  readonly sinks: readonly number[];
}

/**
 * Everything between the entries and the sinks: C = fwd(E) ∩ bwd(T), the calls inside it, and how it lies between its
 * ends. Its vertices are numbered in the order of their ids.
 */
export interface Corridor {
  /** Ordinal in the dump of each vertex. */
  readonly ordinals: Uint32Array;
  readonly links: Links;
  readonly entries: Uint32Array;
  readonly sinks: Uint32Array;
  /** Hops from the nearest entry, and to the nearest sink. */
  readonly depth: Int32Array;
  readonly distance: Int32Array;
  /** Entries that reach each vertex, and sinks that it reaches; itself counted. */
  readonly exposure: Uint32Array;
  readonly impact: Uint32Array;
  /** Entries that reach no sink, and sinks that none reaches. */
  readonly entriesCutOff: number;
  readonly sinksCutOff: number;
  /** Vertices that the entries reach, and that reach the sinks. */
  readonly forward: number;
  readonly backward: number;
  /** Ordinals of what the entries reach that calls through a value (a parameter, a field): the calls end there. */
  readonly byValue: readonly number[];
  /** Ordinals of what reaches a sink, the sinks left out. */
  readonly callersOfSinks: readonly number[];
  /** Of a corridor over blocks: each vertex's function, and what it may call, as ordinals. */
  readonly blocks?: {
    readonly fn: Uint32Array;
    readonly callees: readonly (readonly number[])[];
  };
}

/** A graph to find a corridor in: its vertices by their ordinals in the dump, in the order of their ids. */
export interface CorridorInput {
  readonly ordinals: Uint32Array;
  readonly links: Links;
  readonly entries: readonly number[];
  readonly sinks: readonly number[];
  /** 1 = not to be passed. */
  readonly outside: Uint8Array;
  /** Vertices that call through a value. */
  readonly byValue: readonly number[];
}

/** `scope` is one byte a node of the dump; the ends are in it whatever it says. */
export async function corridorOf(
  graph: CodeGraph,
  calls: CallGraph,
  ends: Ends,
  scope: Uint8Array,
): Promise<Corridor> {
  const { nodes, links } = calls;
  const outside = Uint8Array.from(nodes, (v) => (v < scope.length && scope[v] === 1 ? 0 : 1));
  for (const end of [...ends.entries, ...ends.sinks]) outside[end] = 0;
  return corridorBetween({
    ordinals: nodes,
    links,
    ...ends,
    outside,
    byValue: callersByValue(graph, calls),
  });
}

export async function corridorBetween({
  ordinals,
  links,
  outside,
  byValue,
  ...ends
}: CorridorInput): Promise<Corridor> {
  const forward = await hops(links, ends.entries, { avoid: outside });
  const backward = await hops(reversed(links), ends.sinks, { avoid: outside });
  const inside = Uint8Array.from(forward, (d, v) => (d >= 0 && backward[v]! >= 0 ? 1 : 0));
  const part = induced(links, inside);
  const within = (list: readonly number[]): Uint32Array =>
    Uint32Array.from(list.map((v) => part.numberOf[v]!).filter((v) => v >= 0));
  const [entries, sinks] = [within(ends.entries), within(ends.sinks)];
  return {
    ordinals: part.nodes.map((v) => ordinals[v]!),
    links: part.links,
    entries,
    sinks,
    depth: Int32Array.from(part.nodes, (v) => forward[v]!),
    distance: Int32Array.from(part.nodes, (v) => backward[v]!),
    exposure: await reachCounts(part.links, entries),
    impact: await reachCounts(reversed(part.links), sinks),
    entriesCutOff: ends.entries.length - entries.length,
    sinksCutOff: ends.sinks.length - sinks.length,
    forward: count(forward),
    backward: count(backward),
    byValue: nearestFirst(byValue, forward).map((v) => ordinals[v]!),
    callersOfSinks: nearestFirst([...backward.keys()], backward)
      .filter((v) => backward[v]! > 0)
      .map((v) => ordinals[v]!),
  };
}

const count = (distance: Int32Array): number =>
  distance.reduce((sum, d) => sum + (d >= 0 ? 1 : 0), 0);

/** Those that a walk reached, by its hops, then by number. */
const nearestFirst = (vertices: readonly number[], hopsTo: Int32Array): number[] =>
  vertices.filter((v) => hopsTo[v]! >= 0).sort((a, b) => hopsTo[a]! - hopsTo[b]! || a - b);

function callersByValue(graph: CodeGraph, { numberOf }: CallGraph): number[] {
  const { src, dst, count: edges } = graph.edges('CALLS');
  const callers = new Set<number>();
  for (let e = 0; e < edges; e++) {
    const from = numberOf[src[e]!]!;
    if (from >= 0 && numberOf[dst[e]!]! < 0) callers.add(from);
  }
  return [...callers];
}

/** The corridor with one vertex more, n, to which every one of `ends` leads. */
export function withSuperSink({ offsets, targets }: Links, ends: Uint32Array): Links {
  const n = offsets.length - 1;
  const isEnd = new Uint8Array(n);
  for (const end of ends) isEnd[end] = 1;
  const more = new Uint32Array(n + 2);
  const to = new Uint32Array(targets.length + ends.length);
  let at = 0;
  for (let v = 0; v < n; v++) {
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) to[at++] = targets[e]!;
    if (isEnd[v] === 1) to[at++] = n;
    more[v + 1] = at;
  }
  more[n + 1] = at;
  return { offsets: more, targets: to.slice(0, at) };
}
