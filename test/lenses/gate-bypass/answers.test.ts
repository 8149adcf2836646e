import { describe, expect, it } from 'vitest';
import { graphOf } from '../../../src/graph/index.js';
import { reportJson, startRun } from '../../../src/lens/index.js';
import { gateBypass, type GateBypassParams } from '../../../src/lenses/index.js';
import { checkKeys } from '../../../src/table/index.js';
import { GUARDED as program, graphOfProgram, idOf, only, type Program } from './graphs.js';

const gate = { sink: [only('put')], choke: [only('gate')] };
const ask = (one: Program, params: Partial<GateBypassParams>) =>
  startRun(gateBypass, graphOfProgram(one).graph, { ...gate, ...params });

describe('complete mediation', () => {
  it.each<[string, Program, Partial<GateBypassParams>, string]>([
    ['yes, when no walk reaches a sink call', program, { entry: [only('http')] }, 'yes'],
    ['no, when one does', program, { entry: [only('http'), only('job')] }, 'no'],
    [
      'unknown, without blocks',
      { fns: program.fns, calls: program.calls },
      { entry: [only('http')] },
      'unknown',
    ],
    [
      'unknown, when an entry has no blocks',
      {
        ...program,
        blocks: { g0: ['gate', 'call:put'], g1: ['gate', 'return'] },
        flow: { g0: ['g1'] },
      },
      { entry: [only('http')] },
      'unknown',
    ],
    [
      'unknown, when a block can not be read',
      { ...program, blocks: { ...program.blocks, h1: ['http', 'strange'] } },
      { entry: [only('http')] },
      'unknown',
    ],
  ])('%s', async (_, one, params, answer) => {
    const { summary } = await ask(one, params).report();
    expect(summary.complete_mediation).toBe(answer);
  });
});

describe('the answer', () => {
  it('marks a door that calls the gate itself: the known false alarm', async () => {
    const report = await ask(program, { entry: [only('job')] }).report();
    const row = report.findings.rows.find(([name]) => name === 'BYPASS')!;
    expect([row[1], row[5], row[6]]).toEqual(['app job().', true, ['app job().', 'app put().']]);
    expect(report.summary).toMatchObject({ bypass: 1, calls_choke_itself: 1 });
  });

  it('says that the roots stand in for entries', async () => {
    const report = await ask(program, {}).report();
    expect(report.summary.entries).toBe(2);
    expect(report.notes.some((note) => note.startsWith('no entry was named'))).toBe(true);
  });

  it('takes no module or class for a root that calls nothing', async () => {
    const roots = async (kind: 'module' | 'class', calls: boolean): Promise<unknown> => {
      const outer = 'test cargo app 1.0.0 outer/';
      const graph = graphOf({
        nodes: [
          { id: outer, kind, crate: 'app' },
          { id: idOf('put'), kind: 'fn', crate: 'app' },
          { id: idOf('gate'), kind: 'fn', crate: 'app' },
        ],
        edges: [idOf('gate'), ...(calls ? [outer] : [])].map((src) => ({
          kind: 'CALLS',
          src,
          dst: idOf('put'),
        })),
      });
      return (await startRun(gateBypass, graph, gate).report()).summary.entries;
    };
    expect(await Promise.all([roots('module', false), roots('class', false)])).toEqual([1, 1]);
    expect(await Promise.all([roots('module', true), roots('class', true)])).toEqual([2, 2]);
  });

  it('says when a pattern of the gate covers no function', async () => {
    const graph = graphOf({
      nodes: [
        { id: idOf('put'), kind: 'fn', crate: 'app' },
        { id: idOf('gate'), kind: 'fn', crate: 'app' },
        { id: 'test cargo app 1.0.0 Limit#', kind: 'struct', crate: 'app' },
      ],
      edges: [{ kind: 'CALLS', src: idOf('gate'), dst: idOf('put') }],
    });
    const choke = [only('gate'), 'Limit#'];
    const report = await startRun(gateBypass, graph, { ...gate, choke }).report();
    expect(report.notes).toContain(
      'the gate closes nothing where its pattern covers no function: Limit#',
    );
  });

  it('names the missing blocks and their producer', async () => {
    const report = await ask(
      { fns: program.fns, calls: program.calls },
      { entry: [only('http')] },
    ).report();
    expect(report).toMatchObject({ state: 'partial', needs: [{ fact: 'mir_block' }] });
  });

  it('is the same from a spec', async () => {
    const byFlags = await ask(program, { entry: [only('http')] }).report();
    const { graph } = graphOfProgram(program);
    const bySpec = await startRun(gateBypass, graph, {
      spec: { sink: gate.sink, choke: gate.choke, entry: [only('http')] },
    }).report();
    expect(bySpec.findings).toEqual(byFlags.findings);
    expect(() => startRun(gateBypass, graph, { spec: { sinks: ['x'] } as never })).toThrow(
      /^value of spec: /,
    );
  });

  it.each<[Partial<GateBypassParams>, string]>([
    [{ sink: [] }, 'sink: none given'],
    [{ choke: [] }, 'choke: none given'],
    [{ choke: ['nope'] }, 'nope'],
  ])('to %j is a refusal', async (params, message) => {
    await expect(ask(program, params).finish()).rejects.toThrow(message);
  });

  it('has keyed steps, charts over columns that are there, and the same bytes twice', async () => {
    const run = await ask(program, { entry: [only('http'), only('job')] }).finish();
    for (const { step, rows } of run.steps) {
      const table = checkKeys(run.table(step.id as 'sets'));
      expect([step.id, table.key, table.rowCount]).toEqual([step.id, step.key, rows]);
      for (const { from, channels } of step.chart?.marks ?? []) {
        for (const channel of Object.values(channels))
          if (typeof channel === 'string') run.rowsFrom(from ?? step.id).column(channel);
      }
    }
    expect(reportJson(await run.report())).toBe(
      reportJson(await ask(program, { entry: [only('http'), only('job')] }).report()),
    );
  });
});
