/**
 * # score (family 05)
 *
 * Question. How far is the tree from clean, on seven axes, and what does its size penalty look like?
 * Formula. score = max 0 (1000 − ⌊Σ w·p·cost / (10·Σw)⌋); S = clamp(⌊m·r^k⌋), p convex from S, C¹ at H.
 * Preconditions. Sources. The gate (`mimir judge check`) compares the same measurement with a frozen baseline.
 * References. S2:48–70. The seven axes and their weights are ours: the source names axis 0 only.
 */
import { defineLens } from '../../lens/index.js';
import { fromRows, reduced, type Rational } from '../../table/index.js';
import { pairOf } from '../exact/index.js';
import { findingsOf, weighed } from '../facts/measure.js';
import { KNOBS } from '../knobs.js';
import { penaltyOf } from '../penalty.js';
import {
  bigWeights,
  countParam,
  entryParam,
  NO_SOURCES,
  SOURCES,
  srcParam,
  weightsParam,
} from './shared-parameters.js';
import { sourcesStep } from './sources-step.js';

export const score = defineLens({
  id: 'score',
  kind: 'judge',
  version: 1,
  title: 'The score and its axes',
  question: 'What is the score of this tree, and which axis costs most?',
  facts: [SOURCES],
  params: {
    ...srcParam,
    ...entryParam,
    k: countParam(KNOBS.softLine.k, 'power of the spread in the soft line'),
    softMin: countParam(KNOBS.softLine.softMin, 'least soft line', 1),
    softMax: countParam(KNOBS.softLine.softMax, 'greatest soft line', 1),
    hardTimesSoft: countParam(KNOBS.penalty.hardTimesSoft, 'hard line, in soft lines', 1),
    pMax: countParam(KNOBS.penalty.pMax, 'penalty at the hard line', 1),
    violCost: countParam(KNOBS.score.violCost, 'what a penalty costs; 10 is neutral'),
    weights: weightsParam(KNOBS.score.weights, 'weight of each axis'),
  },
})
  .step(sourcesStep)
  .step({
    id: 'findings',
    title: 'What each counted axis finds',
    formula: String.raw`c_i`,
    params: ['entry'],
    inputs: ['sources'],
    key: ['axis'],
    chart: {
      title: 'Findings by axis',
      marks: [{ mark: 'barX', channels: { x: 'count', y: 'axis' } }],
    },
    run: async ({ task }, { entry }, { sources }) => {
      const found = await findingsOf(sources, entry, task);
      return {
        state: found,
        table: () => fromRows(['axis'], ['axis', 'count:integer'], Object.entries(found.counts)),
      };
    },
  })
  .step({
    id: 'measure',
    title: 'Files and their penalties',
    formula: String.raw`p(x) = pMax\left(\frac{x - S}{H - S}\right)^2,\quad S < x \le H`,
    params: ['k', 'softMin', 'softMax', 'hardTimesSoft', 'pMax', 'violCost', 'weights'],
    inputs: ['findings'],
    key: ['file'],
    chart: {
      title: 'The penalty over the repository’s own lengths',
      marks: [
        { mark: 'line', from: 'measure.curve', channels: { x: 'lines', y: 'penalty' } },
        { mark: 'dot', channels: { x: 'lines', y: 'penalty', title: 'file' } },
      ],
      limit: 1000,
    },
    run: (_, asked, { findings }) => {
      const big = (name: 'k' | 'softMin' | 'softMax' | 'hardTimesSoft' | 'pMax' | 'violCost') =>
        BigInt(asked[name]);
      const measured = weighed(findings, {
        softLine: { k: big('k'), softMin: big('softMin'), softMax: big('softMax') },
        penalty: { hardTimesSoft: big('hardTimesSoft'), pMax: big('pMax') },
        score: {
          ...KNOBS.score,
          violCost: big('violCost'),
          weights: bigWeights(asked.weights),
        },
      });
      const curve = measured?.curve;
      const longest = Math.max(0, ...(measured?.sources.files ?? []).map(({ lines }) => lines));
      return {
        state: measured,
        table: () =>
          fromRows(
            ['file'],
            ['file', 'lines:integer', 'penalty:rational'],
            curve === undefined
              ? []
              : measured!.sources.files.map(({ path, lines }) => [
                  path,
                  lines,
                  pairOf(penaltyOf(curve, BigInt(lines))) as Rational,
                ]),
          ),
        drawn: {
          curve: () =>
            fromRows(
              ['lines'],
              ['lines:integer', 'penalty:rational'],
              curve === undefined
                ? []
                : Array.from({ length: 61 }, (_, i) => Math.floor((longest * i) / 60))
                    .filter((lines, i, all) => lines !== all[i - 1])
                    .map((lines) => [lines, pairOf(penaltyOf(curve, BigInt(lines))) as Rational]),
            ),
        },
      };
    },
  })
  .step({
    id: 'axes',
    title: 'Seven axes',
    formula: String.raw`raw = \sum_i w_i\,p_i\,cost`,
    params: [],
    inputs: ['measure'],
    key: ['axis'],
    chart: {
      title: 'What each axis costs',
      marks: [{ mark: 'barX', channels: { x: 'weighted', y: 'axis' } }],
    },
    run: (_, __, { measure }) => {
      const rows = (measure?.axes ?? []).map(({ axis, weight, penalty, count }) => {
        const [num, den] = pairOf(penalty);
        return [
          axis,
          Number(count),
          Number(weight),
          reduced(Number(num), Number(den)),
          reduced(Number(num * weight), Number(den)),
        ] as const;
      });
      return { state: rows, table: () => fromRows(['axis'], COLUMNS, rows) };
    },
  })
  .answer(({ states: { measure, axes } }) => ({
    state: measure === null ? 'empty_gap' : 'complete',
    population: { files: measure?.sources.files.length ?? 0 },
    summary: {
      score: measure === null ? null : Number(measure.measurement.score),
      soft: measure === null ? null : Number(measure.curve.soft),
      hard: measure === null ? null : Number(measure.curve.hard),
      cloned_tokens: measure === null ? null : Number(measure.measurement.duplicatedTokens),
      discrete: measure?.measurement.discrete.length ?? null,
      long_files: measure === null ? null : Number(measure.measurement.counts['file_size']),
    },
    findings: fromRows(
      ['axis'],
      COLUMNS,
      [...axes].filter(([, count]) => count > 0),
    ),
    notes:
      measure === null
        ? [NO_SOURCES]
        : ['axes and weights are ours; the source names the axis of file sizes only'],
  }));

const COLUMNS = [
  'axis',
  'count:integer',
  'weight:integer',
  'penalty:rational',
  'weighted:rational',
];
