import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportJson, startRun } from '../../src/lens/index.js';
import {
  DEFAULT_SET,
  dsm,
  parsePlan,
  planLines,
  planSrc,
  registry,
  runPlan,
} from '../../src/lenses/index.js';
import { createTask } from '../../src/task/index.js';
import { graphOfModules } from './dsm/graphs.js';

interface Example {
  readonly id: string;
  readonly input: {
    readonly DEFAULT?: string[];
    /** The manual's cases say how many words are given, the specification's say which. */
    readonly cases?: {
      readonly L: string[];
      readonly sinks: number | string[];
      readonly chokes: number | string[];
      readonly entries: number | string[];
      readonly src: number | boolean;
    }[];
  };
  readonly expected: {
    readonly plans?: string[][];
    readonly default_count?: number;
    readonly full_count?: number;
    readonly counts?: number[];
  };
}

const examples = JSON.parse(
  readFileSync(new URL('plan-examples.json', import.meta.url), 'utf8'),
) as Example[];
const example = (id: string): Example => examples.find((one) => one.id === id)!;
const some = (given: number | string[]): string[] =>
  typeof given !== 'number' ? given : given > 0 ? ['x'] : [];
const plansOf = ({ input }: Example): string[][] =>
  input.cases!.map(({ L, sinks, chokes, entries, src }) =>
    planSrc({
      lenses: L,
      sinks: some(sinks),
      chokes: some(chokes),
      entries: some(entries),
      src: Boolean(src),
    }),
  );

describe('plan_src', () => {
  it('default_set', () => {
    const { input, expected } = example('default_set');
    expect([[...DEFAULT_SET], DEFAULT_SET.length]).toEqual([input.DEFAULT, expected.default_count]);
    const full = planSrc({ sinks: ['s'], chokes: ['c'], entries: ['e'], src: true });
    expect(full.length).toBe(expected.full_count);
  });

  it('plan_cases', () => {
    const cases = example('plan_cases');
    expect(plansOf(cases)).toEqual(cases.expected.plans);
  });

  it('plan_src', () => {
    const cases = example('plan_src');
    const plans = plansOf(cases);
    expect(plans).toEqual(cases.expected.plans);
    expect(plans.map(({ length }) => length)).toEqual(cases.expected.counts);
  });

  it('gives each lens the inputs that it takes, and names those that are not here', () => {
    const { lines, missing } = planLines(registry, {
      sinks: ['put'],
      chokes: ['gate'],
      entries: ['http'],
    });
    expect(lines.map(({ lens, params }) => [lens, params])).toEqual([
      ['gate-bypass', { sink: ['put'], choke: ['gate'], entry: ['http'] }],
      ['twins', {}],
      ['dsm', {}],
      ['misplaced', { entry: ['http'] }],
      ['taint', { sink: ['put'] }],
      ['chokepoints', { sink: ['put'], entry: ['http'] }],
    ]);
    expect([...lines.map(({ lens }) => lens), ...missing].sort()).toEqual(
      [...planSrc({ sinks: ['put'], chokes: ['gate'], entries: ['http'] })].sort(),
    );
    expect(() => planLines(registry, { lenses: ['dms'] })).toThrow('did you mean dsm');
  });
});

describe('a plan file', () => {
  it('is one line a lens', () => {
    expect(
      parsePlan(
        registry,
        '{"lens": "dsm", "params": {"level": "file"}, "limit": 0}\n\n{"lens": "gate_bypass"}\n',
      ),
    ).toEqual([
      { lens: 'dsm', params: { level: 'file' }, limit: 0 },
      { lens: 'gate-bypass', params: {} },
    ]);
  });

  it.each([
    ['{"lens": "dsm"}\nnot json', 'line 2 of the plan: no JSON: not json'],
    ['{"lens": "dms"}', 'line 1 of the plan: unknown lens: dms; did you mean dsm'],
    [
      '{"lens": "dsm", "params": {"levle": 1}}',
      'line 1 of the plan: unknown parameter of dsm: levle; did you mean level',
    ],
    ['{"lens": "dsm", "limit": -1}', 'line 1 of the plan: limit: -1'],
    ['{"params": {}}', 'line 1 of the plan: no lens is named'],
    ['{"lens": "dsm", "lmit": 1}', 'line 1 of the plan: unknown member: lmit'],
    ['3', 'line 1 of the plan: it takes'],
  ])('%j is refused by its line', (text, message) => {
    expect(() => parsePlan(registry, text)).toThrow(message);
  });

  it('answers each line as the lens alone would, byte for byte, and runs shared steps once', async () => {
    const graph = graphOfModules(
      ['a', 'b', 'c'],
      [
        ['a', 'b', 1],
        ['b', 'a', 1],
        ['b', 'c', 1],
      ],
    );
    const lines = [
      { lens: 'dsm', params: { level: 'file' } },
      { lens: 'dsm', params: { level: 'file', strict: true } },
    ];
    const options = { task: createTask(), open: () => Promise.reject(new Error('no other dump')) };
    const items = [];
    for await (const item of runPlan(registry, graph, lines, options)) items.push(item);
    for (const { line, report } of items)
      expect(reportJson(report)).toBe(reportJson(await startRun(dsm, graph, line.params).report()));
    expect(
      items[1]!.run.steps.filter(({ status }) => status === 'done').map(({ step }) => step.id),
    ).toEqual(['layers']);
  });
});
