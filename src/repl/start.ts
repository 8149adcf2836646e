import { History, historyFile } from './editor/history.js';
import type { ReplOptions } from './options.js';

/**
 * Opens the workbench on an engine and resolves with the exit code once it is left. The engine is closed then.
 * Without a terminal, cells are read from stdin in line mode.
 */
export async function startRepl(options: ReplOptions): Promise<number> {
  const env = options.env ?? process.env;
  const stdin = options.stdin ?? process.stdin;
  const stdout = options.stdout ?? process.stdout;
  const project = options.project ?? process.cwd();
  const lines =
    options.plain === true ||
    options.json === true ||
    !stdin.isTTY ||
    !stdout.isTTY ||
    env['TERM'] === 'dumb';
  try {
    const file =
      options.history === undefined
        ? stdin.isTTY
          ? historyFile(project, env)
          : null
        : options.history;
    const history = await History.open(file);
    if (lines) {
      const { runPlain } = await import('./plain.js');
      return await runPlain(options, history);
    }
    const { runTerminal } = await import('./terminal/run.js');
    return await runTerminal(options, history);
  } finally {
    await options.engine.close();
  }
}
