import { AccessPaths, NOTHING, WHOLE } from './access-paths.js';
import { paramCount, type CallTarget, type ResolvedCall } from './calls.js';
import { callsOfArguments, type FlowGraph } from './graph.js';
import { NumberMap } from './number-map.js';
import { Ints } from './reach.js';
import { ACROSS, DOWN, FORGETS, Steps, UP, type StateGraph } from './state-graph.js';
import type { Vertices } from './vertices.js';

/** Parts of the value of one vertex that are told apart. */
const MOST = 8;

/** A parameter with a tainted part, and where that gets to inside its body: made when a walk first enters there. */
interface Entry {
  readonly start: number;
  readonly body: number;
  readonly ends: number[];
  readonly met: Set<number>;
  /** Calls that wait for ends: of which entry, and through which target. */
  readonly callers: { readonly entry: Entry; readonly call: number; readonly target: number }[];
}

/** A step over a call to `at`, with the parameter and the end of the body that it stands for. */
interface PartHop {
  readonly at: number;
  readonly entry: number;
  readonly end: number;
}

/**
 * Value flow with access paths: which part of a value is tainted goes along every edge. Summaries are tabulated (Reps,
 * Horwitz, Sagiv 1995) on demand: only what a walk enters is computed, and that once. A vertex with the part of its value
 * that is tainted is a pair; pairs are numbered as they are met, since sources by the dozen meet the same half million.
 */
export class PartWalk implements StateGraph {
  readonly paths: AccessPaths;
  readonly #entries = new Map<number, Entry>();
  readonly #callOf: Int32Array;
  readonly #queue: [Entry, number][] = [];
  readonly #pairs = new NumberMap();
  readonly #vertexOf = new Ints();
  readonly #pathOf = new Ints();
  readonly steps = new Steps();
  readonly #params: Uint32Array;
  readonly #admits = new NumberMap();
  readonly #admitCount: Uint8Array;

  constructor(
    readonly graph: FlowGraph,
    readonly numbering: Vertices,
    readonly calls: readonly ResolvedCall[],
    readonly killed: Uint8Array,
    /** Asked now and then: throws where the work is to stop. */
    readonly check: () => void = () => undefined,
  ) {
    this.#params = Uint32Array.from(numbering.bodies, paramCount);
    this.#admitCount = new Uint8Array(graph.size);
    this.paths = new AccessPaths(numbering.paths, numbering.labels);
    this.#callOf = callsOfArguments(graph.size, calls);
  }

  get vertices(): number {
    return this.graph.size;
  }

  get pairs(): number {
    return this.#vertexOf.length;
  }

  vertexOf(pair: number): number {
    return this.#vertexOf.at(pair);
  }

  idOf(state: number): number {
    const n = this.graph.size;
    return 2 * this.#pair(state % n, Math.floor(state / (2 * n))) + (Math.floor(state / n) % 2);
  }

  stateOf(id: number): number {
    const n = this.graph.size;
    return this.#pathOf.at(id >>> 1) * 2 * n + (id & 1) * n + this.#vertexOf.at(id >>> 1);
  }

