import { exact } from '../exact-cell.js';
import { fromRows, type Relation } from '../../table/index.js';
import { placeOf, type ClonePopulation } from '../../lenses/clones/index.js';
import { histogramOf, precisionOf, type Judged, type Sweep } from '../statistics/index.js';
import { scoresOf, type Floor } from './floors.js';
import type { KnownPairs } from './known-pairs.js';

const truth = (positive: number): string => (positive === 1 ? 'twin' : 'negative');

export function pairsTable(
  population: ClonePopulation,
  pairs: KnownPairs,
  scores?: Float64Array,
): Relation {
  return fromRows(
    ['a', 'b'],
    ['a', 'b', 'truth', 'name_a', 'name_b', ...(scores === undefined ? [] : ['score:real'])],
    Array.from(pairs.a, (a, at) => {
      const b = pairs.b[at]!;
      const names = [population.names[a]!, population.names[b]!];
      const row = [
        placeOf(population, a),
        placeOf(population, b),
        truth(pairs.positive[at]!),
        ...names,
      ];
      return scores === undefined ? row : [...row, scores[at]!];
    }),
  );
}

const BINS = 25;

/** How many twins and negatives each part of [0, 1] holds, as shares of their class. */
export function histogramTable(judged: Judged): Relation {
  const rows = ([1, 0] as const).flatMap((one) => {
    const scores = scoresOf(judged, one);
    return Array.from(histogramOf(scores, BINS), (pairs, bin) => [
      bin / BINS,
      (bin + 1) / BINS,
      truth(one),
      pairs,
      scores.length === 0 ? 0 : pairs / scores.length,
    ]);
  });
  return fromRows(
    ['from', 'truth'],
    ['from:real', 'to:real', 'truth', 'pairs:integer', 'share:real'],
    rows,
  );
}

/** One row a floor that makes a difference. */
export function sweepTable({ points, positives, negatives }: Sweep): Relation {
  return fromRows(
    ['floor'],
    [
      'floor:real',
      'twins:integer',
      'negatives:integer',
      'recall:real',
      'fall_out:real',
      'precision:rational',
      'precision_real:real',
    ],
    points.map((point) => [
      point.floor,
      point.truePositives,
      point.falsePositives,
      positives === 0 ? null : point.truePositives / positives,
      negatives === 0 ? null : point.falsePositives / negatives,
      exact(precisionOf(point)),
      precisionOf(point).valueOf(),
    ]),
  );
}

export function floorsTable(floors: readonly Floor[], sweep: Sweep): Relation {
  return fromRows(
    ['rule'],
    [
      'rule',
      'floor:real',
      'low:real',
      'high:real',
      'twins:integer',
      'negatives:integer',
      'recall:real',
      'precision:rational',
    ],
    floors.map(({ rule, floor, point, interval }) => [
      rule,
      floor,
      interval?.low ?? null,
      interval?.high ?? null,
      point.truePositives,
      point.falsePositives,
      sweep.positives === 0 ? null : point.truePositives / sweep.positives,
      point.truePositives + point.falsePositives === 0 ? null : exact(precisionOf(point)),
    ]),
  );
}
