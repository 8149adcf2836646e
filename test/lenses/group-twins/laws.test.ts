import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupCandidates } from '../../../src/lenses/group-twins/candidates.js';
import { judgePair, selfTwins } from '../../../src/lenses/group-twins/judge.js';
import { unitBodiesFrom } from '../../../src/lenses/group-twins/units.js';
import { rarityOf } from '../../../src/lenses/group-twins/weights.js';
import { createTask } from '../../../src/task/index.js';

const deep = process.env.MIMIR_DEEP === '1';
const gates = {
  gap: 1,
  leastUnits: 2,
  leastKeys: 2,
  leastKgrams: 1,
  scoreFloor: 0.5,
  leastWeight: 0,
};

type Body = readonly (readonly string[])[];

const keys = 'abcdefgh'.split('').map((letter) => `c:${letter}`);
const bodies: fc.Arbitrary<Body[]> = fc.array(
  fc.array(fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 2 }), {
    minLength: 1,
    maxLength: 7,
  }),
  { minLength: 2, maxLength: 5 },
);

const unitsOf = (all: readonly Body[]) =>
  unitBodiesFrom(all.map((body) => ({ units: body.map((own, at) => [at + 1, own] as const) })));

/** The rules of S1:1990-2027 over texts and sets, nothing shared with the lens. */
function plainGroups(all: readonly Body[], a: Body, b: Body) {
  const n = all.length;
  const df = (k: string): number => all.filter((body) => body.flat().includes(k)).length;
  const weight = (set: Iterable<string>): number =>
    [...set].sort().reduce((sum, k) => sum + Math.log(1 + n / df(k)), 0);
  const cut = (places: number[]): number[][] =>
    places.reduce<number[][]>((found, at) => {
      const last = found.at(-1);
      if (last !== undefined && at - last.at(-1)! <= gates.gap + 1) last.push(at);
      else found.push([at]);
      return found;
    }, []);
  const keysOf = (body: Body, places: number[]): Set<string> =>
    new Set(places.flatMap((at) => body[at]!));
  const having = (body: Body, places: number[], set: Set<string>): number[] =>
    places.filter((at) => body[at]!.some((k) => set.has(k)));
  const everywhere = (body: Body): number[] => body.map((_, at) => at);
  const shared = new Set(a.flat().filter((k) => b.flat().includes(k)));
  return cut(having(a, everywhere(a), shared)).flatMap((runA) => {
    const ka = new Set([...keysOf(a, runA)].filter((k) => shared.has(k)));
    const options = cut(having(b, everywhere(b), ka)).map((run) => ({
      run,
      weight: weight([...keysOf(b, run)].filter((k) => ka.has(k))),
    }));
    if (options.length === 0) return [];
    const most = Math.max(...options.map((one) => one.weight));
    const runB = options.find((one) => one.weight === most)!.run;
    const ga = having(a, runA, keysOf(b, runB));
    const gb = having(b, runB, keysOf(a, ga));
    const [sa, sb] = [keysOf(a, ga), keysOf(b, gb)];
    const both = [...sa].filter((k) => sb.has(k));
    const sequence = (body: Body, places: number[]): string[] =>
      places.flatMap((at) => [...body[at]!].sort());
    const grams = (list: string[]): Set<string> =>
      new Set(list.slice(1).map((k, i) => `${list[i]!} ${k}`));
    const gramsB = grams(sequence(b, gb));
    const common = [...grams(sequence(a, ga))].filter((gram) => gramsB.has(gram)).length;
    const rare = both.filter((k) => df(k) <= Math.min(64, Math.max(Math.floor(n / 2), 2)));
    const score = weight(both) / weight(new Set([...sa, ...sb]));
    const exact =
      ga.length === gb.length &&
      ga.every((at, i) => [...a[at]!].sort().join() === [...b[gb[i]!]!].sort().join());
    return ga.length >= 2 &&
      gb.length >= 2 &&
      sa.size >= 2 &&
      sb.size >= 2 &&
      rare.length > 0 &&
      common >= 1 &&
      (exact || score >= 0.5)
      ? [{ a: ga, b: gb, score: exact ? 1 : score, exact, sharedKgrams: common }]
      : [];
  });
}

describe('groups of two bodies', () => {
  it('are what a plain spelling-out of the rules gives', () => {
    fc.assert(
      fc.property(bodies, (all) => {
        const units = unitsOf(all);
        const rarity = rarityOf(units, 64);
        const found = judgePair(units.bodies[0]!, units.bodies[1]!, rarity, gates);
        expect(
          found.map(({ a, b, score, exact, sharedKgrams }) => ({
            a,
            b,
            score,
            exact,
            sharedKgrams,
          })),
        ).toEqual(plainGroups(all, all[0]!, all[1]!));
      }),
      { numRuns: deep ? 3000 : 300, seed: 12 },
    );
  });
});

describe('candidates', () => {
  it('are the pairs that share a rare key, with how many, most first', () => {
    fc.assert(
      fc.property(bodies, fc.integer({ min: 1, max: 12 }), (all, limit) => {
        const units = unitsOf(all);
        const rarity = rarityOf(units, 2);
        const eligible = new Uint8Array(all.length).fill(1);
        const df = (k: string): number => all.filter((body) => body.flat().includes(k)).length;
        const expected = all
          .flatMap((x, a) => all.map((y, b) => ({ x, y, a, b })))
          .filter(({ a, b }) => a < b)
          .map(({ x, y, a, b }) => ({
            a,
            b,
            rare: new Set(x.flat().filter((k) => y.flat().includes(k) && df(k) <= 2)).size,
          }))
          .filter(({ rare }) => rare > 0)
          .sort((p, q) => q.rare - p.rare || p.a - q.a || p.b - q.b);
        const found = groupCandidates(units, rarity, eligible, limit, createTask());
        expect(found.total).toBe(expected.length);
        expect(Array.from(found.a, (a, p) => ({ a, b: found.b[p], rare: found.rare[p] }))).toEqual(
          expected.slice(0, limit),
        );
      }),
      { numRuns: deep ? 2000 : 200, seed: 13 },
    );
  });
});

describe('repeats in one body', () => {
  it('are equal unit by unit, do not overlap, and cannot be longer', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.uniqueArray(fc.constantFrom(...keys.slice(0, 3)), { minLength: 1, maxLength: 2 }),
          {
            minLength: 4,
            maxLength: 12,
          },
        ),
        (body) => {
          const units = unitsOf([body, [['c:h']]]);
          const found = selfTwins(units.bodies[0]!, rarityOf(units, 64), gates);
          for (const { a, b, score } of found) {
            expect(score).toBe(1);
            expect(a.at(-1)!).toBeLessThan(b[0]!);
            const text = (at: number | undefined): string | undefined =>
              at === undefined ? undefined : body[at]?.toSorted().join();
            expect(a.map(text)).toEqual(b.map(text));
            const [before, behind] = [a[0]! - 1, a.at(-1)! + 1];
            const d = b[0]! - a[0]!;
            if (before >= 0) expect(text(before)).not.toBe(text(before + d));
            if (behind + d < body.length && a.length < d)
              expect(text(behind)).not.toBe(text(behind + d));
          }
        },
      ),
      { numRuns: deep ? 2000 : 200, seed: 14 },
    );
  });
});
