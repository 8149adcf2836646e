import { insensitiveReach, type FlowGraph } from './graph.js';
import type { SourceMark } from './marks.js';
import { Ints, type Reach, type StateMap } from './reach.js';
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
 * q⟨¬v⟩ = q · A over bits, 32 sources at a time: t = ⋁ q[u] over u → v, less what v has seen. Sources of one program meet
 * the same vertices, which are then gone through once for all of them: in reverse postorder, so that only what a loop
 * leads back to is gone through again; level by level where a limit counts them.
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
  const order = maxHops > 0 ? null : yield* reversePostorder(graph, killed, sources);
  const found: AnyPath[] = [];
  for (let from = 0; from < sources.length; from += WIDTH) {
    const some = sources.slice(from, from + WIDTH);
    const bits = startOf(graph.size, killed, some);
    for (let more = true, depth = 1; more && (order !== null || depth <= maxHops); depth++) {
      yield from;
      more = order === null ? level(graph, killed, bits) : sweep(graph, killed, bits, order);
    }
    const counts = countsOf(bits.seen, some.length);
    const ofSink = new Map(sinks.map((sink) => [sink, bits.seen[sink]!]));
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

/** Of each vertex the sources that reach it, by bit, and those of them that its successors have not heard of. */
interface Bits {
  readonly seen: Uint32Array;
  readonly fresh: Uint32Array;
  /** Vertices with something fresh, where levels are counted. */
  frontier: number[];
}

function startOf(size: number, killed: Uint8Array, sources: readonly SourceMark[]): Bits {
  const [seen, fresh] = [new Uint32Array(size), new Uint32Array(size)];
  const live = sources.map(({ vertex }) => vertex).filter((vertex) => killed[vertex] === 0);
  sources.forEach(({ vertex }, bit) => {
    if (killed[vertex] === 1) return;
    seen[vertex]! |= 1 << bit;
    fresh[vertex]! |= 1 << bit;
  });
  return { seen, fresh, frontier: [...new Set(live)] };
}

/** Once over all vertices; whether one that lies behind heard something. */
function sweep(
  { offsets, targets }: FlowGraph,
  killed: Uint8Array,
  { seen, fresh }: Bits,
  order: Int32Array,
): boolean {
  let more = false;
  for (const v of order) {
    const bits = fresh[v]!;
    if (bits === 0) continue;
    fresh[v] = 0;
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
      const w = targets[e]!;
      const heard = bits & ~seen[w]!;
      if (heard === 0 || killed[w] === 1) continue;
      seen[w]! |= heard;
      fresh[w]! |= heard;
      more = true;
    }
  }
  return more;
}

/** One step from all that is fresh; whether there is more. */
function level({ offsets, targets }: FlowGraph, killed: Uint8Array, bits: Bits): boolean {
  const { seen, fresh } = bits;
  const told = bits.frontier.map((v) => fresh[v]!);
  for (const v of bits.frontier) fresh[v] = 0;
  const reached: number[] = [];
  bits.frontier.forEach((v, i) => {
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
      const w = targets[e]!;
      const heard = told[i]! & ~seen[w]!;
      if (heard === 0 || killed[w] === 1) continue;
      if (fresh[w] === 0) reached.push(w);
      seen[w]! |= heard;
      fresh[w]! |= heard;
    }
  });
  bits.frontier = reached;
  return reached.length > 0;
}

/** What any source reaches, each vertex before those that it leads to, loops apart. */
function* reversePostorder(
  { size, offsets, targets }: FlowGraph,
  killed: Uint8Array,
  sources: readonly SourceMark[],
): InTurns<Int32Array> {
  const met = new Uint8Array(size);
  const next = offsets.slice(0, size);
  const order = new Ints();
  const way: number[] = [];
  const enter = (v: number): void => {
    if (met[v] === 1 || killed[v] === 1) return;
    met[v] = 1;
    way.push(v);
  };
  for (const { vertex } of sources) {
    enter(vertex);
    for (let v = way.at(-1); v !== undefined; v = way.at(-1)) {
      if (next[v]! < offsets[v + 1]!) enter(targets[next[v]!++]!);
      else order.push(way.pop()!);
    }
    yield 0;
  }
  return order.done().reverse();
}

function countsOf(seen: Uint32Array, sources: number): number[] {
  const counts = new Array<number>(sources).fill(0);
  for (const bits of seen) {
    // The lowest bit that is set, one after the other.
    for (let rest = bits; rest !== 0; rest &= rest - 1) counts[31 - Math.clz32(rest & -rest)]!++;
  }
  return counts;
}
