import { parentPort, workerData } from 'node:worker_threads';
import { createTask } from '../../task/index.js';
import { dumpHere } from './dump-here.js';
import { failureOf, type ReaderMessage } from './messages.js';
import type { ThreadInput } from './thread.js';

/** Telling costs, and nobody reads faster. */
const PROGRESS_MS = 200;

/** The script of the reading thread. */
async function run(): Promise<void> {
  const { options, flag } = workerData as ThreadInput;
  const say = (message: ReaderMessage): void => parentPort?.postMessage(message);
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
    say({ failure: failureOf(error) });
  }
}

void run();
