import type { FlowGraph, SummaryEdges } from './graph.js';

/**
 * A path with every step over a call replaced by the way through the callee: of the bodies that have the pair the
 * smallest, and its shortest way from parameter to end, itself expanded.
 */
export function expandPath(
  graph: FlowGraph,
  step: SummaryEdges,
  killed: Uint8Array,
  path: readonly number[],
): number[] {
  const expanded = path.slice(0, 1);
  for (let i = 1; i < path.length; i++) {
    const [from, to] = [path[i - 1]!, path[i]!];
    if (!graph.joins(from, to))
      expanded.push(...throughCallee(graph, step, killed, from, to, new Set()));
    expanded.push(to);
  }
  return expanded;
}

/** `busy` holds the pairs that are being expanded: a recursive call is left as one step. */
function throughCallee(
  graph: FlowGraph,
  step: SummaryEdges,
  killed: Uint8Array,
  from: number,
  to: number,
  busy: ReadonlySet<string>,
): number[] {
  for (const hop of step.hops(from)) {
    const key = `${hop.body} ${hop.pair.join(' ')}`;
    if (hop.to !== to || busy.has(key)) continue;
    const start = step.vertices.bodies[hop.body]!.firstParam + hop.pair[0];
    const way = shortestInside(graph, step, killed, start, hop.pair[1]);
    const inner: number[] = [];
    const more = new Set([...busy, key]);
    way.forEach((v, i) => {
      const before = way[i - 1];
      if (before !== undefined && !graph.joins(before, v))
        inner.push(...throughCallee(graph, step, killed, before, v, more));
      inner.push(v);
    });
    return inner;
  }
  return [];
}

/** Inside one body, over its own edges and those over its calls. */
function shortestInside(
  graph: FlowGraph,
  step: SummaryEdges,
  killed: Uint8Array,
  start: number,
  end: number,
): number[] {
  const parent = new Map<number, number>([[start, start]]);
  let frontier = [start];
  while (frontier.length > 0 && !parent.has(end)) {
    const found: number[] = [];
    for (const v of frontier) {
      const reach = (w: number): void => {
        if (killed[w] === 1 || parent.has(w)) return;
        parent.set(w, v);
        found.push(w);
      };
      for (let e = graph.offsets[v]!; e < graph.offsets[v + 1]!; e++)
        if (graph.isLocal(e)) reach(graph.targets[e]!);
      for (const w of step.from(v)) reach(w);
    }
    frontier = found.sort((a, b) => a - b);
  }
  if (!parent.has(end)) return [];
  const way = [end];
  for (let v = end; v !== start;) way.push((v = parent.get(v)!));
  return way.reverse();
}
