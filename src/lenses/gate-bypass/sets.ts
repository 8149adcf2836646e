import type { CodeGraph } from '../../graph/index.js';
import { InvalidArgument } from '../../task/index.js';
import { matchCallables, type CallGraph } from '../call-graph.js';

/** What is asked about, as numbers of the call graph. */
export interface Sets {
  readonly sinks: readonly number[];
  /** Callables of the gate; its other nodes can't be on a path. */
  readonly chokes: readonly number[];
  /** Patterns of the gate that cover no callable: they close nothing. */
  readonly idleChokes: readonly string[];
  readonly entries: readonly number[];
  /** Whether the entries are the roots of the call graph, as none was named. */
  readonly roots: boolean;
  /** One byte a callable: in scope, test or generated code. */
  readonly scope: Uint8Array;
  readonly excluded: Uint8Array;
  /** Σ |dispatch targets|. */
  readonly dispatches: number;
}

export interface Asked {
  readonly sink: readonly string[];
  readonly choke: readonly string[];
  readonly entry: readonly string[];
  readonly crate: readonly string[];
  readonly includeTests: boolean;
  readonly includeDeps: boolean;
}

/** S, C, E, and T = test and generated code unless tests are asked for (S1:2280-2285). */
export function setsOf(graph: CodeGraph, calls: CallGraph, asked: Asked): Sets {
  const flags = {
    crates: asked.crate,
    includeTests: asked.includeTests,
    includeDeps: asked.includeDeps,
  };
  const scope = onCallables(calls, graph.scope(flags));
  return {
    sinks: matchCallables(graph, calls, 'sink', asked.sink),
    ...matchChokes(graph, calls, asked.choke),
    entries:
      asked.entry.length > 0
        ? matchCallables(graph, calls, 'entry', asked.entry)
        : rootsOf(graph, calls, scope),
    roots: asked.entry.length === 0,
    scope,
    excluded: asked.includeTests
      ? new Uint8Array(calls.nodes.length)
      : testOrGenerated(graph, calls),
    dispatches: graph.derived('DYN').count + graph.edges('DISPATCH').count,
  };
}

/** The gate may be named by its type or its impl: every callable that the pattern covers is a choke. */
function matchChokes(
  graph: CodeGraph,
  { numberOf }: CallGraph,
  patterns: readonly string[],
): Pick<Sets, 'chokes' | 'idleChokes'> {
  if (patterns.length === 0)
    throw new InvalidArgument(
      'choke: none given; name the gate by a part of its label, or give a spec',
    );
  const found = new Set<number>();
  const idleChokes = patterns.filter((pattern) => {
    const callables = graph.match(pattern).filter((v) => numberOf[v]! >= 0);
    for (const v of callables) found.add(numberOf[v]!);
    return callables.length === 0;
  });
  return { chokes: [...found].sort((a, b) => a - b), idleChokes };
}

function onCallables({ nodes }: CallGraph, flags: Uint8Array): Uint8Array {
  return Uint8Array.from(nodes, (v) => (v < flags.length ? flags[v]! : 0));
}

/** Functions in scope, no trait's or interface's members, that nothing calls and no dispatch leads to. */
function rootsOf(graph: CodeGraph, calls: CallGraph, scope: Uint8Array): number[] {
  const called = new Uint8Array(calls.nodes.length);
  for (const target of calls.links.targets) called[target] = 1;
  const declares = new Set([...graph.nodesOf('trait'), ...graph.nodesOf('interface')]);
  const isDeclaration = (v: number): boolean =>
    v < graph.nodeCount && declares.has(graph.parents[v]!);
  return [...calls.nodes.keys()].filter(
    (f) => scope[f] === 1 && called[f] === 0 && !isDeclaration(calls.nodes[f]!),
  );
}

function testOrGenerated(graph: CodeGraph, calls: CallGraph): Uint8Array {
  const own = graph.scope({ includeDeps: true });
  return Uint8Array.from(calls.nodes, (v) =>
    v < graph.nodeCount && graph.defined?.[v] !== 0 && own[v] === 0 ? 1 : 0,
  );
}
