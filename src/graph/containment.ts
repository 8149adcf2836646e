import type { EdgeTable } from './code-graph.js';

/** CONTAINS parent of each node, -1 for roots: the smallest parent; a cycle is cut above its smallest node. */
export function parentsOf(nodeCount: number, contains: EdgeTable): Int32Array {
  const parents = new Int32Array(nodeCount).fill(-1);
  for (let edge = 0; edge < contains.count; edge++) {
    const parent = contains.src[edge]!;
    const child = contains.dst[edge]!;
    // Edges are sorted by source, so the first parent met is the smallest.
    if (child < nodeCount && parent < nodeCount && parent !== child && parents[child] === -1)
      parents[child] = parent;
  }
  cutCycles(parents);
  return parents;
}

function cutCycles(parents: Int32Array): void {
  const UNSEEN = 0;
  const state = new Uint32Array(parents.length);
  for (let start = 0, walk = 1; start < parents.length; start++, walk++) {
    let v = start;
    while (v !== -1 && state[v] === UNSEEN) {
      state[v] = walk;
      v = parents[v]!;
    }
    if (v === -1 || state[v] !== walk) continue;
    let smallest = v;
    for (let u = parents[v]!; u !== v; u = parents[u]!) if (u < smallest) smallest = u;
    parents[smallest] = -1;
  }
}

/** Marks every node that is marked or has a marked ancestor. */
export function inherit(parents: Int32Array, marked: Uint8Array): Uint8Array {
  const UNKNOWN = 2;
  const out = new Uint8Array(parents.length).fill(UNKNOWN);
  const trail: number[] = [];
  for (let start = 0; start < parents.length; start++) {
    let v = start;
    trail.length = 0;
    while (v !== -1 && out[v] === UNKNOWN && marked[v] !== 1) {
      trail.push(v);
      v = parents[v]!;
    }
    const value = v === -1 ? 0 : marked[v] === 1 ? 1 : out[v]!;
    if (v !== -1) out[v] = value;
    for (const u of trail) out[u] = value;
  }
  return out;
}
