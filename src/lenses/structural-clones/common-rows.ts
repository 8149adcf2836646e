import { DEFAULTS } from '../../lens/index.js';
import type { Features } from './features.js';
import { rareCap } from './join.js';

/** A program of fewer functions rarely has features that are common by its size alone; from here on they are counted. */
export const COUNTED_FROM = 20_000;

/** Rows that hold features over the cap of a rare one and none below it: the join compares them with nothing. */
export function commonRows({ rows, sets: { offsets, tokens }, df }: Features): number {
  const cap = rareCap(rows, DEFAULTS.structuralClones.rareDf.value);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const held = tokens.subarray(offsets[row], offsets[row + 1]);
    if (
      held.some((token) => df[token]! > cap) &&
      !held.some((token) => df[token]! >= 2 && df[token]! <= cap)
    )
      count++;
  }
  return count;
}

/** What a reader must know of functions that share too much to be compared. */
export function commonNotes(
  features: Features,
  what: 'features' | 'words' = 'features',
  countedFrom: number = COUNTED_FROM,
): string[] {
  const count = features.rows < countedFrom ? 0 : commonRows(features);
  return count === 0
    ? []
    : [
        `${String(count)} of ${String(features.rows)} functions share only ${what} that more than ${String(DEFAULTS.structuralClones.rareDf.value)} functions have: they were compared with none`,
      ];
}
