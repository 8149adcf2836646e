import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dominatorChain,
  dominators,
  geodesics,
  induced,
  minVertexCut,
  NO_NODE,
  reachCounts,
  type VertexCut,
} from '../../src/ops/index.js';
import { closure, distances, drawn, linksOfDrawn, without, type Drawn } from './naive.js';

const check = { numRuns: process.env.MIMIR_DEEP === '1' ? 10_000 : 300, seed: 7 };

/** A graph with sources and sinks among its nodes. */
const withEnds = drawn.chain((g) =>
  fc.record({
    g: fc.constant(g),
    sources: fc.uniqueArray(fc.nat(g.n - 1), { minLength: 1, maxLength: 3 }),
    sinks: fc.uniqueArray(fc.nat(g.n - 1), { minLength: 1, maxLength: 3 }),
  }),
);

/** Whether a path leads from any start to any end that are both left. */
function joined(
  g: Drawn,
  starts: readonly number[],
  ends: readonly number[],
  gone: readonly number[],
): boolean {
  const reaches = closure(without(g, gone));
  const left = (v: number): boolean => !gone.includes(v);
  return starts.some((s) => left(s) && ends.some((t) => left(t) && reaches[s]![t]!));
}

function* subsets(items: readonly number[], size: number): Generator<number[]> {
  if (size === 0) yield [];
  else
    for (let i = 0; i <= items.length - size; i++)
      for (const rest of subsets(items.slice(i + 1), size - 1)) yield [items[i]!, ...rest];
}

describe('dominators', () => {
  it('are what every path from a root meets', () =>
    fc.assert(
      fc.asyncProperty(withEnds, async ({ g, sources }) => {
        const tree = await dominators(linksOfDrawn(g), sources);
        const reaches = closure(g);
        for (let v = 0; v < g.n; v++) {
          const reached = sources.some((s) => reaches[s]![v]!);
          expect(tree.idom[v] !== NO_NODE).toBe(reached);
          if (!reached) continue;
          const strict = [...Array(g.n).keys()].filter(
            (u) => u !== v && !joined(g, sources, [v], [u]),
          );
          expect(dominatorChain(tree, v).toSorted((a, b) => a - b)).toEqual(strict);
        }
        const place = new Map([...tree.preorder].map((v, i) => [v, i]));
        for (const v of tree.preorder)
          if (tree.idom[v]! < g.n) expect(place.get(tree.idom[v]!)!).toBeLessThan(place.get(v)!);
      }),
      check,
    ));

  it('of a chain of 300,000 are the chain', async () => {
    const n = 300_000;
    const offsets = Uint32Array.from({ length: n + 1 }, (_, v) => Math.min(v, n - 1));
    const { idom } = await dominators(
      { offsets, targets: Uint32Array.from({ length: n - 1 }, (_, v) => v + 1) },
      [0],
    );
    expect([idom[0], idom[1], idom[n - 1]]).toEqual([n, 0, n - 2]);
  });
});

describe('the minimum vertex cut', () => {
  it('is the least set of interior vertices that separates, with as many disjoint paths', () =>
    fc.assert(
      fc.asyncProperty(withEnds, async ({ g, sources, sinks }) => {
        const result = await minVertexCut(linksOfDrawn(g), sources, sinks);
        const both = sources.filter((s) => sinks.includes(s)).toSorted((a, b) => a - b);
        const direct = g.edges.filter(
          ([a, b]) => a !== b && sources.includes(a) && sinks.includes(b),
        );
        if (both.length > 0 || direct.length > 0) {
          const pairs = [...new Map(direct.map((e) => [e.join(), e])).values()].toSorted(
            ([a, b], [c, d]) => a - c || b - d,
          );
          expect(result).toEqual({ direct: pairs, both });
          return;
        }
        const interior = [...Array(g.n).keys()].filter(
          (v) => !sources.includes(v) && !sinks.includes(v),
        );
        checkCut(g, sources, sinks, interior, result as VertexCut);
      }),
      check,
    ));

  it('may take the ends themselves', () =>
    fc.assert(
      fc.asyncProperty(withEnds, async ({ g, sources, sinks }) => {
        const result = await minVertexCut(linksOfDrawn(g), sources, sinks, { ends: 'any' });
        checkCut(g, sources, sinks, [...Array(g.n).keys()], result as VertexCut);
      }),
      check,
    ));

  function checkCut(
    g: Drawn,
    sources: number[],
    sinks: number[],
    allowed: number[],
    cut: VertexCut,
  ): void {
    const separating = (set: readonly number[]): boolean => !joined(g, sources, sinks, set);
    for (let size = 0; size < cut.size; size++)
      for (const set of subsets(allowed, size)) expect(separating(set)).toBe(false);
    const least = [...subsets(allowed, cut.size)].filter(separating);
    expect(least.map(String)).toContain([...cut.nearSources].join());
    expect(least.map(String)).toContain([...cut.nearSinks].join());
    expect(cut.paths.length).toBe(cut.size);
    const used = cut.paths.flatMap((path) => [...path]);
    const loose = new Set([...sources, ...sinks].filter((end) => !allowed.includes(end)));
    const bound = used.filter((v) => !loose.has(v));
    expect(new Set(bound).size).toBe(bound.length);
    for (const path of cut.paths) {
      expect(sources).toContain(path[0]);
      expect(sinks).toContain(path.at(-1));
      for (let i = 1; i < path.length; i++)
        expect(g.edges.some(([a, b]) => a === path[i - 1] && b === path[i])).toBe(true);
    }
    const before = (set: readonly number[]): number[] => reachedBefore(g, sources, set);
    for (const set of least)
      for (const v of before([...cut.nearSources])) expect(before(set)).toContain(v);
    const turned = { n: g.n, edges: g.edges.map(([a, b]): [number, number] => [b, a]) };
    for (const set of least)
      for (const v of reachedBefore(turned, sinks, [...cut.nearSinks]))
        expect(reachedBefore(turned, sinks, set)).toContain(v);
  }

  /** Nodes reached from the starts without entering the set. */
  function reachedBefore(g: Drawn, starts: readonly number[], set: readonly number[]): number[] {
    const reaches = closure(without(g, set));
    return [...Array(g.n).keys()].filter(
      (v) => !set.includes(v) && starts.some((s) => !set.includes(s) && reaches[s]![v]!),
    );
  }
});

