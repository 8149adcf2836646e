import { paramCount, paramsOf, type ResolvedCall } from './calls.js';
import { FLOW_KINDS, type FlowKind } from './flow.js';
import type { FlowEdges } from './flow-edges.js';
import { breadthFirst, plainStates, type Reach } from './reach.js';
import type { InTurns } from './turns.js';
import type { Vertices } from './vertices.js';

const IS_LOCAL = FLOW_KINDS.map((kind) => kind === 'defuse' || kind === 'opaque');
const IS_HEAP = FLOW_KINDS.map(
  (kind) => kind === 'field' || kind === 'global' || kind === 'capture',
);

/** Value flow as compressed rows, both ways; edges of one source by (target, kind, site). */
export class FlowGraph {
  /** Use `flowGraphOf`. */
  constructor(
    readonly size: number,
    readonly offsets: Uint32Array,
    readonly targets: Uint32Array,
    readonly kinds: Uint8Array,
    readonly sites: Int32Array,
    /** What becomes of the parts of the value, as numbers of labels. */
    readonly labels: Uint32Array,
  ) {}

  kindOf(edge: number): FlowKind {
    return FLOW_KINDS[this.kinds[edge]!]!;
  }

  isLocal(edge: number): boolean {
    return IS_LOCAL[this.kinds[edge]!]!;
  }

  isHeap(edge: number): boolean {
    return IS_HEAP[this.kinds[edge]!]!;
  }

  /** Whether some edge leads from one vertex to the other. */
  joins(src: number, dst: number): boolean {
    for (let e = this.offsets[src]!; e < this.offsets[src + 1]!; e++)
      if (this.targets[e] === dst) return true;
    return false;
  }
}

/** The graph of some edges, each once; it yields how many sources' edges stand. */
export function* flowGraphOf(size: number, ...lists: readonly FlowEdges[]): InTurns<FlowGraph> {
  const { starts, list, place } = bySource(size, lists);
  const compare = (a: number, b: number): number => {
    const [one, other] = [lists[list[a]!]!, lists[list[b]!]!];
    const [i, j] = [place[a]!, place[b]!];
    return (
      one.dst.at(i) - other.dst.at(j) ||
      one.kind.at(i) - other.kind.at(j) ||
      one.site.at(i) - other.site.at(j) ||
      one.label.at(i) - other.label.at(j)
    );
  };
  const kept = new Uint32Array(list.length);
  const offsets = new Uint32Array(size + 1);
  let count = 0;
  for (let v = 0; v < size; v++) {
    if ((v & 0xfff) === 0) yield v;
    const row = Array.from({ length: starts[v + 1]! - starts[v]! }, (_, i) => starts[v]! + i);
    if (row.length > 1) row.sort(compare);
    row.forEach((e, i) => {
      if (i === 0 || compare(row[i - 1]!, e) !== 0) kept[count++] = e;
    });
    offsets[v + 1] = count;
  }
  const targets = new Uint32Array(count);
  const kinds = new Uint8Array(count);
  const sites = new Int32Array(count);
  const labels = new Uint32Array(count);
  for (let e = 0; e < count; e++) {
    if ((e & 0xffff) === 0) yield size;
    const edges = lists[list[kept[e]!]!]!;
    const i = place[kept[e]!]!;
    targets[e] = edges.dst.at(i);
    kinds[e] = edges.kind.at(i);
    sites[e] = edges.site.at(i);
    labels[e] = edges.label.at(i);
  }
  return new FlowGraph(size, offsets, targets, kinds, sites, labels);
}

/** Edges by source: where each source's begin, and of each edge its list and its place there. */
function bySource(
  size: number,
  lists: readonly FlowEdges[],
): {
  readonly starts: Uint32Array;
  readonly list: Uint8Array;
  readonly place: Uint32Array;
} {
  const starts = new Uint32Array(size + 1);
  for (const { src } of lists) for (let i = 0; i < src.length; i++) starts[src.at(i) + 1]!++;
  for (let v = 0; v < size; v++) starts[v + 1]! += starts[v]!;
  const next = starts.slice();
  const list = new Uint8Array(starts[size]!);
  const place = new Uint32Array(starts[size]!);
  lists.forEach(({ src }, l) => {
    for (let i = 0; i < src.length; i++) {
      const at = next[src.at(i)]!++;
      list[at] = l;
      place[at] = i;
    }
  });
  return { starts, list, place };
}

/** Which ends of a body each parameter reaches inside it, calls included: [parameter from 0, end vertex]. */
export type SummaryPair = readonly [param: number, end: number];

export interface Summaries {
  /** Pairs of each body, sorted. */
  readonly pairs: readonly (readonly SummaryPair[])[];
  /** Round in which each pair was found, aligned with `pairs`. */
  readonly round: readonly (readonly number[])[];
  /** Rounds run, the confirming one counted. */
  readonly rounds: number;
}

