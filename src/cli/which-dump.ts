// The file, not the room's door: the terminal's prompt waits for what this loads.
import { chooseDump } from '../session/which-dump.js';
import type { Io } from './io.js';

/** The folder of the dump that a flag names, or of the one that is meant without it. */
export const whichDump = (flag: string | undefined, io: Io): string =>
  chooseDump({ argument: flag, cwd: io.cwd, env: io.env }).path;
