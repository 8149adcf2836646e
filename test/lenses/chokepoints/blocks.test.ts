import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../../src/lens/index.js';
import { chokepoints, gateBypass, type ChokepointsParams } from '../../../src/lenses/index.js';
import { deep } from '../../tools.js';
import { GUARDED as program, graphOfProgram, only, type Program } from '../gate-bypass/graphs.js';

const { graph } = graphOfProgram(program);
const ask = (params: Partial<ChokepointsParams>) =>
  startRun(chokepoints, graph, { sink: [only('put')], graph: 'icfg', ...params });

/** Functions by the functions that they call, one after the other; the first is the entry, the last the sink. */
const bodies: fc.Arbitrary<number[][]> = fc
  .integer({ min: 3, max: 6 })
  .chain((n) =>
    fc.array(fc.array(fc.nat(n - 1), { maxLength: 3 }), { minLength: n, maxLength: n }),
  );

function programOf(calls: readonly (readonly number[])[]): Program {
  const fns = calls.map((_, f) => `f${f}`);
  const blocks: Record<string, [string, string]> = {};
  const flow: Record<string, string[]> = {};
  calls.forEach((own, f) => {
    own.forEach((callee, at) => {
      blocks[`b${f}_${at}`] = [`f${f}`, `call:f${callee}`];
      flow[`b${f}_${at}`] = [`b${f}_${at + 1}`];
    });
    blocks[`b${f}_${own.length}`] = [`f${f}`, 'return'];
  });
  const pairs = calls.flatMap((own, f) => own.map((g): [string, string] => [`f${f}`, `f${g}`]));
  return { fns, calls: pairs, blocks, flow };
}

describe('chokepoints over blocks', () => {
  it('walks blocks from the entries to the calls of a sink, returns matched', async () => {
    const run = ask({ entry: [only('job')] });
    await run.until('corridor');
    const { ordinals, entries, sinks, blocks } = run.state('corridor');
    const short = (v: number): string => graph.label(v).replace(/^app (.*)\(\)\.$/, '$1');
    expect(Array.from(blocks!.fn, short)).toEqual(['gate', 'job', 'job']);
    expect(blocks!.callees.map((own) => own.map(short))).toEqual([['put'], ['gate'], ['put']]);
    expect([ordinals.length, [...entries], [...sinks]]).toEqual([3, [1], [0, 2]]);
    expect(
      run
        .table('corridor')
        .columns.map(({ spec }) => spec.name)
        .slice(-2),
    ).toEqual(['fn', 'callee']);
  });

  it.each<[string, Partial<ChokepointsParams>, string]>([
    ['in the frame of a gate, the sink call is mediated', { entry: [only('http')] }, 'yes'],
    ['a check that returned before is a way around', { entry: [only('job')] }, 'no'],
    ['unless having called the gate counts', { entry: [only('job')], gateAs: 'call' }, 'yes'],
    ['for all entries together', { entry: [only('job'), only('http')], gateAs: 'call' }, 'yes'],
  ])('%s', async (_, params, mediated) => {
    const report = await ask({ gates: [only('gate')], ...params }).report();
    expect(report.summary['mediated']).toBe(mediated);
  });

  it('says which reading is in force, and that calls of functions know only the frame', async () => {
    const notes = async (params: Partial<ChokepointsParams>): Promise<string> =>
      (await ask({ entry: [only('job')], gates: [only('gate')], ...params }).report()).notes.join();
    expect(await notes({})).toContain('inside the frame of a gate');
    expect(await notes({ gateAs: 'call' })).toContain('a block that calls one');
    expect(await notes({ gateAs: 'call', graph: 'fn' })).toContain('needs blocks');
  });

  it('names the missing blocks and their producer', async () => {
    const bare = graphOfProgram({ fns: program.fns, calls: program.calls }).graph;
    const report = await startRun(chokepoints, bare, {
      entry: [only('job')],
      sink: [only('put')],
      graph: 'icfg',
    }).report();
    expect([report.state, report.needs.map(({ fact }) => fact)]).toEqual([
      'partial',
      ['basic blocks, CFG_SUCC'],
    ]);
  });

  it('finds a way around exactly where the matched walk of gate-bypass does', () =>
    fc.assert(
      fc.asyncProperty(bodies, async (calls) => {
        const program = programOf(calls);
        const { graph: one } = graphOfProgram(program);
        const asked = { entry: [only('f0')], sink: [only(`f${calls.length - 1}`)] };
        const around = startRun(chokepoints, one, { ...asked, gates: [only('f1')], graph: 'icfg' });
        await around.finish();
        const walk = startRun(gateBypass, one, { ...asked, choke: [only('f1')] });
        await walk.finish();
        const reached = walk.state('mediation').some(({ matched }) => matched);
        const { sinks } = around.state('corridor');
        expect(sinks.length > 0 && !around.state('bypass')!.mediated).toBe(reached);
      }),
      { numRuns: deep(60, 600), seed: 21 },
    ));
});
