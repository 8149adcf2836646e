import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../src/lenses/dsm/analysis.js';
import { changeOf } from '../../../src/lenses/dsm/change.js';
import { arcsOf, dependenciesOf, type Arc } from '../../../src/lenses/dsm/dependencies.js';
import { feedbackOf } from '../../../src/lenses/dsm/feedback.js';
import { cyclicGroups, orderOf } from '../../../src/lenses/dsm/partition.js';
import { propagationCost } from '../../../src/lenses/dsm/visibility.js';
import { visiblePairs } from '../../../src/lenses/dsm/visible-pairs.js';
import { closure, groups, isAcyclic, leastFeedback, stepsBetween, type Weights } from './naive.js';

const RUNS = process.env.MIMIR_DEEP === '1' ? 600 : 150;
const check = { numRuns: RUNS, seed: 4 };

/** A square matrix of small weights, zero diagonal, sparse enough to have groups of every size. */
const matrices = (least: number, most: number) =>
  fc
    .integer({ min: least, max: most })
    .chain((n) =>
      fc
        .array(
          fc.array(
            fc.oneof(
              { weight: 3, arbitrary: fc.constant(0) },
              { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
            ),
            { minLength: n, maxLength: n },
          ),
          { minLength: n, maxLength: n },
        )
        .map((d) => d.map((row, i) => row.map((weight, j) => (i === j ? 0 : weight)))),
    );

const arcsIn = (d: Weights): Arc[] =>
  d.flatMap((row, src) => row.flatMap((weight, dst) => (weight > 0 ? [{ src, dst, weight }] : [])));

const without = (d: Weights, cut: readonly { src: number; dst: number }[]): number[][] => {
  const copy = d.map((row) => [...row]);
  for (const { src, dst } of cut) copy[src]![dst] = 0;
  return copy;
};

function feedbacksOf(d: Weights, exactLimit: number) {
  const arcs = arcsIn(d);
  return (partition: Parameters<typeof cyclicGroups>[0]) =>
    cyclicGroups(partition).map((members) =>
      feedbackOf(
        members,
        arcs.filter(({ src, dst }) => members.includes(src) && members.includes(dst)),
        exactLimit,
      ),
    );
}

describe('the partition', () => {
  it('groups by mutual visibility', () =>
    fc.assert(
      fc.asyncProperty(matrices(1, 9), async (d) => {
        const { partition } = await analyse(dependenciesOf(d.length, arcsIn(d)));
        const found = Array.from(partition.groupSizes, (): number[] => []);
        partition.group.forEach((g, module) => found[g]!.push(module));
        expect(found).toEqual(groups(d));
      }),
      check,
    ));

  it.each([[12], [2]])(
    'puts every arc between groups, and all but the feedback arcs, below the diagonal (exact up to %i)',
    (limit) =>
      fc.assert(
        fc.asyncProperty(matrices(1, 9), async (d) => {
          const { partition } = await analyse(dependenciesOf(d.length, arcsIn(d)));
          const feedbacks = feedbacksOf(d, limit)(partition);
          const order = [...orderOf(partition, feedbacks)];
          const above = arcsIn(d).filter(({ src, dst }) => order.indexOf(dst) > order.indexOf(src));
          const cut = feedbacks.flatMap(({ arcs }) => arcs);
          const byPlace = (a: Arc, b: Arc): number => a.src - b.src || a.dst - b.dst;
          expect(order.toSorted((a, b) => a - b)).toEqual(d.map((_, i) => i));
          expect(above.sort(byPlace)).toEqual(cut.sort(byPlace));
        }),
        check,
      ),
  );

  it('gives a graph without cycles once every group is one module', () =>
    fc.assert(
      fc.asyncProperty(matrices(1, 9), async (d) => {
        const { partition } = await analyse(dependenciesOf(d.length, arcsIn(d)));
        const merged = arcsIn(d).map(({ src, dst, weight }) => ({
          src: partition.group[src]!,
          dst: partition.group[dst]!,
          weight,
        }));
        const n = partition.groupSizes.length;
        const between = Array.from({ length: n }, () => new Array<number>(n).fill(0));
        for (const { src, dst, weight } of merged) if (src !== dst) between[src]![dst]! += weight;
        expect(isAcyclic(between)).toBe(true);
      }),
      check,
    ));
});

describe('the feedback arcs', () => {
  it.each([[12], [2]])(
    'break every cycle, and none of them is superfluous (exact up to %i)',
    (limit) =>
      fc.assert(
        fc.asyncProperty(matrices(2, 9), async (d) => {
          const { partition } = await analyse(dependenciesOf(d.length, arcsIn(d)));
          const cut = feedbacksOf(d, limit)(partition).flatMap(({ arcs }) => arcs);
          const rest = without(d, cut);
          expect(isAcyclic(rest)).toBe(true);
          for (const { src, dst, weight } of cut) {
            rest[src]![dst] = weight;
            expect(isAcyclic(rest)).toBe(false);
            rest[src]![dst] = 0;
          }
        }),
        check,
      ),
  );

  it('weigh the least that any order of at most six members gives', () =>
    fc.assert(
      fc.asyncProperty(matrices(2, 6), async (d) => {
        const { partition } = await analyse(dependenciesOf(d.length, arcsIn(d)));
        for (const { order, weight } of feedbacksOf(d, 12)(partition))
          expect(weight).toBe(leastFeedback(d, order));
      }),
      check,
    ));

  it('weigh at least as much when the heuristic chooses them', () =>
    fc.assert(
      fc.asyncProperty(matrices(2, 9), async (d) => {
        const { partition } = await analyse(dependenciesOf(d.length, arcsIn(d)));
        const exact = feedbacksOf(d, 12)(partition);
        feedbacksOf(
          d,
          2,
        )(partition).forEach(({ method, weight, order }, i) => {
          expect(method).toBe(order.length <= 2 ? 'exact' : 'els+prune');
          expect(weight).toBeGreaterThanOrEqual(exact[i]!.weight);
        });
      }),
      check,
    ));
});

describe('visibility', () => {
  it('is the sums of the closure, the diagonal counted', () =>
    fc.assert(
      fc.asyncProperty(matrices(1, 9), async (d) => {
        const { visibility } = await analyse(dependenciesOf(d.length, arcsIn(d)));
        const v = closure(d);
        const vfo = v.map((row) => row.filter(Boolean).length);
        const vfi = v.map((_, j) => v.filter((row) => row[j]).length);
        const pairs = vfo.reduce((a, b) => a + b, 0);
        expect({
          vfi: [...visibility.vfi],
          vfo: [...visibility.vfo],
          pairs: visibility.pairs,
        }).toEqual({ vfi, vfo, pairs });
      }),
      check,
    ));

  it('is drawn pair by pair in the partitioned order, each as many steps away as no fewer lead there', () =>
    fc.assert(
      fc.property(matrices(1, 7), fc.infiniteStream(fc.nat(6)), (d, picks) => {
        const order = Uint32Array.from(d.keys());
        for (let i = order.length - 1; i > 0; i--) {
          const j = Number(picks.next().value) % (i + 1);
          [order[i], order[j]] = [order[j]!, order[i]!];
        }
        const names = d.map((_, i) => `m${i}`);
        const pairs = visiblePairs({ names }, dependenciesOf(d.length, arcsIn(d)), order, 49);
        const told = Array.from({ length: pairs.rowCount }, (_, i) =>
          ['row', 'column', 'user', 'steps'].map((name) => pairs.column(name).at(i)),
        );
        const ways = stepsBetween(d);
        const expected = [...order].flatMap((module, row) =>
          [...order].flatMap((other, column) => {
            const steps = ways[module]![other]!;
            return steps === Infinity
              ? []
              : [[row + 1, column + 1, `${row + 1} m${module}`, steps]];
          }),
        );
        expect(told).toEqual(expected);
      }),
      check,
    ));

  it('is drawn by squares of neighbours where its places are too many, none of them lost', () =>
    fc.assert(
      fc.property(matrices(2, 8), fc.integer({ min: 1, max: 20 }), (d, most) => {
        const order = Uint32Array.from(d.keys());
        const names = d.map((_, i) => `m${i}`);
        const dependencies = dependenciesOf(d.length, arcsIn(d));
        const pairs = visiblePairs({ names }, dependencies, order, most);
        expect(pairs.rowCount).toBeLessThanOrEqual(most);
        const at = (name: string, i: number): number => Number(pairs.column(name).at(i));
        const rows = Array.from({ length: pairs.rowCount }, (_, i) => at('row', i));
        const starts = [...new Set(rows)];
        const side = starts.length > 1 ? starts[1]! - starts[0]! : d.length;
        const ways = stepsBetween(d);
        rows.forEach((row, i) => {
          const inside = d.flatMap((_, r) =>
            d.flatMap((__, c) =>
              r >= row - 1 &&
              r < row - 1 + side &&
              c >= at('column', i) - 1 &&
              c < at('column', i) - 1 + side
                ? [ways[r]![c]!]
                : [],
            ),
          );
          expect(at('steps', i)).toBe(Math.min(...inside));
        });
        const known = new Set(rows.map((row, i) => `${row} ${at('column', i)}`));
        ways.forEach((way, r) => {
          way.forEach((steps, c) => {
            const square = [r, c].map((one) => one - (one % side) + 1).join(' ');
            if (steps < Infinity) expect(known).toContain(square);
          });
        });
      }),
      check,
    ));

  it.each([2, 5, 9, 40])(
    'costs (n + 1) / 2n on a chain, 1 on a ring, 1 / n without arcs, for n = %i',
    async (n) => {
      const chain = Array.from({ length: n - 1 }, (_, src): Arc => ({
        src,
        dst: src + 1,
        weight: 1,
      }));
      const cost = async (arcs: readonly Arc[]): Promise<number> => {
        const [num, den] = propagationCost((await analyse(dependenciesOf(n, arcs))).visibility)!;
        return Number(num) / Number(den);
      };
      expect([
        await cost(chain),
        await cost([...chain, { src: n - 1, dst: 0, weight: 1 }]),
        await cost([]),
      ]).toEqual([(n + 1) / (2 * n), 1, 1 / n]);
    },
  );

  it('never costs less with one arc more', () =>
    fc.assert(
      fc.asyncProperty(matrices(2, 9), fc.nat(), fc.nat(), async (d, a, b) => {
        const more = [...arcsIn(d), { src: a % d.length, dst: b % d.length, weight: 1 }];
        const [before, after] = [
          await analyse(dependenciesOf(d.length, arcsIn(d))),
          await analyse(dependenciesOf(d.length, more)),
        ];
        expect(after.visibility.pairs).toBeGreaterThanOrEqual(before.visibility.pairs);
      }),
      check,
    ));
});

describe('the shape', () => {
  it('is the same under other names', () =>
    fc.assert(
      fc.asyncProperty(matrices(1, 9), fc.infiniteStream(fc.nat()), async (d, randoms) => {
        const to = d.map((_, i) => i);
        for (let i = to.length - 1; i > 0; i--) {
          const j = randoms.next().value % (i + 1);
          [to[i], to[j]] = [to[j]!, to[i]!];
        }
        const a = await analyse(dependenciesOf(d.length, arcsIn(d)));
        const renamed = arcsIn(d).map(({ src, dst, weight }) => ({
          src: to[src]!,
          dst: to[dst]!,
          weight,
        }));
        const b = await analyse(dependenciesOf(d.length, renamed));
        expect(to.map((i) => b.visibility.vfi[i])).toEqual([...a.visibility.vfi]);
        expect(to.map((i) => b.visibility.vfo[i])).toEqual([...a.visibility.vfo]);
        expect(to.map((i) => b.shape.classes[i])).toEqual(a.shape.classes);
        expect(b.shape.architecture).toBe(a.shape.architecture);
      }),
      check,
    ));

  it('swaps VFI with VFO and Shared with Control when every arc is turned', () =>
    fc.assert(
      fc.asyncProperty(matrices(1, 9), async (d) => {
        const a = await analyse(dependenciesOf(d.length, arcsIn(d)));
        const b = await analyse(
          dependenciesOf(
            d.length,
            arcsIn(d).map(({ src, dst, weight }) => ({ src: dst, dst: src, weight })),
          ),
        );
        const turned = {
          Shared: 'Control',
          Control: 'Shared',
          Core: 'Core',
          Central: 'Central',
          Peripheral: 'Peripheral',
        };
        expect([...b.visibility.vfi]).toEqual([...a.visibility.vfo]);
        expect([...b.visibility.vfo]).toEqual([...a.visibility.vfi]);
        expect(b.shape.classes).toEqual(a.shape.classes.map((one) => turned[one]));
      }),
      check,
    ));
});

describe('the change', () => {
  const side = async (d: Weights) => {
    const dependencies = dependenciesOf(d.length, arcsIn(d));
    return { names: d.map((_, i) => `m${i}`), dependencies, analysis: await analyse(dependencies) };
  };

  it('from a dump to itself is empty', () =>
    fc.assert(
      fc.asyncProperty(matrices(1, 9), async (d) => {
        const one = await side(d);
        expect(await changeOf(one, one)).toMatchObject({
          arcs: [],
          modulesAdded: [],
          modulesRemoved: [],
          classes: [],
          cyclesNew: [],
          cyclesGone: [],
          pcCommon: null,
        });
      }),
      check,
    ));

  it('back mirrors the change there', () =>
    fc.assert(
      fc.asyncProperty(matrices(1, 7), matrices(1, 7), async (x, y) => {
        const [a, b] = [await side(x), await side(y)];
        const [there, back] = [await changeOf(a, b), await changeOf(b, a)];
        expect(back.arcs).toEqual(
          there.arcs.map(({ src, dst, before, after }) => ({
            src,
            dst,
            before: after,
            after: before,
          })),
        );
        expect(back.modulesAdded).toEqual(there.modulesRemoved);
        expect(back.classes).toEqual(
          there.classes.map(({ module, before, after }) => ({
            module,
            before: after,
            after: before,
          })),
        );
        expect(back.visiblePairs).toEqual(there.visiblePairs.toReversed());
        expect(back.pcCommon).toEqual(there.pcCommon?.toReversed() ?? null);
        expect(back.cyclesNew.map(({ members }) => members)).toEqual(
          there.cyclesGone.map(({ members }) => members),
        );
      }),
      check,
    ));
});

it('keeps arcs as they are given', () => {
  const arcs = arcsOf(
    dependenciesOf(3, [
      { src: 1, dst: 0, weight: 2 },
      { src: 0, dst: 2, weight: 1 },
      { src: 1, dst: 0, weight: 3 },
      { src: 2, dst: 2, weight: 9 },
    ]),
  );
  expect(arcs).toEqual([
    { src: 0, dst: 2, weight: 1 },
    { src: 1, dst: 0, weight: 5 },
  ]);
});
