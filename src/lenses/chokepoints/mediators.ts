import { dominatorChain, dominators, NO_NODE, reversed } from '../../ops/index.js';
import { withSuperSink, type Corridor } from './corridor.js';

/** Dominators of the corridor entered at all entries, post-dominators of it left at all sinks. */
export interface Mediators {
  /** Immediate dominator; n = the super-entry ⊤. */
  readonly idom: Uint32Array;
  /** Immediate post-dominator; n = the super-sink ⊥. */
  readonly ipdom: Uint32Array;
  readonly depth: Uint32Array;
  /** Strict dominators of ⊥ from ⊤ down: on every path from any entry to any sink. */
  readonly chain: readonly number[];
}

export async function mediatorsOf({ links, entries, sinks }: Corridor): Promise<Mediators> {
  const n = links.offsets.length - 1;
  const below = await dominators(withSuperSink(links, sinks), entries);
  const above = await dominators(reversed(links), sinks);
  const depth = new Uint32Array(n);
  for (const v of below.preorder)
    if (v < n) depth[v] = below.idom[v]! > n ? 1 : (depth[below.idom[v]!] ?? 0) + 1;
  // The first tree has one vertex more, so that its virtual root is n + 1.
  const idom = below.idom.slice(0, n).map((d) => (d === NO_NODE ? d : Math.min(d, n)));
  return { idom, ipdom: above.idom, depth, chain: dominatorChain(below, n) };
}
