import { insensitiveReach, type FlowGraph } from './graph.js';
import type { SourceMark } from './marks.js';
import type { Reach, StateMap } from './reach.js';
import type { InTurns } from './turns.js';

/** What any path of a source reaches: how much of it, and which sinks; the whole walk only where one looks at it. */
export interface AnyPath {
  readonly source: SourceMark;
  readonly level: Pick<StateMap, 'has' | 'size'>;
  readonly whole: () => Reach;
}

/** Sources in one word. */
const WIDTH = 32;

/**
 * q⟨¬v⟩ = q · A over bits, 32 sources at a time, level by level: t = ⋁ q[u] over u → v, less what v has seen. Sources of
 * one program meet the same vertices, which are then gone through once for all of them.
 *
 * @param sinks vertices that are asked of later
 */
export function* anyPaths(
  graph: FlowGraph,
  killed: Uint8Array,
  sources: readonly SourceMark[],
  sinks: readonly number[],
  maxHops: number,
): InTurns<AnyPath[]> {
  const found: AnyPath[] = [];
  for (let from = 0; from < sources.length; from += WIDTH) {
    const some = sources.slice(from, from + WIDTH);
    const seen = yield* seenBy(graph, killed, some, maxHops, from);
    const counts = countsOf(seen, some.length);
    const ofSink = new Map(sinks.map((sink) => [sink, seen[sink]!]));
    some.forEach((source, bit) => {
      found.push({
        source,
        level: {
          has: (sink) => (((ofSink.get(sink) ?? 0) >>> bit) & 1) === 1,
          size: counts[bit]!,
        },
        whole: () => insensitiveReach(graph, killed, source.vertex, maxHops),
      });
    });
  }
  return found;
}

/** Of each vertex the sources that reach it, by bit. */
function* seenBy(
  { size, offsets, targets }: FlowGraph,
  killed: Uint8Array,
  sources: readonly SourceMark[],
  maxHops: number,
  done: number,
): InTurns<Uint32Array> {
  const seen = new Uint32Array(size);
  let [fresh, next] = [new Uint32Array(size), new Uint32Array(size)];
  let frontier: number[] = [];
  sources.forEach(({ vertex }, bit) => {
    if (killed[vertex] === 1) return;
    if (fresh[vertex] === 0) frontier.push(vertex);
    fresh[vertex]! |= 1 << bit;
    seen[vertex]! |= 1 << bit;
  });
  for (let depth = 1; frontier.length > 0 && (maxHops === 0 || depth <= maxHops); depth++) {
    yield done;
    const reached: number[] = [];
    for (const v of frontier) {
      const bits = fresh[v]!;
      fresh[v] = 0;
      for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
        const w = targets[e]!;
        const more = bits & ~seen[w]!;
        if (more === 0 || killed[w] === 1) continue;
        if (next[w] === 0) reached.push(w);
        next[w]! |= more;
        seen[w]! |= more;
      }
    }
    frontier = reached;
    [fresh, next] = [next, fresh];
  }
  return seen;
}

function countsOf(seen: Uint32Array, sources: number): number[] {
  const counts = new Array<number>(sources).fill(0);
  for (const bits of seen) {
    // The lowest bit that is set, one after the other.
    for (let rest = bits; rest !== 0; rest &= rest - 1) counts[31 - Math.clz32(rest & -rest)]!++;
  }
  return counts;
}
