/** Layout of the words that the host, its interrupt thread, running cells and running calls share. */
export const WORD = {
  /** Non-zero: the running cell must stop. */
  stop: 0,
  /** Number of the running cell; 0 while none runs; negative once a signal is on its way to it. */
  cell: 1,
  /** Number of the last cell that an interrupt meant: it may come before the cell has begun. */
  meant: 2,
} as const;

/** Flags are handed out in turn: a cell's background work keeps its own flag long after the cell. */
const FLAGS = 1020;
const FIRST_FLAG = 4;

/** Calls of a front door that run at the same time and can be stopped; the word is a call's number, 0 where none is. */
export const CALLS = 64;
const FIRST_CALL = FIRST_FLAG + FLAGS;

export const wordsLength = FIRST_CALL + 2 * CALLS;

/** Index of the flag of one cell. */
export const flagOf = (cell: number): number => FIRST_FLAG + (cell % FLAGS);

/** Index of the number of the call in a place, and of its flag. */
export const callAt = (place: number): number => FIRST_CALL + place;
export const callFlagAt = (place: number): number => FIRST_CALL + CALLS + place;

/** What goes through the pipe of interrupts, one Int32 each: the cell that is meant, and the last of the calls; 0 = none. */
export const INTERRUPT_BYTES = 8;
