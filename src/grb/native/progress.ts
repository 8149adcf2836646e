import type { Task } from '../../task/index.js';
import type { Addon } from './addon.js';

/** Milliseconds between two reports of one operation. */
const PERIOD = 100;

/** What waits for the job thread under each flag, in order: the first is what runs. */
const waiting = new Map<Int32Array, Set<object>>();

/** Reports to the task how far the promised operation is, until it ends. */
export async function reported<T>(
  addon: Pick<Addon, 'progress'>,
  what: string,
  promise: Promise<T>,
  task: Task,
): Promise<T> {
  const { flag } = task;
  const mine = {};
  const line = waiting.get(flag) ?? new Set();
  waiting.set(flag, line.add(mine));
  const timer = setInterval(() => {
    const [first] = line;
    if (first !== mine) return;
    const at = addon.progress(flag);
    if (at !== null) task.progress(what, at.done, at.total);
  }, PERIOD);
  timer.unref();
  try {
    return await promise;
  } finally {
    clearInterval(timer);
    line.delete(mine);
    if (line.size === 0) waiting.delete(flag);
  }
}
