import { describe, expect, it } from 'vitest';
import { Desk } from '../bench.js';
import { FakeEngine } from '../fake-engine.js';

const RIGHT = '\x1b[C';
const LEFT = '\x1b[D';
const DOWN = '\x1b[B';

async function opened(): Promise<Desk> {
  const engine = new FakeEngine().on('run', {
    result: { bundle: { 'text/plain': 'Run' }, handle: { handle: 'r', kind: 'run' } },
  });
  const desk = await (await Desk.open(engine)).type('run\r', '.steps\r');
  await desk.until(() => desk.full);
  return desk;
}

describe('the step view', () => {
  it('shows question, steps, parameters and the formula in Unicode, full screen', async () => {
    const desk = await opened();
    expect(desk.full).toBe(true);
    expect(desk.lines.length).toBeLessThan(24);
    expect(desk.screen).toContain('Which modules depend on which?');
    expect(desk.screen).toMatch(/▸ ○ +scope +not run/);
    expect(desk.screen).toMatch(/^level = file · limit = 50$/m);
    expect(desk.screen).toContain('A⁺ =');
  });

  it('walks forward, running what has not run, and back without running', async () => {
    const desk = await opened();
    await desk.type(RIGHT, RIGHT);
    expect(desk.engine.run.steps.map((s) => s.status)).toEqual(['done', 'done', 'pending']);
    expect(desk.screen).toMatch(/▸ ● +matrix +2 rows/);
    await desk.type(LEFT);
    expect(desk.screen).toMatch(/▸ ● +scope/);
    expect(desk.engine.run.steps.map((s) => s.runs)).toEqual([1, 1, 0]);
  });

  it('shows table, recorder lines, chart and facts of the chosen step', async () => {
    const desk = await opened();
    await desk.type('e', 'G', ' ');
    expect(desk.screen).toContain('a.ts');
    await desk.type('p');
    expect(desk.screen).toContain('1.20 ms  C = any_pair(A, A)');
    await desk.type('c');
    expect(desk.screen).toContain('▇▇▇ a.ts');
    await desk.type('a');
    expect(desk.screen).toMatch(/reads +matrix, limit \(parameter\)/);
  });

  it('changes a parameter in place and says which steps ran again', async () => {
    const desk = await opened();
    await desk.type('e', '\t', RIGHT);
    expect(desk.screen).toContain('ran again: matrix, levels · shared: scope');
    expect(desk.screen).toMatch(/level = folder/);
    expect(desk.screen).toMatch(/↻ matrix/);
    await desk.type(DOWN, '\r', '\x15', '7', '\r');
    expect(desk.screen).toMatch(/limit = 7/);
    expect(desk.screen).toContain('ran again: levels · shared: scope, matrix');
  });

  it('shows how far a running step is, and gives the keys back when ctrl-c stops it', async () => {
    const desk = await opened();
    desk.engine.endless = 'finish';
    await desk.type('e');
    desk.engine.tell({ type: 'progress', what: 'rows', done: 3, total: 4 });
    expect(desk.lines.at(-1)).toMatch(/^running every step · ctrl-c interrupts +rows ━+─+ +75%/);
    await desk.type('\x03');
    expect(desk.engine.interrupts).toBe(1);
    expect(desk.lines.at(-1)).toBe('interrupted: the call');
    await desk.type(RIGHT);
    expect(desk.screen).toMatch(/● +scope/);
  });

  it('refuses a value of the wrong type in one line', async () => {
    const desk = await opened();
    await desk.type('\t', DOWN, '\r', '\x15', 'many', '\r');
    expect(desk.screen).toContain('limit not usable: many; a whole number');
  });

  it('opens the table of a step and comes back', async () => {
    const desk = await opened();
    await desk.type('\r');
    await desk.settle();
    expect(desk.screen).toContain('dsm · scope · 2 rows');
    await desk.type('q');
    expect(desk.screen).toContain('Which modules');
    await desk.type('q');
    expect(desk.full).toBe(false);
  });

  it('pins the table of a step under a name', async () => {
    const desk = await opened();
    await desk.type('e', 'P', '\r');
    expect(desk.screen).toContain('pinned 2 rows as dsm-scope; .save keeps it in a study');
    await desk.type('q');
    expect(desk.printed).toContain('mimir> pin("dsm-scope")');
    expect(desk.bench.cells.at(-1)).toMatchObject({ source: 'pin("dsm-scope")', status: 'ok' });
  });

  it('fits every size from 40 by 12 up', async () => {
    const desk = await opened();
    for (const [columns, rows] of [
      [40, 12],
      [60, 16],
      [200, 60],
    ] as const) {
      Object.assign(desk, { columns, rows });
      expect(desk.lines.length).toBeLessThan(rows);
    }
  });
});
