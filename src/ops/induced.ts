import { nodeCount, type Links } from './links.js';

/** A part of a graph with its own numbers: node i of `links` is `nodes[i]` of the whole, ascending. */
export interface InducedGraph {
  readonly nodes: Uint32Array;
  readonly links: Links;
  /** Number in the part of each node of the whole; -1 = not in it. */
  readonly numberOf: Int32Array;
}

/** The nodes whose byte is set and the edges between them. Cost: O(n + m). */
export function induced(whole: Links, keep: Uint8Array): InducedGraph {
  const n = nodeCount(whole);
  const numberOf = new Int32Array(n).fill(-1);
  let count = 0;
  let edges = 0;
  for (let v = 0; v < n; v++) {
    if (keep[v] === 0) continue;
    numberOf[v] = count++;
    for (let e = whole.offsets[v]!; e < whole.offsets[v + 1]!; e++)
      edges += keep[whole.targets[e]!]!;
  }
  const nodes = new Uint32Array(count);
  const offsets = new Uint32Array(count + 1);
  const targets = new Uint32Array(edges);
  let at = 0;
  for (let v = 0; v < n; v++) {
    if (keep[v] === 0) continue;
    const number = numberOf[v]!;
    nodes[number] = v;
    for (let e = whole.offsets[v]!; e < whole.offsets[v + 1]!; e++) {
      const w = whole.targets[e]!;
      if (keep[w] !== 0) targets[at++] = numberOf[w]!;
    }
    offsets[number + 1] = at;
  }
  return { nodes, links: { offsets, targets }, numberOf };
}
