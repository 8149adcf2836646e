import type { TaintProgram } from './body.js';
import { callEdges, resolveCalls, type ResolvedCall } from './calls.js';
import type { FlowEdge, FlowOptions } from './flow.js';
import { localEdges } from './local-flow.js';
import { unknownOrigins } from './origins.js';
import { PartWalk } from './part-walk.js';
import { FlowGraph, matchedReach, SummaryEdges, summariesOf } from './graph.js';
import { killedBy, type Marks, type Matcher } from './marks.js';
import type { Reach } from './reach.js';
import { bodyOfCallee, verticesOf, type HeapOptions, type Vertices } from './vertices.js';

/** Value flow of a whole program under some options: what the steps build one after the other. */
export interface FlowModel {
  readonly program: TaintProgram;
  readonly vertices: Vertices;
  readonly calls: readonly ResolvedCall[];
  readonly graph: FlowGraph;
  readonly marks: Marks;
}

export type ModelOptions = HeapOptions & Pick<FlowOptions, 'opaque'>;

export function modelOf(program: TaintProgram, options: ModelOptions, matcher: Matcher): FlowModel {
  const vertices = verticesOf(program, options);
  const flow: FlowOptions = {
    opaque: options.opaque,
    propagator: (callee) => matcher.propagator(callee),
  };
  const { calls } = resolveCalls(program, vertices, flow, bodyOfCallee(program));
  const local = localEdges(program, vertices).edges.filter(heapReads(program, vertices, calls));
  return {
    program,
    vertices,
    calls,
    graph: new FlowGraph(vertices.all.length, local, callEdges(vertices, calls, flow)),
    marks: matcher.marks(program, vertices),
  };
}

/**
 * Whether an edge stays: with access paths a field is read from the heap only where the program does not show who made
 * the object.
 */
export function heapReads(
  program: TaintProgram,
  vertices: Vertices,
  calls: readonly ResolvedCall[],
): (edge: FlowEdge) => boolean {
  if (vertices.paths === 0) return () => true;
  const isUnknown = unknownOrigins(program, calls);
  return ({ base, dst }) => base === undefined || isUnknown(vertices.all[dst]!.body, base);
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
  { graph, vertices, calls }: FlowModel,
  killed: Uint8Array,
  source: number,
): Reach {
  if (vertices.paths > 0) return new PartWalk(graph, vertices, calls, killed).reach(source, 0);
  const summaries = summariesOf(graph, vertices, calls, killed);
  const step = new SummaryEdges(vertices, calls, summaries.pairs);
  return matchedReach(graph, step, killed, source, 0);
}
