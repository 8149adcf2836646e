import type { CellRunner } from '../study/index.js';
import type { Io } from './io.js';
import { tellingTask } from './progress.js';

/**
 * Runs `work` with a runner over a fresh engine, which is closed whatever happens. On a terminal the progress of the
 * study `name` is told; a log has a line a study, which is enough.
 */
export async function withRunner<T>(
  io: Io,
  name: string,
  work: (runner: CellRunner) => Promise<T>,
): Promise<T> {
  const { createCellRunner } = await import('../session/index.js');
  const { task, end } = tellingTask(io);
  const runner = createCellRunner(
    io.live
      ? (what, done, total) => {
          task.progress(`${name}: ${what}`, done, total);
        }
      : undefined,
  );
  try {
    return await work(runner);
  } finally {
    end();
    await runner.close();
  }
}
