import type { Adjacency } from './code-graph.js';

/** Rows by source of edges that are sorted by (src, dst). */
export function outgoing(
  vertices: number,
  src: Uint32Array,
  dst: Uint32Array,
  known: Uint32Array | null = null,
): Adjacency {
  const edges = new Uint32Array(src.length);
  for (let i = 0; i < edges.length; i++) edges[i] = i;
  return { offsets: known ?? offsetsOf(vertices, src), targets: dst, edges };
}

function offsetsOf(vertices: number, ends: Uint32Array): Uint32Array {
  const offsets = new Uint32Array(vertices + 1);
  for (let i = ends.length - 1; i >= 0; i--) offsets[ends[i]! + 1]!++;
  for (let v = 0; v < vertices; v++) offsets[v + 1]! += offsets[v]!;
  return offsets;
}

/** Rows by target of the same edges; sources ascend in each row. */
export function incoming(vertices: number, src: Uint32Array, dst: Uint32Array): Adjacency {
  const offsets = offsetsOf(vertices, dst);
  const next = offsets.slice(0, vertices);
  const targets = new Uint32Array(src.length);
  const edges = new Uint32Array(src.length);
  for (let i = 0; i < src.length; i++) {
    const at = next[dst[i]!]!++;
    targets[at] = src[i]!;
    edges[at] = i;
  }
  return { offsets, targets, edges };
}
