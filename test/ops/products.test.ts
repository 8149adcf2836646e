import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Matrix, Vector } from '../../src/grb/index.js';
import {
  bottleneck,
  dependents,
  Fnv64,
  hash64,
  idfCosine,
  linksFromEdges,
  members,
  multisetJaccard,
  prefixJoin,
  propagate,
  reachEach,
  reachK,
  wlRefine,
  within,
} from '../../src/ops/index.js';
import { runs } from '../grb/arbitrary.js';
import { plainBackends as backends } from '../grb/backends.js';
import {
  closure,
  distances,
  drawn,
  linksOfDrawn,
  withSeeds,
  without,
  type Drawn,
} from './naive.js';

const nodes = (g: Drawn): number[] => Array.from({ length: g.n }, (_, v) => v);

describe.each(backends)('on the %s backend', (_, backend) => {
  test('reachEach gives each seed its own closure row, past 64 seeds too', async () => {
    await fc.assert(
      fc.asyncProperty(
        drawn.chain((g) =>
          fc.record({ g: fc.constant(g), seeds: fc.array(fc.nat(g.n - 1), { maxLength: 70 }) }),
        ),
        async ({ g, seeds }) => {
          const c = closure(g);
          const sets = await reachEach(linksOfDrawn(g), seeds, { backend });
          seeds.forEach((s, k) => {
            expect([...sets.members(k)]).toEqual(nodes(g).filter((v) => c[s]![v]));
          });
          expect([...sets.counts()]).toEqual(seeds.map((s) => c[s]!.filter(Boolean).length));
          expect([...sets.reachers()]).toEqual(
            nodes(g).map((v) => seeds.filter((s) => c[s]![v]).length),
          );
        },
      ),
      runs(100),
    );
  });

  test('reachEach stops at maxHops and never enters what it must avoid', async () => {
    await fc.assert(
      fc.asyncProperty(
        withSeeds,
        fc.nat(4),
        fc.array(fc.nat(8), { maxLength: 3 }),
        async ({ g, seeds }, maxHops, gone) => {
          const avoid = new Uint8Array(g.n);
          for (const v of gone) if (v < g.n) avoid[v] = 1;
          const d = distances(without(g, gone));
          const sets = await reachEach(linksOfDrawn(g), seeds, { backend, maxHops, avoid });
          seeds.forEach((s, k) => {
            const wanted = nodes(g).filter(
              (v) => !gone.includes(s) && !gone.includes(v) && d[s]![v]! <= maxHops,
            );
            expect([...sets.members(k)]).toEqual(wanted);
          });
        },
      ),
      runs(100),
    );
  });

  test('reachK holds the labels of nodes at most k hops away', async () => {
    await fc.assert(
      fc.asyncProperty(withSeeds, fc.nat(4), async ({ g, seeds }, k) => {
        const d = distances(g);
        const labels = await Matrix.fromCOO(
          'bool',
          seeds,
          seeds.map((_s, c) => c),
          true,
          { nrows: g.n, ncols: 3, backend },
        );
        const got = (await (await reachK(linksOfDrawn(g), labels, k)).entries()).map(([v, c]) => [
          v,
          c,
        ]);
        const wanted = nodes(g).flatMap((v) =>
          seeds.flatMap((s, c) => (d[v]![s]! <= k ? [[v, c]] : [])),
        );
        expect(got).toEqual(wanted);
      }),
      runs(100),
    );
  });

  test('bottleneck is the best of all walks, each capped by its least weight', async () => {
    await fc.assert(
      fc.asyncProperty(
        withSeeds.chain(({ g, seeds }) =>
          fc.record({
            g: fc.constant(g),
            seeds: fc.constant(seeds),
            weights: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: g.n, maxLength: g.n }),
          }),
        ),
        async ({ g, seeds, weights }) => {
          // A value x is reached when a walk stays on nodes that weigh at least x.
          const value = (v: number): number =>
            Math.max(
              0,
              ...weights.filter((x) => {
                const light = nodes(g).filter((u) => weights[u]! < x);
                const c = closure(without(g, light));
                return !light.includes(v) && seeds.some((s) => !light.includes(s) && c[s]![v]);
              }),
            );
          const b = await bottleneck(linksOfDrawn(g), seeds, Int32Array.from(weights), { backend });
          expect([...b]).toEqual(nodes(g).map(value));
        },
      ),
      runs(60),
    );
  });

  test('a long chain of falling weights ends, by products first and buckets after', async () => {
    const n = 1500;
    const from = Array.from({ length: n - 1 }, (_x, v) => v);
    const weights = Int32Array.from({ length: n }, (_x, v) => n - v);
    const b = await bottleneck(
      linksFromEdges(
        n,
        from,
        from.map((v) => v + 1),
      ),
      [0],
      weights,
      { backend },
    );
    expect(b).toEqual(weights);
  });

  test('propagate brings every node the least value of what leads to it', async () => {
    await fc.assert(
      fc.asyncProperty(
        withSeeds,
        fc.constantFrom('min' as const, 'max' as const),
        async ({ g, seeds }, monoid) => {
          const at = [...new Set(seeds)].sort();
          const c = closure(g);
          const x = await Vector.fromCOO(
            'int64',
            at,
            at.map((s) => BigInt(10 - s)),
            { size: g.n, backend },
          );
          const got = await (await propagate(linksOfDrawn(g), x, monoid)).entries();
          const best = monoid === 'min' ? Math.min : Math.max;
          const wanted = nodes(g).flatMap((v) => {
            const values = at.filter((s) => c[s]![v]).map((s) => 10 - s);
            return values.length === 0 ? [] : [[v, BigInt(best(...values))]];
          });
          expect(got).toEqual(wanted);
        },
      ),
      runs(100),
    );
  });

  test('multisetJaccard compares counts, idfCosine weighs columns by rarity', async () => {
    const rows = fc.array(fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }), {
      minLength: 2,
      maxLength: 7,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (grid) => {
        const cells = grid.flatMap((row, i) => row.flatMap((x, j) => (x === 0 ? [] : [[i, j, x]])));
        const shape = { nrows: grid.length, ncols: 5, backend };
        const counts = await Matrix.fromCOO(
          'int32',
          cells.map((c) => c[0]!),
          cells.map((c) => c[1]!),
          cells.map((c) => c[2]!),
          shape,
        );
        const jaccard = await multisetJaccard(counts);
        const wanted: number[][] = [];
        const cosines: number[][] = [];
        const df = grid[0]!.map((_x, j) => grid.filter((row) => row[j]! > 0).length);
        const w = df.map((d) => (d === 0 ? 0 : Math.max(Math.log(grid.length / d), 0.05)));
        const dot = (a: number[], b: number[]): number =>
          a.reduce((sum, x, j) => sum + (x > 0 && b[j]! > 0 ? w[j]! ** 2 : 0), 0);
        grid.forEach((a, i) => {
          grid.forEach((b, j) => {
            if (j <= i) return;
            const least = a.reduce((sum, x, k) => sum + Math.min(x, b[k]!), 0);
            const most = a.reduce((sum, x, k) => sum + Math.max(x, b[k]!), 0);
            if (least > 0) wanted.push([i, j, least, most]);
            const rare = a.filter(
              (x, k) => x > 0 && b[k]! > 0 && df[k]! >= 2 && df[k]! <= 3,
            ).length;
            if (rare > 0) cosines.push([i, j, rare, dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))]);
          });
        });
        expect(
          Array.from(jaccard.a, (a, k) => [a, jaccard.b[k], jaccard.shared[k], jaccard.union[k]]),
        ).toEqual(wanted);
        const pattern = await Matrix.fromCOO(
          'bool',
          cells.map((c) => c[0]!),
          cells.map((c) => c[1]!),
          true,
          shape,
        );
        const cosine = await idfCosine(pattern, { rareMax: 3 });
        expect(Array.from(cosine.a, (a, k) => [a, cosine.b[k], cosine.sharedRare[k]])).toEqual(
          cosines.map((row) => row.slice(0, 3)),
        );
        cosines.forEach((row, k) => {
          expect(cosine.cosine[k]).toBeCloseTo(row[3]!, 8);
        });
      }),
      runs(60),
    );
  });

  test('refined labels part nodes exactly as refinement by sorted neighbour lists does', async () => {
    await fc.assert(
      fc.asyncProperty(
        drawn,
        fc.array(fc.nat(1), { minLength: 9, maxLength: 9 }),
        async (g, colours) => {
          const start = nodes(g).map((v) => String(colours[v]));
          const targets = (v: number): number[] =>
            nodes(g).filter((w) => g.edges.some(([a, b]) => a === v && b === w));
          let words = start;
          const history = await wlRefine(
            [{ tag: 1, graph: linksOfDrawn(g) }],
            BigUint64Array.from(start, hash64),
            3,
            { backend },
          );
          for (const labels of history) {
            const classes = (list: ArrayLike<unknown>): number[] =>
              nodes(g).map((v) => Array.from(list).indexOf(list[v]));
            expect(classes(labels)).toEqual(classes(words));
            words = nodes(g).map(
              (v) =>
                `${words[v]!}(${targets(v)
                  .map((w) => words[w])
                  .sort()
                  .join()})`,
            );
          }
        },
      ),
      runs(100),
    );
  });

  test('refined labels are the same numbers everywhere', async () => {
    const g = linksFromEdges(3, [0, 0, 1], [1, 2, 2]);
    const history = await wlRefine([{ tag: 0, graph: g }], BigUint64Array.of(1n, 1n, 2n), 2, {
      backend,
    });
    expect(history.map((labels) => Array.from(labels, (x) => x.toString(16))))
      .toMatchInlineSnapshot(`
      [
        [
          "1",
          "1",
          "2",
        ],
        [
          "a150914b8ef073b7",
          "e5ac49e44ea46697",
          "e6bd86443df8ce07",
        ],
        [
          "42d5cd97445cd962",
          "7a8b07d635de53f0",
          "7d1e2596738ab822",
        ],
      ]
    `);
  });
});

