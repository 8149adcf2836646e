import type { TaintProgram } from './body.js';
import { callEdges } from './call-edges.js';
import { resolveCalls, type ResolvedCall } from './calls.js';
import type { FlowOptions } from './flow.js';
import type { FlowEdges } from './flow-edges.js';
import { localEdges } from './local-flow.js';
import { unknownOrigins } from './origins.js';
import { PartWalk } from './part-walk.js';
import { flowGraphOf, SummaryEdges, summariesOf, type FlowGraph, type Summaries } from './graph.js';
import { killedBy, type Marks, type Matcher } from './marks.js';
import type { Reach } from './reach.js';
import { matchedReach, type StateGraph } from './state-graph.js';
import { atOnce, type InTurns } from './turns.js';
import { bodyOfCallee, verticesOf, type HeapOptions, type Vertices } from './vertices.js';
import { WholeWalk } from './whole-walk.js';

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
  const vertices = atOnce(verticesOf(program, options));
  const flow: FlowOptions = {
    opaque: options.opaque,
    propagator: (callee) => matcher.propagator(callee),
  };
  const { calls } = atOnce(resolveCalls(program, vertices, flow, bodyOfCallee(program)));
  const local = atOnce(localEdges(program, vertices)).edges;
  const between = atOnce(callEdges(program, vertices, calls, flow));
  const kept = atOnce(heapReads(local, program, vertices, calls));
  return {
    program,
    vertices,
    calls,
    graph: atOnce(flowGraphOf(vertices.all.length, kept, between)),
    marks: atOnce(matcher.marks(program, vertices)),
  };
}

/**
 * The edges that stay: with access paths a field is read from the heap only where the program does not show who made the
 * object. It yields how far it is.
 */
export function* heapReads(
  edges: FlowEdges,
  program: TaintProgram,
  vertices: Vertices,
  calls: readonly ResolvedCall[],
): InTurns<FlowEdges> {
  if (vertices.paths === 0) return edges;
  const isUnknown = yield* unknownOrigins(program, calls);
  return yield* edges.kept(
    ({ base, dst }) => base === undefined || isUnknown(vertices.all[dst]!.body, base),
  );
}

/** One class of sinks with what its sanitizers clean. */
export interface CleanClass {
  readonly name: string;
  readonly killed: Uint8Array;
  readonly sinks: readonly number[];
}

/** Classes that some sink has, by name; `asked` empty = all but the quiet ones. What cleans the same is one array. */
export function cleanClasses(
  marks: Marks,
  size: number,
  asked: readonly string[],
  quiet: readonly string[],
): CleanClass[] {
  const names = [...new Set(marks.sinks.map((sink) => sink.class))].filter((name) =>
    asked.length === 0 ? !quiet.includes(name) : asked.includes(name),
  );
  const kept: Uint8Array[] = [];
  return names.sort().map((name) => {
    const own = killedBy(marks, size, name);
    const killed = kept.find((other) => Buffer.compare(own, other) === 0) ?? own;
    if (killed === own) kept.push(own);
    const sinks = marks.sinks.filter((sink) => sink.class === name).map(({ vertex }) => vertex);
    return { name, killed, sinks: [...new Set(sinks)] };
  });
}

/** Shares what is computed among classes that clean the same vertices: with the first of them, and the sinks of all. */
export async function perKilled<T>(
  classes: readonly CleanClass[],
  make: (one: CleanClass, sinks: readonly number[]) => T | Promise<T>,
): Promise<T[]> {
  const made = new Map<Uint8Array, T>();
  for (const one of classes) {
    if (made.has(one.killed)) continue;
    const sinks = classes.flatMap((other) => (other.killed === one.killed ? other.sinks : []));
    made.set(one.killed, await make(one, sinks));
  }
  return classes.map(({ killed }) => made.get(killed)!);
}

/** What walks with calls and returns matched go over: parts of values, or whole ones over the summaries of bodies. */
export function statesOf(
  { graph, vertices, calls }: Pick<FlowModel, 'graph' | 'vertices' | 'calls'>,
  killed: Uint8Array,
  summaries: () => Summaries,
  check?: () => void,
): StateGraph {
  return vertices.paths > 0
    ? new PartWalk(graph, vertices, calls, killed, check)
    : new WholeWalk(graph, new SummaryEdges(vertices, calls, summaries().pairs), killed);
}

/** Matched reach of one source in a model, summaries made for it. */
export function matchedFrom(model: FlowModel, killed: Uint8Array, source: number): Reach {
  const { graph, vertices, calls } = model;
  const states = statesOf(model, killed, () => atOnce(summariesOf(graph, vertices, calls, killed)));
  return matchedReach(states, killed, source, 0);
}
