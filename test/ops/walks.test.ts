import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Recorder, Matrix } from '../../src/grb/index.js';
import { hops, linksOf, members, NO_NODE, parents, path, reach } from '../../src/ops/index.js';
import { createTask } from '../../src/task/index.js';
import { runs } from '../grb/arbitrary.js';
import { closure, distances, drawn, linksOfDrawn, withSeeds, without } from './naive.js';

test('reach is the union of the closure rows of the seeds', async () => {
  await fc.assert(
    fc.asyncProperty(withSeeds, async ({ g, seeds }) => {
      const c = closure(g);
      const wanted = Array.from({ length: g.n }, (_, v) => v).filter((v) =>
        seeds.some((s) => c[s]![v]),
      );
      expect([...members(await reach(linksOfDrawn(g), seeds))]).toEqual(wanted);
    }),
    runs(200),
  );
});

test('hops are the shortest distances, cut at maxHops', async () => {
  await fc.assert(
    fc.asyncProperty(withSeeds, fc.nat(4), async ({ g, seeds }, maxHops) => {
      const d = distances(g);
      const nearest = Array.from({ length: g.n }, (_, v) =>
        Math.min(Infinity, ...seeds.map((s) => d[s]![v]!)),
      );
      expect([...(await hops(linksOfDrawn(g), seeds))]).toEqual(
        nearest.map((x) => (x === Infinity ? -1 : x)),
      );
      const cut = nearest.map((x) => (x <= maxHops ? x : -1));
      expect([...(await hops(linksOfDrawn(g), seeds, { maxHops }))]).toEqual(cut);
    }),
    runs(200),
  );
});

test('avoided nodes are as if they were gone', async () => {
  await fc.assert(
    fc.asyncProperty(
      withSeeds,
      fc.array(fc.nat(8), { maxLength: 4 }),
      async ({ g, seeds }, gone) => {
        const avoid = new Uint8Array(g.n);
        for (const v of gone) if (v < g.n) avoid[v] = 1;
        const c = closure(without(g, gone));
        const left = seeds.filter((s) => !gone.includes(s));
        const wanted = Array.from({ length: g.n }, (_, v) => v).filter((v) =>
          left.some((s) => c[s]![v]),
        );
        expect([...members(await reach(linksOfDrawn(g), seeds, { avoid }))]).toEqual(wanted);
      },
    ),
    runs(200),
  );
});

test('a parent is the smallest predecessor one hop nearer', async () => {
  await fc.assert(
    fc.asyncProperty(withSeeds, async ({ g, seeds }) => {
      const d = distances(g);
      const near = (v: number): number => Math.min(Infinity, ...seeds.map((s) => d[s]![v]!));
      const wanted = Array.from({ length: g.n }, (_, v) => {
        const before = g.edges
          .filter(([a, b]) => b === v && near(a) === near(v) - 1 && near(v) < Infinity)
          .map(([a]) => a);
        return before.length === 0 ? NO_NODE : Math.min(...before);
      });
      expect([...(await parents(linksOfDrawn(g), seeds))]).toEqual(wanted);
    }),
    runs(200),
  );
});

test('a path is a walk of shortest length from a seed to the nearest goal, or null', async () => {
  await fc.assert(
    fc.asyncProperty(
      withSeeds,
      fc.array(fc.nat(8), { minLength: 1, maxLength: 3 }),
      async ({ g, seeds }, wanted) => {
        const goals = wanted.filter((v) => v < g.n);
        const d = distances(g);
        const best = Math.min(Infinity, ...seeds.flatMap((s) => goals.map((t) => d[s]![t]!)));
        const nodes = await path(linksOfDrawn(g), seeds, goals);
        if (best === Infinity) {
          expect(nodes).toBeNull();
          return;
        }
        expect(nodes).toHaveLength(best + 1);
        expect(seeds).toContain(nodes![0]);
        const nearestGoals = goals.filter((t) => seeds.some((s) => d[s]![t] === best));
        expect(nodes!.at(-1)).toBe(Math.min(...nearestGoals));
        for (let k = 1; k < nodes!.length; k++)
          expect(g.edges).toContainEqual([nodes![k - 1], nodes![k]]);
      },
    ),
    runs(200),
  );
});

test('a square matrix is read as its pattern', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (g) => {
      const m = await Matrix.fromCOO(
        'bool',
        g.edges.map((e) => e[0]),
        g.edges.map((e) => e[1]),
        true,
        { nrows: g.n, ncols: g.n },
      );
      expect(await linksOf(m)).toEqual(linksOfDrawn(g));
    }),
    runs(50),
  );
  const oblong = await Matrix.fromCOO('bool', [0], [2], true);
  await expect(reach(oblong, [0])).rejects.toThrow('matrix is not square: 1×3');
});

test('a stopped task ends an operation, and the recorder holds its line', async () => {
  const g = linksOfDrawn({
    n: 3,
    edges: [
      [0, 1],
      [1, 2],
    ],
  });
  const recorder = new Recorder();
  await reach(g, [0], { recorder });
  expect(recorder.products.map((p) => [p.op, p.shapes, p.entriesIn, p.entriesOut])).toEqual([
    ['reach any_pair', ['3×3'], [2], 3],
  ]);
  const stopped = AbortSignal.abort();
  await expect(reach(g, [0], { task: createTask({ signal: stopped }) })).rejects.toMatchObject({
    code: 'interrupted',
  });
  await expect(reach(g, [3])).rejects.toThrow('seed outside 0..2: 3');
});
