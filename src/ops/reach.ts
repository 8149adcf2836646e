import type { RunContext } from '../grb/index.js';
import {
  checkSeeds,
  nodeCount,
  operation,
  type GraphInput,
  type Links,
  type Poll,
} from './links.js';

export interface ReachOptions extends RunContext {
  /** Nodes never entered (a seed among them isn't either): one byte a node. */
  readonly avoid?: Uint8Array;
  /** Greatest number of hops; unlimited where absent. */
  readonly maxHops?: number;
}

/**
 * Distance of every node from the nearest seed, in hops; -1 where no seed leads.
 *
 * Formula: d(v) = min over seeds s of the length of a path s → v; d(s) = 0.
 * Product: q⟨¬seen⟩ = q ANY.PAIR A, once a hop, push only; as one queue over the rows, since a level of a code
 * graph is small. Cost: O(n + m), 4 bytes a node.
 */
export async function hops(
  graph: GraphInput,
  seeds: ArrayLike<number>,
  options: ReachOptions = {},
): Promise<Int32Array> {
  return operation(
    'hops any_pair',
    graph,
    options,
    (links, poll) => distances(links, checkSeeds('seed', seeds, nodeCount(links)), options, poll),
    reachedCount,
  );
}

/**
 * The nodes that a path of any length, 0 included, leads to from a seed: one byte a node.
 *
 * Formula: R = seeds · (I + A)*. Product: as `hops`. Cost: O(n + m).
 */
export async function reach(
  graph: GraphInput,
  seeds: ArrayLike<number>,
  options: ReachOptions = {},
): Promise<Uint8Array> {
  const flags = (links: Links, poll: Poll): Uint8Array => {
    const distance = distances(links, checkSeeds('seed', seeds, nodeCount(links)), options, poll);
    const reached = new Uint8Array(distance.length);
    for (let v = 0; v < reached.length; v++) reached[v] = distance[v]! >= 0 ? 1 : 0;
    return reached;
  };
  return operation('reach any_pair', graph, options, flags, (reached) => members(reached).length);
}

function reachedCount(distance: Int32Array): number {
  let count = 0;
  for (const d of distance) if (d >= 0) count++;
  return count;
}

/** Breadth first from all seeds at once. */
export function distances(
  links: Links,
  seeds: Uint32Array,
  options: ReachOptions,
  poll: Poll,
): Int32Array {
  const n = nodeCount(links);
  const { offsets, targets } = links;
  const { avoid, maxHops = Infinity } = options;
  const distance = new Int32Array(n).fill(-1);
  const queue = new Uint32Array(n);
  let tail = 0;
  for (const seed of seeds) {
    if (distance[seed] === 0 || avoid?.[seed]) continue;
    distance[seed] = 0;
    queue[tail++] = seed;
  }
  for (let head = 0; head < tail; head++) {
    const v = queue[head]!;
    const next = distance[v]! + 1;
    if (next > maxHops) break;
    const end = offsets[v + 1]!;
    poll.spend(end - offsets[v]! + 1);
    for (let e = offsets[v]!; e < end; e++) {
      const w = targets[e]!;
      if (distance[w]! >= 0 || avoid?.[w]) continue;
      distance[w] = next;
      queue[tail++] = w;
    }
  }
  return distance;
}

/** Ordinals of the set bytes, ascending. */
export function members(flags: Uint8Array): Uint32Array {
  let count = 0;
  for (const flag of flags) if (flag !== 0) count++;
  const list = new Uint32Array(count);
  let k = 0;
  for (let v = 0; v < flags.length; v++) if (flags[v] !== 0) list[k++] = v;
  return list;
}
