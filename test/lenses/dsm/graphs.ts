import { graphOf, type CodeGraph } from '../../../src/graph/index.js';

/** An arc between modules: the first uses the second, at so many places. */
export type Use = readonly [src: string, dst: string, sites: number];

/** A dump with one function in one file a module, which call each other: level `file`, weight `sites` gives `uses` back. */
export function graphOfModules(modules: readonly string[], uses: readonly Use[]): CodeGraph {
  const id = (module: string): string => `test cargo demo 1.0.0 ${module}/run().`;
  return graphOf({
    nodes: modules.map((module) => ({ id: id(module), kind: 'fn', crate: 'demo', file: module })),
    edges: uses.map(([src, dst, count]) => ({ kind: 'CALLS', src: id(src), dst: id(dst), count })),
  });
}

export const AS_GIVEN = { level: 'file', weight: 'sites' } as const;
