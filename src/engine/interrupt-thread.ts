import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import { WORD, flagOf } from './stop-words.js';

/**
 * A thread of the host: it reads interrupts from a pipe, so that they arrive while the main thread is busy. It sets
 * the flags that cell code and long operations poll; a cell that still runs after a moment gets a signal, which
 * reaches what does not poll. The pipe's end means that the front door is gone.
 */
const { words, fd } = workerData as { readonly words: Int32Array; readonly fd: number };

/** Milliseconds that polling code has before the signal. */
const POLL_GRACE = 50;

function interrupt(): void {
  const cell = Atomics.load(words, WORD.cell);
  if (cell <= 0) return;
  Atomics.store(words, flagOf(cell), 1);
  Atomics.store(words, WORD.stop, 1);
  Atomics.wait(words, WORD.cell, cell, POLL_GRACE);
  // Claiming the cell before signalling keeps a late signal from reaching the next one.
  if (Atomics.compareExchange(words, WORD.cell, cell, -cell) === cell)
    process.kill(process.pid, 'SIGINT');
}

const end = (): void => void process.kill(process.pid, 'SIGKILL');

// Read by this thread's own loop, never by a blocking call: a diagnostic report of the process, which native packages
// ask for when they load, waits until every thread answers.
new Socket({ fd, readable: true, writable: false })
  .on('data', (bytes) => {
    bytes.forEach(interrupt);
  })
  .on('end', end)
  .on('error', end);
