import type { AnyPath } from './any-path.js';
import type { FlowGraph } from './graph.js';
import type { MatchedWalk } from './matched-walks.js';
import type { CleanClass } from './model.js';
import type { Reach } from './reach.js';
import type { StateGraph } from './state-graph.js';

/** Walks of one class, by source in the order of the marks, and the states that they go over. */
export interface ClassWalks {
  readonly walks: readonly MatchedWalk[];
  readonly states: StateGraph;
}

/** A flow: matched calls and returns lead from a source to an argument of a sink. */
export interface Flow {
  readonly class: string;
  readonly source: number;
  readonly sourceKind: string;
  readonly sink: number;
  /** Level of the sink, a call over which a summary leads counting one. */
  readonly hops: number;
  readonly path: readonly number[];
  /** The path with every such call walked through. */
  readonly expanded: readonly number[];
  readonly insensitive: boolean;
}

/** A flow whose ways are made when one looks at them: of a hundred thousand flows one looks at fifty. */
class WalkedFlow implements Flow {
  readonly class: string;
  readonly source: number;
  readonly sourceKind: string;
  readonly hops: number;
  readonly #states: StateGraph;
  readonly #way: Int32Array;
  #expanded: readonly number[] | null = null;

  constructor(
    name: string,
    { source }: MatchedWalk,
    readonly sink: number,
    states: StateGraph,
    way: Int32Array,
    readonly insensitive: boolean,
  ) {
    this.class = name;
    this.source = source.vertex;
    this.sourceKind = source.kind;
    this.hops = way.length - 1;
    this.#states = states;
    this.#way = way;
  }

  get path(): readonly number[] {
    return Array.from(this.#way, (id) => this.#states.vertexOf(id >>> 1));
  }

  get expanded(): readonly number[] {
    return (this.#expanded ??= this.#states.through(this.#way));
  }
}

export interface FlowCounts {
  readonly pairs: number;
  readonly insensitive: number;
  readonly matched: number;
}

/** All flows by (class, hops, source, sink). */
export function flowsOf(
  classes: readonly CleanClass[],
  insensitive: readonly (readonly Pick<AnyPath, 'level'>[])[],
  matched: readonly ClassWalks[],
): { flows: Flow[]; counts: FlowCounts } {
  const flows: Flow[] = [];
  let pairs = 0;
  let any = 0;
  classes.forEach(({ name, sinks }, c) => {
    const { walks, states } = matched[c]!;
    walks.forEach((walk, s) => {
      for (const sink of sinks) {
        pairs++;
        const byAny = insensitive[c]![s]!.level.has(sink);
        if (byAny) any++;
        const way = walk.ways.get(sink);
        if (way !== undefined) flows.push(new WalkedFlow(name, walk, sink, states, way, byAny));
      }
    });
  });
  flows.sort(
    (a, b) =>
      (a.class < b.class ? -1 : a.class > b.class ? 1 : 0) ||
      a.hops - b.hops ||
      a.source - b.source ||
      a.sink - b.sink,
  );
  return { flows, counts: { pairs, insensitive: any, matched: flows.length } };
}

/** Where the flow of a source ends: vertices with no live successor, farthest first. */
export interface Stop {
  readonly vertex: number;
  readonly level: number;
  readonly why: 'sanitizer' | 'sink' | 'last-use';
}

/** Why a flow ends at a vertex that leads to none. */
export function whyEnds(
  { offsets }: FlowGraph,
  vertex: number,
  sinks: ReadonlySet<number>,
): Stop['why'] {
  if (offsets[vertex + 1]! > offsets[vertex]!) return 'sanitizer';
  return sinks.has(vertex) ? 'sink' : 'last-use';
}

export function stopsOf(
  graph: FlowGraph,
  reach: Reach,
  killed: Uint8Array,
  sinks: ReadonlySet<number>,
): Stop[] {
  const level = new Map<number, number>();
  for (const [state, at] of reach.level) {
    const v = state % graph.size;
    level.set(v, Math.min(at, level.get(v) ?? at));
  }
  const stops: Stop[] = [];
  for (const [vertex, at] of level) {
    const targets = graph.targets.subarray(graph.offsets[vertex], graph.offsets[vertex + 1]);
    if (targets.some((w) => killed[w] === 0)) continue;
    stops.push({ vertex, level: at, why: whyEnds(graph, vertex, sinks) });
  }
  return stops.sort((a, b) => b.level - a.level || a.vertex - b.vertex);
}
