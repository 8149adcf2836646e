import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the folder's own configuration would have git run: a watcher of it. */
const NOTHING_RUN = ['-c', 'core.fsmonitor=false'] as const;

/** What a git command prints in a folder. */
export async function git(cwd: string, parameters: readonly string[]): Promise<string> {
  const { stdout } = await run(
    'git',
    [...NOTHING_RUN, '-c', 'core.quotePath=false', ...parameters],
    {
      cwd,
      maxBuffer: 1 << 29,
    },
  );
  return stdout;
}
