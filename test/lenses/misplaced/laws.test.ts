import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../../src/lens/index.js';
import { misplaced, type MisplacedParams } from '../../../src/lenses/index.js';
import { AFFINITY_KINDS } from '../../../src/lenses/misplaced/items.js';
import { labelsOf, undampedOf } from '../../../src/lenses/misplaced/placement.js';
import { gain, modularityOf } from '../../../src/lenses/misplaced/ranking.js';
import { graphOfItems, type Item, type Use } from './graphs.js';

const check = { numRuns: process.env.MIMIR_DEEP === '1' ? 400 : 40, seed: 11 };
const few = { ...check, numRuns: process.env.MIMIR_DEEP === '1' ? 400 : 12 };

interface Code {
  readonly items: Item[];
  readonly uses: Use[];
}

const code: fc.Arbitrary<Code> = fc
  .record({ n: fc.integer({ min: 4, max: 9 }), modules: fc.integer({ min: 2, max: 3 }) })
  .chain(({ n, modules }) =>
    fc.record({
      items: fc
        .array(fc.nat(modules - 1), { minLength: n, maxLength: n })
        .map((where) =>
          where.map((module, i): Item => ({ id: `f${i}`, kind: 'fn', module: `m${module}` })),
        ),
      uses: fc
        .array(
          fc.tuple(
            fc.nat(n - 1),
            fc.nat(n - 1),
            fc.constantFrom(...AFFINITY_KINDS),
            fc.integer({ min: 1, max: 3 }),
          ),
          { maxLength: 3 * n },
        )
        .map((list) => list.map(([a, b, kind, places]): Use => [`f${a}`, `f${b}`, kind, places])),
    }),
  );

const ask = ({ items, uses }: Code, more: Partial<MisplacedParams> = {}) =>
  startRun(misplaced, graphOfItems(items, uses), {
    level: 'file',
    minDegree: 0,
    minItems: 1,
    injectN: 0,
    ...more,
  }).finish();

type Run = Awaited<ReturnType<typeof ask>>;

/** Naive: A as a full grid, from the list of uses. */
function grid({ items, uses }: Code, weights: MisplacedParams['weights'], cap: number): number[][] {
  const index = new Map(items.map(({ id }, i) => [id, i]));
  const places = new Map<string, number>();
  for (const [src, dst, kind, count] of uses)
    if (src !== dst)
      places.set(`${src} ${dst} ${kind}`, (places.get(`${src} ${dst} ${kind}`) ?? 0) + count);
  const a = items.map(() => items.map(() => 0));
  for (const [key, count] of places) {
    const [src, dst, kind] = key.split(' ') as [string, string, keyof typeof weights];
    a[index.get(src)!]![index.get(dst)!]! += weights[kind] * Math.min(count, cap);
  }
  return a;
}

/** Naive: m²·Q from its definition, over all pairs of one module. */
function q2(a: number[][], moduleOf: readonly string[]): number {
  const m = a.flat().reduce((sum, x) => sum + x, 0);
  const out = a.map((row) => row.reduce((sum, x) => sum + x, 0));
  const into = a.map((_, j) => a.reduce((sum, row) => sum + row[j]!, 0));
  let sum = 0;
  a.forEach((row, i) =>
    row.forEach((x, j) => (sum += moduleOf[i] === moduleOf[j] ? m * x - out[i]! * into[j]! : 0)),
  );
  return sum;
}

const weightsOf = (run: Run) => run.params.weights;

