import { openGraph, type CodeGraph } from '../graph/index.js';
import type { Task } from '../task/index.js';
import type { Io } from './io.js';
import { whichDump } from './which-dump.js';

/** The graph of the dump that a flag names, or of the one that is meant without it. */
export const openDump = (flag: string | undefined, io: Io, task: Task): Promise<CodeGraph> =>
  openGraph(whichDump(flag, io), { task });
