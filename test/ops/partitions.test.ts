import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  blockSize,
  closureSums,
  components,
  condensation,
  levels,
  linksFromEdges,
  reversed,
  scc,
  type Partition,
} from '../../src/ops/index.js';
import { runs } from '../grb/arbitrary.js';
import { acyclic, closure, drawn, linksOfDrawn, smallestEquivalent } from './naive.js';

const smallestOf = (p: Partition): number[] =>
  Array.from(p.blockOf, (b) => p.members[p.offsets[b]!]!);

test('strong components are the classes of mutual reach, numbered by smallest member', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (g) => {
      const c = closure(g);
      const parts = await scc(linksOfDrawn(g));
      expect(smallestOf(parts)).toEqual(smallestEquivalent(g.n, (a, b) => c[a]![b]! && c[b]![a]!));
      const firsts = Array.from(
        { length: parts.count },
        (_, b) => parts.members[parts.offsets[b]!]!,
      );
      expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
      expect(
        Array.from({ length: parts.count }, (_, b) => blockSize(parts, b)).reduce(
          (a, b) => a + b,
          0,
        ),
      ).toBe(g.n);
    }),
    runs(300),
  );
});

test('weak components are the classes of reach both ways', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (g) => {
      const c = closure({
        n: g.n,
        edges: [...g.edges, ...g.edges.map(([a, b]) => [b, a] as const)],
      });
      expect(smallestOf(await components(linksOfDrawn(g)))).toEqual(
        smallestEquivalent(g.n, (a, b) => c[a]![b]!),
      );
    }),
    runs(300),
  );
});

test('the condensation has one link for each pair of components that an edge joins, and knows its cycles', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (g) => {
      const { scc: parts, links, cyclic } = await condensation(linksOfDrawn(g));
      const wanted = new Set(
        g.edges
          .map(([a, b]) => [parts.blockOf[a]!, parts.blockOf[b]!])
          .filter(([a, b]) => a !== b)
          .map(String),
      );
      const got = Array.from({ length: parts.count }, (_, b) =>
        Array.from(links.targets.slice(links.offsets[b], links.offsets[b + 1]), (t) => [b, t]),
      ).flat();
      expect(new Set(got.map(String))).toEqual(wanted);
      expect(got).toHaveLength(wanted.size);
      const c = closure(g);
      const onCycle = Array.from({ length: parts.count }, (_, b) =>
        Number(g.edges.some(([a, t]) => parts.blockOf[a] === b && c[t]![a]!)),
      );
      expect([...cyclic]).toEqual(onCycle);
    }),
    runs(300),
  );
});

test('a level is one more than the greatest level below, and a cycle is refused', async () => {
  await fc.assert(
    fc.asyncProperty(acyclic, async (g) => {
      const level = (v: number): number =>
        Math.max(-1, ...g.edges.filter(([a]) => a === v).map(([, b]) => level(b))) + 1;
      expect([...(await levels(linksOfDrawn(g)))]).toEqual(
        Array.from({ length: g.n }, (_, v) => level(v)),
      );
    }),
    runs(200),
  );
  await expect(levels(linksFromEdges(3, [0, 1], [1, 0]))).rejects.toThrow('graph has a cycle');
});

test('closure sums count the visible pairs of Warshall', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (g) => {
      const c = closure(g);
      const sums = await closureSums(linksOfDrawn(g));
      expect([...sums.out]).toEqual(c.map((row) => row.filter(Boolean).length));
      expect([...sums.in]).toEqual(c.map((_, v) => c.filter((row) => row[v]).length));
      expect(sums.pairs).toBe(c.flat().filter(Boolean).length);
    }),
    runs(200),
  );
});

test('a chain, a ring and isolated nodes of more than one block of columns have their known sums', async () => {
  const n = 5000;
  const from = Array.from({ length: n - 1 }, (_, v) => v);
  const chain = await closureSums(
    linksFromEdges(
      n,
      from,
      from.map((v) => v + 1),
    ),
  );
  expect(chain.pairs).toBe((n * (n + 1)) / 2);
  expect([chain.out[0], chain.in[0], chain.out[n - 1], chain.in[n - 1]]).toEqual([n, 1, 1, n]);
  const ring = await closureSums(
    linksFromEdges(n, [...from, n - 1], [...from.map((v) => v + 1), 0]),
  );
  expect(ring.pairs).toBe(n * n);
  expect((await closureSums(linksFromEdges(n, [], []))).pairs).toBe(n);
});

test('reversing twice gives the graph back', () => {
  fc.assert(
    fc.property(drawn, (g) => {
      expect(reversed(reversed(linksOfDrawn(g)))).toEqual(linksOfDrawn(g));
    }),
    runs(100),
  );
});

test('a chain of a million nodes does not overflow the stack', async () => {
  const n = 1_000_000;
  const src = new Uint32Array(n - 1);
  const dst = new Uint32Array(n - 1);
  for (let v = 0; v + 1 < n; v++) {
    src[v] = v;
    dst[v] = v + 1;
  }
  const parts = await scc(linksFromEdges(n, src, dst));
  expect(parts.count).toBe(n);
});
