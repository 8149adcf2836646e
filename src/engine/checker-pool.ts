import { CheckerClient } from './checker-client.js';

/**
 * Checkers that outlive their engines. Starting one reads TypeScript and every library's types, which costs more than
 * most studies do; one that has forgotten its cells is as good as new.
 */
export class CheckerPool {
  readonly #idle: CheckerClient[] = [];
  #closed = false;

  take(cwd: string): CheckerClient {
    const at = this.#idle.findIndex((checker) => checker.cwd === cwd);
    return at === -1 ? new CheckerClient(cwd) : this.#idle.splice(at, 1)[0]!;
  }

  async give(checker: CheckerClient): Promise<void> {
    try {
      await checker.call({ method: 'forget' });
    } catch {
      await checker.close();
      return;
    }
    if (this.#closed) await checker.close();
    else this.#idle.push(checker);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#idle.splice(0).map((checker) => checker.close()));
  }
}
