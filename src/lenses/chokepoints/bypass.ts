import {
  minVertexCut,
  parents,
  reach,
  NO_NODE,
  type Uncuttable,
  type VertexCut,
} from '../../ops/index.js';
import type { Corridor } from './corridor.js';

/** A way from an entry to a sink that meets no gate. */
export interface Witness {
  readonly entry: number;
  readonly sink: number;
  /** Vertices, both ends included. */
  readonly path: readonly number[];
}

/** What a proposed set of gates does. */
export interface Bypass {
  readonly gates: readonly number[];
  /** Gates that lie outside the corridor: nothing from an entry to a sink passes them. */
  readonly idle: number;
  readonly mediated: boolean;
  /** One shortest way for each pair that is left; by hops, entry, sink. */
  readonly witnesses: readonly Witness[];
  /** The fewest further gates needed, or why no set would do. */
  readonly toComplete: VertexCut | Uncuttable;
}

/** Walks around the gates: q⟨¬v ∧ ¬g⟩ = q ANY.PAIR H from each entry. A gate that is an end closes it. */
export async function bypassOf(
  corridor: Corridor,
  gates: readonly number[],
  idle: number,
  ends: 'interior' | 'any',
): Promise<Bypass> {
  const { links } = corridor;
  const avoid = new Uint8Array(links.offsets.length - 1);
  for (const gate of gates) avoid[gate] = 1;
  const open = (list: Uint32Array): Uint32Array => list.filter((v) => avoid[v] === 0);
  const [entries, sinks] = [open(corridor.entries), open(corridor.sinks)];
  const witnesses: Witness[] = [];
  for (const entry of entries) {
    const parent = await parents(links, [entry], { avoid });
    for (const sink of sinks)
      if (parent[sink] !== NO_NODE)
        witnesses.push({ entry, sink, path: walkBack(parent, entry, sink) });
  }
  witnesses.sort((a, b) => a.path.length - b.path.length || a.entry - b.entry || a.sink - b.sink);
  const reached = await reach(links, entries, { avoid });
  return {
    gates,
    idle,
    mediated: sinks.every((sink) => reached[sink] === 0),
    witnesses,
    toComplete: await minVertexCut(withoutVertices(corridor, avoid), entries, sinks, { ends }),
  };
}

function walkBack(parent: Uint32Array, entry: number, sink: number): number[] {
  const path = [sink];
  for (let v = sink; v !== entry;) path.push((v = parent[v]!));
  return path.reverse();
}

/** The same vertices with no call into or out of the gates. */
function withoutVertices(
  { links }: Corridor,
  avoid: Uint8Array,
): { offsets: Uint32Array; targets: Uint32Array } {
  const n = avoid.length;
  const offsets = new Uint32Array(n + 1);
  const targets = new Uint32Array(links.targets.length);
  let at = 0;
  for (let v = 0; v < n; v++) {
    for (let e = links.offsets[v]!; e < links.offsets[v + 1]! && avoid[v] === 0; e++) {
      if (avoid[links.targets[e]!] === 0) targets[at++] = links.targets[e]!;
    }
    offsets[v + 1] = at;
  }
  return { offsets, targets: targets.slice(0, at) };
}
