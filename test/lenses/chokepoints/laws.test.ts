import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../../src/lens/index.js';
import { chokepoints, type ChokepointsParams } from '../../../src/lenses/index.js';
import { graphOfCalls, only } from './graphs.js';

const deep = process.env.MIMIR_DEEP === '1';
const check = { numRuns: deep ? 1000 : 40, seed: 9 };
/** Against brute force. */
const many = { ...check, numRuns: deep ? 10_000 : 40 };
const patience = deep ? 1_200_000 : 60_000;

interface Asked {
  readonly functions: string[];
  readonly calls: [string, string][];
  readonly entries: string[];
  readonly sinks: string[];
}

const asked: fc.Arbitrary<Asked> = fc.integer({ min: 3, max: 9 }).chain((n) => {
  const functions = Array.from({ length: n }, (_, i) => `f${i}`);
  const some = fc.constantFrom(...functions);
  return fc.record({
    functions: fc.constant(functions),
    calls: fc.array(fc.tuple(some, some), { maxLength: 2 * n + 4 }),
    entries: fc.uniqueArray(some, { minLength: 1, maxLength: 3 }),
    sinks: fc.uniqueArray(some, { minLength: 1, maxLength: 3 }),
  });
});

const start = (
  { functions, calls, entries, sinks }: Asked,
  more: Partial<ChokepointsParams> = {},
) =>
  startRun(chokepoints, graphOfCalls(functions, calls), {
    entry: entries.map(only),
    sink: sinks.map(only),
    ...more,
  });

const ask = (one: Asked, more: Partial<ChokepointsParams> = {}) => start(one, more).finish();

/** Naive: the functions that a plain queue reaches from one, without those that are gone. */
function reached(
  calls: readonly (readonly [string, string])[],
  from: string,
  gone: readonly string[] = [],
): Set<string> {
  const met = new Set(gone.includes(from) ? [] : [from]);
  for (const v of met) for (const [a, b] of calls) if (a === v && !gone.includes(b)) met.add(b);
  return met;
}

function pairsOf(
  { calls, entries, sinks }: Asked,
  gone: readonly string[] = [],
): [string, string][] {
  return entries.flatMap((e) =>
    sinks
      .filter((t) => t !== e && reached(calls, e, gone).has(t))
      .map((t): [string, string] => [e, t]),
  );
}

const nameOf = (
  run: Awaited<ReturnType<typeof ask>>,
  functions: readonly string[],
  vertex: number,
): string => functions[run.state('corridor').ordinals[vertex]!]!;

/** The single mediators are exactly the functions without which no entry leads to a sink. */
function mediatorsAreThose(run: Awaited<ReturnType<typeof ask>>, one: Asked): void {
  const ends = new Set([...one.entries, ...one.sinks]);
  const named = run
    .state('dominators')
    .chain.map((v) => nameOf(run, one.functions, v))
    .filter((v) => !ends.has(v));
  const joins = (gone: string[]): boolean =>
    one.entries.some((e) => one.sinks.some((t) => reached(one.calls, e, gone).has(t)));
  const without = one.functions.filter((v) => !ends.has(v) && joins([]) && !joins([v]));
  expect(named.toSorted()).toEqual(without);
}

