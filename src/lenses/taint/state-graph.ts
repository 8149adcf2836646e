import { breadthFirst, Ints, type Reach, type StateSpace } from './reach.js';

/** Inside a body or over a call; into a callee; out of one; through a cell, which forgets the calls. */
export const [ACROSS, DOWN, UP, FORGETS] = [0, 1, 2, 3] as const;

/**
 * What a walk with calls and returns matched goes over. A pair is a vertex with the part of its value that is tainted; a
 * state is a pair in one of the two phases, its id 2·pair + phase. Where a pair leads is the same for every source.
 */
export interface StateGraph extends StateSpace {
  readonly steps: Steps;
  /** Pairs that have a number so far. */
  readonly pairs: number;
  vertexOf(pair: number): number;
  /** Finds where a pair leads, if that is not known. */
  expand(pair: number): void;
  /** Vertices on a way of states, with every step over a call walked through its body. */
  through(ids: ArrayLike<number>): number[];
}

/** Steps of the pairs that were asked for: 4·pair + way each. */
export class Steps {
  /** Of each pair where its steps begin and end; -1 = they are not known. */
  readonly #spans = new Ints();
  readonly #all = new Ints();

  has(pair: number): boolean {
    return 2 * pair < this.#spans.length && this.#spans.at(2 * pair) >= 0;
  }

  put(pair: number, steps: readonly number[]): void {
    while (this.#spans.length < 2 * pair + 2) this.#spans.push(-1);
    this.#spans.put(2 * pair, this.#all.length);
    for (const step of steps) this.#all.push(step);
    this.#spans.put(2 * pair + 1, this.#all.length);
  }

  /** As they are now: a walk of millions of steps reads them without a call. */
  get columns(): { readonly spans: Int32Array; readonly all: Int32Array } {
    return { spans: this.#spans.raw, all: this.#all.raw };
  }
}

/** The state to which a step leads from one in the second phase, or not; -1 = it leads nowhere from there. */
export function after(step: number, inSecond: number): number {
  const way = step & 3;
  if (way === UP && inSecond === 1) return -1;
  return 2 * (step >>> 2) + (way === DOWN ? 1 : way === ACROSS ? inSecond : 0);
}

/** Ids of the states after one, expanded if need be. */
export function statesAfter(states: StateGraph, id: number): number[] {
  const { steps } = states;
  const pair = id >>> 1;
  if (!steps.has(pair)) states.expand(pair);
  const found: number[] = [];
  const { spans, all } = steps.columns;
  for (let i = spans[2 * pair]!; i < spans[2 * pair + 1]!; i++) {
    const to = after(all[i]!, id & 1);
    if (to >= 0) found.push(to);
  }
  return found;
}

/** Every state that realizable paths of a source reach, kept: for one source, or for a table of them all. */
export function matchedReach(
  states: StateGraph,
  killed: Uint8Array,
  source: number,
  maxHops: number,
): Reach & { readonly cut: number } {
  return breadthFirst(states, source, killed[source] === 1, maxHops, (id) =>
    statesAfter(states, id),
  );
}
