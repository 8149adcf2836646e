import path from 'node:path';
// The file, not the room's door: the terminal's prompt waits for what this loads.
import { NoDump } from '../dump/dump-error.js';
import { holdsDump, locateDump } from '../dump/locate.js';
import { findConfig } from './config.js';

export interface DumpWishes {
  /** The command's or the session's own argument, relative to `cwd`. */
  readonly argument?: string | undefined;
  /** The dump that a study's or a notebook's header names, already absolute. */
  readonly header?: string | undefined;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Which dump is meant, and who says so. */
export interface ChosenDump {
  readonly path: string;
  readonly from: 'argument' | 'header' | 'MIMIR_DUMP' | 'mimir.config.json' | 'nearest';
}

/**
 * The dump's folder: the argument's, else the header's, else MIMIR_DUMP, else mimir.config.json's, else the nearest at
 * or above the working folder. Throws `NoDump`.
 */
export function chooseDump({ argument, header, cwd, env }: DumpWishes): ChosenDump {
  const variable = env['MIMIR_DUMP'];
  const named: [string | undefined, ChosenDump['from']][] = [
    [argument, 'argument'],
    [header, 'header'],
    [variable, 'MIMIR_DUMP'],
  ];
  for (const [wish, from] of named) {
    if (wish !== undefined && wish !== '')
      return { path: locateDump(path.resolve(cwd, wish)), from };
  }
  const found = findConfig(cwd);
  if (found?.config.dump !== undefined) {
    return {
      path: locateDump(path.resolve(found.folder, found.config.dump)),
      from: 'mimir.config.json',
    };
  }
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    if (holdsDump(folder)) return { path: locateDump(folder), from: 'nearest' };
    if (folder === path.dirname(folder)) break;
  }
  throw new NoDump(
    `no dump: none named, and none in ${cwd} or above it; name one, or make one with \`mimir dump ts PATH --out DIR\``,
  );
}
