import type { AnyPath } from './any-path.js';
import { expandPath } from './expand.js';
import { SummaryEdges, type FlowGraph, type Summaries } from './graph.js';
import type { SourceMark } from './marks.js';
import type { CleanClass } from './model.js';
import type { FlowModel } from './model.js';
import type { PartWalk } from './part-walk.js';
import { statesTo, type Reach } from './reach.js';

/** What one source reaches under one class. */
export interface SourceReach extends Reach {
  readonly source: SourceMark;
  /** States at the hop limit with more behind them. */
  readonly cut: number;
  /** The walk that follows parts of values; none = whole values. */
  readonly walk?: PartWalk;
}

/** Reaches by class, then by source, in the order of the marks. */
export type ReachByClass = readonly (readonly SourceReach[])[];

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

export interface FlowCounts {
  readonly pairs: number;
  readonly insensitive: number;
  readonly matched: number;
}

/** All flows by (class, hops, source, sink). */
export function flowsOf(
  { graph, vertices, calls }: Pick<FlowModel, 'graph' | 'vertices' | 'calls'>,
  classes: readonly CleanClass[],
  summaries: readonly Summaries[],
  insensitive: readonly (readonly Pick<AnyPath, 'level'>[])[],
  matched: ReachByClass,
): { flows: Flow[]; counts: FlowCounts } {
  const flows: Flow[] = [];
  let pairs = 0;
  let any = 0;
  classes.forEach(({ name, killed, sinks }, c) => {
    const step = (): SummaryEdges => new SummaryEdges(vertices, calls, summaries[c]!.pairs);
    matched[c]!.forEach((reach, s) => {
      for (const sink of sinks) {
        pairs++;
        const byAny = insensitive[c]![s]!.level.has(sink);
        if (byAny) any++;
        const state = reach.first.get(sink);
        if (state === undefined) continue;
        const states = statesTo(reach, state);
        const path = states.map((one) => one % graph.size);
        flows.push({
          class: name,
          source: reach.source.vertex,
          sourceKind: reach.source.kind,
          sink,
          hops: reach.level.get(state)!,
          path,
          expanded: reach.walk?.expand(states) ?? expandPath(graph, step(), killed, path),
          insensitive: byAny,
        });
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
    stops.push({
      vertex,
      level: at,
      why: targets.length > 0 ? 'sanitizer' : sinks.has(vertex) ? 'sink' : 'last-use',
    });
  }
  return stops.sort((a, b) => b.level - a.level || a.vertex - b.vertex);
}