/**
 * S_{k+1} = S_k ∪ {(P(f, i), y) : P(f, i) reaches y over M_k inside f}, y its return or a parameter on the way out, until
 * unchanged. Only bodies whose callees gained a pair run again. No cap: S is finite.
 */
export function* summariesOf(
  graph: FlowGraph,
  vertices: Vertices,
  calls: readonly ResolvedCall[],
  killed: Uint8Array,
): InTurns<Summaries> {
  const { bodies } = vertices;
  const pairs = bodies.map((): SummaryPair[] => []);
  const round = bodies.map((): number[] => []);
  const callers = bodies.map((): number[] => []);
  for (const { site, targets } of calls)
    for (const { body } of targets) callers[body]!.push(site.body);
  const step = new SummaryEdges(vertices, calls, pairs);
  let waiting = new Set(bodies.keys());
  let rounds = 0;
  while (waiting.size > 0) {
    rounds++;
    const found: [body: number, fresh: SummaryPair[]][] = [];
    for (const body of [...waiting].sort((a, b) => a - b)) {
      const fresh = newPairs(graph, vertices, body, step, killed, pairs[body]!);
      if (fresh.length > 0) found.push([body, fresh]);
      yield rounds;
    }
    waiting = new Set();
    for (const [body, fresh] of found) {
      for (const pair of fresh) {
        pairs[body]!.push(pair);
        round[body]!.push(rounds);
      }
      for (const caller of callers[body]!) waiting.add(caller);
    }
    // A round that found something is confirmed by one more, even when nobody calls what it found.
    if (found.length > 0 && waiting.size === 0) {
      rounds++;
      break;
    }
  }
  return { pairs, round, rounds };
}

function newPairs(
  graph: FlowGraph,
  vertices: Vertices,
  body: number,
  step: SummaryEdges,
  killed: Uint8Array,
  known: readonly SummaryPair[],
): SummaryPair[] {
  const own = vertices.bodies[body]!;
  const params = paramCount(own);
  const fresh: SummaryPair[] = [];
  for (let k = 0; k < params; k++) {
    const start = own.firstParam + k;
    if (killed[start] === 1) continue;
    const met = new Set([start]);
    for (const v of met) {
      for (let e = graph.offsets[v]!; e < graph.offsets[v + 1]!; e++) {
        const w = graph.targets[e]!;
        if (graph.isLocal(e) && killed[w] === 0) met.add(w);
      }
      if (step.isArgument(v)) for (const w of step.from(v)) if (killed[w] === 0) met.add(w);
    }
    for (let end = own.returned; end < own.firstOut + params; end++)
      if (met.has(end) && !known.some(([param, to]) => param === k && to === end))
        fresh.push([k, end]);
  }
  return fresh;
}

/** Of each vertex the call whose argument it is; -1 = of none. */
export function callsOfArguments(size: number, calls: readonly ResolvedCall[]): Int32Array {
  const callOf = new Int32Array(size).fill(-1);
  calls.forEach(({ site }, call) => {
    callOf.fill(call, site.firstArgument, site.firstArgument + site.arguments);
  });
  return callOf;
}

/** Over a call: from an argument to where the callee's pairs take it. */
export class SummaryEdges {
  readonly #callOf: Int32Array;

  constructor(
    readonly vertices: Vertices,
    readonly calls: readonly ResolvedCall[],
    readonly pairs: readonly (readonly SummaryPair[])[],
  ) {
    this.#callOf = callsOfArguments(vertices.all.length, calls);
  }

  isArgument(vertex: number): boolean {
    return this.#callOf[vertex]! >= 0;
  }

  *from(argument: number): Generator<number> {
    for (const { to } of this.hops(argument)) yield to;
  }

  /** Each with the body that takes it there, and the pair: smallest body first. */
  *hops(
    vertex: number,
  ): Generator<{ readonly to: number; readonly body: number; readonly pair: SummaryPair }> {
    const call = this.#callOf[vertex]!;
    if (call < 0) return;
    const { site, targets } = this.calls[call]!;
    const argument = vertex - site.firstArgument;
    for (const target of targets) {
      const { body } = target;
      const own = this.vertices.bodies[body]!;
      const params = paramsOf(target, argument, paramCount(own));
      for (const pair of this.pairs[body]!) {
        if (!params.includes(pair[0])) continue;
        if (pair[1] === own.returned) {
          yield { to: site.result, body, pair };
          continue;
        }
        if (target.callback !== undefined) continue;
        for (const { vertex } of site.through[pair[1] - own.firstOut - target.shift] ?? [])
          yield { to: vertex, body, pair };
      }
    }
  }
}

/** Any path, whatever its calls and returns. */
export function insensitiveReach(
  graph: FlowGraph,
  killed: Uint8Array,
  source: number,
  maxHops: number,
): Reach & { readonly cut: number } {
  return breadthFirst(plainStates(graph.size), source, killed[source] === 1, maxHops, (v) =>
    graph.targets
      .subarray(graph.offsets[v], graph.offsets[v + 1])
      .filter((target) => killed[target] === 0),
  );
}
