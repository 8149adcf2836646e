import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, EngineEvent, Evaluation } from '../../src/engine/index.js';
import type { RunView } from '../../src/session/run-comm.js';
import { createSession } from '../../src/session/session-engine.js';
import { deep } from '../tools.js';

const times = deep(3, 50);

const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

let engine: Engine;

beforeAll(async () => {
  engine = createSession({ dump: path.resolve('fixtures/arrow-js') });
  await engine.ready;
});

afterAll(() => engine.close());

async function value(source: string): Promise<unknown> {
  const { result, diagnostics, error } = await engine.evaluate(source, () => undefined);
  return result?.bundle['text/plain'] ?? error?.message ?? diagnostics;
}

/** Interrupts the cell a moment after it has said that it runs. */
async function interrupted(source: string): Promise<Evaluation & { readonly took: number }> {
  let begun: () => void = () => undefined;
  const runs = new Promise<void>((resolve) => (begun = resolve));
  const evaluation = engine.evaluate(`console.log('runs');\n${source}`, (event) => {
    if (event.type === 'stdout') begun();
  });
  await Promise.race([runs, evaluation]);
  await later(60);
  const from = performance.now();
  await engine.interrupt();
  return { ...(await evaluation), took: performance.now() - from };
}

/** A square matrix without a gap: its square costs n³ multiplications, many seconds of them. */
const DENSE = `
const n = 1800;
const wide = await grb.Matrix.fromCSR('int64',
  Uint32Array.from({ length: n + 1 }, (_, i) => i * n),
  Uint32Array.from({ length: n * n }, (_, i) => i % n),
  BigInt64Array.from({ length: n * n }, (_, i) => BigInt(i % 7)));
const small = await grb.Matrix.fromCOO('int64', [0, 1], [1, 2], [2n, 3n], { nrows: 3, ncols: 3 });
let kept = 41;`;

describe('an interrupt of a long product', () => {
  it('gives the prompt back, with the variables, and the next product is right', async () => {
    const { status } = await engine.evaluate(DENSE, () => undefined);
    expect(status).toBe('ok');
    for (let time = 0; time < times; time++) {
      const { status, took } = await interrupted('await wide.mxm(wide, "plus_times")');
      expect(status).toBe('interrupted');
      expect(took).toBeLessThan(10_000);
      expect(await value('kept + 1')).toBe('42');
      expect(await value('(await (await small.mxm(small, "plus_times")).entries())')).toBe(
        '[ [ 0, 2, 6n ] ]',
      );
    }
  });

  it('stops the products of a lens, which runs to its end when it is asked again', async () => {
    for (let time = 0; time < times; time++) {
      const source = 'for (;;) await lens.dsm({ level: "module" }).finish()';
      const { status } = await interrupted(source);
      expect(status).toBe('interrupted');
    }
    expect(await value('(await lens.dsm({ level: "folder:1" }).finish()).finished')).toBe('true');
  });
});

describe('an interrupt of a call on a run', () => {
  /** A lens whose second step never ends by itself, but looks at its task. */
  const SLOW = `
import { defineLens, fromRows } from 'mimir-workbench';
const one = (n: number) => ({ state: { n }, table: () => fromRows(['n'], [{ name: 'n', type: 'integer' }], [[n]]) });
const answer = () => ({ state: 'complete', population: {}, summary: {}, findings: fromRows([], [], []), notes: [] } as const);
let stops = true;
const slow = defineLens({ id: 'slow', version: 1, title: 'Slow', question: 'Does it stop?', facts: [], params: {} })
  .step({ id: 'quick', title: 'Quick', formula: '', params: [], inputs: [], key: ['n'], run: () => one(1) })
  .step({ id: 'endless', title: 'Endless', formula: '', params: [], inputs: ['quick'], key: ['n'], run: async ({ task }) => {
    for (let turn = 0; stops; turn++) {
      task.check('endless');
      task.progress('turns', turn, 1e6);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    return one(2);
  } })
  .answer(answer);
lens.run(slow)`;

  it('stops it, tells its progress until then, and keeps the variables and the other steps', async () => {
    const { result, error, diagnostics } = await engine.evaluate(SLOW, () => undefined);
    expect([error, diagnostics]).toEqual([undefined, []]);
    const { handle } = result!.handle!;
    for (let time = 0; time < times; time++) {
      const events: EngineEvent[] = [];
      let told: () => void = () => undefined;
      const tells = new Promise<void>((resolve) => (told = resolve));
      const finishing = engine.comm(handle, 'finish', null, (event) => {
        events.push(event);
        if (event.type === 'progress') told();
      });
      await tells;
      await engine.interrupt();
      await expect(finishing).rejects.toMatchObject({ code: 'interrupted' });
      expect(events.at(-1)).toMatchObject({ type: 'progress', what: 'slow, turns', total: 1e6 });
      const { steps } = (await engine.comm(handle, 'steps', null)) as RunView;
      expect(steps.map(({ id, rows }) => [id, rows])).toEqual([
        ['quick', 1],
        ['endless', undefined],
      ]);
      expect(await value('stops')).toBe('true');
    }
    await engine.evaluate('stops = false', () => undefined);
    const { steps } = (await engine.comm(handle, 'finish', null)) as RunView;
    expect(steps.map(({ rows }) => rows)).toEqual([1, 1]);
  });

  it('answers the asker when the call does not stop, and costs no variables', async () => {
    await engine.evaluate(
      `let until = 0;
      const busy = defineLens({ id: 'busy', version: 1, title: 'Busy', question: 'Does it listen?', facts: [], params: {} })
        .step({ id: 'deaf', title: 'Deaf', formula: '', params: [], inputs: [], key: ['n'], run: () => { while (Date.now() < until); return one(3); } })
        .answer(answer);`,
      () => undefined,
    );
    const asked = 'until = Date.now() + 2500; lens.run(busy)';
    const { result } = await engine.evaluate(asked, () => undefined);
    const finishing = engine.comm(result!.handle!.handle, 'finish', null);
    await later(50);
    await Promise.all([
      expect(finishing).rejects.toMatchObject({ code: 'interrupted' }),
      engine.interrupt(),
    ]);
    expect(await value('kept + 1')).toBe('42');
  });
});
