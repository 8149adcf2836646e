import type { Engine } from '../engine/index.js';

export interface ReplOptions {
  readonly engine: Engine;
  /** Path of the dump that the session has, as the status line and a saved study name it. */
  readonly dump?: string | null;
  /** Root of the user's project: its history, its studies, its sources. Default: the working directory. */
  readonly project?: string;
  /** Folders against which places in the code are looked for; default the project. */
  readonly sources?: readonly string[];
  /** File of the history; null keeps none. Default: one a project in the user's state folder. */
  readonly history?: string | null;
  readonly stdin?: NodeJS.ReadStream;
  readonly stdout?: NodeJS.WriteStream;
  readonly stderr?: NodeJS.WriteStream;
  readonly env?: NodeJS.ProcessEnv;
  /** Line mode even on a terminal: for screen readers, for logs. */
  readonly plain?: boolean;
  /** One JSON document a cell on stdout; implies line mode. */
  readonly json?: boolean;
}
