import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  averagePrecision,
  bootstrap,
  cohensKappa,
  drawPlaces,
  floorOfPrecision,
  histogramOf,
  percentileOf,
  plateauOf,
  pointAt,
  precisionAt,
  rocArea,
  spreadOf,
  sweepOf,
  wilson,
  Xoshiro,
} from '../../../src/calibrate/index.js';
import { realOf } from '../../../src/calibrate/exact-cell.js';
import { ratio } from '../../../src/judges/index.js';
import { deep, needing } from '../../tools.js';
import { secondOpinion } from './opinion.js';

/** Scores on a coarse grid, so that many are equal. */
const judged = fc
  .array(fc.record({ score: fc.integer({ min: 0, max: 12 }), twin: fc.boolean() }), {
    minLength: 2,
    maxLength: 40,
  })
  .map((rows) => ({
    scores: rows.map(({ score }) => score / 12),
    positive: rows.map(({ twin }) => (twin ? 1 : 0)),
  }));
const both = judged.filter(
  ({ positive }) => positive.includes(1) && positive.some((one) => one === 0),
);
const verdicts = fc.array(
  fc.tuple(fc.constantFrom('good', 'weak', 'bad'), fc.constantFrom('good', 'weak', 'bad')),
  { minLength: 2, maxLength: 40 },
);

describe('a sweep of floors', () => {
  it('counts at each floor what reaches it', () => {
    fc.assert(
      fc.property(judged, fc.integer({ min: -1, max: 13 }), ({ scores, positive }, at) => {
        const floor = at / 12;
        const over = scores
          .map((score, i) => [score, positive[i]!] as const)
          .filter(([s]) => s >= floor);
        const truePositives = over.filter(([, twin]) => twin === 1).length;
        expect(pointAt(sweepOf({ scores, positive }), floor)).toEqual({
          floor,
          truePositives,
          falsePositives: over.length - truePositives,
        });
      }),
    );
  });

  it('has an area that is the share of pairs in the right order', () => {
    fc.assert(
      fc.property(both, (set) => {
        let halves = 0;
        let pairs = 0;
        set.scores.forEach((a, i) =>
          set.scores.forEach((b, j) => {
            if (set.positive[i] !== 1 || set.positive[j] !== 0) return;
            pairs++;
            halves += a > b ? 2 : a === b ? 1 : 0;
          }),
        );
        expect(rocArea(sweepOf(set))!.equals(ratio(BigInt(halves), BigInt(2 * pairs)))).toBe(true);
      }),
    );
  });

  it('has no area where one of the two classes is empty', () => {
    expect(rocArea(sweepOf({ scores: [1, 0.5], positive: [1, 1] }))).toBeNull();
    expect(averagePrecision(sweepOf({ scores: [1, 0.5], positive: [0, 0] }))).toBeNull();
    // Over a thousand floors: the terms of the exact sum are longer than a double can be.
    const many = sweepOf({
      scores: Array.from({ length: 1200 }, (_, i) => i),
      positive: Array.from({ length: 1200 }, (_, i) => i % 2),
    });
    const exact = averagePrecision(many)!;
    expect(exact.valueOf()).toBeNaN();
    let plain = 0;
    for (let k = 1; k <= 600; k++) plain += k / (2 * k - 1) / 600;
    expect(realOf(exact)).toBeCloseTo(plain, 12);
  });

  it('tells the precision of the k best, equal scores by their share', () => {
    const sweep = sweepOf({ scores: [0.9, 0.5, 0.5, 0.5, 0.1], positive: [1, 1, 0, 0, 1] });
    const texts = [1, 2, 4, 5, 6].map((k) => precisionAt(sweep, k)?.toFraction() ?? null);
    expect(texts).toEqual(['1', '2/3', '1/2', '3/5', null]);
  });

  it('finds the lowest floor that is precise enough', () => {
    fc.assert(
      fc.property(judged, fc.integer({ min: 0, max: 10 }), (set, tenths) => {
        const sweep = sweepOf(set);
        const enough = [...new Set(set.scores)].filter((floor) => {
          const { truePositives: t, falsePositives: f } = pointAt(sweep, floor);
          return t * 10 >= tenths * (t + f);
        });
        const found = floorOfPrecision(sweep, ratio(BigInt(tenths), 10n));
        expect(found?.floor ?? null).toBe(enough.length === 0 ? null : Math.min(...enough));
      }),
    );
  });
});

