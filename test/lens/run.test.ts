import { describe, expect, it } from 'vitest';
import { defineLens, startRun, StepCache, type Run } from '../../src/lens/index.js';
import { fromRows } from '../../src/table/index.js';
import { createTask } from '../../src/task/index.js';
import { emptyGraph, toyLens } from './toy.js';

const states = (run: Pick<Run, 'steps'>): string[] =>
  run.steps.map(({ step, status, rows }) => `${step.id} ${status} ${rows}`);

describe('a run', () => {
  it('is walked step by step', async () => {
    const { lens, ran } = toyLens();
    const run = startRun(lens, emptyGraph());
    expect(states(run)).toEqual([
      'numbers pending null',
      'multiples pending null',
      'above pending null',
      'other pending null',
    ]);
    const first = await run.next();
    expect(first).toMatchObject({ status: 'done', rows: 10 });
    expect(run.pending).toBe('multiples');
    await run.until('multiples');
    expect(states(run)).toEqual([
      'numbers done 10',
      'multiples done 5',
      'above pending null',
      'other pending null',
    ]);
    expect(await run.finish()).toBe(run);
    expect(await run.next()).toBeNull();
    expect(run.finished).toBe(true);
    expect(ran).toEqual(['numbers', 'multiples', 'above', 'other']);
  });

  it('runs a step once however often it is asked for at the same time', async () => {
    const { lens, ran } = toyLens();
    const run = startRun(lens, emptyGraph());
    await Promise.all([run.until('multiples'), run.until('multiples'), run.finish()]);
    expect(ran).toEqual(['numbers', 'multiples', 'above', 'other']);
  });

  it('says in its progress which lens works', async () => {
    const told: string[] = [];
    const task = createTask({ onProgress: ({ what }) => told.push(what) });
    const lens = defineLens({
      id: 'slow',
      version: 1,
      title: 'Slow',
      question: 'How far?',
      facts: [],
      params: {},
    })
      .step({
        id: 'count',
        title: 'Count',
        formula: 'n',
        params: [],
        inputs: [],
        key: ['n'],
        run: (context) => {
          context.task.progress('numbers', 1, 2);
          return { state: 1, table: () => fromRows(['n'], ['n:integer'], [[1]]), rows: 1 };
        },
      })
      .answer(() => ({
        state: 'complete',
        population: {},
        summary: {},
        findings: fromRows(['n'], ['n:integer'], []),
        notes: [],
      }));
    await startRun(lens, emptyGraph(), {}, { task }).finish();
    expect(told).toEqual(['slow, numbers']);
  });

  it('shows the table of a step that ran, and says how to run one that has not', async () => {
    const { lens } = toyLens();
    const run = startRun(lens, emptyGraph(), { bound: 5 });
    expect(() => run.table('multiples')).toThrow(
      "step that has not run: toy-sieve.multiples; run it with until('multiples')",
    );
    await run.until('multiples');
    expect(run.table('multiples').rowCount).toBe(3);
    expect(run.rowsFrom('multiples.first').rowCount).toBe(1);
    expect(() => run.rowsFrom('multiples.frist')).toThrow('did you mean first?');
    expect(() => run.table('multiple' as 'multiples')).toThrow('did you mean multiples?');
  });

  it('reports every finding in its summary, and as many rows as asked for', async () => {
    const { lens } = toyLens();
    const run = startRun(lens, emptyGraph(), { bound: 100 });
    const report = await run.report({ limit: 3 });
    expect(report).toMatchObject({
      lens: 'toy-sieve',
      summary: { found: 49 },
      total: 49,
      shown: 3,
      params: { bound: 100, maxStep: 2 },
    });
    expect(report.findings.rows).toEqual([[2], [4], [6]]);
    expect(report.needs).toEqual([{ fact: 'primes', producer: 'sieve', missing: 1 }]);
    expect((await run.report({ limit: 0 })).shown).toBe(49);
    await expect(run.report({ limit: -1 })).rejects.toThrow('limit: -1');
    await expect(run.report({ limit: 1.5 })).rejects.toThrow('limit: 1.5');
  });

  it('stops when its task is stopped, and goes on later', async () => {
    const { lens } = toyLens();
    const run = startRun(lens, emptyGraph());
    const stopped = createTask();
    Atomics.store(stopped.flag, 0, 1);
    await expect(run.finish(stopped)).rejects.toMatchObject({ code: 'interrupted' });
    await run.finish();
    expect(run.finished).toBe(true);
  });

  it('can run a step again that failed', async () => {
    const { lens } = toyLens();
    let broken = true;
    const open = () =>
      broken ? Promise.reject(new Error('disk gone')) : Promise.resolve(emptyGraph());
    const run = startRun(lens, emptyGraph(), { base: 'x' }, { open });
    await expect(run.finish()).rejects.toThrow('disk gone');
    broken = false;
    await run.finish();
    expect(run.state('other')).toBe(1);
  });
});

