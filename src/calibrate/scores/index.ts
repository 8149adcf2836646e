/**
 * # scores: where known twins score, and where hard negatives do
 *
 * Question. How well does a lens's score tell two of one idea from two that only look alike, and which floor follows?
 * Formula. ROC: recall against fall-out at every floor; AUC = P(twin > negative) + ½ P(equal), exact. Floors: the p-th
 * percentile of the negatives (nearest rank), μ − σ of the twins, the lowest floor of a wanted precision. Intervals at
 * 95 % by seeded resampling of the pairs.
 * Preconditions. Known pairs. Without labels: twins are functions of one normalised body, negatives functions of one
 * signature whose bodies share at most half of their runs; both need the sources. A text score gives such twins 1 by
 * construction: judge it by injected clones or labels. Precision here is that of this mixture, not of a program.
 * References. S1:1637–1680 (the 80th percentile of hard negatives), S1:2045–2090 (μ − σ), S1:1442–1549; Hanley, McNeil
 * 1982; Efron 1979.
 */
import { HASHED_SPACE } from '../../text/index.js';
import { defineLens, param, type ParamsOf, type TypedLens } from '../../lens/index.js';
import {
  cloneParams,
  CLONE_PARAMS,
  functionsStep,
  shapesStep,
  SOURCES_PRODUCER,
  sourceParams,
  type ClonePopulation,
  type Shapes,
} from '../../lenses/clones/index.js';
import { realOf } from '../exact-cell.js';
import { decimal } from '../decimal.js';
import { digested, fileOf, readLabels } from '../labels/index.js';
import {
  averagePrecision,
  bootstrap,
  rocArea,
  sweepOf,
  Xoshiro,
  type Interval,
  type Judged,
  type Sweep,
} from '../statistics/index.js';
import type { Ratio } from '../../judges/index.js';
import {
  deviationRule,
  floorsOf,
  givenRule,
  percentileRule,
  precisionRule,
  resampled,
  type Floor,
} from './floors.js';
import { bodyPairs, type KnownPairs } from './known-pairs.js';
import { labelledPairs } from './labelled-pairs.js';
import { SCORED, scorerOf } from './scorers.js';
import { floorsTable, histogramTable, pairsTable, sweepTable } from './tables.js';

export type { Floor } from './floors.js';
export type { KnownPairs } from './known-pairs.js';

const params = {
  of: param.choice(SCORED, { default: 'role-neighbours', doc: 'the lens whose score is judged' }),
  labels: {
    ...param.texts({
      default: [],
      doc: 'files of labels: good pairs are twins, bad ones negatives; without them, equal bodies',
    }),
    refine: (files: readonly string[]) => files.map((file) => digested(file, 'labels')),
  },
  minTokens: param.integer({ default: 30, min: 1, doc: 'normalised tokens that a body must have' }),
  most: param.integer({ default: 2000, min: 1, max: 100_000, doc: 'hard negatives, drawn' }),
  seed: param.integer({ default: 1, min: 0, doc: 'of the draw and of the intervals' }),
  rounds: param.integer({ default: 200, min: 1, max: 10_000, doc: 'resamples of an interval' }),
  modelProfile: param.text({
    default: HASHED_SPACE,
    examples: [HASHED_SPACE],
    doc: 'space of the vectors of semantic-twins: one beside the dump, or the one made without a model',
  }),
  percentile: param.integer({ default: 80, min: 1, max: 100, doc: 'of the negatives' }),
  precision: param.text({
    default: '0.9',
    examples: ['0.9', '0.95'],
    doc: 'the precision that a floor must have on these pairs',
    refine: (text) => (decimal('precision', text, 1), text),
  }),
  ...sourceParams,
  ...cloneParams,
};

export type ScoresParams = ParamsOf<typeof params>;

export interface RocState {
  readonly sweep: Sweep;
  readonly area: Ratio | null;
  readonly interval: Interval | null;
  readonly average: Ratio | null;
}

/** Scores of known pairs, and the space that they are of. */
export interface SpacedScores extends Judged {
  readonly space: string;
  /** The lens's own floor in this space; `null` where none is recorded. */
  readonly ownFloor: number | null;
  readonly notes: readonly string[];
}

export interface ScoresStates {
  readonly functions: ClonePopulation;
  readonly shapes: Shapes;
  readonly pairs: KnownPairs;
  readonly scores: SpacedScores;
  readonly roc: RocState;
  readonly floors: readonly Floor[];
}