describe('numbers about a sample', () => {
  it('take the nearest rank for a percentile', () => {
    expect([1, 20, 21, 80, 81, 100].map((p) => percentileOf([5, 3, 1, 4, 2], p))).toEqual([
      1, 1, 2, 4, 5, 5,
    ]);
    expect(percentileOf([], 80)).toBeNull();
  });

  it('have a mean and a deviation that do not depend on the order', () => {
    expect(spreadOf([2, 4, 4, 4, 5, 5, 7, 9])!.mean).toBe(5);
    expect(spreadOf([2, 4, 4, 4, 5, 5, 7, 9])!.deviation).toBeCloseTo(Math.sqrt(32 / 7), 12);
    expect(spreadOf([1])).toBeNull();
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: 0, max: 1 }), { minLength: 2 }),
        (values) => {
          expect(spreadOf([...values].reverse())).toEqual(spreadOf(values));
        },
      ),
    );
  });

  it('fill every bin of a histogram, ends included', () => {
    expect([...histogramOf([0, 0.24, 0.25, 0.99, 1], 4)]).toEqual([2, 1, 0, 2]);
  });

  it('have a Wilson interval that holds the share and never leaves [0, 1]', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (hits, misses) => {
        const { low, high } = wilson(hits, hits + misses);
        const share = hits + misses === 0 ? 0.5 : hits / (hits + misses);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low <= share && share <= high).toBe(true);
      }),
    );
    // Brown, Cai, DasGupta 2001 solve |p̂ − p| = z √(p(1 − p)/n) for p: both ends are its roots.
    const { low, high } = wilson(19, 25);
    for (const p of [low, high])
      expect(Math.abs(19 / 25 - p)).toBeCloseTo(
        1.959963984540054 * Math.sqrt((p * (1 - p)) / 25),
        12,
      );
  });
});

describe('two readers', () => {
  it('agree by κ as far as chance does not explain it', () => {
    const first = [...Array<string>(25).fill('good'), ...Array<string>(25).fill('bad')];
    const second = [
      ...Array<string>(20).fill('good'),
      ...Array<string>(5).fill('bad'),
      ...Array<string>(10).fill('good'),
      ...Array<string>(15).fill('bad'),
    ];
    const told = cohensKappa(first, second)!;
    expect([told.observed, told.expected, told.kappa].map((r) => r!.toFraction())).toEqual([
      '7/10',
      '1/2',
      '2/5',
    ]);
  });

  it('have no κ where both always say the same, or say nothing', () => {
    expect(cohensKappa(['good', 'good'], ['good', 'good'])!.kappa).toBeNull();
    expect(cohensKappa([], [])).toBeNull();
  });
});

describe('a plateau', () => {
  it('is the longest stretch of counts that are close', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 12 }), fc.nat(4), (counts, num) => {
        const stretches = counts.flatMap((_, from) =>
          counts.flatMap((__, to) => {
            if (to <= from) return [];
            const part = counts.slice(from, to + 1);
            const most = Math.max(...part);
            return most > 0 && (most - Math.min(...part)) * 10 <= most * num ? [{ from, to }] : [];
          }),
        );
        const longest = Math.max(...stretches.map(({ from, to }) => to - from));
        const first = stretches.find(({ from, to }) => to - from === longest) ?? null;
        expect(plateauOf(counts, [num, 10])).toEqual(first);
      }),
    );
  });

  it('of the manual’s overlap curve spans all of it at a tolerance of 8 % (S1:1918-1923)', () => {
    expect(plateauOf([1057, 1001, 979], [8, 100])).toEqual({ from: 0, to: 2 });
    expect(plateauOf([1057, 1001, 979], [6, 100])).toEqual({ from: 0, to: 1 });
  });
});

