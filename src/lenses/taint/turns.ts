import type { Task } from '../../task/index.js';
import * as turns from '../turns.js';

export { atOnce, type InTurns } from '../turns.js';

/** The event loop once round within a step of this lens. */
export function turn(task: Task, step: string): Promise<void> {
  return turns.turn(task, `taint.${step}`);
}

/** A part of a step's work, in turns. */
export function inTurns<T>(
  work: turns.InTurns<T>,
  task: Task,
  step: string,
  what: string,
  total?: number,
): Promise<T> {
  return turns.inTurns(work, task, `${step}, ${what}`, total);
}
