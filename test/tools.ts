import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { describe } from 'vitest';

const PROGRAMS = {
  tmux: ['tmux'],
  pty: ['script'],
  cargo: ['cargo'],
  jupytext: [path.resolve('build/jupyter/bin/jupytext'), 'jupytext'],
  jupyter: [path.resolve('build/jupyter/bin/jupyter')],
  browser: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
} as const;
export type Tool = keyof typeof PROGRAMS;

function onPath(program: string): boolean {
  const folders = path.isAbsolute(program)
    ? ['/']
    : (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}

/** The program of a tool that is there: a path, or a name to be looked up. */
export function programOf(tool: Tool): string {
  return PROGRAMS[tool].find(onPath) ?? PROGRAMS[tool][0];
}

/**
 * `needing('tmux')('title', () => …)`: a `describe` that is skipped, and counted as such, where the tool is missing;
 * a failure instead where MIMIR_REQUIRE names the tool.
 */
export function needing(tool: Tool): (title: string, body: () => void) => void {
  const there = PROGRAMS[tool].some(onPath);
  const required = (process.env['MIMIR_REQUIRE'] ?? '').split(',').includes(tool);
  if (!there && required) throw new Error(`missing tool: ${tool}; MIMIR_REQUIRE names it`);
  return (title, body) => {
    describe.runIf(there)(`${title} (needs ${tool})`, body);
  };
}

/** The larger count under `npm run test:deep`. */
export function deep<T>(usual: T, large: T): T {
  return process.env['MIMIR_DEEP'] === '1' ? large : usual;
}
