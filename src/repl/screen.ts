import type { Key } from './terminal/keys.js';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What is drawn: one string a terminal line, and where the cursor stands in it. */
export interface Frame {
  readonly lines: readonly string[];
  readonly cursor?: { readonly x: number; readonly y: number };
}

/**
 * A full-screen view over the prompt: table, steps, help. It draws from its state alone, so that a resize or a
 * resume only asks again, and never more lines than the terminal has but one.
 */
export interface Screen {
  draw(size: Size): Frame;
  key(key: Key): void;
  /** Called once when it is left. */
  close?(): void;
}
