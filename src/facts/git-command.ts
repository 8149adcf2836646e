import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a git command prints in a folder. */
export async function git(cwd: string, parameters: readonly string[]): Promise<string> {
  const { stdout } = await run('git', ['-c', 'core.quotePath=false', ...parameters], {
    cwd,
    maxBuffer: 1 << 29,
  });
  return stdout;
}
