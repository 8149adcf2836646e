/**
 * # banding: which pairs a MinHash banding proposes, and which it misses
 *
 * Question. With b bands of r rows, what share of pairs at each similarity becomes a candidate, and which banding is
 * best for a budget of minima?
 * Formula. P(candidate | s) = 1 − (1 − s^r)^b. FP = ∫₀ᵗ P ds, FN = ∫ₜ¹ (1 − P) ds, both by exact integration; the
 * optimum minimises w_fp·FP + w_fn·FN over bands·rows ≤ budget.
 * On a dump with sources, the same errors are weighted by the similarities h(s) that its bodies have, taken at the 65
 * values that 64 minima can tell: Σ_{s<t} h(s)·P(s) and Σ_{s≥t} h(s)·(1 − P(s)).
 * Preconditions. None for the curve and the areas: they read no fact of the dump, and weigh every similarity alike,
 * which code does not: nearly all of its pairs are near 0. The observed part needs the sources.
 * References. S1:1306–1343; Broder 1997; Leskovec, Rajaraman, Ullman, Mining of Massive Datasets, chapter 3.
 */
import { DEFAULTS, defineLens, param, type TypedLens, type ParamsOf } from '../../lens/index.js';
import { compareRatios, ratio, type Ratio } from '../../judges/index.js';
import { fromRows } from '../../table/index.js';
import { decimal } from '../decimal.js';
import { exact } from '../exact-cell.js';
import {
  cloneParams,
  functionsStep,
  shapesStep,
  sourceParams,
  type ClonePopulation,
  type Shapes,
} from '../../lenses/clones/index.js';
import {
  bestForObserved,
  expectedOf,
  observedPairs,
  type Expected,
  type Observed,
} from './observed.js';
import { fittedTable, observedTable } from './tables.js';
import { areasOf, bestBanding, candidateShare, costOf, type Areas, type Banding } from './curve.js';

const byDefault = DEFAULTS.banding;

const params = {
  bands: param.integer({ default: byDefault.bands.value, min: 1, max: 512, doc: 'bands' }),
  rows: param.integer({ default: byDefault.rows.value, min: 1, max: 512, doc: 'minima a band' }),
  threshold: param.text({
    default: byDefault.threshold.value,
    examples: ['0.5', '0.8'],
    doc: 'the similarity from which pairs are wanted',
    refine: (text) => (decimal('threshold', text, 1), text),
  }),
  budget: param.integer({ default: 64, min: 1, max: 256, doc: 'minima in all, for the optimum' }),
  falsePositive: param.text({
    default: '0.5',
    doc: 'weight of a dissimilar candidate',
    refine: (text) => (decimal('falsePositive', text), text),
  }),
  falseNegative: param.text({
    default: '0.5',
    doc: 'weight of a similar pair that is missed',
    refine: (text) => (decimal('falseNegative', text), text),
  }),
  minTokens: param.integer({ default: 30, min: 1, doc: 'normalised tokens that a body must have' }),
  most: param.integer({
    default: 1_000_000,
    min: 1,
    doc: 'pairs of bodies looked at; beyond them pairs are drawn',
  }),
  seed: param.integer({ default: 1, min: 0, doc: 'of the draw' }),
  ...sourceParams,
  ...cloneParams,
};

export type BandingParams = ParamsOf<typeof params>;

export interface BandingStates {
  readonly curve: readonly { readonly s: Ratio; readonly p: Ratio }[];
  readonly areas: Areas & { readonly at: Ratio };
  readonly optimum: Banding & { readonly cost: Ratio; readonly own: Ratio };
  readonly functions: ClonePopulation;
  readonly shapes: Shapes;
  readonly observed: Observed;
  /** `null` where no pair was observed. */
  readonly fitted: (ReturnType<typeof bestForObserved> & { readonly own: Expected }) | null;
}

const POINTS = 50;

