import { Interrupted } from './errors.js';

/** One report of progress. `total` is absent while it is unknown. */
export interface ProgressReport {
  readonly what: string;
  readonly done: number;
  readonly total?: number;
}

export type ProgressListener = (report: ProgressReport) => void;

/** What every long operation takes: a way to be stopped and a way to tell how far it is. */
export interface Task {
  /** One Int32 in shared memory; non-zero means stop. C++ and worker threads poll the same word. */
  readonly flag: Int32Array;
  /** True once the flag is set or the signal aborted. */
  readonly stopped: boolean;
  /** Throws `Interrupted` when stopped; call it every 2^16 items or between products. */
  check(what?: string): void;
  progress(what: string, done: number, total?: number): void;
}

export interface TaskOptions {
  readonly signal?: AbortSignal;
  readonly flag?: Int32Array;
  readonly onProgress?: ProgressListener;
}

/** A task over a signal, a shared flag, or neither. */
export function createTask(options: TaskOptions = {}): Task {
  const flag = options.flag ?? new Int32Array(new SharedArrayBuffer(4));
  const stop = (): void => {
    Atomics.store(flag, 0, 1);
  };
  if (options.signal?.aborted) stop();
  else options.signal?.addEventListener('abort', stop, { once: true });
  return {
    flag,
    get stopped() {
      return Atomics.load(flag, 0) !== 0;
    },
    check(what) {
      if (Atomics.load(flag, 0) !== 0) throw new Interrupted(what);
    },
    progress(what, done, total) {
      options.onProgress?.(total === undefined ? { what, done } : { what, done, total });
    },
  };
}
