import { AccessPaths, NOTHING, WHOLE } from './access-paths.js';
import { paramCount, type CallTarget, type ResolvedCall } from './calls.js';
import { breadthFirst, type FlowGraph, type Reach } from './graph.js';
import type { Vertices } from './vertices.js';

/** Parts of the value of one vertex that are told apart. */
const MOST = 8;

/** Inside a body or over a call; into a callee; out of one; through a cell, which forgets the calls. */
const [ACROSS, DOWN, UP, FORGETS] = [0, 1, 2, 3];

/** A vertex and the part of its value that is tainted. */
interface At {
  readonly vertex: number;
  readonly path: number;
}

/** A parameter with a tainted part, and where that gets to inside its body: made when a walk first enters there. */
interface Entry {
  readonly start: At;
  readonly body: number;
  readonly ends: At[];
  readonly met: Map<string, At>;
  /** Calls that wait for ends: of which entry, and through which target. */
  readonly callers: { readonly entry: Entry; readonly call: number; readonly target: number }[];
}

/** A step over a call, with the end of the body that it stands for. */
export interface PartHop extends At {
  readonly entry: At;
  readonly end: At;
}

/**
 * Value flow with access paths: which part of a value is tainted goes along every edge. Summaries are tabulated (Reps,
 * Horwitz, Sagiv 1995) on demand: only what a walk enters is computed, and that once.
 */
export class PartWalk {
  readonly paths: AccessPaths;
  readonly #entries = new Map<string, Entry>();
  readonly #callOf = new Map<number, { readonly call: number; readonly argument: number }>();
  readonly #queue: [Entry, At][] = [];
  readonly #steps = new Map<number, readonly number[]>();
  readonly #params: Uint32Array;
  readonly #admits = new Map<number, number>();
  readonly #admitCount = new Map<number, number>();
  /** Passes over the waiting list that found a new end, and the one that did not. */
  rounds = 0;

  constructor(
    readonly graph: FlowGraph,
    readonly vertices: Vertices,
    readonly calls: readonly ResolvedCall[],
    readonly killed: Uint8Array,
  ) {
    this.#params = Uint32Array.from(vertices.bodies, paramCount);
    this.paths = new AccessPaths(vertices.paths, vertices.labels);
    calls.forEach(({ site }, call) => {
      for (let j = 0; j < site.arguments; j++)
        this.#callOf.set(site.firstArgument + j, { call, argument: j });
    });
  }

