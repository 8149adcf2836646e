import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openGraph, type CodeGraph } from '../../src/graph/index.js';
import { startRun, type TypedLens } from '../../src/lens/index.js';
import { registry } from '../../src/lenses/index.js';
import { addressed, kernelIdOf } from '../../src/kernel/addressed.js';
import { LensRun } from '../../src/session/lens-run.js';
import { presentValue } from '../../src/session/present.js';
import { tuned } from '../../src/session/slider.js';
import { createTask } from '../../src/task/index.js';

type AnyLens = TypedLens<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;

let graph: CodeGraph;
const task = createTask();
const home = { task: () => task, adopt: () => undefined };

beforeAll(async () => {
  graph = await openGraph(path.resolve('fixtures/rust-tally'));
});

const asked = (id: string): LensRun =>
  new LensRun(startRun(registry.named(id) as unknown as AnyLens, graph, {}, { task }), home);

describe('a number under a thumb', () => {
  it('is drawn with the last step that has a chart and hangs on it, over a range of the parameter', async () => {
    const slider = await asked('role-neighbours').slider('score', { max: 0.9, by: 0.05 });
    expect([slider.step, slider.value, slider.range]).toEqual([
      'pairs',
      0.6,
      { min: expect.any(Number) as number, max: 0.9, by: 0.05 },
    ]);
    const { bundle, keep, kept } = (await presentValue(slider))!;
    expect([keep, kept]).toEqual([{ kind: 'run' }, slider.run]);
    expect(bundle['text/html']).toContain('<input type="range"');
    expect(bundle['text/plain']).toContain('score = 0.6');
  });

  it('runs again what depends on it, and draws that', async () => {
    const run = asked('role-neighbours');
    await run.slider('score');
    const move = { parameter: 'score', value: 0.95, step: 'pairs' };
    const view = await tuned(run, move, task);
    expect(view.reran).toEqual(['pairs', 'findings']);
    expect(view.shared).toContain('labels');
    expect(view.status).toMatch(
      /^findings: \d+ rows? at 0\.95 · ran again: pairs, findings · [\d.]+ ms$/,
    );
    expect(run.params['score']).toBe(0.95);
    expect((await tuned(run, { ...move, value: 0.2 }, task)).html).not.toBe(view.html);
  });

  it('is refused for what is no number, no parameter or no range, and before the run has ended', async () => {
    const run = asked('role-neighbours');
    const move = { parameter: 'score', value: 0.5, step: 'pairs' };
    await expect(tuned(run, move, task)).rejects.toThrow('run that is not finished');
    await expect(run.slider('engine')).rejects.toThrow('no thumb moves: engine; it is no number');
    await expect(run.slider('scor')).rejects.toThrow('unknown parameter of role-neighbours: scor');
    await expect(run.slider('score', { min: 1, max: 0 })).rejects.toThrow(
      'range of a slider: 1 to 0',
    );
  });

  it('learns from the kernel which run of which kernel answers; other outputs stay as they are', async () => {
    const { bundle } = (await presentValue(await asked('twins').slider('near')))!;
    const told = addressed(
      bundle,
      { handle: 'h7', kind: 'run' },
      kernelIdOf('/run/kernel-ab-12.json'),
    );
    expect(told['text/html']).toContain('data-mimir-run="h7" data-mimir-kernel="ab-12"');
    expect(addressed(bundle, undefined, 'ab-12')).toBe(bundle);
    const plain = { 'text/plain': 'x', 'text/html': '<b>x</b>' };
    expect(addressed(plain, { handle: 'h7', kind: 'run' }, 'ab-12')).toBe(plain);
    expect(kernelIdOf('/tmp/connection.json')).toBe('');
  });
});
