import type { RunContext } from '../grb/index.js';
import {
  checkSeeds,
  nodeCount,
  operation,
  type GraphInput,
  type Links,
  type Poll,
} from './links.js';
import { distances, type ReachOptions } from './reach.js';

/** No parent: a seed, or a node that no seed leads to. */
export const NO_NODE = 0xffff_ffff;

/**
 * Breadth-first parents: of each node's predecessors one hop nearer to a seed, the smallest ordinal; `NO_NODE`
 * for seeds and for nodes out of reach.
 *
 * Formula: p(v) = min {u : (u, v) ∈ E, d(u) = d(v) − 1}.
 * Product: p⟨¬seen⟩ = q MIN.FIRST A, q holding each frontier node's own ordinal, once a hop. Cost: O(n + m).
 */
export async function parents(
  graph: GraphInput,
  seeds: ArrayLike<number>,
  options: ReachOptions = {},
): Promise<Uint32Array> {
  return operation(
    'parents min_first',
    graph,
    options,
    (links, poll) =>
      smallestParents(links, checkSeeds('seed', seeds, nodeCount(links)), options, poll),
    (p) => p.reduce((count, u) => count + (u === NO_NODE ? 0 : 1), 0),
  );
}

function smallestParents(
  links: Links,
  seeds: Uint32Array,
  options: ReachOptions,
  poll: Poll,
): Uint32Array {
  const n = nodeCount(links);
  const distance = distances(links, seeds, options, poll);
  const parent = new Uint32Array(n).fill(NO_NODE);
  for (let u = 0; u < n; u++) {
    if (distance[u]! < 0) continue;
    const next = distance[u]! + 1;
    const end = links.offsets[u + 1]!;
    poll.spend(end - links.offsets[u]! + 1);
    for (let e = links.offsets[u]!; e < end; e++) {
      const v = links.targets[e]!;
      if (distance[v] === next && parent[v] === NO_NODE) parent[v] = u;
    }
  }
  return parent;
}

/**
 * A shortest path from any seed to any goal, both ends included, or `null` when none leads there. Among the
 * shortest, the goal with the smallest ordinal, then by its smallest parents (`parents`).
 *
 * Cost: O(n + m).
 */
export async function path(
  graph: GraphInput,
  seeds: ArrayLike<number>,
  goals: ArrayLike<number>,
  options: RunContext & Pick<ReachOptions, 'avoid'> = {},
): Promise<Uint32Array | null> {
  const walk = (links: Links, poll: Poll): Uint32Array | null => {
    const n = nodeCount(links);
    const sources = checkSeeds('seed', seeds, n);
    const ends = checkSeeds('goal', goals, n);
    const distance = distances(links, sources, options, poll);
    let goal = NO_NODE;
    for (const end of ends) {
      if (distance[end]! < 0) continue;
      if (
        goal === NO_NODE ||
        distance[end]! < distance[goal]! ||
        (distance[end] === distance[goal] && end < goal)
      )
        goal = end;
    }
    if (goal === NO_NODE) return null;
    const parent = smallestParents(links, sources, options, poll);
    const nodes = new Uint32Array(distance[goal]! + 1);
    for (let k = nodes.length - 1, v = goal; k >= 0; k--) {
      nodes[k] = v;
      v = parent[v]!;
    }
    return nodes;
  };
  return operation('path min_first', graph, options, walk, (nodes) => nodes?.length ?? 0);
}
