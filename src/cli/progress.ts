import { createTask, type ProgressReport, type Task } from '../task/index.js';
import type { Io } from './io.js';

const QUIET_MS = 1000;
const LIVE_MS = 100;
const LINE_MS = 5000;

/**
 * A task whose progress is told on stderr once it has lasted a second: one line rewritten in place on a terminal, a
 * line now and then elsewhere. `end` clears what is left on the terminal.
 */
export function tellingTask(io: Io, signal?: AbortSignal): { readonly task: Task; end(): void } {
  const started = performance.now();
  let last = 0;
  let shown = false;
  const clear = '\r\x1b[2K';
  const onProgress = (report: ProgressReport): void => {
    const now = performance.now();
    if (now - started < QUIET_MS || now - last < (io.live ? LIVE_MS : LINE_MS)) return;
    last = now;
    const line = progressLine(report);
    io.err(io.live ? clear + line : `${line}\n`);
    shown = io.live;
  };
  return {
    task: createTask({ onProgress, ...(signal && { signal }) }),
    end() {
      if (shown) io.err(clear);
      shown = false;
    },
  };
}

/** Long work whose progress is told. Ctrl-c or SIGTERM asks it to stop, and a second one ends the process. */
export async function interruptible<T>(io: Io, work: (task: Task) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  // Some steps, the compiler's own among them, end before they look: the answer to ctrl-c must not wait for that.
  const stop = (): void => {
    io.err(`${io.live ? '\n' : ''}stopping after this step; ctrl-c again ends at once\n`);
    abort.abort();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const { task, end } = tellingTask(io, abort.signal);
  try {
    return await work(task);
  } finally {
    end();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

function progressLine({ what, done, total }: ProgressReport): string {
  if (total === undefined || total === 0) return `${what}: ${done}`;
  return `${what}: ${done} of ${total} (${Math.floor((100 * done) / total)} %)`;
}