describe('modularity', () => {
  it('changes by exactly what a move promises, for every move', () =>
    fc.assert(
      fc.asyncProperty(code, async (one) => {
        const run = await ask(one);
        const a = grid(one, weightsOf(run), 1);
        const home = one.items.map(({ module }) => module);
        const { labels, items } = run.state('items');
        const q = run.state('modularity');
        expect(Number(q.qNum)).toBe(q2(a, home));
        one.items.forEach((_, f) => {
          items.modules.forEach((to, b) => {
            if (labels.moduleOf[f] === b) return;
            const moved = home.with(f, to);
            expect(Number(gain(q, f, labels.moduleOf[f]!, b))).toBe(q2(a, moved) - q2(a, home));
          });
        });
      }),
      check,
    ));

  it('rises with every move that gains, so that the best move again and again ends', () =>
    fc.assert(
      fc.asyncProperty(code, async (one) => {
        const run = await ask(one);
        const a = grid(one, weightsOf(run), 1);
        const { labels } = run.state('items');
        const uses = run.state('weights');
        let moduleOf = labels.moduleOf;
        // As many moves as there are ways to lay the items out, and no fewer, would be a circle.
        for (let move = 0; ; move++) {
          expect(move).toBeLessThan(labels.modules ** one.items.length);
          const now = await labelsOf(moduleOf, labels.modules);
          const q = modularityOf(uses, now, await undampedOf(uses, now));
          const moves = one.items
            .flatMap((_, f) =>
              Array.from({ length: labels.modules }, (__, b) => ({ f, b })).filter(
                ({ b }) => b !== moduleOf[f],
              ),
            )
            .map(({ f, b }) => ({ f, b, gained: gain(q, f, moduleOf[f]!, b) }))
            .sort((x, y) => Number(y.gained - x.gained));
          const [best] = moves;
          if (best === undefined || best.gained <= 0n) break;
          const before = q2(a, Array.from(moduleOf, String));
          moduleOf = moduleOf.with(best.f, best.b);
          expect(q2(a, Array.from(moduleOf, String)) - before).toBe(Number(best.gained));
        }
      }),
      few,
    ));

  it('loses again what it gained when the move is undone', () =>
    fc.assert(
      fc.asyncProperty(code, async (one) => {
        const run = await ask(one);
        const { labels } = run.state('items');
        const uses = run.state('weights');
        for (const { item, home, best, dqNum } of run.state('ranking')) {
          const moved = await labelsOf(labels.moduleOf.with(item, best), labels.modules);
          const back = modularityOf(uses, moved, await undampedOf(uses, moved));
          expect(gain(back, item, best, home)).toBe(-dqNum);
        }
      }),
      check,
    ));
});

describe('affinity', () => {
  it('is the sum over the uses both ways, damped by how many modules use the used', () =>
    fc.assert(
      fc.asyncProperty(code, async (one) => {
        const run = await ask(one);
        const a = grid(one, weightsOf(run), 1);
        const home = one.items.map(({ module }) => module);
        const { modules } = run.state('items').items;
        const damp = a.map((_, g) => {
          const df = new Set(home.filter((__, f) => a[f]![g]! > 0)).size;
          return df === 0 ? 0 : Math.floor(modules.length / df).toString(2).length;
        });
        const aff = one.items.map((_, f) =>
          modules.map((module) =>
            one.items.reduce(
              (sum, __, g) =>
                home[g] === module && g !== f
                  ? sum + a[f]![g]! * damp[g]! + a[g]![f]! * damp[f]!
                  : sum,
              0,
            ),
          ),
        );
        const found = run.state('affinity');
        const dense = one.items.map((_, f) =>
          modules.map((__, x) => {
            const e = found.indices.subarray(found.offsets[f], found.offsets[f + 1]).indexOf(x);
            return e < 0 ? 0 : found.values[found.offsets[f]! + e]!;
          }),
        );
        expect(dense).toEqual(aff);
      }),
      check,
    ));

  it('of no function to another module grows by a use more of its own, the damping kept', () =>
    fc.assert(
      fc.asyncProperty(code, fc.nat(), fc.nat(), async (one, pick, kind) => {
        const run = await ask(one);
        const a = grid(one, weightsOf(run), 1);
        const home = one.items.map(({ module }) => module);
        // The used one is used from that module already: neither its damping nor another's changes.
        const pairs = one.items.flatMap((_, f) =>
          one.items.flatMap((__, g) =>
            f !== g && home[f] === home[g] && home.some((x, h) => x === home[f] && a[h]![g]! > 0)
              ? [[f, g] as const]
              : [],
          ),
        );
        if (pairs.length === 0) return;
        const [f, g] = pairs[pick % pairs.length]!;
        const use: Use = [`f${f}`, `f${g}`, AFFINITY_KINDS[kind % AFFINITY_KINDS.length]!, 1];
        const marginOf = (r: Run): number | undefined =>
          r.state('ranking').find(({ item }) => item === f)?.margin;
        const [before, after] = [
          marginOf(run),
          marginOf(await ask({ items: one.items, uses: [...one.uses, use] })),
        ];
        expect(after! <= before! || before === undefined).toBe(true);
      }),
      few,
    ));

  it('is the only thing that a module without uses changes, by its damping', () =>
    fc.assert(
      fc.asyncProperty(code, async (one) => {
        const idle: Item = { id: 'z', kind: 'fn', module: 'm9' };
        const [run, wider] = [
          await ask(one),
          await ask({ items: [...one.items, idle], uses: one.uses }),
        ];
        const { m, qNum } = wider.state('modularity');
        const was = run.state('modularity');
        expect([m, qNum]).toEqual([was.m, was.qNum]);
        const df = (r: Run): unknown[] =>
          one.items.map((_, row) => r.table('damping').column('df').at(row));
        expect(df(wider)).toEqual(df(run));
      }),
      few,
    ));

  it('and all else are the same under other names in the same order', () =>
    fc.assert(
      fc.asyncProperty(code, async (one) => {
        const renamed: Code = {
          items: one.items.map(({ id, kind, module }) => ({
            id: `g${id}`,
            kind,
            module: `n/${module}`,
          })),
          uses: one.uses.map(([src, dst, kind, count]) => [`g${src}`, `g${dst}`, kind, count]),
        };
        expect((await ask(renamed)).state('ranking')).toEqual((await ask(one)).state('ranking'));
      }),
      few,
    ));

  it('and the gains scale with the weights; the ranks stay', () =>
    fc.assert(
      fc.asyncProperty(code, async (one) => {
        const run = await ask(one);
        const { CALLS, WRITES_FIELD, USES_TYPE, READS_FIELD } = weightsOf(run);
        const tripled = await run
          .retune({
            weights: {
              CALLS: 3 * CALLS,
              WRITES_FIELD: 3 * WRITES_FIELD,
              USES_TYPE: 3 * USES_TYPE,
              READS_FIELD: 3 * READS_FIELD,
            },
          })
          .finish();
        const rows = (r: Run, times: number) =>
          r
            .state('ranking')
            .map(({ item, best, margin, dqNum, votes }) => [
              item,
              best,
              margin * times,
              dqNum * BigInt(times * times),
              votes,
            ]);
        expect(rows(tripled, 1)).toEqual(rows(run, 3));
      }),
      check,
    ));
});

