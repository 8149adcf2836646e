import type { EngineEvent, Evaluation, HandleInfo } from '../engine/index.js';

/** A cell that ran in this session. */
export interface CellRecord {
  readonly number: number;
  readonly source: string;
  readonly status: Evaluation['status'];
  readonly declares: readonly string[];
  readonly milliseconds: number;
}

export interface ProgressLine {
  readonly what: string;
  done: number;
  total?: number;
  readonly since: number;
}

/** Takes a report of progress into the line of what it is about. */
export function takeProgress(
  lines: Map<string, ProgressLine>,
  { what, done, total }: Extract<EngineEvent, { type: 'progress' }>,
): void {
  const line = lines.get(what) ?? { what, done, since: performance.now() };
  line.done = done;
  if (total !== undefined) line.total = total;
  lines.set(what, line);
}

/** The cell that runs now. */
export interface RunningCell {
  readonly number: number;
  readonly source: string;
  readonly since: number;
  readonly progress: Map<string, ProgressLine>;
  /** Output after the last line break, which is drawn live until its line ends. */
  partial: string;
  interrupted: boolean;
  /** Its host is being ended, whatever becomes of the cell meanwhile. */
  restarting: boolean;
}

/** The command that runs now, where it takes its turn like a cell. */
export interface RunningCommand {
  readonly line: string;
  readonly since: number;
  readonly progress: Map<string, ProgressLine>;
}

/** Handles that the commands without an argument mean. */
export interface LastHandles {
  table?: HandleInfo;
  run?: HandleInfo;
  chart?: HandleInfo;
}
