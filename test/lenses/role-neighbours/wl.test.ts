import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prefixOf } from '../../../src/ops/prefix-join.js';
import { startRun } from '../../../src/lens/index.js';
import { clonePopulation } from '../../../src/lenses/clones/index.js';
import { itemGraph } from '../../../src/lenses/role-neighbours/items.js';
import { ballLabels, fullLabels, keepLabels } from '../../../src/lenses/role-neighbours/kept.js';
import { rolePairs } from '../../../src/lenses/role-neighbours/pairs.js';
import { roleTokens } from '../../../src/lenses/role-neighbours/tokens.js';
import {
  jaccard,
  normsOf,
  weightedJoin,
} from '../../../src/lenses/role-neighbours/weighted-join.js';
import { idfOf } from '../../../src/lenses/structural-clones/features.js';
import { program, twinComponents, type RoleFn } from './graphs.js';

const deep = process.env.MIMIR_DEEP === '1';
const asked = { repo: '', crate: [], includeTests: false, includeDeps: false };

describe('two components of one shape', () => {
  const graph = twinComponents();
  const population = clonePopulation(graph, asked);
  const items = itemGraph(graph, population);
  const row = (name: string): number => population.names.findIndex((one) => one.includes(name));

  it('have one label per position, round by round, and load_a is exactly load_b', async () => {
    const { rounds } = await fullLabels(graph, items, 2);
    for (const labels of rounds)
      for (const at of ['main', 'load', 'read', 'parse'])
        expect(labels[row(`${at}_a`)]).toBe(labels[row(`${at}_b`)]);
    expect(new Set(rounds[2]!.subarray(0, items.functions)).size).toBe(4);
  });

  it('only functions of degree 3 have a role: load_a and load_b are the one pair, at 1', async () => {
    const { rounds } = await fullLabels(graph, items, 2);
    const tokens = roleTokens(items, rounds, 3);
    expect([...items.degree.subarray(0, 8)]).toEqual(
      population.names.map((name) => (/load/.test(name) ? 4 : /parse/.test(name) ? 2 : 1)),
    );
    const found = await rolePairs(tokens, rounds[2]!, 0.6);
    expect([found.count, found.exact, found.pairs[0]?.score]).toEqual([1, 1, 1]);
    expect(found.rows.find(({ members }) => members.length === 2)!.members).toEqual([
      row('load_a'),
      row('load_b'),
    ]);
    const norms = normsOf(tokens.counts, tokens.idf);
    expect(jaccard(tokens.counts, tokens.idf, norms, row('load_a'), row('read_a'))).toBeLessThan(
      0.5,
    );
  });
});

describe('the weighted join', () => {
  it('has the prefix of the manual: weights 2, 1.5, 1, 0.5 at 0.6 leave the first two', () => {
    const rows = {
      offsets: Uint32Array.of(0, 4),
      tokens: Uint32Array.of(0, 1, 2, 3),
      weights: Float64Array.of(4, 3, 2, 1),
    };
    expect([...prefixOf(rows, 0, Uint32Array.of(1, 2, 3, 4), 3, 5)]).toEqual([0, 1]);
  });

  it.each([0.3, 0.6, 0.9])(
    'equals the scan of all pairs at τ = %f on 400 rows that share only common tokens',
    async (tau) => {
      // A small generator of its own: seeded, so that the rows are the same every time.
      let state = 7;
      const next = (n: number): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return (state >>> 8) % n;
      };
      // Twelve patterns with some tokens more or less, so that every bar has pairs on both sides.
      const patterns = Array.from({ length: 12 }, () => Array.from({ length: 24 }, () => next(2)));
      const lists = Array.from({ length: 400 }, (_, i) =>
        patterns[i % 12]!.flatMap((has, token) =>
          has === (next(12) === 0 ? 0 : 1) ? [[token, 1 + (next(9) === 0 ? 1 : 0)] as const] : [],
        ),
      );
      const offsets = new Uint32Array(401);
      lists.forEach((list, i) => (offsets[i + 1] = offsets[i]! + list.length));
      const counts = {
        offsets,
        tokens: Uint32Array.from(lists.flat(), ([token]) => token),
        weights: Float64Array.from(lists.flat(), ([, count]) => count),
      };
      const df = new Uint32Array(24);
      for (const token of counts.tokens) df[token]!++;
      expect(Math.min(...df)).toBeGreaterThan(64);
      const idf = idfOf(400, df);
      const found = await weightedJoin(counts, idf, tau);
      const weights = lists.map((list) => new Map(list.map(([t, c]) => [t, idf[t]! * c])));
      const sum = (values: Iterable<number>): number => [...values].reduce((s, x) => s + x, 0);
      const expected: [number, number][] = [];
      for (let a = 0; a < 400; a++) {
        for (let b = a + 1; b < 400; b++) {
          const both = [...weights[a]!.keys()].filter((t) => weights[b]!.has(t));
          const s = sum(both.map((t) => Math.min(weights[a]!.get(t)!, weights[b]!.get(t)!)));
          const j = s / (sum(weights[a]!.values()) + sum(weights[b]!.values()) - s);
          if (j >= tau) expected.push([a, b]);
        }
      }
      expect(expected.length).toBeGreaterThan(20);
      expect(
        Array.from(found.a, (a, p) => [a, found.b[p]!]).sort(
          ([a, b], [x, y]) => a! - x! || b! - y!,
        ),
      ).toEqual(expected);
    },
  );
});