  /** Where a call takes a part of an argument, over each body that it may run. */
  *hops(vertex: number, path: number): Generator<PartHop> {
    const at = this.#callOf.get(vertex);
    if (at === undefined) return;
    const call = this.calls[at.call]!;
    for (const target of call.targets) {
      for (const start of this.#starts(vertex, path, at.call, target)) {
        const entry = this.#solved(start);
        for (const end of entry.ends)
          for (const to of this.#after(at.call, target, end)) yield { ...to, entry: start, end };
      }
    }
  }

  /** Realizable paths of a source, as `matchedReach`, with the part of the value in each state. */
  reach(source: number, maxHops: number): Reach & { readonly cut: number } {
    const n = this.graph.size;
    return breadthFirst(n, source, this.killed[source] === 1, maxHops, (state) => {
      const inSecond = Math.floor(state / n) % 2 === 1;
      const found: number[] = [];
      const steps = this.#stepsFrom(state % n, Math.floor(state / (2 * n)));
      for (let i = 0; i < steps.length; i += 2) {
        const way = steps[i + 1]!;
        if (way === UP && inSecond) continue;
        found.push(steps[i]! + (way === DOWN || (way === ACROSS && inSecond) ? n : 0));
      }
      return found;
    });
  }

  /** Where a part of a vertex goes, each as its state in the first phase and the way there; the same for every source. */
  #stepsFrom(vertex: number, path: number): readonly number[] {
    const { graph, killed } = this;
    const n = graph.size;
    const key = path * n + vertex;
    const known = this.#steps.get(key);
    if (known !== undefined) return known;
    const steps: number[] = [];
    for (let e = graph.offsets[vertex]!; e < graph.offsets[vertex + 1]!; e++) {
      const next = this.#along(e, path);
      if (next === null) continue;
      const forgets = graph.isHeap(e) || this.#isCell(next.vertex);
      const way =
        graph.kindOf(e) === 'call' ? DOWN : forgets ? FORGETS : graph.isLocal(e) ? ACROSS : UP;
      steps.push(next.path * 2 * n + next.vertex, way);
    }
    for (const hop of this.hops(vertex, path))
      if (killed[hop.vertex] === 0)
        steps.push(hop.path * 2 * n + hop.vertex, this.#isCell(hop.vertex) ? FORGETS : ACROSS);
    this.#steps.set(key, steps);
    return steps;
  }

  /** A path of states with every step over a call walked through its body. */
  expand(states: readonly number[]): number[] {
    const n = this.graph.size;
    const at = (state: number): At => ({ vertex: state % n, path: Math.floor(state / (2 * n)) });
    return this.#expanded(states.map(at), new Set());
  }

  #expanded(way: readonly At[], busy: ReadonlySet<string>): number[] {
    const found: number[] = [];
    way.forEach((to, i) => {
      const from = way[i - 1];
      if (from !== undefined && !this.#joins(from, to))
        found.push(...this.#through(from, to, busy));
      found.push(to.vertex);
    });
    return found;
  }

  /** `busy` holds the entries that are being expanded: a recursive call is left as one step. */
  #through(from: At, to: At, busy: ReadonlySet<string>): number[] {
    for (const { vertex, path, entry, end } of this.hops(from.vertex, from.path)) {
      const key = `${keyOf(entry)} ${keyOf(end)}`;
      if (vertex !== to.vertex || path !== to.path || busy.has(key)) continue;
      return this.#expanded(this.#inside(entry, end), new Set([...busy, key]));
    }
    return [];
  }

  /** Shortest way inside one body. */
  #inside(start: At, end: At): At[] {
    const parent = new Map<string, At | null>([[keyOf(start), null]]);
    let frontier = [start];
    while (frontier.length > 0 && !parent.has(keyOf(end))) {
      const found: At[] = [];
      for (const at of frontier) {
        for (const next of this.#localNext(at)) {
          if (parent.has(keyOf(next))) continue;
          parent.set(keyOf(next), at);
          found.push(next);
        }
      }
      frontier = found.sort((a, b) => a.vertex - b.vertex || a.path - b.path);
    }
    const way: At[] = [];
    for (
      let at: At | null | undefined = end;
      at !== null && at !== undefined;
      at = parent.get(keyOf(at))
    )
      way.push(at);
    return way.reverse();
  }

  *#localNext({ vertex, path }: At): Generator<At> {
    for (const next of this.#localEdges({ vertex, path })) yield next;
    for (const hop of this.hops(vertex, path)) if (this.killed[hop.vertex] === 0) yield hop;
  }

  *#localEdges({ vertex, path }: At): Generator<At> {
    const { graph } = this;
    for (let e = graph.offsets[vertex]!; e < graph.offsets[vertex + 1]!; e++) {
      if (!graph.isLocal(e)) continue;
      const next = this.#along(e, path);
      if (next !== null && !this.#isCell(next.vertex)) yield next;
    }
  }

