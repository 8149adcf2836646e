import type { Evaluation, HandleInfo } from '../engine/index.js';

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

/** The cell that runs now. */
export interface RunningCell {
  readonly number: number;
  readonly source: string;
  readonly since: number;
  readonly progress: Map<string, ProgressLine>;
  /** Output after the last line break, which is drawn live until its line ends. */
  partial: string;
  interrupted: boolean;
}

/** Handles that the commands without an argument mean. */
export interface LastHandles {
  table?: HandleInfo;
  run?: HandleInfo;
  chart?: HandleInfo;
}
