import type { CodeGraph } from '../../graph/index.js';
import { hops, parents, reversed, NO_NODE, type Links } from '../../ops/index.js';
import type { CallGraph } from '../call-graph.js';
import type { Sets } from './sets.js';

export const DOOR_CLASSES = ['BYPASS', 'through-gate', 'gate-door', 'latent'] as const;
export type DoorClass = (typeof DOOR_CLASSES)[number];

/** A function that calls a sink itself: one door for each sink that it calls. Numbers of the call graph. */
export interface Door {
  readonly class: DoorClass;
  readonly door: number;
  readonly sink: number;
  /** entry → … → door → sink, for a BYPASS. */
  readonly path: readonly number[] | null;
  /** Whether the door calls the gate itself: a check before the write, which this reading does not see. */
  readonly callsChoke: boolean;
}

/**
 * Phase 1 (S1:2287-2308): whether an entry reaches a door without passing a blocked function. The door itself is never
 * tested; B_strict = C ∪ S ∪ T, B_loose = S ∪ T. One walk from all entries serves every door; of the shortest paths the
 * one by smallest parents is shown.
 */
export async function doorsOf(graph: CodeGraph, calls: CallGraph, sets: Sets): Promise<Door[]> {
  const { links } = calls;
  const isSink = flags(calls, sets.sinks);
  const isChoke = flags(calls, sets.chokes);
  const isEntry = flags(
    calls,
    sets.entries.filter((e) => isSink[e] === 0),
  );
  const loose = isSink.map((flag, v) => flag | sets.excluded[v]!);
  const strict = loose.map((flag, v) => flag | isChoke[v]!);
  const entries = [...isEntry.keys()].filter((v) => isEntry[v] === 1);
  const open = await walk(links, entries, strict);
  const around = await walk(links, entries, loose);
  const callers = reversed(links);
  const rows = directCalls(graph, calls)
    .filter(([f, s]) => isSink[s] === 1 && isSink[f] === 0 && sets.scope[f] === 1)
    .map(([door, sink]): Door => {
      const row = { door, sink, callsChoke: callsAny(links, door, isChoke) };
      if (isChoke[door] === 1) return { ...row, class: 'gate-door', path: null };
      if (isEntry[door] === 1) return { ...row, class: 'BYPASS', path: [door, sink] };
      const by = nearestCaller(callers, door, open.distance);
      if (by >= 0)
        return { ...row, class: 'BYPASS', path: [...pathTo(open.parent, by), door, sink] };
      return {
        ...row,
        class: nearestCaller(callers, door, around.distance) >= 0 ? 'through-gate' : 'latent',
        path: null,
      };
    });
  return rows.sort(
    (a, b) =>
      DOOR_CLASSES.indexOf(a.class) - DOOR_CLASSES.indexOf(b.class) ||
      a.door - b.door ||
      a.sink - b.sink,
  );
}

function flags({ nodes }: CallGraph, members: readonly number[]): Uint8Array {
  const set = new Uint8Array(nodes.length);
  for (const v of members) set[v] = 1;
  return set;
}

async function walk(links: Links, entries: readonly number[], avoid: Uint8Array) {
  return {
    distance: await hops(links, entries, { avoid }),
    parent: await parents(links, entries, { avoid }),
  };
}

/** CALLS between callables, sorted: a door is a direct call, never a dispatch. */
function directCalls(
  graph: CodeGraph,
  { numberOf }: CallGraph,
): [caller: number, callee: number][] {
  const { count, src, dst } = graph.edges('CALLS');
  const pairs: [number, number][] = [];
  for (let e = 0; e < count; e++) {
    const [from, to] = [numberOf[src[e]!]!, numberOf[dst[e]!]!];
    if (from >= 0 && to >= 0) pairs.push([from, to]);
  }
  return pairs;
}

function callsAny({ offsets, targets }: Links, f: number, set: Uint8Array): boolean {
  for (let e = offsets[f]!; e < offsets[f + 1]!; e++) if (set[targets[e]!] === 1) return true;
  return false;
}

/** The caller nearest to an entry, smallest first; -1 where none was reached. */
function nearestCaller({ offsets, targets }: Links, door: number, distance: Int32Array): number {
  let best = -1;
  for (let e = offsets[door]!; e < offsets[door + 1]!; e++) {
    const caller = targets[e]!;
    if (caller === door || distance[caller]! < 0) continue;
    if (best < 0 || distance[caller]! < distance[best]!) best = caller;
  }
  return best;
}

/** From a seed of the walk to the node. */
export function pathTo(parent: Uint32Array, node: number): number[] {
  const path = [node];
  for (let v = parent[node]!; v !== NO_NODE; v = parent[v]!) path.push(v);
  return path.reverse();
}
