import type { Value } from './values.js';

/** A place that may hold values. */
export interface Cell {
  readonly id: number;
  readonly values: Set<Value>;
  /** Those of them that watchers know of. */
  readonly told: Value[];
  readonly into: Set<Cell>;
  readonly watchers: ((value: Value) => void)[];
}

/** So many arrivals of a value at a place that the program is beyond this analysis. */
const MAX_STEPS = 4_000_000;

/**
 * Inclusion constraints between cells (Andersen, Program Analysis and Specialization for the C Programming Language,
 * 1994): what a cell holds flows on, and whoever watches a cell is told of every value once. Field-sensitive, flow- and
 * context-insensitive.
 */
export class Solver {
  readonly #queue: [Cell, Value][] = [];
  #cells = 0;
  #steps = 0;

  /** Whether the end was not reached: then nothing of it may be told. */
  get isExhausted(): boolean {
    return this.#steps > MAX_STEPS;
  }

  cell(): Cell {
    return { id: this.#cells++, values: new Set(), told: [], into: new Set(), watchers: [] };
  }

  add(cell: Cell, value: Value): void {
    if (cell.values.has(value)) return;
    cell.values.add(value);
    this.#queue.push([cell, value]);
  }

  flow(from: Cell, to: Cell): void {
    if (from === to || from.into.has(to)) return;
    from.into.add(to);
    for (const value of from.values) this.add(to, value);
  }

  watch(cell: Cell, tell: (value: Value) => void): void {
    cell.watchers.push(tell);
    for (const value of [...cell.told]) tell(value);
  }

  /** Runs to the least solution. */
  run(): void {
    for (let next = this.#queue.pop(); next; next = this.#queue.pop()) {
      if (++this.#steps > MAX_STEPS) return;
      const [cell, value] = next;
      for (const to of cell.into) this.add(to, value);
      // Who begins to watch from here on is told of this value by `watch`.
      const count = cell.watchers.length;
      cell.told.push(value);
      for (let at = 0; at < count; at++) cell.watchers[at]!(value);
    }
  }
}
