import { describe, expect, it } from 'vitest';
import { openGraph } from '../../src/graph/index.js';
import { startRun } from '../../src/lens/index.js';
import { registry } from '../../src/lenses/index.js';

const DUMP = new URL('../../fixtures/rust-tally', import.meta.url).pathname;

describe('the rows that a step tells without its table', () => {
  it.each([
    ['taint', {}],
    ['twins', {}],
    ['dsm', {}],
    ['misplaced', {}],
    ['chokepoints', { entry: ['main'], sink: ['write'] }],
    ['gate-bypass', { sink: ['write'], choke: ['parse'] }],
  ])('of %s are as many as the table has', async (id, params) => {
    const run = startRun<object, Record<string, unknown>>(
      registry.named(id),
      await openGraph(DUMP),
      params,
    );
    await run.finish();
    const told = run.steps.map(({ step, rows }) => [step.id, rows]);
    expect(told).toEqual(run.steps.map(({ step }) => [step.id, run.table(step.id).rowCount]));
  });
});
