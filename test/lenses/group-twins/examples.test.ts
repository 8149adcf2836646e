import { describe, expect, it } from 'vitest';
import { groupCandidates } from '../../../src/lenses/group-twins/candidates.js';
import {
  groupsOf,
  judgePair,
  measure,
  runs,
  selfTwins,
} from '../../../src/lenses/group-twins/judge.js';
import { groupKey, lineRanges } from '../../../src/lenses/group-twins/twins.js';
import { unitBodiesFrom } from '../../../src/lenses/group-twins/units.js';
import { rarityOf } from '../../../src/lenses/group-twins/weights.js';
import { createTask } from '../../../src/task/index.js';

type Line = readonly [line: number, keys: readonly string[]];

/** The planted statements of S1:2088, from a line on. */
const planted = (from: number, sort: string): Line[] => [
  [from, ['l:Vec<(String,u64)>']],
  [from + 1, ['l:u64']],
  [from + 2, ['c:ledger_open', 'f:entries']],
  [from + 3, ['c:weigh_entry', 'l:u64']],
  [from + 4, ['c:u64::wrapping_mul', 'f:seed']],
  [from + 5, ['c:Vec::push']],
  [from + 6, [sort, 'f:entries']],
];
const control: Line[] = [
  [71, ['c:Vec::push', 'l:u64']],
  [72, ['c:u64::wrapping_mul']],
  [73, ['c:Vec::push']],
  [74, ['c:String::len', 'l:u64']],
];
const background = Array.from({ length: 30 }, (_, i): Line[] => [
  [100, ['c:Vec::push', 'l:u64']],
  [101, [`c:step_${i}`]],
  [102, ['l:u64', 'c:Vec::push']],
  [103, ['c:String::len']],
]);
const gates = {
  gap: 3,
  leastUnits: 3,
  leastKeys: 4,
  leastKgrams: 2,
  scoreFloor: 0.6,
  leastWeight: 0,
};
const roomOf = (...bodies: Line[][]) => {
  const units = unitBodiesFrom(
    [...bodies, control, ...background].map((lines) => ({ units: lines })),
  );
  return { units, rarity: rarityOf(units, 64) };
};
const rounded = (x: number): number => Math.round(x * 1e4) / 1e4;

describe('the near copy', () => {
  const { units, rarity } = roomOf(
    planted(11, 'c:sort_by_weight'),
    planted(41, 'c:sort_unstable_by_weight'),
  );
  const [a, b, other] = units.bodies;
  const idf = (key: string): number => rounded(rarity.idf[units.names.indexOf(key)]!);

  it('weighs keys by their rarity over 33 functions', () => {
    expect([
      units.population,
      idf('c:ledger_open'),
      idf('c:u64::wrapping_mul'),
      idf('l:u64'),
      idf('c:sort_by_weight'),
      idf('c:String::len'),
    ]).toEqual([33, 2.8622, 2.4849, 0.6931, 3.5264, 0.7249]);
  });

  it('has three candidates, by six, one and one rare keys', () => {
    const eligible = Uint8Array.from(units.bodies, ({ keys }) => Number(keys.length >= 4));
    const found = groupCandidates(units, rarity, eligible, 60_000, createTask());
    expect([found.total, [...found.rare], [...found.a], [...found.b]]).toEqual([
      3,
      [6, 1, 1],
      [0, 0, 1],
      [1, 2, 2],
    ]);
  });

  it('pairs at 0.7205: 18.1822 of 25.2349, eight k-grams, six rare keys', () => {
    const [twin, ...more] = judgePair(a!, b!, rarity, gates);
    expect(more).toEqual([]);
    const { weight, union } = measure(a!, b!, twin!.a, twin!.b, rarity);
    expect([rounded(weight), rounded(union)]).toEqual([18.1822, 25.2349]);
    expect(twin).toMatchObject({ exact: false, sharedKgrams: 8, a: [0, 1, 2, 3, 4, 5, 6] });
    expect([twin!.score, twin!.rare.length]).toEqual([expect.closeTo(0.7205174717242159, 14), 6]);
  });

  it('is no pair with the control: 0.3751, one k-gram, one rare key', () => {
    const [[ga, gb], ...more] = groupsOf(a!, other!, rarity, 3) as [[number[], number[]]];
    const found = measure(a!, other!, ga, gb, rarity);
    expect([
      more.length,
      ga.map((at) => a!.units[at]!.lines[0]),
      rounded(found.weight),
      rounded(found.union),
      rounded(found.score),
      found.sharedKgrams,
      found.rare.length,
    ]).toEqual([0, [12, 14, 15, 16], 3.8712, 10.3205, 0.3751, 1, 1]);
    expect(judgePair(a!, other!, rarity, gates)).toEqual([]);
  });
});

describe('the interleaved copy', () => {
  const copy = planted(41, 'c:sort_by_weight').map(([line, keys], at): Line => [
    line + Number(at >= 2) + Number(at >= 4),
    keys,
  ]);
  const { units, rarity } = roomOf(planted(11, 'c:sort_by_weight'), [
    ...copy.slice(0, 2),
    [43, ['c:log_line']],
    ...copy.slice(2, 4),
    [46, ['c:unrelated_call']],
    ...copy.slice(4),
  ]);

  it('is exact at 1, its noise cut out, and both sides have one key', () => {
    const [twin] = judgePair(units.bodies[0]!, units.bodies[1]!, rarity, gates);
    const lines = (row: 0 | 1, places: readonly number[]): string =>
      lineRanges(places.flatMap((at) => units.bodies[row]!.units[at]!.lines));
    expect([twin!.exact, twin!.score, lines(0, twin!.a), lines(1, twin!.b)]).toEqual([
      true,
      1,
      '11-17',
      '41-42,44-45,47-49',
    ]);
    expect(groupKey(units, 0, twin!.a)).toBe(groupKey(units, 1, twin!.b));
  });
});

it('a run is cut where more than three unmarked lines lie between', () => {
  expect(runs([0, 1, 5, 6, 20], 3)).toEqual([[0, 1, 5, 6], [20]]);
});

it('the same group twice in one body is found, and does not overlap itself', () => {
  const twice: Line[] = [
    ...planted(11, 'c:sort_by_weight'),
    [30, ['c:between']],
    ...planted(41, 'c:sort_by_weight'),
  ];
  const { units, rarity } = roomOf(twice);
  const found = selfTwins(units.bodies[0]!, rarity, gates);
  expect(found.map(({ a, b, score, exact }) => [a, b, score, exact])).toEqual([
    [[0, 1, 2, 3, 4, 5, 6], [8, 9, 10, 11, 12, 13, 14], 1, true],
  ]);
});

it('a list of candidates over its limit keeps those with the most rare keys', () => {
  const { units, rarity } = roomOf(
    planted(11, 'c:sort_by_weight'),
    planted(41, 'c:sort_unstable_by_weight'),
  );
  const eligible = new Uint8Array(units.bodies.length).fill(1);
  const all = groupCandidates(units, rarity, eligible, 60_000, createTask());
  for (const limit of [1, 2]) {
    const some = groupCandidates(units, rarity, eligible, limit, createTask());
    expect([some.total, [...some.a], [...some.b]]).toEqual([
      all.total,
      [...all.a.subarray(0, limit)],
      [...all.b.subarray(0, limit)],
    ]);
  }
});
