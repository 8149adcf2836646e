/** What runs at a call that its name does not say. */
export interface RunsAt {
  /** Bodies that the value may be. */
  readonly values: ReadonlySet<number>;
  /** Bodies given to a callee without one, which may run them, each with the operands that hold it. */
  readonly callbacks: ReadonlyMap<number, ReadonlySet<number>>;
  /** Calls whose callee made the function that runs here, twice their number: its arguments become their results; one more = they are what it rejects with. */
  readonly resolvers: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();
const NONE_GIVEN: ReadonlyMap<number, ReadonlySet<number>> = new Map();

/** What runs at a call; most calls run nothing but what they name. */
export class Runs implements RunsAt {
  values = NONE;
  callbacks = NONE_GIVEN;
  resolvers = NONE;

  add(which: 'values' | 'resolvers', one: number): void {
    if (this[which] === NONE) this[which] = new Set([one]);
    else (this[which] as Set<number>).add(one);
  }

  given(one: number, operand: number): void {
    if (this.callbacks === NONE_GIVEN) this.callbacks = new Map();
    const operands = this.callbacks.get(one) as Set<number> | undefined;
    if (operands === undefined)
      (this.callbacks as Map<number, ReadonlySet<number>>).set(one, new Set([operand]));
    else operands.add(operand);
  }
}

export const NOTHING_RUNS: RunsAt = new Runs();
