import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Task } from '../../task/index.js';
import type { TypeScriptDumpOptions, TypeScriptDumpResult } from './dump-typescript.js';
import { readSources } from './read-sources.js';
import { UnitSinks } from './units.js';

/** Format of what this producer tells, not the package's version. */
const PRODUCER = 'mimir-typescript/1';

/** Reads and writes on the thread that calls. */
export async function dumpHere(
  options: Omit<TypeScriptDumpOptions, 'task'>,
  task: Task,
): Promise<TypeScriptDumpResult> {
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
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

/** `@scope/name` as a file name. */
function unitName(packageName: string): string {
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
