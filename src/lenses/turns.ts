import type { Task } from '../task/index.js';

/** Work that can be left and taken up again; it yields how much of it is done. */
export type InTurns<T> = Generator<number, T, void>;

/** Milliseconds that a turn may last: neither a timer nor an interrupt arrives within one. */
const LONGEST = 50;

/** The work in one go. */
export function atOnce<T>(work: InTurns<T>): T {
  for (;;) {
    const turn = work.next();
    if (turn.done === true) return turn.value;
  }
}

/** The event loop once round, so that an interrupt which came before ends the work here. */
export async function turn(task: Task, what: string): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  task.check(what);
}

/** The work with the event loop coming round in between: it tells how far it is, and an interrupt ends it. */
export async function inTurns<T>(
  work: InTurns<T>,
  task: Task,
  what: string,
  total?: number,
): Promise<T> {
  // What the step before did without a turn may have lasted too.
  let last = -Infinity;
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
    if (performance.now() - last < LONGEST) continue;
    task.progress(what, next.value, total);
    await turn(task, what);
    last = performance.now();
  }
}
