import { openGraph, type CodeGraph } from '../graph/index.js';
import type { Task } from '../task/index.js';
import type { Io } from './io.js';
import { whichDump } from './which-dump.js';

/** How the graph of a command is opened: flags that every command that asks a graph takes. */
export interface GraphFlags {
  readonly dump?: string;
  readonly alsoDump?: readonly string[];
  readonly verify?: boolean;
  readonly src?: string;
}

/** The graph of the dump that a flag names, or of the one that is meant without it, united with the others named. */
export const openDump = (flags: GraphFlags, io: Io, task: Task): Promise<CodeGraph> =>
  openGraph(whichDump(flags.dump, io), {
    task,
    also: (flags.alsoDump ?? []).map((other) => whichDump(other, io)),
    verify: flags.verify ?? false,
    ...(flags.src !== undefined && { sources: flags.src }),
  });
