import type { Adjacency } from './code-graph.js';

/** Rows by source of edges that are sorted by (src, dst). */
export function outgoing(vertices: number, src: Uint32Array, dst: Uint32Array): Adjacency {
  const offsets = new Uint32Array(vertices + 1);
  for (const v of src) offsets[v + 1]!++;
  for (let v = 0; v < vertices; v++) offsets[v + 1]! += offsets[v]!;
  const edges = new Uint32Array(src.length);
  for (let i = 0; i < edges.length; i++) edges[i] = i;
  return { offsets, targets: dst, edges };
}

/** Rows by target of the same edges; sources ascend in each row. */
export function incoming(vertices: number, src: Uint32Array, dst: Uint32Array): Adjacency {
  const offsets = new Uint32Array(vertices + 1);
  for (const v of dst) offsets[v + 1]!++;
  for (let v = 0; v < vertices; v++) offsets[v + 1]! += offsets[v]!;
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
