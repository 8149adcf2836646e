import { describe, expect, it } from 'vitest';
import { graphOf } from '../../../src/graph/index.js';
import { reportJson, startRun } from '../../../src/lens/index.js';
import { misplaced, type MisplacedParams } from '../../../src/lenses/index.js';
import { checkKeys } from '../../../src/table/index.js';
import { graphOfItems, type Item, type Use } from './graphs.js';

const at = (module: string, ...names: string[]): Item[] =>
  names.map((id) => ({ id, kind: 'fn', module }));
const calls = (pairs: string): Use[] =>
  pairs.split(' ').map((pair): Use => [pair[0]!, pair[1]!, 'CALLS', 1]);

const items = [...at('m', 'a', 'b', 'c'), ...at('n', 'd', 'e', 'f')];
const uses: Use[] = [
  ...calls('ab bc de ef cd ce cf'),
  ['a', 'b', 'USES_TYPE', 1],
  ['a', 'b', 'READS_FIELD', 1],
  ['a', 'b', 'WRITES_FIELD', 1],
];
const ask = (some: readonly Item[], list: readonly Use[], params: Partial<MisplacedParams> = {}) =>
  startRun(misplaced, graphOfItems(some, list), { level: 'file', minDegree: 1, ...params });

describe('an empty answer says why', () => {
  it.each<[string, readonly Item[], readonly Use[], Partial<MisplacedParams>, string]>([
    [
      'one module',
      at('m', 'a', 'b'),
      uses.filter(([s, d]) => 'ab'.includes(s) && 'ab'.includes(d)),
      {},
      'one module at this level: choose a finer level',
    ],
    [
      'too few neighbours',
      items,
      uses,
      { minDegree: 99 },
      'no item is eligible: 6 with too few neighbours',
    ],
    [
      'no target',
      items,
      uses,
      { minItems: 99 },
      'no other module has enough items to be a target: lower min-items',
    ],
    [
      'all at home',
      items,
      uses.filter(([s]) => s !== 'c'),
      {},
      'every eligible item prefers its home',
    ],
  ])('%s', async (_, some, list, params, note) => {
    const report = await ask(some, list, params).report();
    expect(report.findings.rows).toEqual([]);
    expect(report.notes[0]).toBe(note);
  });
});

it('names the kinds that the dump lacks, and counts them as nothing', async () => {
  const report = await ask(items, calls('ab bc de ef cd ce cf')).report();
  expect(report).toMatchObject({
    state: 'partial',
    needs: [{ fact: 'WRITES_FIELD' }, { fact: 'USES_TYPE' }, { fact: 'READS_FIELD' }],
  });
});

it('reports the function with what ties it to both places', async () => {
  const report = await ask(items, uses).report();
  const [row] = report.findings.rows;
  expect(report.total).toBe(1);
  expect(row?.slice(1, 5)).toEqual(['demo c', 'm', 'n', 3]);
  expect(row?.slice(11, 13)).toEqual([
    ['→ demo d (8)', '→ demo e (4)', '→ demo f (4)'],
    ['← demo b (8)'],
  ]);
});

it('has keyed steps, charts over columns that are there, and the same bytes twice', async () => {
  const run = await ask(items, uses, { injectN: 2 }).finish();
  for (const { step, rows } of run.steps) {
    const table = checkKeys(run.table(step.id as 'items'));
    expect([step.id, table.key, table.rowCount]).toEqual([step.id, step.key, rows]);
    for (const { from, channels } of step.chart?.marks ?? []) {
      for (const channel of Object.values(channels))
        if (typeof channel === 'string') run.rowsFrom(from ?? step.id).column(channel);
    }
  }
  expect(reportJson(await run.report())).toBe(
    reportJson(await ask(items, uses, { injectN: 2 }).report()),
  );
});

describe('who may move', () => {
  it('not what a trait, an interface, a base or a convention keeps in place', async () => {
    const id = (name: string): string => `scip-typescript npm demo 1.0.0 \`a.ts\`/${name}`;
    const graph = graphOf({
      nodes: [
        { id: id(''), kind: 'module', file: 'a.ts' },
        { id: id('Shape#'), kind: 'interface', file: 'a.ts' },
        { id: id('Shape#area().'), kind: 'method', file: 'a.ts' },
        { id: id('Base#'), kind: 'class', file: 'a.ts' },
        { id: id('Base#draw().'), kind: 'method', file: 'a.ts' },
        { id: id('Disc#'), kind: 'class', file: 'a.ts' },
        { id: id('Disc#area().'), kind: 'method', file: 'a.ts' },
        { id: id('Disc#draw().'), kind: 'method', file: 'a.ts' },
        { id: id('Disc#`<constructor>`().'), kind: 'method', file: 'a.ts' },
        { id: id('Disc#fromText().'), kind: 'method', file: 'a.ts' },
        { id: id('Disc#grow().'), kind: 'method', file: 'a.ts' },
        { id: id('Disc#grow().inner().'), kind: 'fn', file: 'a.ts' },
        { id: id('main().'), kind: 'fn', file: 'a.ts' },
        { id: id('serve().'), kind: 'fn', file: 'a.ts' },
      ],
      edges: [
        { kind: 'CONTAINS', src: id('Shape#'), dst: id('Shape#area().') },
        { kind: 'CONTAINS', src: id('Base#'), dst: id('Base#draw().') },
        ...['area', 'draw', '`<constructor>`', 'fromText', 'grow'].map((name) => ({
          kind: 'CONTAINS' as const,
          src: id('Disc#'),
          dst: id(`Disc#${name}().`),
        })),
        { kind: 'CONTAINS', src: id('Disc#grow().'), dst: id('Disc#grow().inner().') },
        { kind: 'IMPLEMENTS', src: id('Disc#'), dst: id('Shape#') },
        { kind: 'EXTENDS', src: id('Disc#'), dst: id('Base#') },
        { kind: 'CALLS', src: id('Disc#grow().inner().'), dst: id('main().') },
      ],
    });
    const run = await startRun(misplaced, graph, {
      level: 'file',
      minDegree: 1,
      entry: ['serve'],
    }).finish();
    const { ordinals, why } = run.state('items').items;
    expect(
      Object.fromEntries(
        Array.from(ordinals, (v, i) => [graph.id(v).slice(id('').length), why[i]]),
      ),
    ).toEqual({
      'Shape#': 'kind',
      'Shape#area().': 'trait',
      'Base#': 'kind',
      'Base#draw().': 'degree',
      'Disc#': 'kind',
      'Disc#area().': 'impl',
      'Disc#draw().': 'impl',
      'Disc#`<constructor>`().': 'constructor',
      'Disc#fromText().': 'constructor',
      'Disc#grow().': null,
      'main().': 'entry',
      'serve().': 'entry',
    });
  });
});

describe('weights', () => {
  it.each<[unknown, number]>([
    [{ CALLS: 9 }, 9],
    ['CALLS=9', 9],
    ['{"CALLS": 9}', 9],
  ])('may be written as %j', (weights, value) => {
    const { params } = ask(items, uses, { weights: weights as MisplacedParams['weights'] });
    expect(params.weights).toEqual({ CALLS: value, WRITES_FIELD: 3, USES_TYPE: 2, READS_FIELD: 2 });
  });

  it.each<[unknown]>([[{ CALL: 9 }], [{ CALLS: -1 }], [{ CALLS: 1.5 }], ['CALLS'], [7]])(
    'are refused as %j',
    (weights) => {
      expect(() => ask(items, uses, { weights: weights as MisplacedParams['weights'] })).toThrow(
        /^value of weights: .*it takes weights by kind/,
      );
    },
  );
});
