import type { Ratio } from '../../judges/index.js';
import {
  bootstrap,
  floorOfPrecision,
  percentileOf,
  pointAt,
  spreadOf,
  sweepOf,
  type Interval,
  type Judged,
  type Sweep,
  type SweepPoint,
} from '../statistics/index.js';

/** How a floor follows from scores of known pairs; `null` where it does not. */
export interface FloorRule {
  readonly name: string;
  readonly floor: (judged: Judged, sweep: Sweep) => number | null;
  /** It is given, and does not move with the pairs. */
  readonly given?: true;
}

export interface Floor {
  readonly rule: string;
  readonly floor: number;
  /** What it lets through. */
  readonly point: SweepPoint;
  /** Where the rule puts it on resampled pairs; `null` for a floor that is given. */
  readonly interval: Interval | null;
}

export const percentileRule = (percent: number): FloorRule => ({
  name: `percentile ${String(percent)} of the negatives`,
  floor: (judged) => percentileOf(scoresOf(judged, 0), percent),
});

export const deviationRule: FloorRule = {
  name: 'mean less one deviation of the twins',
  floor: (judged) => {
    const spread = spreadOf(scoresOf(judged, 1));
    return spread === null ? null : spread.mean - spread.deviation;
  },
};

export const precisionRule = (target: Ratio, text: string): FloorRule => ({
  name: `precision of at least ${text}`,
  floor: (_, sweep) => floorOfPrecision(sweep, target)?.floor ?? null,
});

export const givenRule = (name: string, floor: number): FloorRule => ({
  name,
  floor: () => floor,
  given: true,
});

export function floorsOf(
  judged: Judged,
  rules: readonly FloorRule[],
  options: { readonly seed: number; readonly rounds: number },
): Floor[] {
  const sweep = sweepOf(judged);
  return rules.flatMap(({ name, floor, given }): Floor[] => {
    const value = floor(judged, sweep);
    if (value === null) return [];
    const again = (places: Uint32Array): number | null => {
      const other = resampled(judged, places);
      return floor(other, sweepOf(other));
    };
    const interval = given ? null : bootstrap(judged.scores.length, again, options);
    return [{ rule: name, floor: value, point: pointAt(sweep, value), interval }];
  });
}

/** The places of a resample, as judged scores. */
export const resampled = ({ scores, positive }: Judged, places: Uint32Array): Judged => ({
  scores: Float64Array.from(places, (place) => scores[place]!),
  positive: Uint8Array.from(places, (place) => positive[place]!),
});

/** Scores of one class. */
export function scoresOf({ scores, positive }: Judged, one: 0 | 1): Float64Array {
  return Float64Array.from(scores).filter((_, at) => positive[at] === one);
}
