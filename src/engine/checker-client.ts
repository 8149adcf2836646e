import { Worker } from 'node:worker_threads';
import { CodedError } from '../task/index.js';
import type { CheckerCall } from './checker-thread.js';
import { moduleFile } from './locations.js';

/** The front door's end of the checker's thread. */
export class CheckerClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<
    number,
    { resolve: (value: never) => void; reject: (reason: unknown) => void }
  >();
  #count = 0;

  constructor(readonly cwd: string) {
    this.#worker = new Worker(moduleFile('checker-thread'), { workerData: { cwd }, stderr: true });
    this.#worker.on(
      'message',
      ({ id, value, error }: { id: number; value?: never; error?: string }) => {
        const call = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error === undefined) call?.resolve(value as never);
        else call?.reject(new CodedError('checker_failed', `type checker failed: ${error}`));
        if (this.#waiting.size === 0) this.#worker.unref();
      },
    );
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new CodedError('closed', 'closed: the engine')));
    this.#worker.unref();
  }

  call<T>(call: CheckerCall): Promise<T> {
    const id = ++this.#count;
    this.#worker.ref();
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, call });
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(reason: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}