  #joins(from: At, to: At): boolean {
    const { graph } = this;
    for (let e = graph.offsets[from.vertex]!; e < graph.offsets[from.vertex + 1]!; e++) {
      const next = this.#along(e, from.path);
      if (next?.vertex === to.vertex && next.path === to.path) return true;
    }
    return false;
  }

  #isCell(vertex: number): boolean {
    return this.vertices.all[vertex]!.body < 0;
  }

  #along(edge: number, path: number): At | null {
    const vertex = this.graph.targets[edge]!;
    if (this.killed[vertex] === 1) return null;
    const next = this.paths.apply(path, this.graph.labels[edge]!);
    return next === NOTHING ? null : { vertex, path: this.#admitted(vertex, next) };
  }

  /**
   * The first parts of a vertex are told apart, then only their outermost keys, then none: what is told apart less may
   * flow more, and a walk ends in a time that its vertices bound.
   */
  #admitted(vertex: number, path: number): number {
    if (path === WHOLE) return path;
    const key = vertex * 2 ** 22 + path;
    const known = this.#admits.get(key);
    if (known !== undefined) return known;
    const count = this.#admitCount.get(vertex) ?? 0;
    const outer = this.paths.outermost(path);
    const as = count < MOST ? path : count < 2 * MOST ? outer : WHOLE;
    if (as !== path && as !== WHOLE && !this.#admits.has(vertex * 2 ** 22 + as))
      this.#admits.set(vertex * 2 ** 22 + as, as);
    if (as !== WHOLE) this.#admitCount.set(vertex, count + 1);
    this.#admits.set(key, as);
    return as;
  }

  /** Parameters of a target that an argument's part becomes. */
  #starts(vertex: number, path: number, call: number, { body }: CallTarget): At[] {
    const own = this.vertices.bodies[body]!;
    const last = own.firstParam + this.#params[body]!;
    const found: At[] = [];
    const { graph } = this;
    for (let e = graph.offsets[vertex]!; e < graph.offsets[vertex + 1]!; e++) {
      const to = graph.targets[e]!;
      if (graph.sites[e] !== call || graph.kindOf(e) !== 'call') continue;
      if (to < own.firstParam || to >= last) continue;
      const next = this.#along(e, path);
      if (next !== null) found.push(next);
    }
    return found;
  }

  /** Where the end of a target leads after its call. */
  *#after(call: number, { body }: CallTarget, { vertex, path }: At): Generator<At> {
    const { graph } = this;
    if (this.vertices.all[vertex]!.body !== body) return;
    for (let e = graph.offsets[vertex]!; e < graph.offsets[vertex + 1]!; e++) {
      const kind = graph.kindOf(e);
      if (graph.sites[e] !== call || (kind !== 'return' && kind !== 'out')) continue;
      const next = this.#along(e, path);
      if (next !== null) yield next;
    }
  }

  #solved(start: At): Entry {
    const entry = this.#entry(start);
    while (this.#queue.length > 0) {
      this.rounds++;
      for (const [owner, at] of this.#queue.splice(0)) this.#visit(owner, at);
    }
    return entry;
  }

  #entry(start: At): Entry {
    const key = keyOf(start);
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      const { body } = this.vertices.all[start.vertex]!;
      entry = { start, body, ends: [], met: new Map(), callers: [] };
      this.#entries.set(key, entry);
      if (this.killed[start.vertex] === 0) this.#meet(entry, start);
    }
    return entry;
  }

  #meet(entry: Entry, at: At): void {
    const key = keyOf(at);
    if (this.killed[at.vertex] === 1 || this.#isCell(at.vertex) || entry.met.has(key)) return;
    entry.met.set(key, at);
    this.#queue.push([entry, at]);
  }

  #visit(entry: Entry, at: At): void {
    const own = this.vertices.bodies[entry.body]!;
    if (at.vertex >= own.returned && at.vertex < own.firstOut + this.#params[entry.body]!) {
      entry.ends.push(at);
      for (const { entry: caller, call, target } of entry.callers)
        for (const next of this.#after(call, this.calls[call]!.targets[target]!, at))
          this.#meet(caller, next);
    }
    for (const next of this.#localEdges(at)) this.#meet(entry, next);
    const here = this.#callOf.get(at.vertex);
    if (here === undefined) return;
    this.calls[here.call]!.targets.forEach((target, t) => {
      for (const start of this.#starts(at.vertex, at.path, here.call, target)) {
        const inner = this.#entry(start);
        inner.callers.push({ entry, call: here.call, target: t });
        for (const end of inner.ends)
          for (const next of this.#after(here.call, target, end)) this.#meet(entry, next);
      }
    });
  }
}

const keyOf = ({ vertex, path }: At): string => `${vertex} ${path}`;
