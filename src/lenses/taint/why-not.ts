import { insensitiveReach, type FlowGraph } from './graph.js';
import { stopsOf, type Stop } from './findings.js';
import { killedBy } from './marks.js';
import { matchedFrom, modelOf, type FlowModel, type ModelOptions } from './model.js';
import type { Matcher } from './marks.js';
import { wayTo } from './reach.js';
import { Names } from './names.js';
import { vertexName } from './vertices.js';

/** Why a source and a sink do or don't connect: the first of these that applies. */
export const REASONS = [
  'no-source',
  'no-sink',
  'flows',
  'sanitized',
  'opaque',
  'fields-off',
  'context',
  'combined',
  'none',
] as const;
export type Reason = (typeof REASONS)[number];

export interface WhyNot {
  readonly source: string;
  readonly sink: string;
  readonly reason: Reason;
  /** Sanitized vertices on the way that there would be. */
  readonly by: readonly string[];
  /** The way, in the model that has it; empty where none has. */
  readonly path: readonly string[];
  /** For `none`: where the source's flow ends, and what the sink's begins with. */
  readonly stops: readonly (Omit<Stop, 'vertex'> & { readonly vertex: string })[];
  readonly roots: readonly { readonly vertex: string; readonly distance: number }[];
}

/** A reason in words, for who does not look at the step. */
export function reasonText({ source, sink, reason, by, path, stops }: WhyNot): string {
  const pair = `${source} → ${sink}`;
  const [stop] = stops;
  const steps = `${path.length - 1} steps`;
  const words: Readonly<Record<Reason, string>> = {
    'no-source': `${source} is no source: the step marks names them all, and a place as file:line does too`,
    'no-sink': `${sink} is no sink: the step marks names them all, and a place as file:line does too`,
    flows: `${pair} flows, in ${steps}`,
    sanitized: `${pair} would flow in ${steps}, but is clean at ${by.join(', ')}`,
    opaque: `${pair} would flow in ${steps} if callees without a body passed their arguments on (--opaque pass)`,
    'fields-off': `${pair} would flow in ${steps} through fields or captured values, which are off`,
    context: `${pair} is joined only by ways that go into a function by one call and out by another`,
    combined: `${pair} would flow in ${steps} only if several of these were otherwise at once`,
    none: `${pair}: no way joins them${stop === undefined ? '' : `; the source gets as far as ${stop.vertex}, ${stop.level} steps (${stop.why})`}`,
  };
  return `why not: ${words[reason]}; the step whynot has the way`;
}

/** Explains one pair, by running again with one restriction lifted after the other. */
export function whyNot(
  model: FlowModel,
  options: ModelOptions,
  matcher: Matcher,
  pair: readonly [source: string, sink: string],
): WhyNot {
  const [source, sink] = pair;
  const at = endsIn(model, source, sink);
  const answer = (reason: Reason, more: Partial<WhyNot> = {}): WhyNot => ({
    source,
    sink,
    reason,
    by: [],
    path: [],
    stops: [],
    roots: [],
    ...more,
  });
  if (at.source < 0 || !model.marks.sources.some(({ vertex }) => vertex === at.source))
    return answer('no-source');
  const name = model.marks.sinks.find(({ vertex }) => vertex === at.sink)?.class;
  if (name === undefined) return answer('no-sink');
  const killed = killedBy(model.marks, model.graph.size, name);
  const none = new Uint8Array(model.graph.size);
  const own = wayIn(model, killed, at);
  if (own !== null) return answer('flows', { path: own });
  const unclean = wayIn(model, none, at);
  if (unclean !== null) {
    const names = new Set(
      [...killed.keys()]
        .filter((v) => killed[v] === 1)
        .map((v) => vertexName(model.vertices, model.program, v)),
    );
    return answer('sanitized', {
      path: unclean,
      by: unclean.filter((vertex) => names.has(vertex)),
    });
  }
  const lifted = (change: Partial<ModelOptions>, clean: boolean): readonly string[] | null => {
    const other = modelOf(model.program, { ...options, ...change }, matcher);
    return wayIn(
      other,
      clean ? killedBy(other.marks, other.graph.size, name) : new Uint8Array(other.graph.size),
      endsIn(other, source, sink),
    );
  };
  const passed = options.opaque === 'pass' ? null : lifted({ opaque: 'pass' }, true);
  if (passed !== null) return answer('opaque', { path: passed });
  const stored =
    options.fields && options.captures ? null : lifted({ fields: true, captures: true }, true);
  if (stored !== null) return answer('fields-off', { path: stored });
  const loose = insensitiveReach(model.graph, killed, at.source, 0);
  if (loose.level.has(at.sink))
    return answer('context', { path: named(model, wayTo(loose, model.graph.size, at.sink)) });
  const all = { ...options, opaque: 'pass', fields: true, captures: true } as const;
  const combined =
    lifted(all, false) ?? insensitiveIn(modelOf(model.program, all, matcher), source, sink);
  if (combined !== null) return answer('combined', { path: combined });
  const reach = matchedFrom(model, killed, at.source);
  const sinks = new Set(
    model.marks.sinks.filter((one) => one.class === name).map(({ vertex }) => vertex),
  );
  return answer('none', {
    stops: stopsOf(model.graph, reach, killed, sinks).map((stop) => ({
      ...stop,
      vertex: vertexName(model.vertices, model.program, stop.vertex),
    })),
    roots: rootsOf(model.graph, killed, at.sink).map(([v, distance]) => ({
      vertex: vertexName(model.vertices, model.program, v),
      distance,
    })),
  });
}

