import { percentileOf } from './spread.js';
import type { Interval } from './wilson.js';
import { Xoshiro } from './xoshiro.js';

export interface BootstrapOptions {
  readonly seed: number;
  readonly rounds: number;
}

/**
 * Percentile interval at 95 % of a statistic, by resampling places with replacement (Efron 1979). Rounds in which the
 * statistic does not exist are left out; `null` when it never does.
 */
export function bootstrap(
  n: number,
  statistic: (places: Uint32Array) => number | null,
  { seed, rounds }: BootstrapOptions,
): Interval | null {
  if (n === 0) return null;
  const random = new Xoshiro(seed);
  const places = new Uint32Array(n);
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < n; i++) places[i] = random.below(n);
    const value = statistic(places);
    if (value !== null) found.push(value);
  }
  const low = percentileOf(found, 2.5);
  const high = percentileOf(found, 97.5);
  return low === null || high === null ? null : { low, high };
}
