import { describe, expect, it } from 'vitest';
import { reportJson, startRun } from '../../../src/lens/index.js';
import { twins, type TwinsParams } from '../../../src/lenses/index.js';
import { checkKeys } from '../../../src/table/index.js';
import { graphOfFunctions, type Fn } from './graphs.js';

const ask = (functions: readonly Fn[], params: Partial<TwinsParams> = {}) =>
  startRun(twins, graphOfFunctions(functions), { minBlocks: 3, minApis: 2, ...params }).finish();

type Run = Awaited<ReturnType<typeof ask>>;

const pairs = (
  run: Run,
  step: 'api' | 'names' | 'shape' | 'near' | 'inlined' | 'divergent',
): string[] => {
  const { names } = run.state('functions');
  return run
    .state(step)
    .map(({ a, b }) => `${names[a]!} ↔ ${names[b]!}`.replace(/app |\(\)\./g, ''));
};

/** Functions that do nothing alike, so that weights have something to stand against. */
const crowd: Fn[] = Array.from({ length: 20 }, (_, i) => ({
  name: `other${'abcdefghijklmnopqrst'[i]!}`,
  calls: [`lib${i} only().`],
}));

const checker = (name: string, callee: string, more: Fn['blocks'] = []): Fn => ({
  name,
  blocks: [
    [`call ${callee}`, ['_2 = copy _1'], [1]],
    ['switch _0 [0: bb2, otherwise: bb3]', ['_3 = op not(_0)'], [2, 3]],
    ['call log warn().', ['_4 = copy _3'], [3]],
    ['return', ['_5 = copy _4'], []],
    ...more,
  ],
});

describe('api', () => {
  const sealed: Fn[] = [
    { name: 'seal', calls: ['sha2 digest/update().', 'hex encode().', 'wire frame().'] },
    { name: 'stamp', calls: ['helper', 'wire frame().'] },
    { name: 'helper', calls: ['ring digest/update().', 'hex encode().'] },
    { name: 'once', calls: ['wire frame().', 'lonely call().'] },
  ];

  it('pairs functions that reach the same rare APIs, one through a helper', async () => {
    expect(pairs(await ask([...sealed, ...crowd], { sim: 0.9 }), 'api')).toEqual(['seal ↔ stamp']);
  });

  it('looks no further than the hops', async () => {
    expect(pairs(await ask([...sealed, ...crowd], { hops: 0 }), 'api')).toEqual(['helper ↔ seal']);
  });

  it('asks for two rare ones: one is a coincidence', async () => {
    const one: Fn[] = [
      { name: 'a', calls: ['wire frame().'] },
      { name: 'b', calls: ['wire frame().'] },
    ];
    expect(pairs(await ask([...one, ...crowd], { minApis: 1 }), 'api')).toEqual([]);
  });

  it('does not count noise', async () => {
    const noisy: Fn[] = ['a', 'b'].map((name) => ({
      name,
      calls: ['core fmt/x().', 'core cmp/y().', 'alloc alloc/z().'],
    }));
    expect((await ask([...noisy, ...crowd])).state('reach').apis.length).toBe(20);
  });

  it('takes more families from the user', async () => {
    const own: Fn[] = [
      { name: 'a', calls: ['ours put().', 'wire frame().'] },
      { name: 'b', calls: ['theirs put().', 'wire frame().'] },
    ];
    expect(pairs(await ask([...own, ...crowd]), 'api')).toEqual([]);
    const families = [
      ['ours ', 'store'],
      ['theirs ', 'store'],
    ] as const;
    expect(pairs(await ask([...own, ...crowd], { families }), 'api')).toEqual(['a ↔ b']);
  });
});

describe('name+sig', () => {
  const named: Fn[] = [
    { name: 'sanitize_seg', params: ["&'a str", 'u8'], ret: 'String' },
    { name: 'sanitize_seg2', params: ['&str', 'u8'], ret: 'String' },
    { name: 'sanitize_segment', params: ['&str', 'u8'], ret: 'String' },
    { name: 'sanitize_seg_v2', params: ['Vec<u8>'], ret: '()' },
    { name: 'load', params: ['&str'], ret: 'Config' },
    { name: 'load_2', params: ['&str'], ret: 'Config' },
  ];

  it('pairs one stem and one signature, lifetimes and versions aside, bare constructors left out', async () => {
    expect(pairs(await ask([...named, ...crowd]), 'names')).toEqual([
      'sanitize_seg ↔ sanitize_seg2',
    ]);
  });
});

