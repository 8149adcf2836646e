import { describe, expect, it } from 'vitest';
import { FunctionSets } from '../../../src/lenses/taint/function-sets.js';
import { atOnce, inTurns, type InTurns } from '../../../src/lenses/taint/turns.js';
import { verticesOf } from '../../../src/lenses/taint/vertices.js';
import { localEdges } from '../../../src/lenses/taint/local-flow.js';
import { programOf, type TaintBody } from '../../../src/lenses/taint/body.js';
import { turnsOf } from '../turns-of.js';

const body = (i: number): TaintBody => ({
  name: `f${i}().`,
  params: 1,
  blocks: [{ name: 'bb0', statements: [], terminator: { op: 'return', line: 1 }, successors: [] }],
  owner: -1,
  nested: false,
});
const PROGRAM = programOf(
  Array.from({ length: 50 }, (_, i) => body(i)),
  { dispatch: () => [], unparsed: 0, fileOf: () => null },
);

describe('long work', () => {
  it('can be left after every body', () => {
    const options = { fields: true, captures: true, paths: 3 };
    expect(turnsOf(verticesOf(PROGRAM, options))).toBe(50);
    expect(turnsOf(localEdges(PROGRAM, atOnce(verticesOf(PROGRAM, options))))).toBe(50);
  });

  it('can be left while functions are passed on', () => {
    const sets = new FunctionSets(10, 5, 8);
    const nodes = Array.from({ length: 3 * 4096 }, (_, i) => sets.named(`n${i}`));
    for (let i = 1; i < nodes.length; i++) sets.edge(nodes[i - 1]!, nodes[i]!);
    sets.put(nodes[0]!, 3);
    expect(turnsOf(sets.run(1e9))).toBe(3);
  });

  it('ends at the turn after an interrupt', async () => {
    let turns = 0;
    function* work(): InTurns<number> {
      for (;;) yield ++turns;
    }
    const task = {
      progress: () => undefined,
      check: () => {
        throw new Error('interrupted');
      },
    };
    await expect(inTurns(work(), task as never, 'calls', 'calls')).rejects.toThrow('interrupted');
    expect(turns).toBe(1);
  });
});
