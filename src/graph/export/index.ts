import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder, unwritable } from '../../dump/index.js';
import { nearestNames } from '../../table/index.js';
import { createTask, InvalidArgument, type Task } from '../../task/index.js';
import type { CodeGraph } from '../code-graph.js';
import { edgeTable, nodeTable } from './columns.js';
import { writeCsv } from './csv.js';
import { writeGraphAr } from './graphar.js';
import { writeGraphMl } from './graphml.js';
import { writeParquet } from './parquet.js';

export const EXPORT_FORMATS = ['parquet', 'graphml', 'csv', 'graphar'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export function exportFormat(word: string): ExportFormat {
  const format = EXPORT_FORMATS.find((known) => known === word);
  if (format !== undefined) return format;
  const [near] = nearestNames(word, EXPORT_FORMATS);
  throw new InvalidArgument(
    `unknown export format: ${word}; ${near === undefined ? `one of ${EXPORT_FORMATS.join(', ')}` : `did you mean ${near}?`}`,
  );
}

/**
 * Writes a graph into a folder in another format, aside first; what was there under the same names is replaced. Gives
 * the paths of what it wrote. `parquet`, `csv`: nodes and edges; `graphml`: one file; `graphar`: a gar/v1 archive.
 */
export async function exportGraph(
  graph: CodeGraph,
  format: ExportFormat,
  dir: string,
  task: Task = createTask(),
): Promise<string[]> {
  const target = resolve(dir);
  const aside = `${target}.${process.pid}.tmp`;
  try {
    rmSync(aside, { recursive: true, force: true });
    makeFolder(aside, target);
  } catch (cause) {
    throw unwritable(target, cause);
  }
  try {
    switch (format) {
      case 'parquet':
        await writeParquet(join(aside, 'nodes.parquet'), nodeTable(graph), task);
        await writeParquet(join(aside, 'edges.parquet'), edgeTable(graph), task);
        break;
      case 'csv':
        writeCsv(join(aside, 'nodes.csv'), nodeTable(graph), task);
        writeCsv(join(aside, 'edges.csv'), edgeTable(graph), task);
        break;
      case 'graphml':
        writeGraphMl(join(aside, 'graph.graphml'), graph, task);
        break;
      case 'graphar':
        await writeGraphAr(aside, graph, task);
        break;
    }
    makeFolder(target);
    return readdirSync(aside)
      .sort()
      .map((name) => {
        const path = join(target, name);
        rmSync(path, { recursive: true, force: true });
        renameSync(join(aside, name), path);
        return path;
      });
  } catch (cause) {
    throw unwritable(target, cause);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}
