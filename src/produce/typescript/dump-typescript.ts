import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Quality, Sink } from '../../dump/index.js';
import { createTask, type Task } from '../../task/index.js';
import { inProcess } from './process.js';

export interface TypeScriptDumpOptions {
  /** A tsconfig, or a folder with or without one. Nothing is written there, nothing of it is run. */
  readonly path: string;
  /** Folder of the dump. */
  readonly out: string;
  readonly task?: Task;
  /** Folder of the project's own typescript package, 5.0 up to below 7; the bundled one when absent. */
  readonly typescript?: string;
  /** Name of the repository that the dump carries. */
  readonly repo?: string;
  /** Read every package anew, also those that did not change since the dump in `out` was made. */
  readonly fresh?: boolean;
}

export interface TypeScriptDumpResult {
  readonly unit: string;
  readonly out: string;
  readonly files: readonly string[];
  readonly sources: number;
  readonly nodes: number;
  readonly edges: number;
  readonly quality: Quality;
  readonly packages: Readonly<Record<string, Quality>>;
  /** Packages whose units stand as an earlier run wrote them, since nothing that they depend on changed. */
  readonly reused: readonly string[];
  readonly warnings: readonly string[];
  /** Most memory that the reading process held at once, in MiB. */
  readonly peakMb: number;
}

const PROCESS = new URL('./dump-process.js', import.meta.url);

/**
 * Makes a dump of a TypeScript or JavaScript project: one unit a package, named like it. Reading runs in a process of
 * its own, there in a thread with a large stack, since generated sources nest deeper than the main thread's; the task's
 * flag stops it.
 */
export async function dumpTypeScript(
  options: TypeScriptDumpOptions,
): Promise<TypeScriptDumpResult> {
  const task = options.task ?? createTask();
  // Compiled, there is a script to start a process with; run from sources, there is none.
  if (existsSync(fileURLToPath(PROCESS))) return await inProcess(PROCESS, options, task);
  // What reads is loaded by who reads: elsewhere it would lie in memory twice.
  const { dumpHere } = await import('./dump-here.js');
  return await dumpHere(options, task);
}

/** The sink's facts of a project, without a dump on disk. */
export async function readTypeScript(
  options: Omit<TypeScriptDumpOptions, 'out' | 'task' | 'fresh'>,
  sink: Sink,
  task: Task = createTask(),
): Promise<Quality> {
  const { readSources } = await import('./read-sources.js');
  return (await readSources(options, sink, task)).quality;
}