export const scores: TypedLens<ScoresParams, ScoresStates> = defineLens({
  id: 'scores',
  kind: 'calibration',
  version: 1,
  title: 'Where known twins score, and hard negatives',
  question: 'How well does a score tell twins from look-alikes, and which floor follows?',
  facts: [{ fact: 'source text', producer: SOURCES_PRODUCER, required: true }],
  params,
})
  .step(functionsStep)
  .step(shapesStep)
  .step({
    id: 'pairs',
    title: 'Pairs that are known',
    formula: String.raw`T = \{(a,b) : \mathrm{exact}(a) = \mathrm{exact}(b)\},\quad N = \{(a,b) : \mathrm{sig}(a) = \mathrm{sig}(b),\ \hat{J}(a,b) \le \tfrac12\}`,
    params: ['labels', 'minTokens', 'most', 'seed'],
    inputs: ['functions', 'shapes'],
    key: ['a', 'b'],
    run: ({ graph }, { labels, minTokens, most, seed }, { functions, shapes }) => {
      const options = { minTokens, most, random: new Xoshiro(seed) };
      const state =
        labels.length === 0
          ? bodyPairs(graph, functions, shapes, options)
          : labelledPairs(
              graph,
              functions,
              labels.flatMap((file) => readLabels(fileOf(file))),
            );
      return { state, rows: state.a.length, table: () => pairsTable(functions, state) };
    },
  })
  .step({
    id: 'scores',
    title: 'Their scores',
    formula: String.raw`s : T \cup N \to [0, 1]`,
    params: ['of', 'modelProfile', 'src', ...CLONE_PARAMS],
    inputs: ['functions', 'shapes', 'pairs'],
    key: ['a', 'b'],
    chart: {
      title: 'Scores of twins and of hard negatives',
      marks: [
        {
          mark: 'rect',
          from: 'scores.histogram',
          channels: { x1: 'from', x2: 'to', y: 'share', fill: 'truth' },
          style: { opacity: 0.55 },
        },
      ],
      scales: { x: { label: 'score' }, y: { label: 'share of the class' } },
    },
    run: async (context, { of, ...scope }, { functions, shapes, pairs }) => {
      const { score, space, ownFloor, notes } = await scorerOf(
        of,
        context,
        scope,
        functions,
        shapes,
      );
      const state: SpacedScores = {
        scores: Float64Array.from(pairs.a, (a, at) => score(a, pairs.b[at]!)),
        positive: pairs.positive,
        space,
        ownFloor,
        notes,
      };
      return {
        state,
        rows: pairs.a.length,
        table: () => pairsTable(functions, pairs, Float64Array.from(state.scores)),
        drawn: { histogram: () => histogramTable(state) },
      };
    },
  })
  .step({
    id: 'roc',
    title: 'Recall and fall-out at every floor',
    formula: String.raw`\mathrm{AUC} = P(s_T > s_N) + \tfrac12 P(s_T = s_N)`,
    params: ['seed', 'rounds'],
    inputs: ['scores'],
    key: ['floor'],
    chart: {
      title: 'ROC',
      marks: [{ mark: 'line', channels: { x: 'fall_out', y: 'recall' } }],
      scales: {
        x: { label: 'share of negatives let through', domain: [0, 1] },
        y: { label: 'share of twins found', domain: [0, 1] },
      },
    },
    run: (_, { seed, rounds }, { scores: judged }) => {
      const sweep = sweepOf(judged);
      const interval = bootstrap(
        judged.scores.length,
        (places) => rocArea(sweepOf(resampled(judged, places)))?.valueOf() ?? null,
        { seed, rounds },
      );
      const state = { sweep, area: rocArea(sweep), interval, average: averagePrecision(sweep) };
      return { state, rows: sweep.points.length, table: () => sweepTable(sweep) };
    },
  })
  .step({
    id: 'floors',
    title: 'The floors that follow',
    formula: String.raw`\theta_p = N_{\lceil p n \rceil},\quad \theta_\sigma = \mu_T - \sigma_T,\quad \theta_\pi = \min\{\theta : \mathrm{prec}(\theta) \ge \pi\}`,
    params: ['of', 'percentile', 'precision', 'seed', 'rounds'],
    inputs: ['scores', 'roc'],
    key: ['rule'],
    chart: {
      title: 'Precision against recall',
      caption: 'Rules of the table are marked.',
      marks: [
        { mark: 'line', from: 'roc', channels: { x: 'recall', y: 'precision_real' } },
        { mark: 'ruleX', channels: { x: 'recall', stroke: 'rule' } },
      ],
      scales: { x: { label: 'recall', domain: [0, 1] }, y: { label: 'precision', domain: [0, 1] } },
    },
    run: (_, { of, percentile, precision, seed, rounds }, { scores: judged, roc }) => {
      const target = decimal('precision', precision, 1);
      const rules = [
        percentileRule(percentile),
        deviationRule,
        precisionRule(target, precision),
        ...(judged.ownFloor === null ? [] : [givenRule(`default of ${of}`, judged.ownFloor)]),
      ];
      const state = floorsOf(judged, rules, { seed, rounds });
      return { state, rows: state.length, table: () => floorsTable(state, roc.sweep) };
    },
  })
  .answer(({ params: asked, states, needs }) => {
    const { sweep, area, interval, average } = states.roc;
    const { pairs } = states;
    const empty = sweep.positives === 0 || sweep.negatives === 0;
    return {
      state: needs.length > 0 && empty ? 'empty_gap' : empty ? 'empty_fact' : 'complete',
      population: { functions: states.functions.ordinals.length },
      summary: {
        space: states.scores.space,
        twins: sweep.positives,
        negatives: sweep.negatives,
        negatives_in_all: pairs.negativesInAll,
        area: area?.valueOf() ?? null,
        area_low: interval?.low ?? null,
        area_high: interval?.high ?? null,
        average_precision: average === null ? null : realOf(average),
      },
      findings: floorsTable(states.floors, sweep),
      notes: [
        ...states.scores.notes,
        ...(sweep.positives === 0
          ? ['no known twins: no two functions of one body; inject clones, or name labels']
          : []),
        ...(sweep.negatives === 0
          ? ['no hard negatives: no two functions of one signature and different bodies']
          : []),
        ...(asked.of === 'near-clones' && asked.labels.length === 0
          ? [
              'twins of one body score 1 by construction here: judge this score by injected clones or labels',
            ]
          : []),
        ...(pairs.cutGroups > 0
          ? [`of ${String(pairs.cutGroups)} signatures only a draw of their functions was paired`]
          : []),
      ],
    };
  });
