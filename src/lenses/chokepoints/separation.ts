import { dominators, NO_NODE, reversed, type Links } from '../../ops/index.js';
import type { Task } from '../../task/index.js';
import type { Corridor } from './corridor.js';

/** How many pairs (entry, sink) each vertex separates. */
export interface Separation {
  /** cut(v): pairs, v none of their ends, whose every path meets v. */
  readonly cut: Float64Array;
  /** |Π|: pairs of different ends that a path joins. */
  readonly pairs: number;
  readonly entries: Uint32Array;
  readonly sinks: Uint32Array;
  /** Whether only the first `maxTrees` roots were looked at. */
  readonly limited: boolean;
}

/**
 * Exact, without removing any vertex: v separates (e, t) when it strictly dominates t in the dominator tree of e. One
 * tree for each entry, or for each sink on the turned graph where these are fewer; both give the same sums.
 */
export async function separationOf(
  corridor: Corridor,
  maxTrees: number,
  task: Task,
): Promise<Separation> {
  const bySink = corridor.sinks.length < corridor.entries.length;
  const links = bySink ? reversed(corridor.links) : corridor.links;
  const all = bySink ? corridor.sinks : corridor.entries;
  const ends = bySink ? corridor.entries : corridor.sinks;
  const roots = all.subarray(0, maxTrees);
  const cut = new Float64Array(links.offsets.length - 1);
  let pairs = 0;
  for (let i = 0; i < roots.length; i++) {
    task.progress('separation', i, roots.length);
    pairs += await separatedFrom(links, roots[i]!, ends, cut);
  }
  const [entries, sinks] = bySink ? [corridor.entries, roots] : [roots, corridor.sinks];
  return { cut, pairs, entries, sinks, limited: roots.length < all.length };
}

/** Adds the pairs of one root that each vertex separates; gives the number of its pairs. */
async function separatedFrom(
  links: Links,
  root: number,
  ends: Uint32Array,
  cut: Float64Array,
): Promise<number> {
  const { idom, preorder } = await dominators(links, [root]);
  // Ends in the subtree of each vertex, itself left out until its own turn.
  const below = new Float64Array(cut.length);
  const isEnd = new Uint8Array(cut.length);
  let pairs = 0;
  for (const end of ends) {
    if (end === root || idom[end] === NO_NODE) continue;
    isEnd[end] = 1;
    pairs++;
  }
  for (let i = preorder.length - 1; i > 0; i--) {
    const v = preorder[i]!;
    cut[v]! += below[v]!;
    below[idom[v]!]! += below[v]! + isEnd[v]!;
  }
  return pairs;
}