test('FNV-1a gives the published digests', () => {
  expect(hash64('').toString(16)).toBe('cbf29ce484222325');
  expect(hash64('a').toString(16)).toBe('af63dc4c8601ec8c');
  expect(hash64('foobar').toString(16)).toBe('85944171f73967e8');
  const prime = 0x100_0000_01b3n;
  const bytes = Array.from({ length: 300 }, (_, k) => (k * 37) & 255);
  let wanted = 0xcbf2_9ce4_8422_2325n;
  const hash = new Fnv64();
  for (const byte of bytes) {
    wanted = BigInt.asUintN(64, (wanted ^ BigInt(byte)) * prime);
    hash.byte(byte);
    expect(hash.digest()).toBe(wanted);
  }
});

test('within keeps the edges among some nodes, dependents the other way round without the seeds', async () => {
  await fc.assert(
    fc.asyncProperty(
      withSeeds,
      fc.array(fc.nat(8), { maxLength: 4 }),
      async ({ g, seeds }, gone) => {
        const keep = Uint8Array.from(nodes(g), (v) => (gone.includes(v) ? 0 : 1));
        expect(await within(linksOfDrawn(g), keep)).toEqual(linksOfDrawn(without(g, gone)));
        const c = closure(g);
        const wanted = nodes(g).filter((v) => !seeds.includes(v) && seeds.some((s) => c[v]![s]));
        expect([...members(await dependents(linksOfDrawn(g), seeds))]).toEqual(wanted);
      },
    ),
    runs(100),
  );
});