describe('seeded draws', () => {
  it('are the same for a seed, without repeats, and reach every place', () => {
    const draw = (seed: number): number[] => [...drawPlaces(20, 8, new Xoshiro(seed))];
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(new Set(draw(7)).size).toBe(8);
    const reached = new Set(Array.from({ length: 60 }, (_, seed) => draw(seed)).flat());
    expect(reached.size).toBe(20);
  });

  it('follow the published generator', () => {
    // Reference code of xoshiro128** with the state 1, 2, 3, 4.
    const plain = (words: number[]): number[] =>
      Array.from({ length: 6 }, () => {
        const rotate = (x: number, k: number): number => ((x << k) | (x >>> (32 - k))) >>> 0;
        const out = Math.imul(rotate(Math.imul(words[1]!, 5) >>> 0, 7), 9) >>> 0;
        const t = (words[1]! << 9) >>> 0;
        words[2] = (words[2]! ^ words[0]!) >>> 0;
        words[3] = (words[3]! ^ words[1]!) >>> 0;
        words[1] = (words[1]! ^ words[2]!) >>> 0;
        words[0] = (words[0]! ^ words[3]!) >>> 0;
        words[2] = (words[2]! ^ t) >>> 0;
        words[3] = rotate(words[3]!, 11);
        return out;
      });
    expect(plain([1, 2, 3, 4]).slice(0, 3)).toEqual([11520, 0, 5927040]);
    const own = new Xoshiro(0, Uint32Array.of(1, 2, 3, 4));
    expect(Array.from({ length: 6 }, () => own.next())).toEqual(plain([1, 2, 3, 4]));
  });

  it('make bootstrap intervals that hold the mean and shrink with more of the same', () => {
    const values = Array.from({ length: 40 }, (_, i) => i / 39);
    const mean = (all: readonly number[]) => (places: Uint32Array) =>
      places.reduce((sum, i) => sum + all[i]!, 0) / places.length;
    const options = { seed: 1, rounds: 400 };
    const few = bootstrap(40, mean(values), options)!;
    const many = bootstrap(400, mean(Array.from({ length: 10 }, () => values).flat()), options)!;
    expect(few.low < 0.5 && few.high > 0.5).toBe(true);
    expect(many.high - many.low).toBeLessThan((few.high - few.low) / 2);
    expect(bootstrap(40, mean(values), options)).toEqual(few);
    expect(bootstrap(5, () => null, options)).toBeNull();
  });
});

needing('jupyter')('beside scikit-learn', () => {
  it('gives the same curves, areas, average precisions and kappas', () => {
    const sets = fc.sample(both, { numRuns: deep(60, 600), seed: 5 });
    const pairs = fc
      .sample(verdicts, { numRuns: deep(60, 600), seed: 6 })
      .map((rows) => ({ first: rows.map(([a]) => a), second: rows.map(([, b]) => b) }))
      .filter(({ first, second }) => cohensKappa(first, second)!.kappa !== null);
    const theirs = secondOpinion({ curves: sets, kappas: pairs });
    sets.forEach((set, at) => {
      const sweep = sweepOf(set);
      const told = theirs.curves[at]!;
      expect(rocArea(sweep)!.valueOf()).toBeCloseTo(told.area, 10);
      expect(averagePrecision(sweep)!.valueOf()).toBeCloseTo(told.average, 10);
      const own = sweep.points.map(({ floor, truePositives, falsePositives }) => [
        floor,
        truePositives / sweep.positives,
        falsePositives / sweep.negatives,
      ]);
      expect(own).toHaveLength(told.points.length);
      own.flat().forEach((value, i) => expect(value).toBeCloseTo(told.points.flat()[i]!, 10));
    });
    pairs.forEach(({ first, second }, at) =>
      expect(cohensKappa(first, second)!.kappa!.valueOf()).toBeCloseTo(theirs.kappas[at]!, 10),
    );
  });
});
