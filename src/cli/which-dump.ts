import path from 'node:path';
import { holdsDump, locateDump } from '../dump/index.js';
import { CodedError } from '../task/index.js';
import type { Io } from './io.js';

/** The dump's folder: the flag, else MIMIR_DUMP, else the nearest above the working folder. */
export function whichDump(flag: string | undefined, io: Io): string {
  const named = flag ?? io.env['MIMIR_DUMP'];
  if (named !== undefined && named !== '') return locateDump(path.resolve(io.cwd, named));
  for (let folder = io.cwd; ; folder = path.dirname(folder)) {
    if (holdsDump(folder)) return locateDump(folder);
    if (path.dirname(folder) === folder) break;
  }
  throw new CodedError(
    'no_dump',
    `no dump: none named, and none in ${io.cwd} or above it; say --dump DIR, or make one with \`mimir dump ts PATH --out DIR\``,
  );
}
