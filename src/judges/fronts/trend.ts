/**
 * # trend (family 10)
 *
 * Question. Is the gate's score rising, flat or falling, and by how much a day?
 * Formula. Theil–Sen: the median of all pairwise slopes, on a grid of a million.
 * Preconditions. A baseline file in git: each of its versions carries a score and the time of its commit.
 * References. S2:128–141; Theil 1950, Sen 1968.
 */
import { sourceRoot, versionsOf } from '../../facts/index.js';
import { defineLens, param } from '../../lens/index.js';
import { fromRows, type Rational } from '../../table/index.js';
import { BASELINE_FILE, readBaselineText } from '../baseline.js';
import { isRefused, pairOf } from '../exact/index.js';
import { KNOBS } from '../knobs.js';
import { judgeTrend, TREND_CODES } from '../trend.js';
import { GIT, srcParam } from './shared-parameters.js';

export const trend = defineLens({
  id: 'trend',
  kind: 'judge',
  version: 1,
  title: 'Where the score is going',
  question: 'Is the score of the baseline rising, flat or falling?',
  facts: [{ ...GIT, required: true }],
  params: {
    ...srcParam,
    baseline: param.text({
      default: BASELINE_FILE,
      doc: 'the baseline file, relative to the sources',
    }),
  },
})
  .step({
    id: 'points',
    title: 'Scores over time',
    formula: String.raw`x = \frac{ts}{86400},\quad y = \frac{10^6 \cdot score}{scale}`,
    params: ['src', 'baseline'],
    inputs: [],
    key: ['commit'],
    chart: {
      title: 'Score over time',
      marks: [
        { mark: 'line', channels: { x: 'time', y: 'score' } },
        { mark: 'dot', channels: { x: 'time', y: 'score', title: 'commit' } },
      ],
    },
    run: async (_, { src, baseline }) => {
      const versions = await versionsOf(await sourceRoot(src), baseline);
      const points = versions.flatMap(({ hash, time, text }) => {
        const read = readBaselineText(text);
        return read === null
          ? []
          : [
              {
                commit: hash.slice(0, 12),
                time: BigInt(time),
                score: read.score,
                scale: KNOBS.score.scale,
              },
            ];
      });
      return {
        state: points,
        table: () =>
          fromRows(
            ['commit'],
            ['commit', 'time:integer/s', 'score:integer'],
            points.map((p) => [p.commit, Number(p.time), Number(p.score)]),
          ),
      };
    },
  })
  .step({
    id: 'slope',
    title: 'The median slope',
    formula: String.raw`\mathrm{median}\left\{\frac{y_j - y_i}{x_j - x_i}\right\}`,
    params: [],
    inputs: ['points'],
    key: ['verdict'],
    run: (_, __, { points }) => {
      const verdict = judgeTrend(points, KNOBS.trend.band);
      const row = isRefused(verdict)
        ? [verdict.refused, null, 0]
        : [TREND_CODES[verdict.code], pairOf(verdict.slope) as Rational, verdict.pairs];
      return {
        state: verdict,
        table: () =>
          fromRows(['verdict'], ['verdict', 'slope:rational/micro a day', 'pairs:integer'], [row]),
      };
    },
  })
  .answer(({ states: { points, slope } }) => {
    const refusal = isRefused(slope);
    return {
      state: refusal ? 'empty_fact' : 'complete',
      population: { points: points.length },
      summary: refusal
        ? { verdict: slope.refused, slope: null }
        : {
            verdict: TREND_CODES[slope.code],
            slope: pairOf(slope.slope) as Rational,
            band: Number(KNOBS.trend.band),
          },
      findings: fromRows(
        ['verdict'],
        ['verdict'],
        !refusal && slope.code === 2 ? [['degrading']] : [],
      ),
      notes: refusal
        ? [
            'a slope needs two versions of the baseline at different times; `mimir judge establish` writes one',
          ]
        : [],
    };
  });
