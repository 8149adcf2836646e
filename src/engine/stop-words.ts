/** Layout of the words that the host, its interrupt thread and running cells share. */
export const WORD = {
  /** Non-zero: the running cell must stop. */
  stop: 0,
  /** Number of the running cell; 0 while none runs; negative once a signal is on its way to it. */
  cell: 1,
} as const;

/** Flags are handed out in turn: a cell's background work keeps its own flag long after the cell. */
const FLAGS = 1020;
const FIRST_FLAG = 4;

export const wordsLength = FIRST_FLAG + FLAGS;

/** Index of the flag of one cell. */
export const flagOf = (cell: number): number => FIRST_FLAG + (cell % FLAGS);
