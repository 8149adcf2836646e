import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../../src/lens/index.js';
import { twins } from '../../../src/lenses/index.js';
import { groupsOf } from '../../../src/lenses/twins/groups.js';
import { EDGE_CLASSES, type TwinEdge } from '../../../src/lenses/twins/edges.js';
import { graphOfFunctions, type Fn } from './graphs.js';

const check = { numRuns: process.env.MIMIR_DEEP === '1' ? 400 : 40, seed: 17 };

/** Functions with a few blocks that call one of three libraries or each other. */
const programs: fc.Arbitrary<Fn[]> = fc.integer({ min: 2, max: 6 }).chain((n) =>
  fc.tuple(
    ...Array.from({ length: n }, (_, f) =>
      fc.integer({ min: 1, max: 5 }).chain((k) =>
        fc
          .array(
            fc.tuple(
              fc.constantFrom('call lib a().', 'call lib b().', 'call lib c().', 'goto', 'return'),
              fc.array(fc.constantFrom('_1 = copy _2', '_2 = copy _1', '_3 = copy _1'), {
                maxLength: 1,
              }),
              fc.uniqueArray(fc.nat(k - 1), { maxLength: 2 }),
            ),
            { minLength: k, maxLength: k },
          )
          .map((blocks): Fn => ({
            name: `f${'abcdef'[f]!}`,
            blocks,
            calls: blocks.flatMap(([t]) => (t.startsWith('call ') ? [t.slice(5)] : [])),
          })),
      ),
    ),
  ),
);

const ask = (functions: readonly Fn[]) =>
  startRun(twins, graphOfFunctions(functions), {
    minBlocks: 1,
    minApis: 1,
    wlRounds: 2,
    near: 0.5,
  }).finish();

describe('block labels', () => {
  it('are equal exactly when terminator, callee and what they lead to are, round by round', () =>
    fc.assert(
      fc.asyncProperty(programs, async (functions) => {
        const run = await ask(functions);
        const blocks = functions.flatMap(({ blocks: own = [] }, f) =>
          own.map((block, i) => ({ f, i, block })),
        );
        const at = (f: number, i: number): number =>
          blocks.findIndex((one) => one.f === f && one.i === i);
        const numbers = (text: string): string[] => text.match(/_\d+/g) ?? [];
        const defs = blocks.map(
          ({ block: [t, s], i }) =>
            new Set([
              ...s.map((one) => one.split(' ')[0]!),
              ...(t.startsWith('call') ? [`_${50 + i}`] : []),
            ]),
        );
        const uses = blocks.map(
          ({ block: [t, s], i }) =>
            new Set([
              ...s.flatMap((one) => numbers(one.split('=')[1]!)),
              ...(t.startsWith('call') ? [`_${50 + i}`] : []),
            ]),
        );
        const control = blocks.map(({ f, block }) => [...new Set(block[2])].map((j) => at(f, j)));
        const data = blocks.map(({ f }, u) =>
          blocks.flatMap((other, v) =>
            v !== u && other.f === f && [...defs[u]!].some((d) => uses[v]!.has(d)) ? [v] : [],
          ),
        );
        let naive = blocks.map(({ block: [t] }) => t);
        for (let round = 0; round < 2; round++) {
          naive = naive.map((own, v) =>
            JSON.stringify([
              own,
              control[v]!.map((x) => naive[x]).sort(),
              data[v]!.map((x) => naive[x]).sort(),
            ]),
          );
        }
        const final = run.state('labels').at(-1)!;
        const classes = (labels: ArrayLike<unknown>): number[] =>
          Array.from(labels, (label) => Array.from(labels).indexOf(label));
        expect(classes(final)).toEqual(classes(naive));
      }),
      check,
    ));
});

