import { hashDump, listUnits, loadDump, locateDump } from '../dump/index.js';
import { createTask, type Task } from '../task/index.js';
import type { CodeGraph } from './code-graph.js';
import { ColumnarGraph } from './columnar-graph.js';

export interface OpenOptions {
  readonly task?: Task;
}

/** The graph of a dump: a dump's directory, or a folder that holds one. */
export function openGraph(path: string, options: OpenOptions = {}): Promise<CodeGraph> {
  const task = options.task ?? createTask();
  return Promise.resolve().then(() => {
    const dir = locateDump(path);
    const files = listUnits(dir).flatMap((unit) =>
      [unit.nodes, unit.edges].filter((file) => file !== null),
    );
    return new ColumnarGraph(loadDump(dir, task), { path: dir, key: () => hashDump(files, task) });
  });
}
