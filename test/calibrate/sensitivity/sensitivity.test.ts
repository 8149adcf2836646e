import { beforeAll, describe, expect, it } from 'vitest';
import { sensitivity, sweptOf } from '../../../src/calibrate/index.js';
import { openGraph, type CodeGraph } from '../../../src/graph/index.js';
import { startRun, type Lens } from '../../../src/lens/index.js';
import { registry } from '../../../src/lenses/index.js';

let graph: CodeGraph;
beforeAll(async () => {
  graph = await openGraph('fixtures/arrow-js');
});

const asked = { lens: 'dsm', parameter: 'level', values: ['folder:1', 'folder:2', 'file'] };
const count = async (params: Record<string, unknown>): Promise<number> =>
  (await startRun(registry.named('dsm') as Lens, graph, params).report({ limit: 1 })).total;

describe('the sensitivity calibration', () => {
  it('counts what fresh runs count', async () => {
    const run = await startRun(sensitivity, graph, asked).finish();
    const fresh = [
      await count({ level: 'folder:1' }),
      await count({ level: 'folder:2' }),
      await count({ level: 'file' }),
    ];
    expect(run.state('sweep').counted.map(({ counts }) => counts['total'])).toEqual(fresh);
    expect(run.table('sweep').rowCount).toBe(3);
  });

  it('takes several measures in one text, as a flag gives them', () => {
    const run = startRun(sensitivity, graph, { ...asked, measures: ['total,arcs', 'n'] });
    expect(run.params.measures).toEqual(['total', 'arcs', 'n']);
  });

  it('tries every pair of values of two parameters, the first slowest', async () => {
    const run = startRun(sensitivity, graph, {
      ...asked,
      values: ['folder:1', 'file'],
      second: 'includeTests',
    });
    await run.finish();
    const { counted } = run.state('sweep');
    expect(counted.map(({ at }) => at)).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    expect(counted[1]!.counts['total']).toBe(
      await count({ level: 'folder:1', includeTests: true }),
    );
  });

  it('finds the plateau by itself, and again in no time when only the tolerance moves', async () => {
    const strict = await startRun(sensitivity, graph, { ...asked, tolerance: 0 }).finish();
    const loose = strict.retune({ tolerance: 1 });
    await loose.finish();
    expect(loose.steps.map(({ status }) => status)).toEqual(['reused', 'done']);
    const [stretch] = loose.state('plateau');
    expect([stretch!.from, stretch!.to]).toEqual([0, 2]);
    expect((await strict.report()).state).toBe('empty_fact');
  });

  it('makes a grid around the default of a number, and asks for values of anything else', () => {
    const misplaced = registry.named('misplaced');
    expect(sweptOf(misplaced, 'minDegree', []).values).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(sweptOf(registry.named('twins'), 'near', []).values).toEqual([
      0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1,
    ]);
    expect(sweptOf(misplaced, 'votes', ['1', '2,3']).values).toEqual(['1', '2', '3']);
    expect(() => sweptOf(misplaced, 'weights', [])).toThrow('no values of weights');
  });

  it.each([
    [{ lens: 'misplacd' }, 'unknown lens: misplacd; did you mean misplaced'],
    [{ ...asked, parameter: 'levl' }, 'unknown parameter of dsm: levl; did you mean level'],
    [{ ...asked, parameter: 'exactLimit', values: ['many'] }, 'many'],
    [{ ...asked, measures: ['totl'] }, 'unknown measure of dsm: totl; did you mean total'],
  ])('refuses %j', async (params, message) => {
    const ask = async (): Promise<unknown> => startRun(sensitivity, graph, params).finish();
    await expect(ask()).rejects.toThrow(message);
  });
});
