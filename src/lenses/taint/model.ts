import type { TaintProgram } from './body.js';
import {
  callEdges,
  localEdges,
  resolveCalls,
  type FlowEdge,
  type FlowOptions,
  type ResolvedCall,
} from './flow.js';
import {
  FlowGraph,
  matchedReach,
  SummaryEdges,
  summariesOf,
  type Reach,
  type Summaries,
} from './graph.js';
import { killedBy, type Marks, type Matcher } from './marks.js';
import { verticesOf, type HeapOptions, type Vertices } from './vertices.js';

/** Value flow of a whole program under some options: what the steps build one after the other. */
export interface FlowModel {
  readonly program: TaintProgram;
  readonly vertices: Vertices;
  readonly calls: readonly ResolvedCall[];
  readonly graph: FlowGraph;
  readonly marks: Marks;
}

export type ModelOptions = HeapOptions & Pick<FlowOptions, 'opaque'>;

/** Bodies by the callee that names them: a moniker's label, or the callee as written. */
export function bodyOfCallee(program: TaintProgram): (callee: string) => number {
  return (callee) => {
    const plain = callee.replace(/`/g, '');
    const words = plain.split(' ');
    // A moniker has four words before its descriptors, of which a label keeps the third.
    const label = words.length > 4 ? `${words[2]!} ${words.slice(4).join(' ')}` : plain;
    return program.bodyOf.get(label) ?? -1;
  };
}

export function modelOf(program: TaintProgram, options: ModelOptions, matcher: Matcher): FlowModel {
  const vertices = verticesOf(program, options);
  const flow: FlowOptions = {
    opaque: options.opaque,
    propagator: (callee) => matcher.propagator(callee),
  };
  const calls = resolveCalls(program, vertices, flow, bodyOfCallee(program));
  const edges: FlowEdge[] = [
    ...localEdges(program, vertices).edges,
    ...callEdges(vertices, calls, flow),
  ];
  return {
    program,
    vertices,
    calls,
    graph: new FlowGraph(vertices.all.length, edges),
    marks: matcher.marks(program, vertices),
  };
}

/** One class of sinks with what its sanitizers clean. */
export interface CleanClass {
  readonly name: string;
  readonly killed: Uint8Array;
  readonly sinks: readonly number[];
}

/** Classes that some sink has, by name; `asked` empty = all but the quiet ones. */
export function cleanClasses(
  marks: Marks,
  size: number,
  asked: readonly string[],
  quiet: readonly string[],
): CleanClass[] {
  const names = [...new Set(marks.sinks.map((sink) => sink.class))].filter((name) =>
    asked.length === 0 ? !quiet.includes(name) : asked.includes(name),
  );
  return names.sort().map((name) => ({
    name,
    killed: killedBy(marks, size, name),
    sinks: [
      ...new Set(marks.sinks.filter((sink) => sink.class === name).map(({ vertex }) => vertex)),
    ],
  }));
}

/** Shares what is computed among classes that clean the same vertices. */
export function perKilled<T>(classes: readonly CleanClass[], make: (one: CleanClass) => T): T[] {
  const made = new Map<string, T>();
  return classes.map((one) => {
    const key = [...one.killed.keys()].filter((v) => one.killed[v] === 1).join(' ');
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = make(one)));
    return value;
  });
}

/** Matched reach of one source in a model, summaries made for it. */
export function matchedFrom(
  model: FlowModel,
  killed: Uint8Array,
  source: number,
): { reach: Reach; step: SummaryEdges; summaries: Summaries } {
  const summaries = summariesOf(model.graph, model.vertices, model.calls, killed);
  const step = new SummaryEdges(model.vertices, model.calls, summaries.pairs);
  return { reach: matchedReach(model.graph, step, killed, source, 0), step, summaries };
}
