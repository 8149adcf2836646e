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
import { judgeRatchet } from '../ratchet.js';
import { countParam, GIT, shareOf, shareParam, srcParam } from './shared-parameters.js';

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
    band: countParam(KNOBS.trend.band, 'slopes within ± this are flat, in millionths a day'),
    tolerance: shareParam(
      [KNOBS.tolerance.num, KNOBS.tolerance.den],
      'factor of a count that the ratchet tolerates',
    ),
    slack: countParam(KNOBS.tolerance.abs, 'findings beyond its count that the ratchet tolerates'),
    floor: countParam(KNOBS.score.floor, 'score under which a check fails'),
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
        { mark: 'line', channels: { x: 'day', y: 'score' }, from: 'points.days' },
        { mark: 'dot', channels: { x: 'day', y: 'score', title: 'commit' }, from: 'points.days' },
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
                baseline: read,
              },
            ];
      });
      return {
        state: points,
        drawn: { days: () => fromRows(['commit'], DAYS, daysOf(points)) },
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
    params: ['band'],
    inputs: ['points'],
    key: ['verdict'],
    chart: {
      title: 'Score over time, and the line of the median slope',
      marks: [
        { mark: 'dot', channels: { x: 'day', y: 'score', title: 'commit' }, from: 'slope.days' },
        { mark: 'line', channels: { x: 'day', y: 'score' }, from: 'slope.line' },
      ],
    },
    run: (_, { band }, { points }) => {
      const verdict = judgeTrend(points, BigInt(band));
      const row = isRefused(verdict)
        ? [verdict.refused, null, 0]
        : [TREND_CODES[verdict.code], pairOf(verdict.slope) as Rational, verdict.pairs];
      return {
        state: verdict,
        drawn: {
          days: () => fromRows(['commit'], DAYS, daysOf(points)),
          line: () => fromRows(['commit'], DAYS, lineOf(points, verdict)),
        },
        table: () =>
          fromRows(['verdict'], ['verdict', 'slope:rational/micro a day', 'pairs:integer'], [row]),
      };
    },
  })
  .step({
    id: 'refused',
    title: 'Versions that the ratchet would have refused after the one before',
    formula: String.raw`c_{i+1} > \max(c_i \cdot num \div den,\ c_i + abs)`,
    params: ['tolerance', 'slack', 'floor'],
    inputs: ['points'],
    key: ['commit'],
    run: (_, { tolerance, slack, floor }, { points }) => {
      const [num, den] = shareOf(tolerance);
      const rows = points.flatMap(({ commit, baseline: now }, i) => {
        // Newest first: the version before stands behind.
        const before = points[i + 1]?.baseline;
        if (before === undefined) return [];
        const verdict = judgeRatchet(
          before,
          { ...now, duplicatedTokens: now.dedupBudget, rowsDropped: 0n },
          { num, den, abs: BigInt(slack) },
          BigInt(floor),
        );
        const failed = verdict.failed.filter(
          (condition) => condition === 'ratchet_over' || condition === 'floor',
        );
        return failed.length === 0
          ? []
          : [[commit, failed, verdict.over.map(({ axis }) => axis)] as const];
      });
      return {
        state: rows,
        table: () => fromRows(['commit'], ['commit', 'failed:list', 'axes:list'], rows),
      };
    },
  })
  .answer(({ params, states: { points, slope, refused } }) => {
    const refusal = isRefused(slope);
    return {
      state: refusal ? 'empty_fact' : 'complete',
      population: { points: points.length },
      summary: refusal
        ? { verdict: slope.refused, slope: null, code: null, refused: refused.length }
        : {
            verdict: TREND_CODES[slope.code],
            slope: pairOf(slope.slope) as Rational,
            code: slope.code,
            band: params.band,
            refused: refused.length,
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

const DAYS = ['commit', 'day:real', 'score:real'];
const DAY = 86_400;

interface Point {
  readonly commit: string;
  readonly time: bigint;
  readonly score: bigint;
}

/** Days since the first point: for drawing alone. */
function daysOf(points: readonly Point[]): (readonly [string, number, number])[] {
  const first = Math.min(...points.map(({ time }) => Number(time)));
  return points.map(({ commit, time, score }) => [
    commit,
    (Number(time) - first) / DAY,
    Number(score),
  ]);
}

/** Two ends of the line of the median slope through the median point: for drawing alone. */
function lineOf(
  points: readonly Point[],
  verdict: ReturnType<typeof judgeTrend>,
): (readonly [string, number, number])[] {
  if (isRefused(verdict)) return [];
  const days = daysOf(points);
  const middle = (at: 1 | 2): number =>
    days.map((one) => one[at]).sort((a, b) => a - b)[days.length >> 1]!;
  const [day, score] = [middle(1), middle(2)];
  const slope = (verdict.slope.valueOf() * Number(KNOBS.score.scale)) / 1_000_000;
  const ends = [Math.min(...days.map(([, x]) => x)), Math.max(...days.map(([, x]) => x))];
  return ends.map((x, i) => [i === 0 ? 'from' : 'to', x, score + slope * (x - day)]);
}
