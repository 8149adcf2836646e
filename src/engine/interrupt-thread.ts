import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import { CALLS, INTERRUPT_BYTES, WORD, callAt, callFlagAt, flagOf } from './stop-words.js';

/**
 * A thread of the host: it reads interrupts from a pipe, so that they arrive while the main thread is busy. It sets
 * the flags that cell code and long operations poll; a cell that still runs after a moment gets a signal, which
 * reaches what does not poll. The pipe's end means that the front door is gone.
 */
const { words, fd } = workerData as { readonly words: Int32Array; readonly fd: number };

/** Milliseconds that polling code has before the signal. */
const POLL_GRACE = 50;

function stopCalls(last: number): void {
  for (let place = 0; place < CALLS; place++) {
    const call = Atomics.load(words, callAt(place));
    if (call > 0 && call <= last) Atomics.store(words, callFlagAt(place), 1);
  }
}

function stopCell(meant: number): void {
  // A cell that has not begun yet looks here when it does.
  Atomics.store(words, WORD.meant, meant);
  const cell = Atomics.load(words, WORD.cell);
  if (cell !== meant) return;
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
let held = Buffer.alloc(0);
new Socket({ fd, readable: true, writable: false })
  .on('data', (bytes) => {
    held = Buffer.concat([held, bytes]);
    for (; held.length >= INTERRUPT_BYTES; held = held.subarray(INTERRUPT_BYTES)) {
      stopCalls(held.readInt32LE(4));
      if (held.readInt32LE(0) > 0) stopCell(held.readInt32LE(0));
    }
  })
  .on('end', end)
  .on('error', end);
