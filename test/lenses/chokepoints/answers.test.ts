import { describe, expect, it } from 'vitest';
import { graphOf, type CodeGraph } from '../../../src/graph/index.js';
import { reportJson, startRun } from '../../../src/lens/index.js';
import { chokepoints } from '../../../src/lenses/index.js';
import { checkKeys } from '../../../src/table/index.js';
import { graphOfCalls, idOf, only } from './graphs.js';

const line = graphOfCalls(
  ['e', 'm', 't'],
  [
    ['e', 'm'],
    ['m', 't'],
  ],
);
const ends = { entry: [only('e')], sink: [only('t')] };

describe('the ends', () => {
  it.each([
    [{ sink: ['t'] }, 'entry: none given; name functions by a part of their labels'],
    [{ entry: ['e'], sink: ['zzz'] }, 'zzz'],
  ])('of %j are refused', async (params, message) => {
    await expect(startRun(chokepoints, line, params).finish()).rejects.toThrow(message);
  });

  it('must be something that is called', async () => {
    const graph = graphOf({
      nodes: [
        { id: idOf('e'), kind: 'fn' },
        { id: 'test cargo demo 1.0.0 Box#', kind: 'struct' },
      ],
      edges: [{ kind: 'CALLS', src: idOf('e'), dst: idOf('e') }],
    });
    await expect(
      startRun(chokepoints, graph, { entry: ['e()'], sink: ['Box'] }).finish(),
    ).rejects.toThrow('sink that matches no function: Box; it matches demo Box#');
  });

  it('that match nothing name the nearest function, not the nearest field', async () => {
    const graph = graphOf({
      nodes: [
        { id: idOf('hander'), kind: 'fn' },
        { id: 'test cargo demo 1.0.0 Box#handle.', kind: 'field' },
      ],
      edges: [{ kind: 'CALLS', src: idOf('hander'), dst: idOf('hander') }],
    });
    await expect(
      startRun(chokepoints, graph, { entry: ['handel'], sink: ['hander'] }).finish(),
    ).rejects.toThrow('entry that matches no label: handel; nearest: demo hander().');
    await expect(
      startRun(chokepoints, graph, { entry: ['zzz'], sink: ['hander'] }).finish(),
    ).rejects.toThrow('entry that matches no label: zzz; no label of a function is near it');
  });

  it('may lie outside the dump: what a function calls there is a sink', async () => {
    const graph = graphOf({
      nodes: [{ id: idOf('e'), kind: 'fn' }],
      edges: [{ kind: 'CALLS', src: idOf('e'), dst: 'test cargo std 1.0.0 exec().' }],
    });
    const report = await startRun(chokepoints, graph, {
      entry: ['e()'],
      sink: ['std exec'],
    }).report();
    expect(report.summary).toMatchObject({ pairs: 1, min_cut: null, uncuttable: 1 });
  });
});

describe('an empty answer says why', () => {
  it('nothing joins the ends', async () => {
    const graph = graphOf({
      nodes: [
        ...['e', 'a', 'b', 't'].map((name) => ({ id: idOf(name), kind: 'fn' as const })),
        { id: `${idOf('a')}(cb)`, kind: 'param' },
      ],
      edges: [
        { kind: 'CALLS', src: idOf('b'), dst: idOf('t') },
        { kind: 'CALLS', src: idOf('e'), dst: idOf('a') },
        { kind: 'CALLS', src: idOf('a'), dst: `${idOf('a')}(cb)` },
      ],
    });
    const report = await startRun(chokepoints, graph, ends).report();
    expect(report.state).toBe('empty_fact');
    expect(report.notes).toEqual([
      'no sink is reachable from any entry: 2 functions from 1 entry, 2 back from 1 sink, and none is in both',
      'what reaches a sink, nearest first: demo b().',
      '1 of the functions reached call through a value (a parameter, a field), and the calls end there; nearest first: demo a().',
    ]);
  });

  it('the dump has no calls', async () => {
    const report = await startRun(chokepoints, graphOfCalls(['e', 't'], []), ends).report();
    expect(report).toMatchObject({ state: 'empty_gap', needs: [{ fact: 'CALLS' }] });
  });
});

