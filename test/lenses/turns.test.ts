import { beforeAll, describe, expect, it } from 'vitest';
import { openGraph, type CodeGraph } from '../../src/graph/index.js';
import { startRun } from '../../src/lens/index.js';
import { bodiesOf } from '../../src/lenses/bodies.js';
import { callGraphOf } from '../../src/lenses/call-graph.js';
import { icfgOf } from '../../src/lenses/icfg.js';
import { chokepoints, gateBypass, twins } from '../../src/lenses/index.js';
import { functionsOf } from '../../src/lenses/twins/functions.js';
import { pdgOf } from '../../src/lenses/twins/pdg.js';
import { inTurns, type InTurns } from '../../src/lenses/turns.js';
import { createTask, type Task } from '../../src/task/index.js';
import { turnsOf } from './turns-of.js';

const DUMP = new URL('../../fixtures/arrow-js', import.meta.url).pathname;
let graph: CodeGraph;
beforeAll(async () => {
  graph = await openGraph(DUMP);
});

describe('long work', () => {
  it('can be left while blocks are read', () => {
    const calls = callGraphOf(graph);
    const all = bodiesOf(graph).blocks.length;
    const every = calls.nodes.filter((v) => v < graph.nodeCount);
    const read = icfgOf(graph, calls, every);
    expect(turnsOf(read)).toBeGreaterThan(all / 512);
    const functions = functionsOf(graph, graph.scope({ includeTests: true }), null);
    expect(turnsOf(pdgOf(graph, functions, []))).toBeGreaterThan(all / 512);
  });

  it('ends at the turn after an interrupt, and tells how far it was', async () => {
    let turns = 0;
    function* work(): InTurns<number> {
      for (;;) yield ++turns;
    }
    const said: unknown[] = [];
    const task = createTask({ onProgress: (report) => said.push(report) });
    Atomics.store(task.flag, 0, 1);
    await expect(inTurns(work(), task, 'calls', 9)).rejects.toThrow('calls');
    expect(turns).toBe(1);
    expect(said).toEqual([{ what: 'calls', done: 1, total: 9 }]);
  });
});

describe('a step that reads blocks', () => {
  const stopping = (): Task => {
    const task = createTask({
      onProgress: ({ what }) => {
        if (what.endsWith('blocks')) Atomics.store(task.flag, 0, 1);
      },
    });
    return task;
  };

  it.each([
    ['twins', () => startRun(twins, graph, {}, { task: stopping() }).until('pdg')],
    [
      'gate-bypass',
      () =>
        startRun(
          gateBypass,
          graph,
          { sink: ['Builder#append'], choke: ['Builder#set'] },
          { task: stopping() },
        ).until('icfg'),
    ],
    [
      'chokepoints',
      () =>
        startRun(
          chokepoints,
          graph,
          { entry: ['tableFromJSON'], sink: ['Builder#append'], graph: 'icfg' },
          { task: stopping() },
        ).until('corridor'),
    ],
  ])('of %s is interrupted there', async (_, run) => {
    await expect(run()).rejects.toMatchObject({ code: 'interrupted' });
  });
});
