import type { RunContext } from '../grb/index.js';
import {
  checkSeeds,
  nodeCount,
  operation,
  type GraphInput,
  type Links,
  type Poll,
} from './links.js';

export interface VertexCutOptions extends RunContext {
  /** Whether sources and sinks may be cut too. */
  readonly ends?: 'interior' | 'any';
}

/** The fewest vertices that meet every path from a source to a sink. */
export interface VertexCut {
  /** Number of vertices = number of vertex-disjoint paths (Menger 1927). */
  readonly size: number;
  /** The minimum cut nearest the sources, ascending. */
  readonly nearSources: Uint32Array;
  /** The minimum cut nearest the sinks, ascending. */
  readonly nearSinks: Uint32Array;
  /** `size` vertex-disjoint paths, each from a source to a sink. */
  readonly paths: readonly Uint32Array[];
}

/** Why no set of other vertices can separate the ends. */
export interface Uncuttable {
  /** Edges from a source straight to a sink. */
  readonly direct: readonly (readonly [source: number, sink: number])[];
  /** Nodes that are both. */
  readonly both: readonly number[];
}

/**
 * A minimum vertex cut between sources and sinks, or why there is none.
 *
 * Each vertex is split into an entry and an exit joined by an arc of capacity 1 (unbounded for the ends when only the
 * interior may be cut); every other arc is unbounded. Edges into a source and out of a sink are dropped: any path has a
 * part without them. Flow by Edmonds and Karp 1972, arcs in order of their target, so that the paths are always the
 * same; the two cuts are the extremes of Picard and Queyranne 1980 and do not depend on the flow. No product.
 * Cost: O(size · (n + m)).
 */
export async function minVertexCut(
  graph: GraphInput,
  sources: ArrayLike<number>,
  sinks: ArrayLike<number>,
  options: VertexCutOptions = {},
): Promise<VertexCut | Uncuttable> {
  const cut = (links: Links, poll: Poll): VertexCut | Uncuttable => {
    const n = nodeCount(links);
    const isSource = flags(checkSeeds('source', sources, n), n);
    const isSink = flags(checkSeeds('sink', sinks, n), n);
    const interior = options.ends !== 'any';
    const why = interior ? uncuttable(links, isSource, isSink) : { direct: [], both: [] };
    if (why.direct.length > 0 || why.both.length > 0) return why;
    return maximumFlow(new Network(links, isSource, isSink, interior), poll);
  };
  return operation('min vertex cut', graph, options, cut, (result) =>
    'size' in result ? result.size : 0,
  );
}

function flags(seeds: Uint32Array, n: number): Uint8Array {
  const set = new Uint8Array(n);
  for (const seed of seeds) set[seed] = 1;
  return set;
}

function uncuttable(
  { offsets, targets }: Links,
  isSource: Uint8Array,
  isSink: Uint8Array,
): Uncuttable {
  const direct: [number, number][] = [];
  const both: number[] = [];
  for (let v = 0; v < isSource.length; v++) {
    if (isSource[v] === 0) continue;
    if (isSink[v] === 1) both.push(v);
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++)
      if (isSink[targets[e]!] === 1 && targets[e] !== v) direct.push([v, targets[e]!]);
  }
  return { direct, both };
}

const UNBOUNDED = 0x3fff_ffff;

/** The split network with its residual arcs, sorted by target. Vertex v enters at 2v and leaves at 2v + 1. */
class Network {
  readonly start: number;
  readonly end: number;
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** Residual capacity of each arc. */
  readonly room: Int32Array;
  /** The arc that runs the other way. */
  readonly twin: Uint32Array;
  /** Whether an arc carries flow in its own direction, as opposed to undoing one. */
  readonly forward: Uint8Array;

