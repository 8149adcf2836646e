import path from 'node:path';
import { findStudies, listStudies, replayStudy, saveStudy, type Replay } from '../study/index.js';
import { createCellRunner } from './cell-runner.js';
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

export function cellStudy(session: Session): CellStudy {
  const project = findConfig(session.host.cwd)?.folder ?? session.host.cwd;
  const folder = path.join(project, 'studies');
  const withRunner = async <T>(
    work: (runner: ReturnType<typeof createCellRunner>) => Promise<T>,
  ): Promise<T> => {
    const runner = createCellRunner();
    try {
      return await work(runner);
    } finally {
      await runner.close();
    }
  };
  return {
    list: async () => (await listStudies(folder)).map(({ name }) => name),
    replay: async (name) => {
      const [file] = await findStudies(folder, [name]);
      return withRunner((runner) => replayStudy(file!, runner));
    },
    save: async (name, options = {}) => {
      const request = {
        ...options,
        folder,
        name,
        cells: session.cells,
        ...(session.loaded && { dump: session.graph.path }),
      };
      const { file, proposal } = await withRunner((runner) => saveStudy(request, runner));
      const { runs, pins } = proposal.outcome;
      return `saved: ${path.relative(session.host.cwd, file.file)} (${runs.length} runs, ${pins.length} pins)`;
    },
  };
}
