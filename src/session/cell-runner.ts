import { CheckerPool, type Engine, type Evaluation } from '../engine/index.js';
import type { CellOutcome, CellRunner, CellRunOptions, Shown } from '../study/index.js';
import type { Task } from '../task/index.js';
import { createSession } from './session-engine.js';

/** One for the process: most of what a replay costs is a checker's start. */
const checkers = new CheckerPool();

/** Is told how far a study is: the cell, and what a lens in it says. */
type Tell = Task['progress'];

type Records = Pick<CellOutcome, 'pins' | 'runs' | 'dumpKey'>;

/** Runs the cells of studies, each study in a fresh host; the checker of types goes from one to the next. */
export function createCellRunner(tell?: Tell): CellRunner {
  const open = new Set<Engine>();
  return {
    async run(cells, options) {
      const engine = createSession({
        study: 'replay',
        checkers,
        ...(options.dump !== undefined && { dump: options.dump }),
        ...(options.seed !== undefined && { seed: options.seed }),
        ...(options.directory !== undefined && { cwd: options.directory }),
      });
      open.add(engine);
      try {
        return await runCells(engine, cells, options, tell);
      } finally {
        open.delete(engine);
        await engine.close();
      }
    },
    async close() {
      await Promise.all([...open].map((engine) => engine.close()));
    },
  };
}

async function runCells(
  engine: Engine,
  cells: readonly string[],
  { signal, show }: CellRunOptions,
  tell?: Tell,
): Promise<CellOutcome> {
  const stop = (): void => void engine.interrupt();
  signal?.addEventListener('abort', stop);
  try {
    tell?.('a fresh engine starts', 0, 1);
    await engine.ready;
    tell?.('a fresh engine starts', 1, 1);
    const shown: (Shown | null)[] = [];
    for (const [at, source] of cells.entries()) {
      if (signal?.aborted === true) return await withError(engine, at, 'stopped before this cell');
      tell?.('cells run', at, cells.length);
      let last: Shown | null = null;
      const evaluation = await engine.evaluate(source, (event) => {
        if (event.type === 'display' || event.type === 'update') last = event.bundle;
        if (event.type === 'progress')
          tell?.(`cell ${at + 1} of ${cells.length}: ${event.what}`, event.done, event.total);
      });
      shown.push(withoutTimes(evaluation.result?.bundle ?? last));
      const message = failureOf(evaluation);
      if (message !== null) return await withError(engine, at, message);
    }
    return { ...(await records(engine)), ...(show === true && { shown }) };
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Times differ from run to run; a page that is kept must not. */
function withoutTimes(bundle: Shown | null): Shown | null {
  if (bundle === null) return null;
  const timeless = (text: string): string => text.replace(/(?:,|\s*·)? *\b\d+(?:\.\d+)? ms\b/g, '');
  return Object.fromEntries(
    Object.entries(bundle).map(([type, data]) => [
      type,
      typeof data === 'string' && type.startsWith('text/') ? timeless(data) : data,
    ]),
  ) as Shown;
}

const records = async (engine: Engine): Promise<Records> =>
  (await engine.comm('session', 'records', null)) as Records;

async function withError(engine: Engine, cell: number, message: string): Promise<CellOutcome> {
  return { ...(await records(engine)), error: { cell, message } };
}

function failureOf({ status, diagnostics, error }: Evaluation): string | null {
  switch (status) {
    case 'ok':
      return null;
    case 'diagnostics':
      return diagnostics.map(({ line, col, message }) => `${line}:${col} ${message}`).join('\n');
    case 'interrupted':
      return 'interrupted: the time for this study was over, or its user stopped it';
    case 'error':
    case 'restarted':
      return error === undefined
        ? status
        : `${error.message}${(error.frames[0] ?? '') === '' ? '' : ` at ${error.frames[0]}`}`;
  }
}