  constructor(links: Links, isSource: Uint8Array, isSink: Uint8Array, interior: boolean) {
    const n = nodeCount(links);
    this.start = 2 * n;
    this.end = 2 * n + 1;
    const from: number[] = [];
    const to: number[] = [];
    const capacity: number[] = [];
    const arc = (a: number, b: number, room: number): void => {
      from.push(a, b);
      to.push(b, a);
      capacity.push(room, 0);
    };
    for (let v = 0; v < n; v++) {
      const isEnd = isSource[v] === 1 || isSink[v] === 1;
      arc(2 * v, 2 * v + 1, interior && isEnd ? UNBOUNDED : 1);
      if (isSource[v] === 1) arc(this.start, 2 * v, UNBOUNDED);
      if (isSink[v] === 1) arc(2 * v + 1, this.end, UNBOUNDED);
      if (isSink[v] === 1) continue;
      for (let e = links.offsets[v]!; e < links.offsets[v + 1]!; e++) {
        const w = links.targets[e]!;
        if (w !== v && isSource[w] === 0) arc(2 * v + 1, 2 * w, UNBOUNDED);
      }
    }
    const order = Uint32Array.from(from.keys()).sort(
      (a, b) => from[a]! - from[b]! || to[a]! - to[b]!,
    );
    const place = new Uint32Array(order.length);
    order.forEach((index, position) => (place[index] = position));
    this.offsets = new Uint32Array(2 * n + 3);
    for (const a of from) this.offsets[a + 1]!++;
    for (let a = 0; a < 2 * n + 2; a++) this.offsets[a + 1]! += this.offsets[a]!;
    this.targets = Uint32Array.from(order, (index) => to[index]!);
    this.room = Int32Array.from(order, (index) => capacity[index]!);
    this.twin = Uint32Array.from(order, (index) => place[index ^ 1]!);
    this.forward = Uint8Array.from(order, (index) => (index & 1) ^ 1);
  }

  /** Flow of an arc: what its twin could undo. */
  flow(arc: number): number {
    return this.forward[arc] === 1 ? this.room[this.twin[arc]!]! : 0;
  }
}

function maximumFlow(network: Network, poll: Poll): VertexCut {
  let size = 0;
  while (augment(network, poll)) size++;
  const fromStart = residualReach(network, network.start, (arc) => network.room[arc]!);
  const toEnd = residualReach(network, network.end, (arc) => network.room[network.twin[arc]!]!);
  const nearSources: number[] = [];
  const nearSinks: number[] = [];
  for (let v = 0; 2 * v < network.start; v++) {
    if (fromStart[2 * v] === 1 && fromStart[2 * v + 1] === 0) nearSources.push(v);
    if (toEnd[2 * v + 1] === 1 && toEnd[2 * v] === 0) nearSinks.push(v);
  }
  return {
    size,
    nearSources: Uint32Array.from(nearSources),
    nearSinks: Uint32Array.from(nearSinks),
    paths: disjointPaths(network, size),
  };
}

/** One unit along a shortest residual path; false when there is none. */
function augment({ offsets, targets, room, twin, start, end }: Network, poll: Poll): boolean {
  const by = new Int32Array(offsets.length - 1).fill(-1);
  const queue = new Uint32Array(offsets.length - 1);
  let tail = 0;
  queue[tail++] = start;
  for (let head = 0; head < tail && by[end] === -1; head++) {
    const a = queue[head]!;
    poll.spend(offsets[a + 1]! - offsets[a]! + 1);
    for (let arc = offsets[a]!; arc < offsets[a + 1]!; arc++) {
      const b = targets[arc]!;
      if (room[arc] === 0 || by[b] !== -1 || b === start) continue;
      by[b] = arc;
      queue[tail++] = b;
    }
  }
  if (by[end] === -1) return false;
  for (let at = end; at !== start; at = targets[twin[by[at]!]!]!) {
    const arc = by[at]!;
    room[arc]!--;
    room[twin[arc]!]!++;
  }
  return true;
}

/** Nodes joined with `from` by arcs that have room, in the direction that `room` reads. */
function residualReach(
  { offsets, targets }: Network,
  from: number,
  room: (arc: number) => number,
): Uint8Array {
  const met = new Uint8Array(offsets.length - 1);
  const queue = [from];
  met[from] = 1;
  for (let v = queue.pop(); v !== undefined; v = queue.pop()) {
    for (let arc = offsets[v]!; arc < offsets[v + 1]!; arc++) {
      const w = targets[arc]!;
      if (met[w] === 1 || room(arc) === 0) continue;
      met[w] = 1;
      queue.push(w);
    }
  }
  return met;
}

/** Takes the flow apart: from the start along the smallest arc that still carries some. */
function disjointPaths(network: Network, size: number): Uint32Array[] {
  const { offsets, targets, start, end } = network;
  const left = Int32Array.from(targets, (_, arc) => network.flow(arc));
  const paths: Uint32Array[] = [];
  for (let k = 0; k < size; k++) {
    const path: number[] = [];
    for (let at = start; at !== end;) {
      let arc = offsets[at]!;
      while (left[arc]! <= 0) arc++;
      left[arc]!--;
      at = targets[arc]!;
      if (at < start && at % 2 === 0) path.push(at / 2);
    }
    paths.push(Uint32Array.from(path));
  }
  return paths;
}
