import fc from 'fast-check';
import { linksFromEdges, type Links } from '../../src/ops/index.js';

/** Naive checkers of the graph operations: boolean grids, Warshall, and nothing shared with the source. */

export interface Drawn {
  readonly n: number;
  readonly edges: readonly (readonly [number, number])[];
}

/** Small graphs, loops and repeats included. */
export const drawn: fc.Arbitrary<Drawn> = fc.integer({ min: 1, max: 9 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    edges: fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1)), { maxLength: 2 * n + 4 }),
  }),
);

/** Acyclic ones: every edge goes to a smaller number. */
export const acyclic: fc.Arbitrary<Drawn> = drawn.map((g) => ({
  n: g.n,
  edges: g.edges.filter(([a, b]) => a > b),
}));

export const seedsOf = (g: Drawn): fc.Arbitrary<number[]> =>
  fc.array(fc.nat(g.n - 1), { maxLength: 3 });

export const withSeeds: fc.Arbitrary<{ g: Drawn; seeds: number[] }> = drawn.chain((g) =>
  fc.record({ g: fc.constant(g), seeds: seedsOf(g) }),
);

export function linksOfDrawn(g: Drawn): Links {
  return linksFromEdges(
    g.n,
    g.edges.map((e) => e[0]),
    g.edges.map((e) => e[1]),
  );
}

export type Grid = boolean[][];

export function grid(g: Drawn): Grid {
  const cells = Array.from({ length: g.n }, () => Array<boolean>(g.n).fill(false));
  for (const [a, b] of g.edges) cells[a]![b] = true;
  return cells;
}

/** (I + A)* by Warshall. */
export function closure(g: Drawn): Grid {
  const c = grid(g);
  for (let v = 0; v < g.n; v++) c[v]![v] = true;
  for (let k = 0; k < g.n; k++)
    for (let i = 0; i < g.n; i++)
      for (let j = 0; j < g.n; j++) if (c[i]![k]! && c[k]![j]!) c[i]![j] = true;
  return c;
}

/** All-pairs distances by Floyd; Infinity where none. */
export function distances(g: Drawn): number[][] {
  const d = grid(g).map((row, i) => row.map((on, j) => (i === j ? 0 : on ? 1 : Infinity)));
  for (let k = 0; k < g.n; k++)
    for (let i = 0; i < g.n; i++)
      for (let j = 0; j < g.n; j++) d[i]![j] = Math.min(d[i]![j]!, d[i]![k]! + d[k]![j]!);
  return d;
}

/** Classes of a relation given as a test, as a list of smallest members per node. */
export function smallestEquivalent(n: number, same: (a: number, b: number) => boolean): number[] {
  return Array.from({ length: n }, (_, v) => {
    let u = 0;
    while (!same(u, v)) u++;
    return u;
  });
}

export function without(g: Drawn, gone: readonly number[]): Drawn {
  return { n: g.n, edges: g.edges.filter(([a, b]) => !gone.includes(a) && !gone.includes(b)) };
}
