import { Worker } from 'node:worker_threads';
import { Interrupted } from '../task/index.js';
import { moduleFile } from './locations.js';
import { CALLS, WORD, callAt, callFlagAt, flagOf, wordsLength } from './stop-words.js';

/** Longest wait for a signal that is on its way, in milliseconds. */
const SIGNAL_WAIT = 500;

/** How the running cell of a host is stopped. */
export interface Stopping {
  /** Non-zero while the running cell must stop. */
  readonly stop: Int32Array;
  /** The flag of the running cell; a flag that is never set while none runs. */
  flag(): Int32Array;
  begin(cell: number): { readonly own: Int32Array; readonly interrupted: Promise<never> };
  /** A signal reached the cell by way of the virtual machine, which keeps it from the process. */
  signalled(): void;
  /** Whether the cell was interrupted. Waits until no signal to it is under way. */
  end(cell: number): Promise<boolean>;
  /** The flag of a call of a front door; `done` gives its place to another. */
  call(number: number): { readonly flag: Int32Array; done(): void };
}

export function listenForInterrupts(fd: number): Stopping {
  const words = new Int32Array(new SharedArrayBuffer(4 * wordsLength));
  const view = (index: number): Int32Array => new Int32Array(words.buffer, 4 * index, 1);
  const idle = new Int32Array(new SharedArrayBuffer(4));
  let running = 0;
  let reject: (reason: unknown) => void = () => undefined;
  let signalSeen: () => void = () => undefined;
  let signal = Promise.resolve();
  process.on('SIGINT', () => {
    signalSeen();
    if (running !== 0 && Atomics.load(words, WORD.stop) !== 0) reject(new Interrupted('the cell'));
  });
  const thread = new Worker(moduleFile('interrupt-thread'), { workerData: { words, fd } });
  thread.unref();
  return {
    stop: view(WORD.stop),
    flag: () => (running === 0 ? idle : view(flagOf(running))),
    begin(cell) {
      running = cell;
      signal = new Promise((resolve) => (signalSeen = resolve));
      const interrupted = new Promise<never>((_, refuse) => (reject = refuse));
      interrupted.catch(() => undefined);
      const own = view(flagOf(cell));
      own[0] = 0;
      Atomics.store(words, WORD.stop, 0);
      Atomics.store(words, WORD.cell, cell);
      if (Atomics.load(words, WORD.meant) === cell) {
        Atomics.store(own, 0, 1);
        Atomics.store(words, WORD.stop, 1);
        reject(new Interrupted('the cell'));
      }
      return { own, interrupted };
    },
    signalled() {
      signalSeen();
    },
    async end(cell) {
      const claimed = Atomics.compareExchange(words, WORD.cell, cell, 0) !== cell;
      Atomics.notify(words, WORD.cell);
      if (claimed) {
        const timeout = new Promise<void>((resolve) => setTimeout(resolve, SIGNAL_WAIT).unref());
        await Promise.race([signal, timeout]);
        Atomics.store(words, WORD.cell, 0);
      }
      running = 0;
      return Atomics.exchange(words, WORD.stop, 0) !== 0;
    },
    call(number) {
      for (let place = 0; place < CALLS; place++) {
        if (Atomics.load(words, callAt(place)) !== 0) continue;
        const flag = view(callFlagAt(place));
        flag[0] = 0;
        Atomics.store(words, callAt(place), number);
        return { flag, done: () => void Atomics.store(words, callAt(place), 0) };
      }
      return { flag: new Int32Array(new SharedArrayBuffer(4)), done: () => undefined };
    },
  };
}
