import { hops, parents } from '../../ops/index.js';
import type { CallGraph } from '../call-graph.js';
import { callEdges, linksOfEdges, returnEdges, type Icfg, type Summaries } from '../icfg.js';
import { pathTo } from './doors.js';
import type { Sets } from './sets.js';

/** Blocks that a walk from the entries reaches around the gate. */
export interface Walk {
  /** Hops from the nearest entry; -1 = not reached. */
  readonly distance: Int32Array;
  readonly parent: Uint32Array;
}

/** Edges of the two walks, and what they start from and keep out of. */
export interface WalkInput {
  readonly icfg: Icfg;
  readonly seeds: readonly number[];
  /** Blocks of the gate. */
  readonly avoid: Uint8Array;
}

/** E′ as entry blocks, and k = 0 on the blocks of every choke. */
export function walkInput(icfg: Icfg, calls: CallGraph, sets: Sets): WalkInput {
  const isChoke = new Set(sets.chokes.map((f) => calls.nodes[f]!));
  const isSink = new Set(sets.sinks);
  const numberOf = new Map(Array.from(icfg.functions, (v, f) => [v, f]));
  const seeds = sets.entries
    .filter((e) => !isSink.has(e))
    .map((e) => icfg.entry[numberOf.get(calls.nodes[e]!)!]!)
    .filter((block) => block >= 0);
  return {
    icfg,
    seeds,
    avoid: Uint8Array.from(icfg.owner, (f) => (isChoke.has(icfg.functions[f]!) ? 1 : 0)),
  };
}

/** A_ins = Intra ∪ Call ∪ Return: a callee may return to any of its callers. */
export function insensitiveWalk(input: WalkInput): Promise<Walk> {
  const { icfg } = input;
  return reachAround(
    input,
    linksOfEdges(icfg.places.length, icfg.intra, callEdges(icfg), returnEdges(icfg)),
  );
}

/** A_mat = Intra ∪ Matched ∪ Call: every return goes back to its own call. */
export function matchedWalk(input: WalkInput, summaries: Summaries): Promise<Walk> {
  const { icfg } = input;
  return reachAround(
    input,
    linksOfEdges(icfg.places.length, icfg.intra, summaries.matched, callEdges(icfg)),
  );
}

async function reachAround(
  { seeds, avoid }: WalkInput,
  links: Parameters<typeof hops>[0],
): Promise<Walk> {
  return {
    distance: await hops(links, seeds, { avoid }),
    parent: await parents(links, seeds, { avoid }),
  };
}

/** A call of a sink that a walk reaches: functions of Φ. */
export interface WalkDoor {
  readonly door: number;
  readonly sink: number;
  /**
   * Which walks reach it. The matched one steps over a call of the gate that returns, which the other can't since the
   * gate's blocks are masked: neither holds the other.
   */
  readonly matched: boolean;
  readonly insensitive: boolean;
  /** Functions from the entry to the sink, consecutive blocks of one folded; by the matched walk where it reaches. */
  readonly path: readonly number[];
}

/** Doors of the block walk (S1:2351-2356), matched ones first, each by door and sink. */
export function walkDoors(
  { icfg, avoid }: WalkInput,
  calls: CallGraph,
  sets: Sets,
  insensitive: Walk,
  matched: Walk,
): WalkDoor[] {
  const isSink = new Set(sets.sinks.map((f) => calls.nodes[f]!));
  const blocksOf = new Map<
    string,
    { readonly door: number; readonly sink: number; readonly blocks: number[] }
  >();
  for (const { block, target } of icfg.calls) {
    if (!isSink.has(icfg.functions[target]!) || avoid[block] === 1) continue;
    const door = icfg.owner[block]!;
    const key = `${door} ${target}`;
    const row = blocksOf.get(key);
    if (row === undefined) blocksOf.set(key, { door, sink: target, blocks: [block] });
    else row.blocks.push(block);
  }
  const doors: WalkDoor[] = [];
  for (const { door, sink, blocks } of blocksOf.values()) {
    const [byMatched, byAny] = [nearest(blocks, matched), nearest(blocks, insensitive)];
    if (byMatched < 0 && byAny < 0) continue;
    const path =
      byMatched >= 0 ? pathTo(matched.parent, byMatched) : pathTo(insensitive.parent, byAny);
    doors.push({
      door,
      sink,
      matched: byMatched >= 0,
      insensitive: byAny >= 0,
      path: [...folded(icfg, path), sink],
    });
  }
  return doors.sort(
    (a, b) => Number(b.matched) - Number(a.matched) || a.door - b.door || a.sink - b.sink,
  );
}

/** The block nearest to an entry, smallest first; -1 where none was reached. */
function nearest(blocks: readonly number[], { distance }: Walk): number {
  let best = -1;
  for (const block of blocks)
    if (distance[block]! >= 0 && (best < 0 || distance[block]! < distance[best]!)) best = block;
  return best;
}

function folded({ owner }: Icfg, blocks: readonly number[]): number[] {
  return blocks.map((block) => owner[block]!).filter((f, i, all) => f !== all[i - 1]);
}
