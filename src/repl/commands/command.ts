import type { Workbench } from '../workbench.js';

/** A dot command: what a workbench does that is no TypeScript. */
export interface Command {
  readonly name: string;
  readonly args: string;
  readonly doc: string;
  run(bench: Workbench, args: string): void | Promise<void>;
}