describe('shape, NEAR and inlined', () => {
  it('are what their definitions give over the label multisets', () =>
    fc.assert(
      fc.asyncProperty(programs, async (functions) => {
        const run = await ask(functions);
        const { first, calls } = run.state('pdg');
        const final = run.state('labels').at(-1)!;
        const bags = functions.map((_, f) =>
          [...final.subarray(first[f], first[f + 1])].map(String).sort(),
        );
        const shaped = functions.map((_, f) => bags[f]!.length >= 1 && calls[f] === 1);
        const shared = (a: string[], b: string[]): number => {
          const left = [...b];
          return a.filter((label) => {
            const i = left.indexOf(label);
            if (i >= 0) left.splice(i, 1);
            return i >= 0;
          }).length;
        };
        const all = functions.flatMap((_, a) => functions.map((__, b) => [a, b] as const));
        const upper = all.filter(([a, b]) => a < b && shaped[a] && shaped[b]);
        const same = upper.filter(([a, b]) => bags[a]!.join() === bags[b]!.join());
        const near = upper.filter(([a, b]) => {
          const s = shared(bags[a]!, bags[b]!);
          return (
            bags[a]!.join() !== bags[b]!.join() && 2 * s >= bags[a]!.length + bags[b]!.length - s
          );
        });
        const inlined = all.filter(([s, h]) => {
          const hosts = bags.filter((bag) => bag.includes(String(final[first[s]!]))).length;
          return (
            s !== h &&
            calls[s] === 1 &&
            bags[s]!.length <= 4 &&
            hosts <= 4 &&
            bags[h]!.includes(String(final[first[s]!])) &&
            bags[h]!.length > bags[s]!.length &&
            shared(bags[s]!, bags[h]!) === bags[s]!.length
          );
        });
        const found = (step: 'shape' | 'near' | 'inlined') =>
          run.state(step).map(({ a, b }) => [a, b]);
        expect([found('shape'), found('near'), found('inlined').toSorted()]).toEqual([
          same,
          near,
          inlined.toSorted(),
        ]);
      }),
      check,
    ));
});

const edges = fc
  .integer({ min: 2, max: 9 })
  .chain((n) =>
    fc.record({
      n: fc.constant(n),
      list: fc.array(
        fc.record({
          class: fc.constantFrom(...EDGE_CLASSES),
          a: fc.nat(n - 1),
          b: fc.nat(n - 1),
          score: fc.constantFrom(0.5, 0.9, 1),
        }),
        { maxLength: 10 },
      ),
    }),
  )
  .map(({ n, list }) => ({
    n,
    list: list
      .filter(({ a, b }) => a !== b)
      .map((edge): TwinEdge =>
        edge.class !== 'inlined' && edge.a > edge.b
          ? { ...edge, a: edge.b, b: edge.a, why: '' }
          : { ...edge, why: '' },
      ),
  }));

describe('groups', () => {
  it('hold exactly what is joined without the inlined edges, and what is inlined with it', () =>
    fc.assert(
      fc.asyncProperty(edges, async ({ n, list }) => {
        const label = Array.from({ length: n }, (_, i) => i);
        for (let again = true; again;) {
          again = false;
          for (const { class: name, a, b } of list) {
            if (name === 'inlined' || label[a] === label[b]) continue;
            label[a] = label[b] = Math.min(label[a]!, label[b]!);
            again = true;
          }
        }
        const expected = new Map<number, Set<number>>();
        for (const { a, b } of list) {
          const group = expected.get(label[a]!) ?? new Set();
          expected.set(label[a]!, group.add(a).add(b));
        }
        const found = await groupsOf(n, list);
        const byLabel = (pairs: [number, number[]][]) => pairs.sort(([a], [b]) => a - b);
        expect(byLabel(found.map((g) => [g.label, [...g.members]]))).toEqual(
          byLabel([...expected].map(([l, set]) => [l, [...set].sort((a, b) => a - b)])),
        );
        for (const group of found) {
          const mine = list.filter(
            (e) =>
              label[e.a] === group.label || (e.class === 'inlined' && label[e.b] === group.label),
          );
          expect([...group.classes].sort()).toEqual([...new Set(mine.map((e) => e.class))].sort());
          expect(group.best).toBe(Math.max(...mine.map(({ score }) => score)));
        }
      }),
      check,
    ));
});