describe('a way that no gate can stand on', () => {
  const straight = graphOfCalls(
    ['e', 'm', 't', 'u'],
    [
      ['e', 't'],
      ['e', 'm'],
      ['m', 'u'],
      ['t', 'u'],
    ],
  );
  const kinds = async (graph: CodeGraph, params: object) => {
    const { findings, state } = await startRun(chokepoints, graph, params).report();
    const hops = findings.columns.findIndex(({ name }) => name === 'hops');
    return { state, rows: findings.rows.map((row) => [row[0], row[1], row[hops]]) };
  };

  it('is a finding: an entry calls a sink itself', async () => {
    const report = await startRun(
      chokepoints,
      graphOfCalls(['e', 't'], [['e', 't']]),
      ends,
    ).report();
    expect(report).toMatchObject({ state: 'complete', total: 1, summary: { uncuttable: 1 } });
    const { columns, rows } = report.findings;
    expect(Object.fromEntries(columns.map(({ name }, i) => [name, rows[0]![i]]))).toMatchObject({
      finding: 'direct',
      subject: 'demo e(). → demo t().',
      rank: null,
      cut: null,
      hops: 1,
      path: ['demo e().', 'demo t().'],
    });
    expect(report.notes).toEqual([
      'an entry calls a sink directly: nothing between can be a gate (demo e(). → demo t().)',
    ]);
  });

  it('stands before the candidates, an entry that is a sink first', async () => {
    expect(
      await kinds(straight, { entry: [only('e'), only('t')], sink: [only('t'), only('u')] }),
    ).toEqual({
      state: 'complete',
      rows: [
        ['direct', 'demo t(). → demo t().', 0],
        ['direct', 'demo e(). → demo t().', 1],
        ['direct', 'demo t(). → demo u().', 1],
      ],
    });
  });

  it('is told once when gates are proposed, and not when one of its ends is a gate', async () => {
    const asked = { entry: [only('e')], sink: [only('t'), only('u')] };
    expect((await kinds(straight, { ...asked, gates: [only('m')] })).rows).toEqual([
      ['direct', 'demo e(). → demo t().', 1],
      ['bypass', 'demo e(). → demo u().', 2],
    ]);
    expect((await kinds(straight, { ...asked, gates: [only('t')] })).rows).toEqual([
      ['bypass', 'demo e(). → demo u().', 2],
    ]);
  });

  it('is no finding when the ends may be cut', async () => {
    const asked = { entry: [only('e')], sink: [only('t')], ends: 'any' };
    expect((await kinds(graphOfCalls(['e', 't'], [['e', 't']]), asked)).rows).toEqual([]);
  });
});

describe('the report', () => {
  it('is partial, and mediation unknown, when virtual calls end at their trait', async () => {
    const graph = graphOf({
      nodes: [
        ...['e', 'm', 't'].map((name) => ({ id: idOf(name), kind: 'fn' as const })),
        { id: 'test cargo demo 1.0.0 Store#', kind: 'trait' },
      ],
      edges: [
        { kind: 'CALLS', src: idOf('e'), dst: idOf('m') },
        { kind: 'CALLS', src: idOf('m'), dst: idOf('t') },
      ],
    });
    const report = await startRun(chokepoints, graph, { ...ends, gates: [only('m')] }).report();
    expect(report).toMatchObject({
      state: 'partial',
      needs: [{ fact: 'DISPATCH', missing: 1 }],
      summary: { mediated: 'unknown' },
    });
  });

  it('says when the limit on trees cut it', async () => {
    const graph = graphOfCalls(
      ['a', 'b', 'm', 't', 'u'],
      [
        ['a', 'm'],
        ['b', 'm'],
        ['m', 't'],
        ['m', 'u'],
      ],
    );
    const report = await startRun(chokepoints, graph, {
      entry: [only('a'), only('b')],
      sink: [only('t'), only('u')],
      maxTrees: 1,
    }).report();
    expect(report.state).toBe('partial');
    expect(report.notes).toContain(
      'cut by limit: separated from the first 1 root alone; raise max-trees',
    );
  });

  it('has keyed steps, charts over columns that are there, and the same bytes twice', async () => {
    const ask = () => startRun(chokepoints, line, { ...ends, gates: [only('m')] }).finish();
    const run = await ask();
    for (const { step, rows } of run.steps) {
      const table = checkKeys(run.table(step.id as 'ends'));
      expect([step.id, table.key, table.rowCount]).toEqual([step.id, step.key, rows]);
      for (const { from, channels } of step.chart?.marks ?? []) {
        for (const channel of Object.values(channels))
          if (typeof channel === 'string') run.rowsFrom(from ?? step.id).column(channel);
      }
    }
    expect(reportJson(await run.report())).toBe(reportJson(await (await ask()).report()));
    const [row] = (await run.report()).findings.rows;
    expect(row?.slice(0, 8)).toEqual(['candidate', 'demo m().', 1, 1, [1, 1], true, true, true]);
  });

  it('walks again only around the gates when they change', async () => {
    const run = await startRun(chokepoints, line, ends).finish();
    const tuned = run.retune({ gates: [only('m')] });
    expect(
      tuned.steps.filter(({ status }) => status === 'pending').map(({ step }) => step.id),
    ).toEqual(['bypass']);
  });
});
