import type { FlowGraph } from './graph.js';
import type { SourceMark } from './marks.js';
import { Ints, sortByState } from './reach.js';
import { after, statesAfter, type StateGraph } from './state-graph.js';
import type { InTurns } from './turns.js';

/** What realizable paths of one source reach: how much, which sinks, and the shortest way to each. */
export interface MatchedWalk {
  readonly source: SourceMark;
  /** States that are new on each level. */
  readonly levels: readonly number[];
  /** States at the hop limit with more behind them. */
  readonly cut: number;
  /** The farthest vertex that leads nowhere; null = there is none. */
  readonly farthest: { readonly vertex: number; readonly level: number } | null;
  /** Ids of the states on the way to each sink that is reached. */
  readonly ways: ReadonlyMap<number, Int32Array>;
}

/**
 * The walk of `breadthFirst` from each source in turn, of which is kept only what is asked of it later. Steps are found
 * once for all sources, in the order in which one walk after the other meets them, since that order decides which parts
 * of a value are told apart. A walk in which nothing is new is a few machine operations a step: 283 sources that meet
 * 210,000 states each took 2 s, so that no bits are needed to take them together.
 */
export function* matchedWalks(
  states: StateGraph,
  graph: FlowGraph,
  killed: Uint8Array,
  sources: readonly SourceMark[],
  sinks: readonly number[],
  maxHops: number,
): InTurns<MatchedWalk[]> {
  const walker = new Walker(states, rolesOf(graph, killed, sinks), maxHops);
  const found: MatchedWalk[] = [];
  for (const source of sources) {
    const walk =
      killed[source.vertex] === 1 ? UNREACHED : yield* walker.walk(source.vertex, found.length);
    found.push({ ...walk, source });
  }
  return found;
}

const UNREACHED = { levels: [], cut: 0, farthest: null, ways: new Map<number, Int32Array>() };

const [SINK, DEAD_END, UNKNOWN] = [1, 2, 4];

/** Which vertices are a sink, or lead to no vertex that is left. */
function rolesOf(graph: FlowGraph, killed: Uint8Array, sinks: readonly number[]): Uint8Array {
  const roles = new Uint8Array(graph.size);
  for (let v = 0; v < graph.size; v++) {
    let e = graph.offsets[v]!;
    while (e < graph.offsets[v + 1]! && killed[graph.targets[e]!] === 1) e++;
    if (e === graph.offsets[v + 1]!) roles[v] = DEAD_END;
  }
  for (const sink of sinks) roles[sink]! |= SINK;
  return roles;
}

class Walker {
  /** Of each state, side by side: the level at which it was met last, counted on from walk to walk, and its parent. */
  #met: Int32Array = new Int32Array(0);
  /** States of the walk by level. */
  #ids: Int32Array = new Int32Array(0);
  /** Of each pair the role of its vertex, and whether its steps are unknown. */
  #roleOf: Uint8Array = new Uint8Array(0);
  #pairs = 0;
  #begin = 1;
  #fresh = new Ints();
  readonly #deadEnds: Int32Array;
  readonly #firsts = new Map<number, { readonly id: number; readonly level: number }>();
  #farthest: MatchedWalk['farthest'] = null;

  constructor(
    readonly states: StateGraph,
    readonly roles: Uint8Array,
    readonly maxHops: number,
  ) {
    this.#deadEnds = new Int32Array(roles.length);
  }

