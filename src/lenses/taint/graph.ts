import { paramCount, paramsOf, type ResolvedCall } from './calls.js';
import { FLOW_KINDS, type FlowEdge, type FlowKind } from './flow.js';
import { breadthFirst, plainStates, type Reach } from './reach.js';
import type { Vertices } from './vertices.js';

const KIND = new Map(FLOW_KINDS.map((kind, i) => [kind, i]));
const IS_LOCAL = FLOW_KINDS.map((kind) => kind === 'defuse' || kind === 'opaque');
const IS_HEAP = FLOW_KINDS.map(
  (kind) => kind === 'field' || kind === 'global' || kind === 'capture',
);

/** Value flow as compressed rows, both ways; edges of one source by (target, kind, site). */
export class FlowGraph {
  readonly size: number;
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  readonly kinds: Uint8Array;
  readonly sites: Int32Array;
  /** What becomes of the parts of the value, as numbers of labels. */
  readonly labels: Uint32Array;

  constructor(size: number, edges: readonly FlowEdge[]) {
    this.size = size;
    const sorted = [...edges].sort(
      (a, b) =>
        a.src - b.src ||
        a.dst - b.dst ||
        KIND.get(a.kind)! - KIND.get(b.kind)! ||
        a.site - b.site ||
        (a.label ?? 0) - (b.label ?? 0),
    );
    const unique = sorted.filter((edge, i) => {
      const before = sorted[i - 1];
      return (
        before?.src !== edge.src ||
        before.dst !== edge.dst ||
        before.kind !== edge.kind ||
        before.site !== edge.site ||
        before.label !== edge.label
      );
    });
    this.offsets = new Uint32Array(size + 1);
    for (const { src } of unique) this.offsets[src + 1]!++;
    for (let v = 0; v < size; v++) this.offsets[v + 1]! += this.offsets[v]!;
    this.targets = Uint32Array.from(unique, ({ dst }) => dst);
    this.kinds = Uint8Array.from(unique, ({ kind }) => KIND.get(kind)!);
    this.sites = Int32Array.from(unique, ({ site }) => site);
    this.labels = Uint32Array.from(unique, ({ label }) => label ?? 0);
  }

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
export function summariesOf(
  graph: FlowGraph,
  vertices: Vertices,
  calls: readonly ResolvedCall[],
  killed: Uint8Array,
  onRound: (round: number) => void = () => undefined,
): Summaries {
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
    onRound(rounds);
    const found: [body: number, fresh: SummaryPair[]][] = [];
    for (const body of [...waiting].sort((a, b) => a - b)) {
      const fresh = newPairs(graph, vertices, body, step, killed, pairs[body]!);
      if (fresh.length > 0) found.push([body, fresh]);
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
  const have = new Set(known.map(([param, end]) => `${param} ${end}`));
  const fresh: SummaryPair[] = [];
  for (let k = 0; k < params; k++) {
    const start = own.firstParam + k;
    if (killed[start] === 1) continue;
    const met = new Set([start]);
    for (const v of met) {
      for (const w of localSuccessors(graph, step, v)) if (killed[w] === 0) met.add(w);
    }
    for (let end = own.returned; end < own.firstOut + params; end++)
      if (met.has(end) && !have.has(`${k} ${end}`)) fresh.push([k, end]);
  }
  return fresh;
}

function* localSuccessors(graph: FlowGraph, step: SummaryEdges, v: number): Generator<number> {
  for (let e = graph.offsets[v]!; e < graph.offsets[v + 1]!; e++)
    if (graph.isLocal(e)) yield graph.targets[e]!;
  yield* step.from(v);
}

/** Over a call: from an argument to where the callee's pairs take it. */
export class SummaryEdges {
  readonly #callOfArgument = new Map<
    number,
    { readonly call: ResolvedCall; readonly argument: number }
  >();

  constructor(
    readonly vertices: Vertices,
    calls: readonly ResolvedCall[],
    readonly pairs: readonly (readonly SummaryPair[])[],
  ) {
    for (const call of calls) {
      for (let j = 0; j < call.site.arguments; j++)
        this.#callOfArgument.set(call.site.firstArgument + j, { call, argument: j });
    }
  }

  *from(argument: number): Generator<number> {
    for (const { to } of this.hops(argument)) yield to;
  }

  /** Each with the body that takes it there, and the pair: smallest body first. */
  *hops(
    vertex: number,
  ): Generator<{ readonly to: number; readonly body: number; readonly pair: SummaryPair }> {
    const at = this.#callOfArgument.get(vertex);
    if (at === undefined) return;
    const { site, targets } = at.call;
    for (const target of targets) {
      const { body } = target;
      const own = this.vertices.bodies[body]!;
      const params = paramsOf(target, at.argument, paramCount(own));
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

/**
 * Realizable paths, in two phases: (M ∪ Return ∪ Out)* and then (M ∪ Call)*, where a heap edge of the second leads back
 * into the first, since a value parked in a field forgets its stack. Level by level, each state's parent the smallest
 * of the level before.
 */
export function matchedReach(
  graph: FlowGraph,
  step: SummaryEdges,
  killed: Uint8Array,
  source: number,
  maxHops: number,
): Reach & { readonly cut: number } {
  const n = graph.size;
  return breadthFirst(plainStates(n), source, killed[source] === 1, maxHops, (state) => {
    const found: number[] = [];
    const [phase, v] = state < n ? [1, state] : [2, state - n];
    for (let e = graph.offsets[v]!; e < graph.offsets[v + 1]!; e++) {
      const w = graph.targets[e]!;
      if (killed[w] === 1) continue;
      const kind = graph.kindOf(e);
      if (kind === 'call') found.push(n + w);
      else if (graph.isHeap(e)) found.push(w);
      else if (graph.isLocal(e)) found.push(phase === 1 ? w : n + w);
      else if (phase === 1) found.push(w);
    }
    for (const w of step.from(v)) if (killed[w] === 0) found.push(phase === 1 ? w : n + w);
    return found;
  });
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
