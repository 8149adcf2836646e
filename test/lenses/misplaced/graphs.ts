import { graphOf, type CodeGraph } from '../../../src/graph/index.js';
import type { AffinityKind } from '../../../src/lenses/misplaced/items.js';

export interface Item {
  readonly id: string;
  readonly kind: string;
  readonly module: string;
}

export type Use = readonly [src: string, dst: string, kind: AffinityKind, places: number];

/** A dump of functions and types, each in the file that stands for its module: level `file`. */
export function graphOfItems(items: readonly Item[], uses: readonly Use[]): CodeGraph {
  const idOf = (name: string): string => `test cargo demo 1.0.0 ${name}`;
  return graphOf({
    nodes: items.map(({ id, kind, module }) => ({
      id: idOf(id),
      name: id,
      kind: kind === 'fn' ? 'fn' : 'struct',
      file: module,
    })),
    edges: uses.map(([src, dst, kind, count]) => ({ kind, src: idOf(src), dst: idOf(dst), count })),
  });
}