interface Ends {
  readonly source: number;
  readonly sink: number;
}

/** The vertices of the pair in a model, by name, or the first mark at a place `file:line`; -1 = it has none. */
function endsIn({ vertices, program, marks }: FlowModel, source: string, sink: string): Ends {
  let found: Ends = { source: -1, sink: -1 };
  for (let v = 0; v < vertices.all.length; v++) {
    const name = vertexName(vertices, program, v);
    if (name === source) found = { ...found, source: v };
    if (name === sink) found = { ...found, sink: v };
  }
  const names = new Names(program, vertices);
  const at = (list: readonly { readonly vertex: number }[], place: string): number =>
    list.find(({ vertex }) => names.site(vertex) === place)?.vertex ?? -1;
  return {
    source: found.source < 0 ? at(marks.sources, source) : found.source,
    sink: found.sink < 0 ? at(marks.sinks, sink) : found.sink,
  };
}

function wayIn(
  model: FlowModel,
  killed: Uint8Array,
  { source, sink }: Ends,
): readonly string[] | null {
  if (source < 0 || sink < 0) return null;
  const reach = matchedFrom(model, killed, source);
  const state = reach.first.get(sink);
  return state === undefined ? null : named(model, wayTo(reach, model.graph.size, state));
}

function insensitiveIn(model: FlowModel, source: string, sink: string): readonly string[] | null {
  const at = endsIn(model, source, sink);
  const reach = insensitiveReach(model.graph, new Uint8Array(model.graph.size), at.source, 0);
  return reach.level.has(at.sink) ? named(model, wayTo(reach, model.graph.size, at.sink)) : null;
}

const named = ({ vertices, program }: FlowModel, way: readonly number[]): string[] =>
  way.map((v) => vertexName(vertices, program, v));

/** Vertices that reach a sink and have no predecessor themselves: a constant, an uncalled parameter, an unwritten field. */
function rootsOf(
  graph: FlowGraph,
  killed: Uint8Array,
  sink: number,
): [vertex: number, distance: number][] {
  const into = new Map<number, number[]>();
  for (let v = 0; v < graph.size; v++) {
    if (killed[v] === 1) continue;
    for (let e = graph.offsets[v]!; e < graph.offsets[v + 1]!; e++) {
      const w = graph.targets[e]!;
      if (killed[w] === 0) into.set(w, [...(into.get(w) ?? []), v]);
    }
  }
  const distance = new Map([[sink, 0]]);
  for (const [v, d] of distance)
    for (const u of into.get(v) ?? []) if (!distance.has(u)) distance.set(u, d + 1);
  return [...distance].filter(([v]) => !into.has(v)).sort(([a, x], [b, y]) => x - y || a - b);
}