  *walk(source: number, done: number): InTurns<Omit<MatchedWalk, 'source'>> {
    const { states, maxHops } = this;
    this.#firsts.clear();
    this.#farthest = null;
    const levels: number[] = [];
    const start = states.idOf(source);
    this.#grow();
    this.#met[2 * start] = this.#begin;
    this.#met[2 * start + 1] = -1;
    this.#ids[0] = start;
    this.#note(start, 0);
    let cut = 0;
    for (let from = 0, to = 1; from < to;) {
      const depth = levels.push(to - from) - 1;
      yield* this.#expand(done);
      if (maxHops > 0 && depth === maxHops) {
        cut = this.#leadingOn(from, to);
        break;
      }
      const next = this.#advance(from, to, depth + 1);
      yield done;
      [from, to] = [to, next];
    }
    const ways = new Map([...this.#firsts].map(([sink, { id }]) => [sink, this.#wayTo(id)]));
    this.#begin += levels.length + 1;
    return { levels, cut, farthest: this.#farthest, ways };
  }

  /** Finds the steps of what no walk has met before, in the order of its states. */
  *#expand(done: number): Generator<number, void> {
    const { states } = this;
    const fresh = this.#fresh;
    if (fresh.length === 0) return;
    sortByState(states, fresh, 0);
    for (let i = 0; i < fresh.length; i++) {
      const pair = fresh.at(i) >>> 1;
      if (!states.steps.has(pair)) states.expand(pair);
      if ((i & 0xff) === 0) yield done;
    }
    this.#grow();
    for (let i = 0; i < fresh.length; i++) this.#roleOf[fresh.at(i) >>> 1]! &= ~UNKNOWN;
    this.#fresh = new Ints();
  }

  /** From the states of one level to those of the next: where they end. */
  #advance(from: number, to: number, level: number): number {
    const { spans, all } = this.states.steps.columns;
    const [met, ids, roles] = [this.#met, this.#ids, this.#roleOf];
    const [begin, at] = [this.#begin, this.#begin + level];
    let count = to;
    for (let i = from; i < to; i++) {
      const id = ids[i]!;
      const last = spans[id | 1]!;
      for (let place = spans[id & ~1]!; place < last; place++) {
        const next = after(all[place]!, id & 1);
        if (next < 0) continue;
        const when = met[2 * next]!;
        if (when < begin) {
          met[2 * next] = at;
          met[2 * next + 1] = id;
          ids[count++] = next;
          if (roles[next >>> 1] !== 0) this.#note(next, level);
        } else if (when === at && this.#isBefore(id, met[2 * next + 1]!)) met[2 * next + 1] = id;
      }
    }
    return count;
  }

  /** States of the last level that lead to one that was not met. */
  #leadingOn(from: number, to: number): number {
    let count = 0;
    for (let i = from; i < to; i++)
      if (statesAfter(this.states, this.#ids[i]!).some((id) => this.#met[2 * id]! < this.#begin))
        count++;
    return count;
  }

  #isBefore(id: number, other: number): boolean {
    return this.states.stateOf(id) < this.states.stateOf(other);
  }

  #note(id: number, level: number): void {
    const role = this.#roleOf[id >>> 1]!;
    if ((role & UNKNOWN) !== 0) this.#fresh.push(id);
    const vertex = this.states.vertexOf(id >>> 1);
    if ((role & SINK) !== 0) {
      const first = this.#firsts.get(vertex);
      if (first === undefined || (first.level === level && this.#isBefore(id, first.id)))
        this.#firsts.set(vertex, { id, level });
    }
    if ((role & DEAD_END) === 0 || this.#deadEnds[vertex]! >= this.#begin) return;
    this.#deadEnds[vertex] = this.#begin;
    const farthest = this.#farthest;
    if (farthest === null || farthest.level < level || farthest.vertex > vertex)
      this.#farthest = { vertex, level };
  }

  #wayTo(id: number): Int32Array {
    const way: number[] = [];
    for (let at = id; at >= 0; at = this.#met[2 * at + 1]!) way.push(at);
    return Int32Array.from(way.reverse());
  }

  /** Makes room for what has a number by now. */
  #grow(): void {
    const { pairs, steps } = this.states;
    if (pairs > this.#roleOf.length) {
      const room = 2 * pairs;
      this.#roleOf = longer(this.#roleOf, new Uint8Array(room));
      this.#ids = longer(this.#ids, new Int32Array(2 * room));
      this.#met = longer(this.#met, new Int32Array(4 * room));
    }
    for (; this.#pairs < pairs; this.#pairs++) {
      const role = this.roles[this.states.vertexOf(this.#pairs)]!;
      this.#roleOf[this.#pairs] = steps.has(this.#pairs) ? role : role | UNKNOWN;
    }
  }
}

function longer<T extends Int32Array | Uint8Array>(old: T, more: T): T {
  more.set(old);
  return more;
}
