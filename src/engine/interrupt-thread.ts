import { readSync } from 'node:fs';
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

const pause = new Int32Array(new SharedArrayBuffer(4));

function readByte(): number {
  const byte = Buffer.alloc(1);
  for (;;) {
    try {
      return readSync(fd, byte, 0, 1, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return 0;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

while (readByte() > 0) {
  const cell = Atomics.load(words, WORD.cell);
  if (cell <= 0) continue;
  Atomics.store(words, flagOf(cell), 1);
  Atomics.store(words, WORD.stop, 1);
  Atomics.wait(words, WORD.cell, cell, POLL_GRACE);
  // Claiming the cell before signalling keeps a late signal from reaching the next one.
  if (Atomics.compareExchange(words, WORD.cell, cell, -cell) === cell)
    process.kill(process.pid, 'SIGINT');
}
process.kill(process.pid, 'SIGKILL');
