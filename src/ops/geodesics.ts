import type { RunContext } from '../grb/index.js';
import {
  checkSeeds,
  nodeCount,
  operation,
  reversed,
  type GraphInput,
  type Links,
  type Poll,
} from './links.js';
import { distances } from './reach.js';

/** How much of the shortest paths between two sets runs through each node. */
export interface Geodesics {
  /** Pairs (source, sink) for which the node lies strictly inside some shortest path. */
  readonly pairs: Uint32Array;
  /**
   * Betweenness restricted to those pairs (Brandes 2001): Σ σ(s,v)·σ(v,t) / σ(s,t), in doubles, summed by source, then
   * sink. A hint, never the order of an answer.
   */
  readonly between: Float64Array;
}

/**
 * Geodesics from sources to sinks. Product: two MIN.PLUS layers a source, S × V and V × T; here one queue a source and
 * one walk back from each sink over the shortest paths only. Cost: O(sources · (n + m)) and the paths' own size.
 */
export async function geodesics(
  graph: GraphInput,
  sources: ArrayLike<number>,
  sinks: ArrayLike<number>,
  options: RunContext = {},
): Promise<Geodesics> {
  const count = (links: Links, poll: Poll): Geodesics => {
    const n = nodeCount(links);
    const from = checkSeeds('source', sources, n);
    const to = checkSeeds('sink', sinks, n);
    const tally = new Tally(links, reversed(links, poll));
    for (const source of from) tally.add(source, to, poll);
    return { pairs: tally.pairs, between: tally.between };
  };
  return operation('geodesics min_plus', graph, options, count, ({ pairs }) =>
    pairs.reduce((sum, p) => sum + (p > 0 ? 1 : 0), 0),
  );
}

/** Betweenness restricted to the pairs of two sets: `geodesics(…).between`. */
export async function betweenness(
  graph: GraphInput,
  sources: ArrayLike<number>,
  sinks: ArrayLike<number>,
  options: RunContext = {},
): Promise<Float64Array> {
  return (await geodesics(graph, sources, sinks, options)).between;
}

class Tally {
  readonly pairs: Uint32Array;
  readonly between: Float64Array;
  readonly #paths: Float64Array;
  readonly #back: Float64Array;

  constructor(
    readonly links: Links,
    readonly transposed: Links,
  ) {
    const n = nodeCount(links);
    this.pairs = new Uint32Array(n);
    this.between = new Float64Array(n);
    this.#paths = new Float64Array(n);
    this.#back = new Float64Array(n);
  }

  add(source: number, sinks: Uint32Array, poll: Poll): void {
    const distance = distances(this.links, Uint32Array.of(source), {}, poll);
    this.#countPaths(source, distance, poll);
    for (const sink of sinks)
      if (sink !== source && distance[sink]! > 0) this.#walkBack(source, sink, distance, poll);
  }

  /** σ(source, v) for all v, by distance. */
  #countPaths(source: number, distance: Int32Array, poll: Poll): void {
    const { offsets, targets } = this.links;
    const paths = this.#paths.fill(0);
    paths[source] = 1;
    const queue = [source];
    const queued = new Uint8Array(distance.length);
    queued[source] = 1;
    for (const v of queue) {
      poll.spend(offsets[v + 1]! - offsets[v]! + 1);
      for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
        const w = targets[e]!;
        if (distance[w] !== distance[v]! + 1) continue;
        paths[w]! += paths[v]!;
        if (queued[w] === 1) continue;
        queued[w] = 1;
        queue.push(w);
      }
    }
  }

  /** Every node on a shortest path to the sink, nearest the sink first: σ(v, sink) is complete when v is taken. */
  #walkBack(source: number, sink: number, distance: Int32Array, poll: Poll): void {
    const { offsets, targets } = this.transposed;
    const back = this.#back;
    const met = [sink];
    back[sink] = 1;
    for (const v of met) {
      poll.spend(offsets[v + 1]! - offsets[v]! + 1);
      for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
        const u = targets[e]!;
        if (distance[u]! < 0 || distance[u]! + 1 !== distance[v]) continue;
        if (back[u] === 0) met.push(u);
        back[u]! += back[v]!;
      }
    }
    const all = this.#paths[sink]!;
    for (const v of met) {
      if (v !== source && v !== sink) {
        this.pairs[v]!++;
        this.between[v]! += (this.#paths[v]! * back[v]!) / all;
      }
      back[v] = 0;
    }
  }
}
