import { describe, expect, it } from 'vitest';
import { graphOf, type GraphFacts } from '../../../src/graph/index.js';
import { reportJson, startRun } from '../../../src/lens/index.js';
import { dsm, type DsmParams } from '../../../src/lenses/index.js';
import { checkKeys } from '../../../src/table/index.js';
import { AS_GIVEN, graphOfModules, type Use } from './graphs.js';

const ask = (graph: ReturnType<typeof graphOf>, params: Partial<DsmParams> = {}) =>
  startRun(dsm, graph, params);

const CHAIN: readonly Use[] = [
  ['a', 'b', 1],
  ['b', 'c', 1],
];
const RING: readonly Use[] = [...CHAIN, ['c', 'a', 4]];

describe('an empty answer says why', () => {
  it.each<[string, ReturnType<typeof graphOf>, Partial<DsmParams>, string, string]>([
    [
      'one module',
      graphOfModules(['a'], [['a', 'a', 1]]),
      AS_GIVEN,
      'empty_fact',
      'one module at level file: choose a finer level',
    ],
    [
      'no arc',
      graphOfModules(['a', 'b'], [['a', 'a', 1]]),
      AS_GIVEN,
      'empty_fact',
      'no dependency between modules; kinds seen: CALLS',
    ],
    [
      'no cycle',
      graphOfModules(['a', 'b', 'c'], CHAIN),
      AS_GIVEN,
      'empty_fact',
      'acyclic: 3 levels',
    ],
    [
      'no code in scope',
      graphOf({
        nodes: [{ id: 'test cargo demo 1.0.0 f().', kind: 'fn', file: 'a', isTest: true }],
        edges: [{ kind: 'CALLS', src: 'test cargo demo 1.0.0 f().', dst: 'y' }],
      }),
      AS_GIVEN,
      'empty_fact',
      'no module at level file: no declaration is in scope',
    ],
    [
      'no edge kind',
      graphOfModules(['a', 'b'], []),
      AS_GIVEN,
      'empty_gap',
      'no dependency between modules; kinds seen: none',
    ],
    [
      'no file',
      graphOf({
        nodes: [{ id: 'test cargo demo 1.0.0 f().', kind: 'fn' }],
        edges: [{ kind: 'CALLS', src: 'test cargo demo 1.0.0 f().', dst: 'y' }],
      }),
      AS_GIVEN,
      'empty_gap',
      'no module at level file: the dump does not say to which one a node belongs',
    ],
  ])('%s', async (_, graph, params, state, note) => {
    const report = await ask(graph, params).report();
    expect({ state: report.state, notes: report.notes, total: report.total }).toEqual({
      state,
      notes: [note],
      total: 0,
    });
    expect(report.needs.length > 0).toBe(state === 'empty_gap');
  });

  it('names DEPENDS_ON only when it is asked for', async () => {
    const graph = graphOfModules(['a', 'b', 'c'], RING);
    expect((await ask(graph, AS_GIVEN).report()).needs).toEqual([]);
    const report = await ask(graph, { ...AS_GIVEN, kinds: ['CALLS', 'DEPENDS_ON'] }).report();
    expect(report).toMatchObject({
      state: 'partial',
      needs: [{ fact: 'DEPENDS_ON' }],
      summary: { kinds_used: ['CALLS'] },
    });
  });
});

