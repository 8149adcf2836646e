import { writeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { EngineEvent } from './protocol.js';
import { encodeFrame, type HostMessage } from './wire.js';

/** Text waits this long, or until there is this much of it. */
const HOLD_MILLISECONDS = 20;
const HOLD_CHARACTERS = 16_384;

const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * The host's only way out: one pipe, written synchronously. Streams, displays and results keep their order, a cell
 * that never yields is still heard, and one that floods waits for its reader.
 */
export class HostOutput {
  #text = '';
  #stream: 'stdout' | 'stderr' = 'stdout';
  #flushed = 0;
  #scheduled = false;

  constructor(readonly fd: number) {}

  send(message: HostMessage): void {
    this.flush();
    this.#write(encodeFrame(message));
  }

  event(event: EngineEvent, call?: number): void {
    if (call !== undefined) this.send({ type: 'event', event, call });
    else if (event.type === 'stdout' || event.type === 'stderr') this.#hold(event.type, event.text);
    else this.send({ type: 'event', event });
  }

  flush(): void {
    if (this.#text === '') return;
    const event: EngineEvent = { type: this.#stream, text: this.#text };
    this.#text = '';
    this.#flushed = performance.now();
    this.#write(encodeFrame({ type: 'event', event } satisfies HostMessage));
  }

  /** Takes over `process.stdout` and `process.stderr`. */
  capture(): void {
    for (const name of ['stdout', 'stderr'] as const) {
      const decoder = new TextDecoder();
      const write = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
        this.#hold(
          name,
          typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }),
        );
        const callback = typeof encoding === 'function' ? encoding : done;
        if (typeof callback === 'function') queueMicrotask(() => (callback as () => void)());
        return true;
      };
      process[name].write = write as typeof process.stdout.write;
    }
  }

  #hold(stream: 'stdout' | 'stderr', text: string): void {
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    this.#text += text;
    if (
      this.#text.length >= HOLD_CHARACTERS ||
      performance.now() - this.#flushed > HOLD_MILLISECONDS
    )
      this.flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      setTimeout(() => {
        this.#scheduled = false;
        this.flush();
      }, HOLD_MILLISECONDS).unref();
    }
  }

  #write(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      try {
        at += writeSync(this.fd, bytes, at);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EPIPE') process.exit(1);
        if (code !== 'EAGAIN') throw error;
        Atomics.wait(pause, 0, 0, 1);
      }
    }
  }
}
