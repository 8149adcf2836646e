import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

/** The commit of an analysed path, only where git tracks it: the path itself, or `manifest` in a folder. */
export function commitOf(target: string, manifest = '.'): string | undefined {
  const isFolder = statSync(target).isDirectory();
  const git = (...args: string[]): string =>
    // A folder's own configuration may name a program to watch it by, which git would run.
    execFileSync('git', ['-c', 'core.fsmonitor=false', ...args], {
      cwd: isFolder ? target : path.dirname(path.resolve(target)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 30,
    }).trim();
  try {
    if (git('ls-files', '--', isFolder ? manifest : path.basename(target)) === '') return undefined;
    return git('rev-parse', 'HEAD');
  } catch {
    return undefined;
  }
}
