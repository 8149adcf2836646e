import { Worker } from 'node:worker_threads';
import { CodedError, type Task } from '../../task/index.js';
import type { TypeScriptDumpOptions, TypeScriptDumpResult } from './dump-typescript.js';
import { hear, type ReaderMessage } from './messages.js';

/** What the reading thread is given. */
export interface ThreadInput {
  readonly options: Omit<TypeScriptDumpOptions, 'task'>;
  /** Shared memory: non-zero stops. */
  readonly flag: Int32Array;
}

/** Deep enough for the nesting of machine-written sources of several megabytes. */
const STACK_MB = 256;

/** Runs the reading in a thread and passes its progress on. */
export function inThread(
  script: URL,
  options: TypeScriptDumpOptions,
  task: Task,
): Promise<TypeScriptDumpResult> {
  const { task: _, ...plain } = options;
  const input: ThreadInput = { options: plain, flag: task.flag };
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, {
      workerData: input,
      resourceLimits: { stackSizeMb: STACK_MB },
    });
    worker.on('message', (message: ReaderMessage) => {
      hear(message, task, resolve, reject);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : error);
    });
    worker.on('exit', () => {
      reject(
        new CodedError(
          'producer_stopped',
          'reading thread that ended early: see whether memory ran out',
        ),
      );
    });
  });
}

function outOfMemory(): CodedError {
  return new CodedError(
    'out_of_memory',
    'memory that ran out while reading: give Node more with NODE_OPTIONS=--max-old-space-size=MEGABYTES, or dump the packages one by one',
  );
}
