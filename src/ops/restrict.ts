import type { RunContext } from '../grb/index.js';
import { InvalidArgument } from '../task/index.js';
import {
  checkSeeds,
  nodeCount,
  operation,
  reversed,
  type GraphInput,
  type Links,
  type Poll,
} from './links.js';
import { distances, type ReachOptions } from './reach.js';

/**
 * The graph among some nodes: the same numbering, only edges with both ends inside (one byte a node).
 *
 * Formula: A′ = diag(m)·A·diag(m). As one pass, since the triple product needs two temporaries. Source: S1
 * (mask_by). Cost: O(n + m).
 */
export async function within(
  graph: GraphInput,
  nodes: Uint8Array,
  options: RunContext = {},
): Promise<Links> {
  const restrict = (links: Links, poll: Poll): Links => {
    const n = nodeCount(links);
    if (nodes.length !== n)
      throw new InvalidArgument(
        `node flags of another length than the graph, ${String(n)}: ${String(nodes.length)}`,
      );
    const offsets = new Uint32Array(n + 1);
    const targets = new Uint32Array(links.targets.length);
    let w = 0;
    for (let v = 0; v < n; v++) {
      const end = links.offsets[v + 1]!;
      poll.spend(end - links.offsets[v]! + 1);
      if (nodes[v] !== 0) {
        for (let e = links.offsets[v]!; e < end; e++)
          if (nodes[links.targets[e]!] !== 0) targets[w++] = links.targets[e]!;
      }
      offsets[v + 1] = w;
    }
    return { offsets, targets: targets.slice(0, w) };
  };
  return operation('within', graph, options, restrict, (links) => links.targets.length);
}

/**
 * The nodes from which a path leads to a seed, the seeds themselves left out: one byte a node. A seed on a cycle
 * is left out too: callers who want it add it.
 *
 * Formula: D = seeds·(I + Aᵀ)* ∖ seeds. Product: q⟨¬seen⟩ = q ANY.PAIR Aᵀ. Source: S1 (dependents_by).
 * Cost: O(n + m), the transpose included: pass `reversed` rows to `reach` where they are at hand.
 */
export async function dependents(
  graph: GraphInput,
  seeds: ArrayLike<number>,
  options: ReachOptions = {},
): Promise<Uint8Array> {
  const walk = (links: Links, poll: Poll): Uint8Array => {
    const column = checkSeeds('seed', seeds, nodeCount(links));
    const flags = Uint8Array.from(distances(reversed(links, poll), column, options, poll), (d) =>
      d > 0 ? 1 : 0,
    );
    for (const seed of column) flags[seed] = 0;
    return flags;
  };
  return operation('dependents any_pair', graph, options, walk, (flags) =>
    flags.reduce((count, flag) => count + flag, 0),
  );
}