describe('retune', () => {
  it('runs again only what depends on the change', async () => {
    const { lens, ran } = toyLens();
    const run = await startRun(lens, emptyGraph()).finish();
    ran.length = 0;
    const tuned = run.retune({ floor: 4 });
    expect(states(tuned)).toEqual([
      'numbers reused 10',
      'multiples reused 5',
      'above pending null',
      'other reused 1',
    ]);
    await tuned.finish();
    expect(ran).toEqual(['above']);
    expect(tuned.table('multiples')).not.toBeNull();
    expect(tuned.state('multiples')).toBe(run.state('multiples'));
    expect([run.state('above'), tuned.state('above')]).toEqual([
      [2, 4, 6, 8],
      [6, 8],
    ]);
  });

  it('takes any spelling and keeps the other parameters', async () => {
    const { lens } = toyLens();
    const run = await startRun(lens, emptyGraph(), { bound: 7 }).finish();
    const tuned = await run.retune({ ['max-step' as 'maxStep']: 3 }).finish();
    expect(tuned.params).toMatchObject({ bound: 7, maxStep: 3 });
    expect(tuned.state('multiples')).toEqual([0, 3, 6]);
    expect(() => run.retune({ ['max-stap' as 'maxStep']: 3 })).toThrow('did you mean maxStep');
  });

  it('back to earlier values shares their results too', async () => {
    const { lens, ran } = toyLens();
    const run = await startRun(lens, emptyGraph()).finish();
    const there = await run.retune({ bound: 20 }).finish();
    ran.length = 0;
    const back = await there.retune({ bound: 10 }).finish();
    expect(ran).toEqual([]);
    expect(back.state('above')).toBe(run.state('above'));
  });
});

describe('the step cache', () => {
  it('is shared by runs of one dump, and never between dumps', async () => {
    const { lens, ran } = toyLens();
    const cache = new StepCache();
    await startRun(lens, emptyGraph('a'), {}, { cache }).finish();
    ran.length = 0;
    await startRun(lens, emptyGraph('a'), { floor: 2 }, { cache }).finish();
    expect(ran).toEqual(['above']);
    ran.length = 0;
    await startRun(lens, emptyGraph('b'), {}, { cache }).finish();
    expect(ran).toEqual(['numbers', 'multiples', 'above', 'other']);
  });

  it('knows another dump by its key, not by its path', async () => {
    const { lens, ran } = toyLens();
    const cache = new StepCache();
    let there = emptyGraph('a');
    const ask = (path: string) =>
      startRun(
        lens,
        emptyGraph(),
        { base: path },
        { cache, open: () => Promise.resolve(there) },
      ).finish();
    await ask('one');
    ran.length = 0;
    await ask('two');
    expect(ran).toEqual([]);
    there = emptyGraph('b');
    await ask('one');
    expect(ran).toEqual(['other']);
  });

  it('drops the least recently used result beyond its bytes', () => {
    const cache = new StepCache(100);
    const entry = (bytes: number) => ({
      result: { state: 0, table: () => emptyTable, bytes },
      milliseconds: 0,
      products: [],
    });
    cache.set('a', entry(40));
    cache.set('b', entry(40));
    cache.get('a');
    cache.set('c', entry(40));
    expect([
      cache.get('a') !== undefined,
      cache.get('b') !== undefined,
      cache.get('c') !== undefined,
    ]).toEqual([true, false, true]);
    expect(cache.bytes).toBe(80);
    cache.set('d', entry(1000));
    expect([cache.size, cache.bytes]).toEqual([0, 0]);
  });
});

const emptyTable = {
  key: [],
  columns: [],
  rowCount: 0,
  column: () => {
    throw new Error('no column');
  },
};