  #pair(vertex: number, path: number): number {
    const key = path * this.graph.size + vertex;
    const known = this.#pairs.get(key);
    if (known >= 0) return known;
    const pair = this.#vertexOf.length;
    this.#pairs.set(key, pair);
    this.#vertexOf.push(vertex);
    this.#pathOf.push(path);
    return pair;
  }

  expand(pair: number): void {
    const { graph, killed } = this;
    const vertex = this.#vertexOf.at(pair);
    const steps: number[] = [];
    for (let e = graph.offsets[vertex]!; e < graph.offsets[vertex + 1]!; e++) {
      const next = this.#along(e, pair);
      if (next < 0) continue;
      // What a callee writes to a cell of its caller it does for that caller: the call is left first.
      const forgets = graph.isHeap(e) || (graph.isLocal(e) && this.#isCell(next));
      const way =
        graph.kindOf(e) === 'call' ? DOWN : forgets ? FORGETS : graph.isLocal(e) ? ACROSS : UP;
      steps.push(4 * next + way);
    }
    for (const { at } of this.#hops(pair))
      if (killed[this.#vertexOf.at(at)] === 0)
        steps.push(4 * at + (this.#isCell(at) ? FORGETS : ACROSS));
    this.steps.put(pair, steps);
  }

  /** Where a call takes a part of an argument, over each body that it may run. */
  *#hops(pair: number): Generator<PartHop> {
    const at = this.#callOf[this.#vertexOf.at(pair)]!;
    if (at < 0) return;
    for (const target of this.calls[at]!.targets) {
      for (const start of this.#starts(pair, at, target)) {
        const entry = this.#solved(start);
        for (const end of entry.ends)
          for (const to of this.#after(at, target, end)) yield { at: to, entry: start, end };
      }
    }
  }

  through(ids: ArrayLike<number>): number[] {
    return this.#expanded(
      Array.from(ids, (id) => id >>> 1),
      new Set(),
    );
  }

  #expanded(way: readonly number[], busy: ReadonlySet<string>): number[] {
    const found: number[] = [];
    way.forEach((to, i) => {
      const from = way[i - 1];
      if (from !== undefined && !this.#joins(from, to))
        found.push(...this.#through(from, to, busy));
      found.push(this.#vertexOf.at(to));
    });
    return found;
  }

  /** `busy` holds the entries that are being expanded: a recursive call is left as one step. */
  #through(from: number, to: number, busy: ReadonlySet<string>): number[] {
    for (const { at, entry, end } of this.#hops(from)) {
      const key = `${entry} ${end}`;
      if (at !== to || busy.has(key)) continue;
      return this.#expanded(this.#inside(entry, end), new Set([...busy, key]));
    }
    return [];
  }

  /** Shortest way inside one body. */
  #inside(start: number, end: number): number[] {
    const parent = new Map<number, number>([[start, -1]]);
    let frontier = [start];
    while (frontier.length > 0 && !parent.has(end)) {
      const found: number[] = [];
      for (const at of frontier) {
        for (const next of this.#localNext(at)) {
          if (parent.has(next)) continue;
          parent.set(next, at);
          found.push(next);
        }
      }
      frontier = found.sort(
        (a, b) =>
          this.#vertexOf.at(a) - this.#vertexOf.at(b) || this.#pathOf.at(a) - this.#pathOf.at(b),
      );
    }
    const way: number[] = [];
    for (let at: number | undefined = end; at !== undefined && at >= 0; at = parent.get(at))
      way.push(at);
    return way.reverse();
  }

  *#localNext(pair: number): Generator<number> {
    yield* this.#localEdges(pair);
    for (const { at } of this.#hops(pair)) if (this.killed[this.#vertexOf.at(at)] === 0) yield at;
  }

  #localEdges(pair: number): number[] {
    const { graph } = this;
    const vertex = this.#vertexOf.at(pair);
    const found: number[] = [];
    for (let e = graph.offsets[vertex]!; e < graph.offsets[vertex + 1]!; e++) {
      if (!graph.isLocal(e)) continue;
      const next = this.#along(e, pair);
      if (next >= 0 && !this.#isCell(next)) found.push(next);
    }
    return found;
  }

  #joins(from: number, to: number): boolean {
    const { graph } = this;
    const vertex = this.#vertexOf.at(from);
    for (let e = graph.offsets[vertex]!; e < graph.offsets[vertex + 1]!; e++)
      if (this.#along(e, from) === to) return true;
    return false;
  }

  #isCell(pair: number): boolean {
    return this.numbering.all[this.#vertexOf.at(pair)]!.body < 0;
  }

  /** Pair at the end of an edge; -1 = nothing gets there. */
  #along(edge: number, pair: number): number {
    const vertex = this.graph.targets[edge]!;
    if (this.killed[vertex] === 1) return -1;
    const next = this.paths.apply(this.#pathOf.at(pair), this.graph.labels[edge]!);
    return next === NOTHING ? -1 : this.#admitted(vertex, next);
  }

  /**
   * The first parts of a vertex are told apart, then only their outermost keys, then none: what is told apart less may
   * flow more, and a walk ends in a time that its vertices bound.
   */
  #admitted(vertex: number, path: number): number {
    if (path === WHOLE) return this.#pair(vertex, path);
    const n = this.graph.size;
    const known = this.#admits.get(path * n + vertex);
    if (known >= 0) return known;
    const count = this.#admitCount[vertex]!;
    const outer = this.paths.outermost(path);
    const most = this.paths.isHidden(path) ? outer : WHOLE;
    const as = count < MOST ? path : count < 2 * MOST ? outer : most;
    const pair = this.#pair(vertex, as);
    if (as !== path && as !== WHOLE && this.#admits.get(as * n + vertex) < 0)
      this.#admits.set(as * n + vertex, pair);
    if (as !== WHOLE) this.#admitCount[vertex] = count + 1;
    this.#admits.set(path * n + vertex, pair);
    return pair;
  }

  /** Parameters of a target that an argument's part becomes. */
  #starts(pair: number, call: number, { body }: CallTarget): number[] {
    const own = this.numbering.bodies[body]!;
    const last = own.firstParam + this.#params[body]!;
    const found: number[] = [];
    const { graph } = this;
    const vertex = this.#vertexOf.at(pair);
    for (let e = graph.offsets[vertex]!; e < graph.offsets[vertex + 1]!; e++) {
      const to = graph.targets[e]!;
      if (graph.sites[e] !== call || graph.kindOf(e) !== 'call') continue;
      if (to < own.firstParam || to >= last) continue;
      const next = this.#along(e, pair);
      if (next >= 0) found.push(next);
    }
    return found;
  }

  /** Where the end of a target leads after its call. */
  #after(call: number, { body }: CallTarget, end: number): number[] {
    const { graph } = this;
    const vertex = this.#vertexOf.at(end);
    const found: number[] = [];
    if (this.numbering.all[vertex]!.body !== body) return found;
    for (let e = graph.offsets[vertex]!; e < graph.offsets[vertex + 1]!; e++) {
      const kind = graph.kindOf(e);
      if (graph.sites[e] !== call || (kind !== 'return' && kind !== 'out')) continue;
      const next = this.#along(e, end);
      if (next >= 0) found.push(next);
    }
    return found;
  }

  #solved(start: number): Entry {
    const entry = this.#entry(start);
    let visited = 0;
    while (this.#queue.length > 0)
      for (const [owner, at] of this.#queue.splice(0)) {
        if ((++visited & 0xfff) === 0) this.check();
        this.#visit(owner, at);
      }
    return entry;
  }

  #entry(start: number): Entry {
    let entry = this.#entries.get(start);
    if (entry === undefined) {
      const { body } = this.numbering.all[this.#vertexOf.at(start)]!;
      entry = { start, body, ends: [], met: new Set(), callers: [] };
      this.#entries.set(start, entry);
      this.#meet(entry, start);
    }
    return entry;
  }

  #meet(entry: Entry, at: number): void {
    if (entry.met.has(at) || this.killed[this.#vertexOf.at(at)] === 1 || this.#isCell(at)) return;
    entry.met.add(at);
    this.#queue.push([entry, at]);
  }

  #visit(entry: Entry, at: number): void {
    const own = this.numbering.bodies[entry.body]!;
    const vertex = this.#vertexOf.at(at);
    if (vertex >= own.returned && vertex < own.firstOut + this.#params[entry.body]!) {
      entry.ends.push(at);
      for (const { entry: caller, call, target } of entry.callers)
        for (const next of this.#after(call, this.calls[call]!.targets[target]!, at))
          this.#meet(caller, next);
    }
    for (const next of this.#localEdges(at)) this.#meet(entry, next);
    const here = this.#callOf[vertex]!;
    if (here < 0) return;
    this.calls[here]!.targets.forEach((target, t) => {
      for (const start of this.#starts(at, here, target)) {
        const inner = this.#entry(start);
        inner.callers.push({ entry, call: here, target: t });
        for (const end of inner.ends)
          for (const next of this.#after(here, target, end)) this.#meet(entry, next);
      }
    });
  }
}
