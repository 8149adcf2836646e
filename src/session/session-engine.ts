import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine, type Engine, type EngineOptions } from '../engine/index.js';
import type { SessionArgs } from './session.js';

export interface SessionOptions extends SessionArgs {
  /** The folder in which cells work; default the process's. */
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly patience?: EngineOptions['patience'];
  readonly checkers?: EngineOptions['checkers'];
}

/** The compiled prelude; a test that runs the sources takes it from `dist`. */
function preludeFile(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const beside = path.join(here, 'prelude.js');
  return existsSync(beside) ? beside : path.resolve(here, '../../dist/session/prelude.js');
}

/** An engine with the workbench preloaded: what the terminal, the kernel, `mimir run` and studies share. */
export function createSession(options: SessionOptions = {}): Engine {
  const { cwd, env, patience, checkers, ...args } = options;
  return createEngine({
    prelude: preludeFile(),
    args: { ...args },
    ...(cwd !== undefined && { cwd }),
    ...(env !== undefined && { env }),
    ...(patience !== undefined && { patience }),
    ...(checkers !== undefined && { checkers }),
  });
}
