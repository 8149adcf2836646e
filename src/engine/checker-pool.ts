import { CheckerClient } from './checker-client.js';

/** Milliseconds that an unused checker is kept; a user who replays one study often replays the next. */
const KEPT = 60_000;

/**
 * Checkers that outlive their engines. Starting one reads TypeScript and every library's types, which costs more than
 * most studies do; one that has forgotten its cells is as good as new. Nothing here keeps a process alive.
 */
export class CheckerPool {
  readonly #idle = new Map<CheckerClient, NodeJS.Timeout>();

  take(cwd: string): CheckerClient {
    for (const [checker, timer] of this.#idle) {
      if (checker.cwd !== cwd) continue;
      clearTimeout(timer);
      this.#idle.delete(checker);
      return checker;
    }
    return new CheckerClient(cwd);
  }

  async give(checker: CheckerClient): Promise<void> {
    try {
      await checker.call({ method: 'forget' });
    } catch {
      await checker.close();
      return;
    }
    const timer = setTimeout(() => {
      this.#idle.delete(checker);
      void checker.close();
    }, KEPT);
    this.#idle.set(checker, timer.unref());
  }
}
