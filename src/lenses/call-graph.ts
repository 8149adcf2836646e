import { oneLine } from '../dump/index.js';
import { nearestLabels, type CodeGraph, type EdgeTable } from '../graph/index.js';
import type { Need } from '../lens/index.js';
import { linksFromEdges, type Links } from '../ops/index.js';
import { InvalidArgument } from '../task/index.js';
import { kindFlags } from './modules.js';

/**
 * H = CALLS ∪ DISPATCH over everything that has a body: functions and methods, and in TypeScript a class (its
 * implicit constructor and its initialisers) and a module (its top level) that calls or is called. DISPATCH is the producer's rows and the
 * derived DYN (trait or interface member → same-named member of each implementation), never the other way.
 */
export interface CallGraph {
  /** Ordinals of the callables, ascending; a ref that something calls is one. */
  readonly nodes: Uint32Array;
  /** Number in `nodes` of each ordinal; -1 = no callable. */
  readonly numberOf: Int32Array;
  readonly links: Links;
  readonly edges: number;
  readonly needs: readonly Need[];
}

const CALLABLE: ReadonlySet<string> = new Set(['fn', 'method']);

/** Kinds that have a body only where the code gives them one. */
const MAY_RUN: ReadonlySet<string> = new Set(['class', 'module']);

const made = new WeakMap<CodeGraph, CallGraph>();

/** The call graph of a dump; made once. */
export function callGraphOf(graph: CodeGraph): CallGraph {
  let calls = made.get(graph);
  if (calls === undefined) {
    calls = makeCallGraph(graph);
    made.set(graph, calls);
  }
  return calls;
}

function makeCallGraph(graph: CodeGraph): CallGraph {
  const tables: EdgeTable[] = [graph.edges('CALLS'), graph.edges('DISPATCH'), graph.derived('DYN')];
  const isCallable = kindFlags(graph, CALLABLE);
  const total = graph.nodeCount + graph.refCount;
  const used = new Uint8Array(total);
  used.set(isCallable);
  // A module of Rust runs nothing, nor does one of TypeScript that only declares: as a root it would be a body that
  // is missing.
  const mayRun = kindFlags(graph, MAY_RUN);
  const { count, src: callers, dst: callees } = tables[0]!;
  for (let e = 0; e < count; e++) {
    const [from, target] = [callers[e]!, callees[e]!];
    if (mayRun[from] === 1) used[from] = 1;
    if (target >= graph.nodeCount || mayRun[target] === 1) used[target] = 1;
  }
  const numberOf = new Int32Array(total).fill(-1);
  let size = 0;
  for (let v = 0; v < total; v++) if (used[v] === 1) numberOf[v] = size++;
  const nodes = new Uint32Array(size);
  for (let v = 0; v < total; v++) if (used[v] === 1) nodes[numberOf[v]!] = v;
  const src: number[] = [];
  const to: number[] = [];
  for (const table of tables) {
    for (let e = 0; e < table.count; e++) {
      const [from, target] = [numberOf[table.src[e]!]!, numberOf[table.dst[e]!]!];
      if (from < 0 || target < 0) continue;
      src.push(from);
      to.push(target);
    }
  }
  const links = linksFromEdges(size, src, to);
  return { nodes, numberOf, links, edges: links.targets.length, needs: missingFacts(graph) };
}

function missingFacts(graph: CodeGraph): Need[] {
  if (!graph.has('CALLS')) return [{ fact: 'CALLS', producer: 'mimir dump ts, cargo mimir-dump' }];
  const virtual = graph.nodesOf('trait').length + graph.nodesOf('interface').length;
  if (virtual === 0 || graph.has('DISPATCH') || graph.has('IMPLEMENTS')) return [];
  return [{ fact: 'DISPATCH', producer: 'mimir dump ts, cargo mimir-dump', missing: virtual }];
}

/**
 * Numbers of the callables whose labels contain any of the patterns. Throws `InvalidArgument` when none is given, when
 * one matches nothing (with the nearest labels), or only things that are never called.
 */
export function matchCallables(
  graph: CodeGraph,
  calls: CallGraph,
  parameter: string,
  patterns: readonly string[],
): number[] {
  if (patterns.length === 0) {
    throw new InvalidArgument(`${parameter}: none given; name functions by a part of their labels`);
  }
  const { numberOf } = calls;
  const found = new Set<number>();
  for (const pattern of patterns) {
    const matched = matchOf(graph, calls, parameter, pattern);
    let some = false;
    for (const v of matched) {
      if (numberOf[v]! < 0) continue;
      found.add(numberOf[v]!);
      some = true;
    }
    if (!some) {
      const others = [...matched.subarray(0, 3)].map((v) => graph.label(v));
      throw new InvalidArgument(
        `${parameter} that matches no function: ${pattern}; it matches ${others.join(', ')}`,
      );
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** Everything that the pattern matches; when that is nothing, the nearest that is called is named, not the nearest field. */
function matchOf(
  graph: CodeGraph,
  { nodes }: CallGraph,
  parameter: string,
  pattern: string,
): Uint32Array {
  try {
    return graph.match(pattern);
  } catch (cause) {
    if (!(cause instanceof InvalidArgument)) throw cause;
    const callables = { length: nodes.length, id: (f: number): string => graph.id(nodes[f]!) };
    const near = nearestLabels(callables, pattern.replaceAll('`', ''), 3);
    throw new InvalidArgument(
      `${parameter} that matches no label: ${pattern}${near.length > 0 ? `; nearest: ${oneLine(near.join(' | '))}` : '; no label of a function is near it'}`,
      { cause },
    );
  }
}

/** Names of nodes for a table: their labels, and the whole id where two share one. */
export function namesOf(graph: CodeGraph, ordinals: ArrayLike<number>): string[] {
  const labels = Array.from(ordinals, (v) => graph.label(v).replace(/`/g, ''));
  const owner = new Map<string, number>();
  const shared = new Set<string>();
  labels.forEach((label, i) => {
    const other = owner.get(label);
    if (other !== undefined && other !== ordinals[i]) shared.add(label);
    owner.set(label, ordinals[i]!);
  });
  return shared.size === 0
    ? labels
    : labels.map((label, i) => (shared.has(label) ? graph.id(ordinals[i]!) : label));
}
