import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { CodedError, type Task } from '../../task/index.js';
import type { TypeScriptDumpOptions, TypeScriptDumpResult } from './dump-typescript.js';
import { hear, type ReaderMessage } from './messages.js';

/** What the reading process is told. */
export type ProcessOrder =
  { readonly read: Omit<TypeScriptDumpOptions, 'task'> } | { readonly stop: true };

/** A flag is shared memory, which a process has to itself. */
const LOOK_MS = 50;

/** As many threads as the engine starts where it is not told. */
const ENGINE_THREADS = 4;

/**
 * Threads that compile and collect beside the one that reads: as many as there are other processors. The engine would
 * start four on any machine, and on two processors the reading would wait for one of them an eighth of its time; it
 * takes their number when a process starts, and never later.
 */
function threadsBeside(): number {
  return Math.min(Math.max(availableParallelism() - 1, 1), ENGINE_THREADS);
}

/**
 * By how many percent what is held may grow before it is collected. With one thread beside, what the engine would let
 * grow by twice as much is collected late or never: hono took 880 or 990 MB, as it happened.
 */
const HEAP_GROWTH = 75;

/** Runs the reading in a process of its own, and passes its progress on. */
export async function inProcess(
  script: URL,
  options: TypeScriptDumpOptions,
  task: Task,
): Promise<TypeScriptDumpResult> {
  const { task: _, ...plain } = options;
  const reading = fork(fileURLToPath(script), [], {
    execArgv: [`--v8-pool-size=${threadsBeside()}`, `--heap-growing-percent=${HEAP_GROWTH}`],
  });
  const say = (order: ProcessOrder): void => {
    if (reading.connected) reading.send(order);
  };
  const look = setInterval(() => {
    if (task.stopped) say({ stop: true });
  }, LOOK_MS);
  try {
    say({ read: plain });
    return await resultOf(reading, task);
  } finally {
    clearInterval(look);
    await ended(reading);
  }
}

async function ended(reading: ChildProcess): Promise<void> {
  if (reading.exitCode !== null || reading.signalCode !== null) return;
  const exit = once(reading, 'exit');
  reading.disconnect();
  await exit;
}

function resultOf(reading: ChildProcess, task: Task): Promise<TypeScriptDumpResult> {
  return new Promise((resolve, reject) => {
    reading.on('message', (message: ReaderMessage) => {
      hear(message, task, resolve, reject);
    });
    reading.on('error', reject);
    reading.on('exit', (code, signal) => {
      reject(
        new CodedError(
          'producer_stopped',
          `reading process that ended early: ${signal ?? `exit code ${code}`}; see whether memory ran out`,
        ),
      );
    });
  });
}