describe('the report', () => {
  it('lists cycles, then violations, then new cycles, keyed', async () => {
    const graph = graphOfModules(['a', 'b', 'c'], RING);
    const base = graphOfModules(['a', 'b', 'c'], CHAIN);
    const run = startRun(
      dsm,
      graph,
      {
        ...AS_GIVEN,
        layers: [
          { name: 'top', patterns: ['a'] },
          { name: 'low', patterns: ['c'] },
        ],
        base: 'older',
      },
      { open: () => Promise.resolve(base) },
    );
    const { findings, summary, state } = await run.report();
    expect(findings.key).toEqual(['finding', 'subject']);
    expect(findings.rows).toEqual([
      ['cycle', 'a', 3, 1, null, 'exact', ['a', 'b', 'c'], ['a → b']],
      ['layer upward', 'c → a', null, 4, 1, 'low → top', ['c', 'a'], ['c → a']],
      ['new cycle', 'a', 3, 4, null, 'arcs added since the base', ['a', 'b', 'c'], ['c → a']],
    ]);
    expect(summary).toMatchObject({
      violations: 1,
      unassigned: 1,
      arcs_added: 1,
      cycles_new: 1,
      pc: [1, 1],
      pc_before: [2, 3],
    });
    expect(state).toBe('complete');
  });

  it('is the same bytes twice', async () => {
    const bytes = async () =>
      reportJson(await ask(graphOfModules(['a', 'b', 'c'], RING), AS_GIVEN).report({ limit: 0 }));
    expect(await bytes()).toBe(await bytes());
  });

  it('has a unique key in every step, which is the one declared', async () => {
    const graph = graphOfModules(['a', 'b', 'c'], RING);
    const run = await startRun(
      dsm,
      graph,
      { ...AS_GIVEN, base: 'self' },
      { open: () => Promise.resolve(graphOfModules(['a', 'b'], CHAIN.slice(0, 1))) },
    ).finish();
    for (const { step, rows } of run.steps) {
      const table = checkKeys(run.table(step.id as 'order'));
      expect([step.id, table.key, table.rowCount]).toEqual([step.id, step.key, rows]);
      for (const { from } of step.chart?.marks ?? []) if (from !== undefined) run.rowsFrom(from);
    }
  });

  it('shows the columns that its charts name', async () => {
    const graph = graphOfModules(['a', 'b', 'c'], RING);
    const run = await ask(graph, AS_GIVEN).finish();
    for (const { step } of run.steps) {
      for (const { from, channels, where } of step.chart?.marks ?? []) {
        const rows = run.rowsFrom(from ?? step.id);
        for (const channel of Object.values(channels))
          if (typeof channel === 'string') rows.column(channel);
        if (where !== undefined) rows.column(where.column);
      }
    }
  });

  it('re-runs only the layers when the layers change', async () => {
    const run = await ask(graphOfModules(['a', 'b', 'c'], RING), AS_GIVEN).finish();
    const tuned = run.retune({ layers: [{ name: 'all', patterns: ['a'] }] });
    expect(
      tuned.steps.filter(({ status }) => status === 'pending').map(({ step }) => step.id),
    ).toEqual(['layers']);
  });
});

describe('layers', () => {
  const graph = graphOfModules(['a', 'b', 'c'], RING);

  it.each<[unknown]>([
    [
      [
        { name: 'top', patterns: ['a', 'b'] },
        { name: 'low', patterns: ['c'] },
      ],
    ],
    [
      [
        ['top', ['a', 'b']],
        ['low', 'c'],
      ],
    ],
    [{ top: ['a', 'b'], low: 'c' }],
    ['top: a, b; low: c'],
    ['{"top": ["a", "b"], "low": "c"}'],
  ])('may be written as %j', (layers) => {
    expect(
      ask(graph, { ...AS_GIVEN, layers: layers as DsmParams['layers'] }).params.layers,
    ).toEqual([
      { name: 'top', patterns: ['a', 'b'] },
      { name: 'low', patterns: ['c'] },
    ]);
  });

  it.each<[unknown]>([
    [3],
    ['top'],
    [[{ name: 'top' }]],
    [{ top: [] }],
    [
      [
        ['a', 'x'],
        ['a', 'y'],
      ],
    ],
    ['[{"name":'],
  ])('are refused as %j', (layers) => {
    expect(() => ask(graph, { layers: layers as DsmParams['layers'] })).toThrow(
      /^value of layers: .*it takes layers top first/,
    );
  });

  it('with a pattern that matches no module are refused with the nearest', async () => {
    const run = ask(graphOfModules(['core', 'ui'], [['ui', 'core', 1]]), {
      ...AS_GIVEN,
      layers: [{ name: 'base', patterns: ['coer'] }],
    });
    await expect(run.finish()).rejects.toThrow(
      'pattern of layer base that matches no module: coer; did you mean core?',
    );
  });
});

