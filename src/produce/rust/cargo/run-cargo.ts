import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Interrupted, type Task } from '../../../task/index.js';

const POLL_MS = 100;
const GRACE_MS = 2000;

export interface CargoRun {
  /** Exit code; -1 after a signal. */
  readonly code: number;
  /** What cargo told people, at most the last 64 KiB. */
  readonly stderr: string;
}

/**
 * Runs cargo in a process group of its own and hands on its standard output line by line. When the task is stopped, or
 * this process ends, the whole group is ended: compilers and build scripts too.
 */
export function runCargo(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly task: Task },
  onLine: (line: string) => void,
): Promise<CargoRun> {
  const { cwd, env, task } = options;
  return new Promise((resolve, reject) => {
    const child = spawn('cargo', args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-65536);
    });
    createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', onLine);
    const end = (): void => {
      endGroup(child, 'SIGKILL');
    };
    process.once('exit', end);
    let ended = 0;
    const poll = setInterval(() => {
      if (!task.stopped) return;
      if (ended === 0) endGroup(child, 'SIGTERM');
      ended += POLL_MS;
      if (ended > GRACE_MS) endGroup(child, 'SIGKILL');
    }, POLL_MS);
    const done = (): void => {
      clearInterval(poll);
      process.off('exit', end);
    };
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('close', (code) => {
      done();
      if (task.stopped) reject(new Interrupted('cargo check'));
      else resolve({ code: code ?? -1, stderr });
    });
  });
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // The group is gone already: nothing is left to end.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
