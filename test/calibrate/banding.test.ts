import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areasOf,
  banding,
  bestBanding,
  bestForObserved,
  candidateArea,
  candidateShare,
  costOf,
  defaultsTable,
  expectedOf,
} from '../../src/calibrate/index.js';
import { graphOf, openGraph } from '../../src/graph/index.js';
import { ratio } from '../../src/judges/index.js';
import { startRun } from '../../src/lens/index.js';
import { needing } from '../tools.js';
import { secondOpinion } from './statistics/opinion.js';

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

describe('the banding of a program', () => {
  const pairs = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 64 }), fc.integer({ min: 1, max: 1000 })), {
      minLength: 1,
      maxLength: 8,
    })
    .map((rows) => {
      const counts = new Float64Array(65);
      for (const [equal, count] of rows) counts[equal]! += count;
      return counts;
    });

  it('expects the errors that its curve has at each observed similarity', () => {
    fc.assert(
      fc.property(shape, pairs, share, (banding, counts, threshold) => {
        let wrong = 0;
        let missed = 0;
        counts.forEach((count, equal) => {
          const p = candidateShare(banding, ratio(BigInt(equal), 64n)).valueOf();
          if (equal / 64 < threshold.valueOf()) wrong += count * p;
          else missed += count * (1 - p);
        });
        const told = expectedOf(banding, counts, threshold);
        expect(told.falsePositives.valueOf()).toBeCloseTo(wrong, 6);
        expect(told.falseNegatives.valueOf()).toBeCloseTo(missed, 6);
      }),
    );
  });

  it('is the cheapest that the budget allows', () => {
    const weights = { falsePositive: ratio(1n, 100n), falseNegative: ratio(1n) };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), pairs, share, (budget, counts, threshold) => {
        const best = bestForObserved(budget, counts, threshold, weights);
        for (let bands = 1; bands <= budget; bands++)
          for (let rows = 1; bands * rows <= budget; rows++) {
            const { falsePositives, falseNegatives } = expectedOf(
              { bands, rows },
              counts,
              threshold,
            );
            const cost = falsePositives.div(100).add(falseNegatives);
            expect(best.cost.compare(cost)).toBeLessThanOrEqual(0);
          }
      }),
      { numRuns: 30 },
    );
  });

  it('looks at every pair of distinct bodies, or draws as many as it may', async () => {
    const real = await openGraph('fixtures/arrow-js', { sources: 'node_modules/apache-arrow' });
    const run = startRun(banding, real, { minTokens: 60, budget: 16 });
    await run.until('observed');
    const { pairs: counts, bodies, drawn } = run.state('observed');
    const sum = (all: Float64Array): number => all.reduce((a, b) => a + b, 0);
    expect([drawn, sum(counts)]).toEqual([false, (bodies * (bodies - 1)) / 2]);
    const few = run.retune({ most: 1000 });
    await few.until('observed');
    const other = few.state('observed');
    expect([other.drawn, sum(other.pairs)]).toEqual([true, 1000]);
    // Nearly all pairs of code are unlike: what the areas can't know.
    const low = (all: Float64Array): number => sum(all.subarray(0, 20)) / sum(all);
    expect(low(counts)).toBeGreaterThan(0.9);
    expect(Math.abs(low(other.pairs) - low(counts))).toBeLessThan(0.03);
  });

  it('says without sources that nothing was observed', async () => {
    const report = await startRun(banding, graph).report();
    expect(report.state).toBe('complete');
    expect(report.summary).not.toHaveProperty('observed_best');
    expect(report.notes.some((note) => note.startsWith('no pair of bodies observed'))).toBe(true);
  });
});

needing('jupyter')('beside datasketch', () => {
  it('never costs more than the banding that datasketch picks', () => {
    const cases = [0.5, 0.6, 0.7, 0.8, 0.9].flatMap((threshold) =>
      (threshold === 0.8 ? [64, 128] : [64]).flatMap((budget) =>
        (
          [
            [0.5, 0.5],
            [0.1, 0.9],
            [0.9, 0.1],
          ] as const
        ).map(([fp, fn]) => ({ threshold, budget, fp, fn })),
      ),
    );
    const exactly = (value: number) => ratio(BigInt(Math.round(value * 10)), 10n);
    const theirs = secondOpinion({ bandings: cases }).bandings;
    const same = cases.filter(({ threshold, budget, fp, fn }, at) => {
      const [bands, rows] = theirs[at]!;
      const t = exactly(threshold);
      const weights = { falsePositive: exactly(fp), falseNegative: exactly(fn) };
      const best = bestBanding(budget, t, weights);
      const cost = costOf({ bands, rows }, t, weights);
      expect(best.cost.compare(cost)).toBeLessThanOrEqual(0);
      expect(cost.valueOf() / best.cost.valueOf()).toBeLessThan(1.01);
      return best.bands === bands && best.rows === rows;
    });
    // Theirs integrates by steps of a thousandth; where both pick alike, they agree on most of the table.
    expect(same.length).toBeGreaterThan(cases.length / 2);
  });
});