describe('geodesics', () => {
  it('count the pairs and the shares of shortest paths through each node', () =>
    fc.assert(
      fc.asyncProperty(withEnds, async ({ g, sources, sinks }) => {
        const found = await geodesics(linksOfDrawn(g), sources, sinks);
        const d = distances(g);
        const paths = pathCounts(g, d);
        const pairs = Array<number>(g.n).fill(0);
        const between = Array<number>(g.n).fill(0);
        for (const s of sources) {
          for (const t of sinks) {
            if (s === t || d[s]![t] === Infinity) continue;
            for (let v = 0; v < g.n; v++) {
              if (v === s || v === t || d[s]![v]! + d[v]![t]! !== d[s]![t]) continue;
              pairs[v]!++;
              between[v]! += (paths[s]![v]! * paths[v]![t]!) / paths[s]![t]!;
            }
          }
        }
        expect([...found.pairs]).toEqual(pairs);
        found.between.forEach((share, v) => expect(share).toBeCloseTo(between[v]!, 9));
      }),
      check,
    ));

  /** Number of shortest paths for every pair, by walking all of them. */
  function pathCounts(g: Drawn, d: number[][]): number[][] {
    const edges = [...new Map(g.edges.map((e) => [e.join(), e])).values()];
    const count = (s: number, t: number): number =>
      s === t
        ? 1
        : edges
            .filter(([a, b]) => b === t && d[s]![a]! + 1 === d[s]![t])
            .reduce((sum, [a]) => sum + count(s, a), 0);
    return d.map((row, s) => row.map((length, t) => (length === Infinity ? 0 : count(s, t))));
  }
});

describe('reach counts', () => {
  it('are the seeds that lead to each node', () =>
    fc.assert(
      fc.asyncProperty(withEnds, async ({ g, sources }) => {
        const reaches = closure(g);
        const counts = await reachCounts(linksOfDrawn(g), sources);
        expect([...counts]).toEqual(
          [...Array(g.n).keys()].map((v) => sources.filter((s) => reaches[s]![v]!).length),
        );
      }),
      check,
    ));

  it('go beyond one word of seeds', async () => {
    const n = 100;
    const ring = {
      offsets: Uint32Array.from({ length: n + 1 }, (_, v) => v),
      targets: Uint32Array.from({ length: n }, (_, v) => (v + 1) % n),
    };
    const counts = await reachCounts(ring, [...Array(70).keys(), 3]);
    expect([...new Set(counts)]).toEqual([70]);
  });
});

it('an induced graph keeps the edges inside it, renumbered', () => {
  const links = linksOfDrawn({
    n: 4,
    edges: [
      [0, 2],
      [2, 3],
      [3, 0],
      [1, 2],
      [2, 2],
    ],
  });
  const part = induced(links, Uint8Array.of(1, 0, 1, 1));
  expect({
    nodes: [...part.nodes],
    offsets: [...part.links.offsets],
    targets: [...part.links.targets],
    numberOf: [...part.numberOf],
  }).toEqual({
    nodes: [0, 2, 3],
    offsets: [0, 1, 3, 4],
    targets: [1, 1, 2, 0],
    numberOf: [0, -1, 1, 2],
  });
});
