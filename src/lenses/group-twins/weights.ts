import { idfOf } from '../structural-clones/features.js';
import type { UnitBodies } from './units.js';

/** How rare each key is, and what sets of keys weigh (S1:1994–2001). */
export interface Rarity {
  readonly idf: Float64Array;
  /** 1 = df ≤ 64 and held by at most half of the functions. */
  readonly rare: Uint8Array;
}

export function rarityOf({ df, population }: UnitBodies, rareDf: number): Rarity {
  const cap = Math.min(rareDf, Math.max(Math.floor(population / 2), 2));
  return {
    // A key that nobody of the population holds counts as held once.
    idf: idfOf(
      population,
      df.map((count) => Math.max(1, count)),
    ),
    rare: Uint8Array.from(df, (count) => Number(count <= cap)),
  };
}

/** W(S): the sum of idf in ascending key order. Keys must ascend. */
export function weightOf(keys: Iterable<number>, { idf }: Rarity): number {
  let sum = 0;
  for (const key of keys) sum += idf[key]!;
  return sum;
}

/** Both ascending; what both hold, ascending. */
export function common(a: readonly number[], b: readonly number[]): number[] {
  const both: number[] = [];
  let [p, q] = [0, 0];
  while (p < a.length && q < b.length) {
    const [x, y] = [a[p]!, b[q]!];
    if (x === y) both.push(x);
    if (x <= y) p++;
    if (y <= x) q++;
  }
  return both;
}

/** Both ascending; what either holds, ascending. */
export function either(a: readonly number[], b: readonly number[]): number[] {
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

export const meets = (keys: readonly number[], set: ReadonlySet<number>): boolean =>
  keys.some((key) => set.has(key));