/** Programs of up to nine functions that call one another and use up to three types. */
const programs = fc.integer({ min: 3, max: 9 }).chain((n) =>
  fc
    .array(
      fc.record({
        params: fc.array(fc.constantFrom('u32', '&str', 'Cfg0', 'Vec<u8>'), { maxLength: 2 }),
        calls: fc.uniqueArray(fc.nat(n - 1), { maxLength: 4 }),
        uses: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
      }),
      { minLength: n, maxLength: n },
    )
    .map((list) =>
      list.map(({ params, calls, uses }, i): RoleFn => ({
        name: `f${i}`,
        params,
        calls: calls.map((c) => `f${c}`),
        uses: uses.map((u) => `Cfg${u}`),
      })),
    ),
);
const types = { Cfg0: ['a'], Cfg1: ['a', 'b'], Cfg2: [] };
const itemsOf = (functions: readonly RoleFn[]) => {
  const graph = program(functions, types);
  return { graph, items: itemGraph(graph, clonePopulation(graph, asked)) };
};

/** What a node looks like from `t` hops away, spelled out instead of hashed. */
function unfolded({ items }: ReturnType<typeof itemsOf>, t: number): string[] {
  let words = [...items.words];
  for (let round = 0; round < t; round++) {
    words = words.map((own, v) =>
      JSON.stringify([
        own,
        items.relations.map(({ tag, graph }) => {
          const seen = new Map<string, number>();
          for (const u of graph.targets.subarray(graph.offsets[v], graph.offsets[v + 1]))
            seen.set(words[u]!, (seen.get(words[u]!) ?? 0) + 1);
          return [
            tag,
            [...seen]
              .map(([label, count]) => [label, count.toString(2).length] as const)
              .sort(([a], [b]) => (a < b ? -1 : 1)),
          ];
        }),
      ]),
    );
  }
  return words;
}

describe('role labels', () => {
  it('are equal exactly when what two items look like is', () =>
    fc.assert(
      fc.asyncProperty(programs, async (functions) => {
        const made = itemsOf(functions);
        const { rounds } = await fullLabels(made.graph, made.items, 2);
        const classes = (labels: ArrayLike<unknown>): number[] =>
          Array.from(labels, (label) => Array.from(labels).indexOf(label));
        expect(classes(rounds[2]!)).toEqual(classes(unfolded(made, 2)));
      }),
      { numRuns: deep ? 400 : 30, seed: 5 },
    ));

  it('recomputed in the ball of a change are those of a full run', () =>
    fc.assert(
      fc.asyncProperty(
        programs,
        fc.nat(8),
        fc.constantFrom(1, 2, 3),
        async (functions, at, rounds) => {
          const filler = Array.from({ length: 24 }, (_, i): RoleFn => ({
            name: `z${i}`,
            calls: [`z${(i + 1) % 24}`],
          }));
          const before = itemsOf([...functions, ...filler]);
          const after = itemsOf([
            ...functions.map((fn, i) =>
              i === at % functions.length ? { ...fn, params: ['bool'], calls: ['f0'] } : fn,
            ),
            ...filler,
          ]);
          const kept = keepLabels(
            before.graph,
            before.items,
            await fullLabels(before.graph, before.items, rounds),
          );
          const full = await fullLabels(after.graph, after.items, rounds);
          const ball = await ballLabels(after.graph, after.items, rounds, kept);
          expect(ball.rounds.map((labels) => [...labels])).toEqual(
            full.rounds.map((labels) => [...labels]),
          );
          const quarter = after.items.ordinals.length / 4;
          expect(ball.mode === 'ball' ? ball.recomputed < quarter : true).toBe(true);
          expect(ball.stored).toBeGreaterThan(0);
        },
      ),
      { numRuns: deep ? 300 : 30, seed: 6 },
    ));

  it('of a change far away are kept: only its ball is recomputed', async () => {
    const ring = (n: number, change: boolean): RoleFn[] =>
      Array.from({ length: n }, (_, i) => ({
        name: `z${String(i).padStart(3, '0')}`,
        calls: [`z${String((i + 1) % n).padStart(3, '0')}`],
        ...(change && i === 50 && { params: ['bool'] }),
      }));
    const before = itemsOf(ring(100, false));
    const after = itemsOf(ring(100, true));
    const kept = keepLabels(
      before.graph,
      before.items,
      await fullLabels(before.graph, before.items, 2),
    );
    const { mode, changed, recomputed, stored } = await ballLabels(
      after.graph,
      after.items,
      2,
      kept,
    );
    expect([mode, changed.length, recomputed, stored]).toEqual(['ball', 1, 5, 100]);
  });
});

describe('the lens', () => {
  it('answers the same with an earlier dump kept, and says what it recomputed', async () => {
    const before = twinComponents();
    const after = twinComponents();
    const run = startRun(
      await lens(),
      after,
      { kept: 'before' },
      { open: () => Promise.resolve(before) },
    );
    const plain = await startRun(await lens(), after).report();
    const kept = await run.report();
    expect(kept.findings).toEqual(plain.findings);
    expect([
      plain.summary.mode,
      kept.summary.mode,
      kept.summary.changed,
      kept.summary.recomputed,
    ]).toEqual(['full', 'ball', 0, 0]);
    const folded = await startRun(await lens(), after, { classes: true }).report();
    expect([folded.total, folded.summary.classes]).toEqual([1, 1]);
    expect(folded.findings).toEqual(plain.findings);
  });
});

const lens = async () =>
  (await import('../../../src/lenses/role-neighbours/index.js')).roleNeighbours;
