import { beforeAll, describe, expect, it } from 'vitest';
import { pinned, type FlowGroup } from './flow-suite/flow-case.js';
import { leaksOfRust, leaksOfTypeScript, type SuiteAnswer } from './flow-suite/run-suite.js';
import { RUST } from './flow-suite/rust.js';
import { TYPESCRIPT_CALLS } from './flow-suite/typescript-calls.js';
import { TYPESCRIPT_CONTROL } from './flow-suite/typescript-control.js';
import { TYPESCRIPT_DATA } from './flow-suite/typescript-data.js';
import { TYPESCRIPT_FEATURES } from './flow-suite/typescript-features.js';
import { TYPESCRIPT_OBJECTS } from './flow-suite/typescript-objects.js';
import { TYPESCRIPT_STORES } from './flow-suite/typescript-stores.js';

/** Per group: of how many leaks how many are told, of how many clean cases how many are false alarms. */
type Figures = readonly [told: number, leaks: number, alarms: number, clean: number];

/** A line may only get better: more told, fewer alarms, more cases. */
const FLOORS: Readonly<Record<string, Figures>> = {
  aliasing: [11, 11, 0, 5],
  arrays: [12, 13, 2, 7],
  fields: [14, 16, 0, 9],
  captures: [14, 14, 1, 9],
  inter: [16, 16, 0, 8],
  sanitisers: [7, 7, 0, 9],
  predicates: [14, 14, 1, 11],
  'strong updates': [4, 4, 1, 8],
  reflection: [13, 13, 1, 6],
  async: [11, 11, 0, 3],
  exceptions: [3, 3, 0, 6],
  modules: [3, 3, 1, 3],
  guards: [2, 2, 0, 2],
  receivers: [11, 11, 0, 8],
  classes: [4, 4, 0, 4],
  promises: [7, 7, 0, 3],
  'overwritten by calls': [4, 4, 0, 1],
  maps: [8, 8, 1, 5],
};

const LANGUAGES: readonly (readonly [
  language: string,
  groups: readonly FlowGroup[],
  run: (groups: readonly FlowGroup[]) => Promise<SuiteAnswer>,
])[] = [
  [
    'TypeScript',
    [
      ...TYPESCRIPT_DATA,
      ...TYPESCRIPT_CALLS,
      ...TYPESCRIPT_CONTROL,
      ...TYPESCRIPT_FEATURES,
      ...TYPESCRIPT_OBJECTS,
      ...TYPESCRIPT_STORES,
    ],
    leaksOfTypeScript,
  ],
  ['Rust-shaped', RUST, leaksOfRust],
];

describe.each(LANGUAGES)('flows in %s bodies', (_, groups, run) => {
  let answer: SuiteAnswer = { leaks: new Set(), unmarked: [] };
  beforeAll(async () => {
    answer = await run(groups);
  }, 60_000);

  it('are looked for in every case: each has a source and a sink that the lens sees', () => {
    expect(answer.unmarked).toEqual([]);
  });

  describe.each(groups)('$group', ({ group, cases }) => {
    it.each(cases)('$name', (one) => {
      expect(answer.leaks.has(`${group}: ${one.name}`)).toBe(pinned(one));
    });
  });
});

describe('the flow suite', () => {
  const figures = new Map<string, [number, number, number, number]>();
  for (const { group, cases } of LANGUAGES.flatMap(([, groups]) => groups)) {
    const sum = figures.get(group) ?? [0, 0, 0, 0];
    for (const one of cases) {
      sum[one.leak ? 1 : 3]++;
      if (pinned(one)) sum[one.leak ? 0 : 2]++;
    }
    figures.set(group, sum);
  }

  it.each(Object.entries(FLOORS))('%s stays on its floor', (group, floor) => {
    const [told, leaks, alarms, clean] = figures.get(group)!;
    expect(told).toBeGreaterThanOrEqual(floor[0]);
    expect(leaks).toBeGreaterThanOrEqual(floor[1]);
    expect(alarms).toBeLessThanOrEqual(floor[2]);
    expect(clean).toBeGreaterThanOrEqual(floor[3]);
  });

  it('has a floor for every group', () => {
    expect([...figures.keys()].sort()).toEqual(Object.keys(FLOORS).sort());
  });

  it('has at least 120 cases', () => {
    const cases = [...figures.values()].reduce((sum, [, leaks, , clean]) => sum + leaks + clean, 0);
    expect(cases).toBeGreaterThanOrEqual(120);
  });
});