test('prefixJoin equals the scan of all pairs, in order of similarity', async () => {
  const row = fc.uniqueArray(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 9 })), {
    selector: (t) => t[0],
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 12 }),
      fc.integer({ min: 1, max: 10 }),
      async (drawnRows, tenths) => {
        const sorted = drawnRows.map((list) => [...list].sort((x, y) => x[0] - y[0]));
        const offsets = [0];
        for (const list of sorted) offsets.push(offsets.at(-1)! + list.length);
        const joined = await prefixJoin(
          {
            offsets: Uint32Array.from(offsets),
            tokens: Uint32Array.from(sorted.flat(), (t) => t[0]),
            weights: Float64Array.from(sorted.flat(), (t) => t[1]),
          },
          [tenths, 10],
        );
        const wanted: [number, number, number, number][] = [];
        sorted.forEach((a, i) => {
          sorted.forEach((b, j) => {
            if (j <= i) return;
            const other = new Map(b);
            const shared = a.reduce((sum, [k, x]) => sum + Math.min(x, other.get(k) ?? 0), 0);
            const union = [...a, ...b].reduce((sum, [, x]) => sum + x, 0) - shared;
            if (shared > 0 && 10 * shared >= tenths * union) wanted.push([i, j, shared, union]);
          });
        });
        wanted.sort((x, y) => y[2] * x[3] - x[2] * y[3] || x[0] - y[0] || x[1] - y[1]);
        expect(
          Array.from(joined.a, (a, k) => [a, joined.b[k], joined.shared[k], joined.union[k]]),
        ).toEqual(wanted);
      },
    ),
    runs(200),
  );
  await expect(
    prefixJoin(
      { offsets: Uint32Array.of(0), tokens: new Uint32Array(0), weights: new Float64Array(0) },
      [3, 2],
    ),
  ).rejects.toThrow('threshold outside 0..1: 3/2');
});
