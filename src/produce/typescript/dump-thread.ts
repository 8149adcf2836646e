import { parentPort, workerData } from 'node:worker_threads';
import { CodedError, createTask } from '../../task/index.js';
import { dumpHere } from './dump-here.js';
import type { ThreadInput, ThreadMessage } from './thread.js';

/** Telling costs, and nobody reads faster. */
const PROGRESS_MS = 200;

/** The script of the reading thread. */
async function run(): Promise<void> {
  const { options, flag } = workerData as ThreadInput;
  const say = (message: ThreadMessage): void => parentPort?.postMessage(message);
  try {
    let told = 0;
    const task = createTask({
      flag,
      onProgress(progress) {
        const now = performance.now();
        if (now - told < PROGRESS_MS) return;
        told = now;
        say({ progress });
      },
    });
    say({ result: await dumpHere(options, task) });
  } catch (error) {
    const known =
      error instanceof CodedError
        ? error
        : new CodedError('fault', String((error as Error).stack ?? error));
    say({ failure: { code: known.code, message: known.message, exitCode: known.exitCode } });
  }
}

void run();
