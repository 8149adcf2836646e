import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areasOf,
  banding,
  bestBanding,
  candidateArea,
  candidateShare,
  defaultsTable,
} from '../../src/calibrate/index.js';
import { graphOf } from '../../src/graph/index.js';
import { ratio } from '../../src/judges/index.js';
import { startRun } from '../../src/lens/index.js';

const shape = fc.record({
  bands: fc.integer({ min: 1, max: 12 }),
  rows: fc.integer({ min: 1, max: 8 }),
});
const share = fc.integer({ min: 0, max: 20 }).map((n) => ratio(BigInt(n), 20n));
const graph = graphOf({ nodes: [], edges: [] });

describe('the banding calibration', () => {
  it('gives the manual’s three figures', () => {
    const at = (s: bigint): string =>
      candidateShare({ bands: 16, rows: 4 }, ratio(s, 10n)).valueOf().toFixed(5);
    expect([at(8n), at(5n), at(3n)]).toEqual(['0.99978', '0.64393', '0.12202']);
  });

  // Reference values found by Simpson integration, independent of the exact one.
  it.each([
    [64, 5n, 5n, ['14x4', '10x6', '8x8', '5x11', '3x21']],
    [64, 1n, 9n, ['21x3', '16x4', '12x5', '9x7', '5x12']],
    [64, 9n, 1n, ['9x7', '7x9', '5x12', '3x19', '2x32']],
    [128, 5n, 5n, ['25x5', '18x7', '14x9', '9x13', '5x25']],
  ])('finds the best banding of %i minima with weights %s : %s', (budget, fp, fn, expected) => {
    const found = [5n, 6n, 7n, 8n, 9n].map((t) => {
      const { bands, rows } = bestBanding(budget, ratio(t, 10n), {
        falsePositive: ratio(fp, 10n),
        falseNegative: ratio(fn, 10n),
      });
      return `${bands}x${rows}`;
    });
    expect(found).toEqual(expected);
  });

  it('integrates as Simpson’s rule does', () => {
    fc.assert(
      fc.property(shape, share, (b, t) => {
        const n = 400;
        const h = t.valueOf() / n;
        let sum = 0;
        for (let i = 0; i <= n; i++) {
          const weight = i === 0 || i === n ? 1 : i % 2 === 1 ? 4 : 2;
          sum += weight * (1 - (1 - (i * h) ** b.rows) ** b.bands);
        }
        expect(candidateArea(b, t).valueOf()).toBeCloseTo((sum * h) / 3, 6);
      }),
      { numRuns: 100 },
    );
  });

  it('proposes more with more bands and less with more rows, and never outside 0 to 1', () => {
    fc.assert(
      fc.property(shape, share, (b, s) => {
        const p = candidateShare(b, s);
        expect(p.compare(0) >= 0 && p.compare(1) <= 0).toBe(true);
        expect(candidateShare({ ...b, bands: b.bands + 1 }, s).compare(p)).toBeGreaterThanOrEqual(
          0,
        );
        expect(candidateShare({ ...b, rows: b.rows + 1 }, s).compare(p)).toBeLessThanOrEqual(0);
        const { falsePositive, falseNegative } = areasOf(b, s);
        expect(falsePositive.compare(0) >= 0 && falseNegative.compare(0) >= 0).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('reruns only the optimum when the budget changes, and says in words what is missed', async () => {
    const run = startRun(banding, graph, { bands: 9, rows: 13, threshold: '0.8' });
    await run.finish();
    const report = await run.report({ limit: 0 });
    expect(report.summary.best).toBe('5x11');
    expect(report.notes[0]).toContain('60.12 in 100');
    const wider = await run.retune({ budget: 128 });
    expect((await wider.report({ limit: 0 })).summary.best).toBe('9x13');
    expect(wider.table('curve').rowCount).toBe(51);
  });

  it.each(['abc', '1.5', '-1'])('refuses the threshold %s', (threshold) => {
    expect(() => startRun(banding, graph, { threshold })).toThrow(/threshold/);
  });

  it('shows where each default comes from', () => {
    const table = defaultsTable();
    const kinds = new Set(
      Array.from({ length: table.rowCount }, (_, row) => table.column('provenance').at(row)),
    );
    expect(table.rowCount).toBeGreaterThan(10);
    expect(
      [...kinds].every((kind) => ['stated', 'provisional', 'calibrated'].includes(String(kind))),
    ).toBe(true);
  });
});
