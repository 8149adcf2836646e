import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Quality, Sink } from '../../dump/index.js';
import { createTask, type Task } from '../../task/index.js';
import { readSources } from './read-sources.js';
import { UnitSinks } from './units.js';

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
  readonly warnings: readonly string[];
}

/** Format of what this producer tells, not the package's version. */
export const PRODUCER = 'mimir-typescript/1';

/** Makes a dump of a TypeScript or JavaScript project: one unit a package, named like it. */
export async function dumpTypeScript(
  options: TypeScriptDumpOptions,
): Promise<TypeScriptDumpResult> {
  const task = options.task ?? createTask();
  const sinks = new UnitSinks(options.out);
  const read = await readSources(
    {
      path: options.path,
      ...(options.typescript !== undefined && { typescript: options.typescript }),
      ...(options.repo !== undefined && { repo: options.repo }),
    },
    sinks,
    task,
    (packageName) => {
      sinks.open(packageName);
    },
  );
  const commit = commitOf(options.path);
  const written = sinks.commit((packageName) => ({
    producer: PRODUCER,
    fidelity: 'typed',
    unit: unitName(packageName),
    quality: read.packages.get(packageName) ?? {},
    ...(options.repo !== undefined && { repo: options.repo }),
    ...(commit !== undefined && { commit }),
  }));
  return {
    unit: unitName(read.packageName),
    out: options.out,
    sources: read.files,
    ...written,
    quality: read.quality,
    packages: Object.fromEntries(read.packages),
    warnings: read.warnings,
  };
}

/** The sink's facts of a project, without a dump on disk. */
export async function readTypeScript(
  options: Omit<TypeScriptDumpOptions, 'out' | 'task'>,
  sink: Sink,
  task: Task = createTask(),
): Promise<Quality> {
  return (await readSources(options, sink, task)).quality;
}

/** `@scope/name` as a file name. */
export function unitName(packageName: string): string {
  return packageName.replace(/^@/u, '').replaceAll(/[^A-Za-z0-9._-]+/gu, '+');
}

/** The commit of the analysed path, only where git tracks it. */
function commitOf(target: string): string | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: path.dirname(path.resolve(target)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    if (git('ls-files', '--', path.basename(path.resolve(target))) === '') return undefined;
    return git('rev-parse', 'HEAD');
  } catch {
    return undefined;
  }
}