describe('separation', () => {
  it.each([[256], [1]])(
    'counts the pairs that are lost when a function is taken away, and names the single mediators (trees: %i)',
    (maxTrees) =>
      fc.assert(
        fc.asyncProperty(asked, async (one) => {
          const run = start(one, { maxTrees });
          await run.until('separation');
          mediatorsAreThose(run, one);
          const { cut, pairs, entries, sinks } = run.state('separation');
          const limited = {
            ...one,
            entries: [...entries].map((v) => nameOf(run, one.functions, v)),
            sinks: [...sinks].map((v) => nameOf(run, one.functions, v)),
          };
          const all = pairsOf(limited);
          expect(pairs).toBe(all.length);
          cut.forEach((count, vertex) => {
            const v = nameOf(run, one.functions, vertex);
            const left = pairsOf(limited, [v]).map(String);
            expect(count).toBe(
              all.filter(([e, t]) => e !== v && t !== v && !left.includes(String([e, t]))).length,
            );
          });
        }),
        maxTrees === 1 ? check : many,
      ),
    patience,
  );

  it('never falls for a call more, unless the pairs change', () =>
    fc.assert(
      fc.asyncProperty(asked, fc.nat(), fc.nat(), async (one, a, b) => {
        const more: [string, string] = [
          one.functions[a % one.functions.length]!,
          one.functions[b % one.functions.length]!,
        ];
        const [before, after] = [
          await ask(one),
          await ask({ ...one, calls: [...one.calls, more] }),
        ];
        const size = (run: typeof before): number => {
          const cut = run.state('mincut');
          return 'size' in cut ? cut.size : Infinity;
        };
        expect(size(after)).toBeGreaterThanOrEqual(size(before));
        const [less, now] = [before.state('separation'), after.state('separation')];
        expect(now.pairs).toBeGreaterThanOrEqual(less.pairs);
        if (now.pairs !== less.pairs) return;
        const old = new Map(
          [...before.state('corridor').ordinals].map((v, i) => [v, less.cut[i]!]),
        );
        after
          .state('corridor')
          .ordinals.forEach((v, i) => expect(now.cut[i]).toBeLessThanOrEqual(old.get(v) ?? 0));
      }),
      check,
    ));
});

describe('gates', () => {
  it('mediate when they hold a canonical cut, and a gate more opens no way', () =>
    fc.assert(
      fc.asyncProperty(asked, fc.nat(), async (one, extra) => {
        const run = await ask(one);
        const cut = run.state('mincut');
        if (!('size' in cut)) return;
        for (const members of [cut.nearSources, cut.nearSinks]) {
          if (members.length === 0) continue;
          const gates = [...members].map((v) => only(nameOf(run, one.functions, v)));
          const gated = await run.retune({ gates }).finish();
          expect(gated.state('bypass')!.mediated).toBe(true);
        }
        const gate = [only(one.functions[extra % one.functions.length]!)];
        const one_ = (await run.retune({ gates: gate }).finish()).state('bypass')!;
        const two = (
          await run.retune({ gates: [...gate, only(one.functions[0]!)] }).finish()
        ).state('bypass')!;
        const ways = (b: typeof one_): string[] =>
          b.witnesses.map(({ entry, sink }) => `${entry} ${sink}`);
        for (const way of ways(two)) expect(ways(one_)).toContain(way);
      }),
      check,
    ));

  it('leave exactly the pairs that a plain walk still joins', () =>
    fc.assert(
      fc.asyncProperty(asked, fc.nat(), async (one, extra) => {
        const gate = one.functions[extra % one.functions.length]!;
        const run = await ask(one, { gates: [only(gate)] });
        const open = {
          ...one,
          entries: one.entries.filter((e) => e !== gate),
          sinks: one.sinks.filter((t) => t !== gate),
        };
        const ways = run
          .state('bypass')!
          .witnesses.map(({ entry, sink }) => [
            nameOf(run, one.functions, entry),
            nameOf(run, one.functions, sink),
          ]);
        expect(ways.toSorted()).toEqual(pairsOf(open, [gate]).toSorted());
      }),
      check,
    ));
});

it('turned round, the two canonical cuts change places, the mediators their order, and nothing else', () =>
  fc.assert(
    fc.asyncProperty(asked, async (one) => {
      const turned = {
        functions: one.functions,
        calls: one.calls.map(([a, b]): [string, string] => [b, a]),
        entries: one.sinks,
        sinks: one.entries,
      };
      const [there, back] = [await ask(one), await ask(turned)];
      const named = (run: typeof there) => {
        const name = (v: number): string => nameOf(run, one.functions, v);
        const { cut, pairs } = run.state('separation');
        const cuts = new Map([...cut].map((count, v) => [name(v), count]));
        return {
          chain: run.state('dominators').chain.map(name),
          cuts: one.functions.map((v) => cuts.get(v) ?? 0),
          pairs,
        };
      };
      const [forth, round] = [named(there), named(back)];
      expect({ ...round, chain: round.chain.toReversed() }).toEqual(forth);
      const [a, b] = [there.state('mincut'), back.state('mincut')];
      if ('size' in a && 'size' in b) {
        expect([a.size, [...a.nearSources], [...a.nearSinks]]).toEqual([
          b.size,
          [...b.nearSinks],
          [...b.nearSources],
        ]);
      } else expect('size' in a).toBe('size' in b);
    }),
    check,
  ));