describe('recall by injection', () => {
  it('never falls with k, and is the same for the same seed', () =>
    fc.assert(
      fc.asyncProperty(code, fc.nat(1000), async (one, seed) => {
        const recall = async () => {
          const { summary } = await (await ask(one, { seed, injectN: 3 })).report();
          return [1, 3, 5, 10].map((k) => summary[`recall_at_${k}`] as [number, number] | null);
        };
        const first = await recall();
        expect(await recall()).toEqual(first);
        const shares = first.map((r) => (r === null ? 0 : r[0] / r[1]));
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      }),
      check,
    ));

  it('ranks the displaced as if the code had been written there', () =>
    fc.assert(
      fc.asyncProperty(code, fc.nat(1000), async (one, seed) => {
        const run = await ask(one, { seed, injectN: 1 });
        const { modules } = run.state('items').items;
        for (const { item, to, rank, best } of run.state('injection').results) {
          const items = one.items.with(item, { ...one.items[item]!, module: modules[to]! });
          // An emptied module would vanish from a dump that was written so.
          if (new Set(items.map(({ module }) => module)).size < modules.length) continue;
          const there = (await ask({ items, uses: one.uses })).state('ranking');
          const at = there.findIndex((row) => row.item === item);
          expect([at < 0 ? null : at + 1, there[at]?.best ?? null]).toEqual([rank, best]);
        }
      }),
      check,
    ));
});

it('a similarity shown for fewer rows ranks the same', () =>
  fc.assert(
    fc.asyncProperty(code, async (one) => {
      const [all, voted] = [
        await ask(one, { similarity: 'all' }),
        await ask(one, { similarity: 'voted' }),
      ];
      const rows = (run: Run) =>
        run.state('ranking').map(({ item, best, votes }) => [item, best, votes]);
      expect(rows(voted)).toEqual(rows(all));
      voted.state('ranking').forEach((row, i) => {
        const full = all.state('ranking')[i]!;
        expect([row.ss2Home, row.ss2Best]).toEqual(
          row.votes >= 2 ? [full.ss2Home, full.ss2Best] : [null, null],
        );
      });
    }),
    check,
  ));
