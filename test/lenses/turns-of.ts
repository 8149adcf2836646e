import type { InTurns } from '../../src/lenses/turns.js';

/** How often some work may be left. */
export function turnsOf(work: InTurns<unknown>): number {
  let turns = 0;
  while (work.next().done !== true) turns++;
  return turns;
}