describe('shapes', () => {
  it('of two bodies under different names are one', async () => {
    expect(
      pairs(
        await ask([checker('left', 'lib check().'), checker('right', 'lib check().')]),
        'shape',
      ),
    ).toEqual(['left ↔ right']);
  });

  it('tell a callee apart, and a constant text', async () => {
    expect(
      pairs(await ask([checker('left', 'lib check().'), checker('right', 'lib test().')]), 'shape'),
    ).toEqual([]);
  });

  it('that differ in a block are NEAR', async () => {
    const near = checker('right', 'lib check().', [['goto', ['_9 = copy _8'], [3]]]);
    const run = await ask([checker('left', 'lib check().'), near]);
    expect([pairs(run, 'shape'), pairs(run, 'near')]).toEqual([[], ['left ↔ right']]);
  });

  it('of small bodies, or without a real call, are not compared', async () => {
    const both = [checker('left', 'lib check().'), checker('right', 'lib check().')];
    expect(pairs(await ask(both, { minBlocks: 5 }), 'shape')).toEqual([]);
    const quiet = both.map(({ name, blocks }) => ({
      name,
      blocks: blocks!.map(
        ([t, s, n]) => [t.replace(/^call .*/, 'call core fmt/x().'), s, n] as const,
      ),
    }));
    expect(pairs(await ask(quiet), 'shape')).toEqual([]);
  });

  it('inside a larger body are inlined', async () => {
    const host = checker('host', 'lib check().', [
      ['call lib more().', ['_9 = copy _8'], [5]],
      ['return', [], []],
    ]);
    const run = await ask([checker('small', 'lib check().'), host], { near: 1 });
    expect(pairs(run, 'inlined')).toEqual(['small ↔ host']);
    expect((await run.report()).summary).toMatchObject({ groups: 1, groups_strong: 0 });
  });

  it('that differ under one name and signature are DIVERGENT', async () => {
    const signed = { params: ['&str'], ret: 'bool' };
    const left = { ...checker('is_valid', 'lib check().'), ...signed };
    const right = {
      ...checker('is_valid_2', 'lib test().', [
        ['call lib a().', [], [5]],
        ['call lib b().', [], [3]],
      ]),
      ...signed,
    };
    const run = await ask([left, right, ...crowd], { near: 0.9 });
    expect([pairs(run, 'names'), pairs(run, 'divergent')]).toEqual([
      ['is_valid ↔ is_valid_2'],
      ['is_valid ↔ is_valid_2'],
    ]);
    expect((await run.report()).findings.rows[0]!.slice(3, 5)).toEqual([
      ['name+sig', 'DIVERGENT'],
      false,
    ]);
  });
});

describe('groups', () => {
  it('are STRONG when two independent classes agree', async () => {
    const signed = { params: ['&str'], ret: 'bool' };
    const both = ['is_valid', 'is_valid_2'].map((name) => ({
      ...checker(name, 'lib check().'),
      ...signed,
    }));
    const report = await (await ask([...both, ...crowd])).report();
    expect(report.findings.rows[0]!.slice(0, 5)).toEqual([
      'app is_valid().',
      2,
      1,
      ['name+sig', 'shape'],
      true,
    ]);
    expect(report.summary).toMatchObject({ groups: 1, groups_strong: 1, fns_with_twin: 2 });
  });

  it('beyond sixty members are BLOBs, counted and not spelled out', async () => {
    const many = Array.from({ length: 61 }, (_, i) =>
      checker(`f${String.fromCharCode(97 + (i % 26))}${i}`, 'lib check().'),
    );
    const report = await (await ask(many)).report();
    expect(report.findings.rows[0]!.slice(1, 2).concat(report.findings.rows[0]!.slice(7))).toEqual([
      61,
      true,
      null,
      null,
    ]);
    expect(report.summary).toMatchObject({ blobs: 1, fns_with_twin: 61 });
  });
});

describe('the answer', () => {
  it('names what the dump lacks', async () => {
    const report = await (await ask([{ name: 'a', calls: ['lib x().'] }])).report();
    expect(report).toMatchObject({
      state: 'partial',
      needs: [{ fact: 'param, ret' }, { fact: 'mir_block' }],
    });
    expect(report.notes[0]).toBe(
      'no two of 1 functions are alike: they reach 1 APIs and hold 0 blocks; lower sim, near or min-blocks',
    );
  });

  it('is about fewer functions with a name, and refuses one that nothing has', async () => {
    const both = [checker('left', 'lib check().'), checker('right', 'lib check().')];
    expect((await ask(both, { name: 'left' })).state('functions').names).toEqual(['app left().']);
    await expect(ask(both, { name: 'zzz' })).rejects.toThrow(
      'name that no function in scope contains: zzz',
    );
  });

  it('has keyed steps, charts over columns that are there, and the same bytes twice', async () => {
    const functions = [checker('left', 'lib check().'), checker('right', 'lib check().'), ...crowd];
    const run = await ask(functions);
    for (const { step, rows } of run.steps) {
      const table = checkKeys(run.table(step.id as 'groups'));
      expect([step.id, table.key, table.rowCount]).toEqual([step.id, step.key, rows]);
      for (const { from, channels } of step.chart?.marks ?? []) {
        for (const channel of Object.values(channels))
          if (typeof channel === 'string') run.rowsFrom(from ?? step.id).column(channel);
      }
    }
    expect(reportJson(await run.report())).toBe(reportJson(await (await ask(functions)).report()));
  });

  it('re-runs the near pairs and what follows when near changes', async () => {
    const run = await ask([checker('left', 'lib check().'), checker('right', 'lib check().')]);
    const tuned = run.retune({ near: 0.5 });
    expect(
      tuned.steps.filter(({ status }) => status === 'pending').map(({ step }) => step.id),
    ).toEqual(['near', 'divergent', 'groups']);
  });
});