export const banding: TypedLens<BandingParams, BandingStates> = defineLens({
  id: 'banding',
  kind: 'calibration',
  version: 1,
  title: 'What a MinHash banding proposes',
  question: 'Which pairs does this banding propose, which does it miss, and which banding is best?',
  facts: [],
  params,
})
  .step({
    id: 'curve',
    title: 'The S-curve',
    formula: String.raw`P(s) = 1 - (1 - s^r)^b`,
    params: ['bands', 'rows'],
    inputs: [],
    key: ['s'],
    chart: {
      title: 'Share of pairs that become candidates',
      marks: [{ mark: 'line', channels: { x: 's', y: 'p' } }],
      scales: { x: { label: 'similarity' }, y: { label: 'candidates' } },
    },
    run: (_, { bands, rows }) => {
      const curve = Array.from({ length: POINTS + 1 }, (__, i) => {
        const s = ratio(BigInt(i), BigInt(POINTS));
        return { s, p: candidateShare({ bands, rows }, s) };
      });
      return {
        state: curve,
        table: () =>
          fromRows(
            ['s'],
            ['s:rational', 'p:real'],
            curve.map(({ s, p }) => [exact(s), p.valueOf()]),
          ),
      };
    },
  })
  .step({
    id: 'areas',
    title: 'Areas of the two errors',
    formula: String.raw`FP = \int_0^t P\,ds,\quad FN = \int_t^1 (1 - P)\,ds`,
    params: ['bands', 'rows', 'threshold'],
    inputs: [],
    key: ['area'],
    run: (_, { bands, rows, threshold }) => {
      const t = decimal('threshold', threshold, 1);
      const areas = areasOf({ bands, rows }, t);
      const at = candidateShare({ bands, rows }, t);
      return {
        state: { ...areas, at },
        table: () =>
          fromRows(
            ['area'],
            ['area', 'value:real'],
            [
              ['false_positive', areas.falsePositive.valueOf()],
              ['false_negative', areas.falseNegative.valueOf()],
              ['missed_at_threshold', ratio(1n).sub(at).valueOf()],
            ],
          ),
      };
    },
  })
  .step({
    id: 'optimum',
    title: 'The best banding for the budget',
    formula: String.raw`\min_{b r \le n}\; w_{fp}\,FP + w_{fn}\,FN`,
    params: ['bands', 'rows', 'threshold', 'budget', 'falsePositive', 'falseNegative'],
    inputs: [],
    key: ['banding'],
    run: (_, { bands, rows, threshold, budget, falsePositive, falseNegative }) => {
      const t = decimal('threshold', threshold, 1);
      const weights = {
        falsePositive: decimal('falsePositive', falsePositive),
        falseNegative: decimal('falseNegative', falseNegative),
      };
      const best = bestBanding(budget, t, weights);
      const own = costOf({ bands, rows }, t, weights);
      return {
        state: { ...best, own },
        table: () =>
          fromRows(
            ['banding'],
            ['banding', 'bands:integer', 'rows:integer', 'minima:integer', 'cost:real'],
            [
              ['asked', bands, rows, bands * rows, own.valueOf()],
              ['best', best.bands, best.rows, best.bands * best.rows, best.cost.valueOf()],
            ],
          ),
      };
    },
  })
  .step(functionsStep)
  .step(shapesStep)
  .step({
    id: 'observed',
    title: 'How alike the bodies of this dump are',
    formula: String.raw`h(s) = |\{\{a, b\} : \hat{J}(a, b) = s\}|,\quad s = 0, \tfrac{1}{64}, \dots, 1`,
    params: ['bands', 'rows', 'minTokens', 'most', 'seed'],
    inputs: ['functions', 'shapes'],
    key: ['s'],
    chart: {
      title: 'Pairs by similarity, and what the banding proposes of them',
      marks: [
        { mark: 'barY', channels: { x: 's_real', y: 'share' }, style: { opacity: 0.6 } },
        { mark: 'line', channels: { x: 's_real', y: 'p' } },
      ],
      scales: { x: { label: 'similarity' }, y: { label: 'share of pairs; candidates' } },
    },
    run: ({ task }, { bands, rows, minTokens, most, seed }, { functions, shapes }) => {
      const state = observedPairs(functions, shapes, { minTokens, most, seed }, task);
      return { state, table: () => observedTable({ bands, rows }, state) };
    },
  })
  .step({
    id: 'fitted',
    title: 'The best banding for these bodies',
    formula: String.raw`\min_{b r \le n}\; w_{fp} \sum_{s < t} h(s) P(s) + w_{fn} \sum_{s \ge t} h(s) (1 - P(s))`,
    params: ['bands', 'rows', 'threshold', 'budget', 'falsePositive', 'falseNegative'],
    inputs: ['observed'],
    key: ['banding'],
    run: (_, { bands, rows, threshold, budget, falsePositive, falseNegative }, { observed }) => {
      const t = decimal('threshold', threshold, 1);
      const weights = {
        falsePositive: decimal('falsePositive', falsePositive),
        falseNegative: decimal('falseNegative', falseNegative),
      };
      const some = observed.pairs.some((count) => count > 0);
      const own = expectedOf({ bands, rows }, observed.pairs, t);
      const state = some ? { ...bestForObserved(budget, observed.pairs, t, weights), own } : null;
      return { state, table: () => fittedTable({ bands, rows }, state) };
    },
  })
  .answer(({ params: asked, states: { areas, optimum, observed, fitted } }) => {
    const missed = ratio(1n).sub(areas.at);
    return {
      state: 'complete',
      population: { bodies: observed.bodies },
      summary: {
        ...(fitted === null
          ? {}
          : {
              observed_best: `${fitted.bands}x${fitted.rows}`,
              observed_missed: fitted.own.falseNegatives.valueOf(),
              observed_false_candidates: fitted.own.falsePositives.valueOf(),
            }),
        candidates_at_threshold: areas.at.valueOf(),
        false_positive_area: areas.falsePositive.valueOf(),
        false_negative_area: areas.falseNegative.valueOf(),
        best: `${optimum.bands}x${optimum.rows}`,
      },
      findings: fromRows(
        ['bands', 'rows'],
        ['bands:integer', 'rows:integer', 'cost:real'],
        compareRatios(optimum.cost, optimum.own) < 0
          ? [[optimum.bands, optimum.rows, optimum.cost.valueOf()]]
          : [],
      ),
      notes: [
        `of pairs exactly at ${asked.threshold}, ${perHundred(missed)} in 100 are missed`,
        'the areas weigh every similarity alike; pairs of code are mostly near 0',
        fitted === null
          ? 'no pair of bodies observed: name a dump and its sources (--dump, --src) to weigh by them'
          : observedNote(asked.threshold, observed, fitted.own),
      ],
    };
  });

function observedNote(threshold: string, observed: Observed, own: Expected): string {
  const least = decimal('threshold', threshold, 1);
  const similar = observed.pairs.reduce(
    (sum, count, equal) => (ratio(BigInt(equal), 64n).compare(least) < 0 ? sum : sum + count),
    0,
  );
  const all = observed.pairs.reduce((sum, count) => sum + count, 0);
  const missed = own.falseNegatives.valueOf().toFixed(2);
  return `of ${String(all)} pairs of ${String(observed.bodies)} bodies${observed.drawn ? ', drawn,' : ''} ${String(similar)} reach ${threshold}; this banding misses ${missed} of them and proposes ${own.falsePositives.valueOf().toFixed(1)} others`;
}

const perHundred = (share: Ratio): string => share.mul(100).round(2).toString();