describe('levels', () => {
  const rust: GraphFacts = {
    nodes: [
      {
        id: 'test cargo demo 1.0.0 ',
        kind: 'crate',
        crate: 'demo',
        version: '1.0.0',
        file: 'src/lib.rs',
      },
      {
        id: 'test cargo demo 1.0.0 start().',
        kind: 'fn',
        crate: 'demo',
        version: '1.0.0',
        file: 'src/lib.rs',
      },
      {
        id: 'test cargo demo 1.0.0 net/',
        kind: 'module',
        crate: 'demo',
        version: '1.0.0',
        file: 'src/net/mod.rs',
      },
      {
        id: 'test cargo demo 1.0.0 net/send().',
        kind: 'fn',
        crate: 'demo',
        version: '1.0.0',
        file: 'src/net/mod.rs',
      },
      {
        id: 'test cargo demo 1.0.0 net/wire/',
        kind: 'module',
        crate: 'demo',
        version: '1.0.0',
        file: 'src/net/mod.rs',
      },
      {
        id: 'test cargo demo 1.0.0 net/wire/pack().',
        kind: 'fn',
        crate: 'demo',
        version: '1.0.0',
        file: 'src/net/mod.rs',
      },
      {
        id: 'test cargo demo 2.0.0 ',
        kind: 'crate',
        crate: 'demo',
        version: '2.0.0',
        file: 'old/lib.rs',
      },
      {
        id: 'test cargo demo 2.0.0 start().',
        kind: 'fn',
        crate: 'demo',
        version: '2.0.0',
        file: 'old/lib.rs',
      },
    ],
    edges: [
      { kind: 'CONTAINS', src: 'test cargo demo 1.0.0 ', dst: 'test cargo demo 1.0.0 start().' },
      { kind: 'CONTAINS', src: 'test cargo demo 1.0.0 ', dst: 'test cargo demo 1.0.0 net/' },
      {
        kind: 'CONTAINS',
        src: 'test cargo demo 1.0.0 net/',
        dst: 'test cargo demo 1.0.0 net/send().',
      },
      {
        kind: 'CONTAINS',
        src: 'test cargo demo 1.0.0 net/',
        dst: 'test cargo demo 1.0.0 net/wire/',
      },
      {
        kind: 'CONTAINS',
        src: 'test cargo demo 1.0.0 net/wire/',
        dst: 'test cargo demo 1.0.0 net/wire/pack().',
      },
      { kind: 'CONTAINS', src: 'test cargo demo 2.0.0 ', dst: 'test cargo demo 2.0.0 start().' },
    ],
  };
  const ts = (path: string): string => `scip-typescript npm demo 1.0.0 ${path}`;
  const typescript: GraphFacts = {
    nodes: [
      { id: ts(''), kind: 'package', crate: 'demo' },
      { id: ts('src/`a.ts`/'), kind: 'module', crate: 'demo', file: 'src/a.ts' },
      { id: ts('src/`a.ts`/Inner/'), kind: 'module', crate: 'demo', file: 'src/a.ts' },
      { id: ts('src/`a.ts`/Inner/f().'), kind: 'fn', crate: 'demo', file: 'src/a.ts' },
      { id: ts('`b.ts`/'), kind: 'module', crate: 'demo', file: 'b.ts' },
      { id: ts('`b.ts`/g().'), kind: 'fn', crate: 'demo', file: 'b.ts' },
    ],
    edges: [
      { kind: 'CONTAINS', src: ts(''), dst: ts('src/`a.ts`/') },
      { kind: 'CONTAINS', src: ts('src/`a.ts`/'), dst: ts('src/`a.ts`/Inner/') },
      { kind: 'CONTAINS', src: ts('src/`a.ts`/Inner/'), dst: ts('src/`a.ts`/Inner/f().') },
      { kind: 'CONTAINS', src: ts(''), dst: ts('`b.ts`/') },
      { kind: 'CONTAINS', src: ts('`b.ts`/'), dst: ts('`b.ts`/g().') },
    ],
  };

  it.each<[string, string, GraphFacts, [string, number][]]>([
    [
      'Rust',
      'module',
      rust,
      [
        ['demo net', 1],
        ['demo net/wire', 1],
        ['test cargo demo 1.0.0', 1],
        ['test cargo demo 2.0.0', 1],
      ],
    ],
    [
      'Rust',
      'crate',
      rust,
      [
        ['demo@1.0.0', 3],
        ['demo@2.0.0', 1],
      ],
    ],
    [
      'Rust',
      'file',
      rust,
      [
        ['old/lib.rs', 1],
        ['src/lib.rs', 1],
        ['src/net/mod.rs', 2],
      ],
    ],
    [
      'Rust',
      'folder:1',
      rust,
      [
        ['old', 1],
        ['src', 3],
      ],
    ],
    [
      'Rust',
      'folder:2',
      rust,
      [
        ['old', 1],
        ['src', 1],
        ['src/net', 2],
      ],
    ],
    [
      'TypeScript',
      'module',
      typescript,
      [
        ['demo b.ts', 1],
        ['demo src/a.ts', 1],
      ],
    ],
    ['TypeScript', 'crate', typescript, [['demo', 2]]],
    [
      'TypeScript',
      'folder:1',
      typescript,
      [
        ['.', 1],
        ['src', 1],
      ],
    ],
  ])('%s: %s', async (_, level, facts, expected) => {
    const run = ask(graphOf(facts), { level });
    await run.until('modules');
    const { names, items } = run.state('modules');
    expect(names.map((name, i) => [name, items[i]!])).toEqual(expected);
  });

  it.each([['modul'], ['folder:0'], ['folder'], ['']])('refuses %j', (level) => {
    expect(() => ask(graphOf(rust), { level })).toThrow(
      expect.objectContaining({ code: 'invalid_argument' }),
    );
  });
});
