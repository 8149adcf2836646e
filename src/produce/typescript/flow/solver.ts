import type { Value } from './values.js';

/** A place that may hold values. Most hold none, and nothing asks: so what is kept of a place is made on first use. */
export class Cell {
  #values: Set<Value> | undefined;
  #into: Set<Cell> | undefined;
  /** Those of the values that watchers know of. */
  #told: Value[] | undefined;
  #watchers: ((value: Value) => void)[] | undefined;

  get values(): ReadonlySet<Value> {
    return this.#values ?? NO_VALUES;
  }

  get into(): ReadonlySet<Cell> {
    return this.#into ?? NO_CELLS;
  }

  get told(): readonly Value[] {
    return this.#told ?? [];
  }

  get watchers(): readonly ((value: Value) => void)[] {
    return this.#watchers ?? [];
  }

  hold(value: Value): void {
    (this.#values ??= new Set()).add(value);
  }

  lead(to: Cell): void {
    (this.#into ??= new Set()).add(to);
  }

  tell(value: Value): void {
    (this.#told ??= []).push(value);
  }

  watch(watcher: (value: Value) => void): void {
    (this.#watchers ??= []).push(watcher);
  }
}

const NO_VALUES: ReadonlySet<Value> = new Set();
const NO_CELLS: ReadonlySet<Cell> = new Set();

/**
 * What more values than this meet at tells nothing of a call, and where all inherits from all such places are most of
 * the work: the first to come stay, in the order of the sources.
 */
const MOST_VALUES = 32;

/** So often a value is offered to a place that the program is beyond this analysis: some ten seconds, or a gigabyte. */
const MOST_OFFERS = 40_000_000;

/**
 * Inclusion constraints between cells (Andersen, Program Analysis and Specialization for the C Programming Language,
 * 1994): what a cell holds flows on, and whoever watches a cell is told of every value once. Field-sensitive, flow- and
 * context-insensitive.
 */
export class Solver {
  readonly #queue: [Cell, Value][] = [];
  #offers = 0;

  constructor(private readonly mostOffers = MOST_OFFERS) {}

  /** Whether the end was not reached: then nothing of it may be told. */
  get isExhausted(): boolean {
    return this.#offers > this.mostOffers;
  }

  cell(): Cell {
    return new Cell();
  }

  add(cell: Cell, value: Value): void {
    this.#offers++;
    if (cell.values.size === MOST_VALUES || cell.values.has(value)) return;
    cell.hold(value);
    this.#queue.push([cell, value]);
  }

  flow(from: Cell, to: Cell): void {
    if (from === to || from.into.has(to)) return;
    from.lead(to);
    for (const value of from.values) this.add(to, value);
  }

  watch(cell: Cell, tell: (value: Value) => void): void {
    cell.watch(tell);
    for (const value of [...cell.told]) tell(value);
  }

  /** Runs to the least solution. */
  run(): void {
    for (let next = this.#queue.pop(); next; next = this.#queue.pop()) {
      if (this.isExhausted) return;
      const [cell, value] = next;
      for (const to of cell.into) this.add(to, value);
      // Who begins to watch from here on is told of this value by `watch`.
      const count = cell.watchers.length;
      cell.tell(value);
      for (let at = 0; at < count; at++) cell.watchers[at]!(value);
    }
  }
}
