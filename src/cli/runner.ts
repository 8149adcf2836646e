import type { CellRunner } from '../study/index.js';

/** Runs `work` with a runner over a fresh engine, which is closed whatever happens. */
export async function withRunner<T>(work: (runner: CellRunner) => Promise<T>): Promise<T> {
  const { createCellRunner } = await import('../session/index.js');
  const runner = createCellRunner();
  try {
    return await work(runner);
  } finally {
    await runner.close();
  }
}
