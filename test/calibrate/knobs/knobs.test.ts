import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { knobs, plateauAround } from '../../../src/calibrate/index.js';
import { graphOf } from '../../../src/graph/index.js';
import { judgeRegistry } from '../../../src/judges/index.js';
import { startRun, type Lens } from '../../../src/lens/index.js';
import { rowsOf } from '../../../src/table/index.js';
import { Repository } from '../../judges/repository.js';

const NO_GRAPH = graphOf({ nodes: [], edges: [] });

describe('a plateau around a place', () => {
  it('is the longest stretch that holds it, of equally long ones the nearest before', () => {
    const counts = fc.array(fc.nat(30), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(counts, fc.nat(8), fc.nat(5), (all, at, tenths) => {
        const place = at % all.length;
        const { from, to } = plateauAround(all, place, [tenths, 10]);
        const holds = (a: number, b: number): boolean => {
          const part = all.slice(a, b + 1);
          return (Math.max(...part) - Math.min(...part)) * 10 <= tenths * Math.max(...part);
        };
        expect(from <= place && place <= to).toBe(true);
        expect(from === to || holds(from, to)).toBe(true);
        for (let a = 0; a <= place; a++)
          for (let b = place; b < all.length; b++)
            if (b - a > to - from) expect(holds(a, b)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the calibration of knobs', () => {
  let tree: Repository;
  beforeAll(async () => {
    tree = await Repository.of({
      'one/a.ts': 'a();\n'.repeat(3),
      'one/b.ts': 'b();\n',
      'one/c.ts': 'c();\n',
      'one/d.ts': 'd();\n',
    });
  });
  afterAll(() => tree.remove());

  it('counts at each value what the judge counts there, and marks the chosen one', async () => {
    const run = await startRun(knobs, NO_GRAPH, {
      judge: 'structure',
      given: { src: tree.root },
    }).finish();
    const rows = rowsOf(run.table('sweep'));
    const judge = judgeRegistry.named('structure') as Lens;
    for (const [knob, value, , count, chosen] of rows.filter(
      ([knob]) => knob === 'structure.largest' || knob === 'structure.leastFiles',
    )) {
      const parameter = String(knob).split('.')[1]!;
      const given = parameter === 'largest' ? value : Number(value);
      const report = await startRun(judge as never, NO_GRAPH, {
        src: tree.root,
        [parameter]: given,
      } as never).report({ limit: 0 });
      expect([knob, value, count]).toEqual([knob, value, report.total]);
      expect(chosen).toBe(value === '1/2' || value === '4');
    }
    const plateaus = rowsOf(run.table('plateaus'));
    expect(plateaus.find(([knob]) => knob === 'structure.largest')).toEqual([
      'structure.largest',
      'total',
      '1/2',
      '1/3',
      '1/2',
      3,
      1,
      0,
      1,
    ]);
  });
});
