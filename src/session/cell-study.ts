import path from 'node:path';
import {
  driftLines,
  findStudies,
  listStudies,
  replayStudy,
  saveStudy,
  type Replay,
} from '../study/index.js';
import { counted } from '../view/index.js';
import { createCellRunner } from './cell-runner.js';
import { Interrupted, type Task } from '../task/index.js';
import { findConfig } from './config.js';
import type { Session } from './session.js';

export interface SaveOptions {
  readonly title?: string;
  /** Keep every cell, not only those that pins and lens runs depend on. */
  readonly all?: boolean;
  readonly overwrite?: boolean;
}

/** What `study` can do in a cell. */
export interface CellStudy {
  /** Names of the saved studies of this project. */
  list(): Promise<readonly string[]>;
  /** Replays a saved study in an engine of its own, and says whether it still holds. */
  replay(name: string): Promise<Replay>;
  /** Saves the cells of this session that pins and lens runs depend on, and records what they show. */
  save(name: string, options?: SaveOptions): Promise<string>;
}

/** Milliseconds between looks at the flag of a task whose work goes on in another engine. */
const LOOK = 50;

/** Runs work over a runner of studies; a stopped task ends the runner's engines, and with them the work. */
async function withRunner<T>(
  task: Task,
  work: (runner: ReturnType<typeof createCellRunner>) => Promise<T>,
): Promise<T> {
  const runner = createCellRunner((what, done, total) => {
    task.progress(what, done, total);
  });
  let look: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    look = setInterval(() => {
      if (task.stopped) reject(new Interrupted('the replay of the study'));
    }, LOOK);
  });
  try {
    return await Promise.race([work(runner), stopped]);
  } finally {
    clearInterval(look);
    await runner.close();
  }
}

export function cellStudy(session: Session, task?: Task): CellStudy {
  const project = findConfig(session.host.cwd)?.folder ?? session.host.cwd;
  const folder = path.join(project, 'studies');
  const own = (): Task => task ?? session.task();
  return {
    list: async () => (await listStudies(folder)).map(({ name }) => name),
    replay: async (name) => {
      const [file] = await findStudies(folder, [name]);
      return withRunner(own(), (runner) => replayStudy(file!, runner));
    },
    save: async (name, options = {}) => {
      const request = {
        ...options,
        folder,
        name,
        cells: session.saved,
        ...(session.loaded && { dump: session.graph.path }),
      };
      const { file, proposal } = await withRunner(own(), (runner) => saveStudy(request, runner));
      const { runs, pins } = proposal.outcome;
      return `saved: ${path.relative(session.host.cwd, file.file)} (${counted(runs.length, 'run')}, ${counted(pins.length, 'pin')})`;
    },
  };
}

/** What a replay found, for a front door to print. */
export interface ReplayText {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

export function replayText(replay: Replay, width = 100): ReplayText {
  const { study, title, ok, findings, error } = replay;
  return {
    ok,
    lines: [
      `study ${study}: ${title}: ${ok ? 'holds' : 'does not hold'}`,
      ...(error === undefined
        ? []
        : [`${error.cell === undefined ? '' : `cell ${error.cell + 1}: `}${error.message}`]),
      ...findings.flatMap((finding) => driftLines(finding, { width })),
    ],
  };
}
