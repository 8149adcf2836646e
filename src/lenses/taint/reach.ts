/** What a walk asks of its states: each has a number, by which they are sorted, and an id, which is small. */
export interface StateSpace {
  /** Vertices; a state's vertex is its number modulo this. */
  readonly vertices: number;
  readonly idOf: (state: number) => number;
  readonly stateOf: (id: number) => number;
}

/** States that are their own ids. */
export const plainStates = (vertices: number): StateSpace => ({
  vertices,
  idOf: (state) => state,
  stateOf: (id) => id,
});

/** The part of a map that is read of a reach. */
export interface StateMap extends Iterable<readonly [number, number]> {
  readonly size: number;
  get(key: number): number | undefined;
  has(key: number): boolean;
  keys(): Iterable<number>;
  values(): Iterable<number>;
}

/** Vertices reached from a source, each in one or both phases, with the shortest way there. */
export interface Reach {
  /** Of each state. Phase 2 states follow those of phase 1. */
  readonly level: StateMap;
  readonly parent: StateMap;
  /** Of each vertex the state in which it is reached first: least level, then smallest number. */
  readonly first: StateMap;
}

/** States of a walk by (level, number), eight bytes each: a walk of every source is kept at once. */
class Walked {
  constructor(
    readonly space: StateSpace,
    /** Where each level begins, and the end. */
    readonly starts: Int32Array,
    readonly ids: Int32Array,
    /** Place of each state's parent; -1 = the source. */
    readonly parents: Int32Array,
  ) {}

  state(place: number): number {
    return this.space.stateOf(this.ids[place]!);
  }

  level(place: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle]! <= place) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Place of a state; -1 = not reached. */
  place(state: number): number {
    for (let level = 0; level + 1 < this.starts.length; level++) {
      let [low, high] = [this.starts[level]!, this.starts[level + 1]!];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (this.state(middle) < state) low = middle + 1;
        else high = middle;
      }
      if (low < this.starts[level + 1]! && this.state(low) === state) return low;
    }
    return -1;
  }
}

/** One number of each state, from a place. */
class ByState implements StateMap {
  constructor(
    readonly walked: Walked,
    readonly from: number,
    readonly value: (place: number) => number,
  ) {}

  get size(): number {
    return Math.max(0, this.walked.ids.length - this.from);
  }

  get(state: number): number | undefined {
    const place = this.walked.place(state);
    return place < this.from ? undefined : this.value(place);
  }

  has(state: number): boolean {
    return this.walked.place(state) >= this.from;
  }

  *keys(): Generator<number> {
    for (const [state] of this) yield state;
  }

  *values(): Generator<number> {
    for (const [, value] of this) yield value;
  }

  *[Symbol.iterator](): Generator<readonly [number, number]> {
    for (let place = this.from; place < this.walked.ids.length; place++)
      yield [this.walked.state(place), this.value(place)];
  }
}

/** Of which reach the index of first states was made last: sinks are asked source by source. */
let indexed: { readonly of: FirstStates; readonly index: ReadonlyMap<number, number> } | null =
  null;

class FirstStates implements StateMap {
  constructor(readonly walked: Walked) {}

  #index(): ReadonlyMap<number, number> {
    if (indexed?.of === this) return indexed.index;
    const { walked } = this;
    const index = new Map<number, number>();
    for (let place = 0; place < walked.ids.length; place++) {
      const state = walked.state(place);
      const vertex = state % walked.space.vertices;
      if (!index.has(vertex)) index.set(vertex, state);
    }
    indexed = { of: this, index };
    return index;
  }

  get size(): number {
    return this.#index().size;
  }

  get(vertex: number): number | undefined {
    return this.#index().get(vertex);
  }

  has(vertex: number): boolean {
    return this.#index().has(vertex);
  }

  keys(): Iterable<number> {
    return this.#index().keys();
  }

  values(): Iterable<number> {
    return this.#index().values();
  }

  [Symbol.iterator](): Iterator<readonly [number, number]> {
    return this.#index()[Symbol.iterator]();
  }
}

/** Level by level from a source; each state's parent is the smallest of the level before. Ids go in and out of `next`. */
export function breadthFirst(
  space: StateSpace,
  source: number,
  dead: boolean,
  maxHops: number,
  next: (id: number) => Iterable<number>,
): Reach & { readonly cut: number } {
  const ids = new Ints();
  const parents = new ParentOf();
  const starts = new Ints();
  starts.push(0);
  let cut = 0;
  if (!dead) {
    const id = space.idOf(source);
    parents.add(id, -1);
    ids.push(id);
    starts.push(1);
    for (let depth = 1; maxHops === 0 || depth <= maxHops; depth++) {
      const [from, to] = [starts.at(depth - 1), starts.at(depth)];
      for (let place = from; place < to; place++) {
        for (const id of next(ids.at(place))) if (parents.add(id, place)) ids.push(id);
      }
      if (ids.length === to) break;
      sortByState(space, ids, to);
      starts.push(ids.length);
    }
    if (maxHops > 0 && starts.length === maxHops + 2)
      for (let place = starts.at(maxHops); place < ids.length; place++)
        if ([...next(ids.at(place))].some((to) => !parents.has(to))) cut++;
  }
  const all = ids.done();
  const walked = new Walked(
    space,
    starts.done(),
    all,
    all.map((id) => parents.of(id)),
  );
  return {
    level: new ByState(walked, 0, (place) => walked.level(place)),
    parent: new ByState(walked, 1, (place) => walked.state(walked.parents[place]!)),
    first: new FirstStates(walked),
    cut,
  };
}

/** The states from a place on, by their numbers. */
export function sortByState(space: StateSpace, ids: Ints, from: number): void {
  const sorted = new Float64Array(ids.length - from);
  for (let i = 0; i < sorted.length; i++) sorted[i] = space.stateOf(ids.at(from + i));
  sorted.sort();
  sorted.forEach((state, i) => {
    ids.put(from + i, space.idOf(state));
  });
}

/** A list of integers that grows. */
export class Ints {
  #all = new Int32Array(1 << 6);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  at(i: number): number {
    return this.#all[i]!;
  }

  put(i: number, value: number): void {
    this.#all[i] = value;
  }

  push(value: number): void {
    if (this.#length === this.#all.length) this.#room(2 * this.#length);
    this.#all[this.#length++] = value;
  }

  /** The numbers so far and room for more; another array after a push. */
  get raw(): Int32Array {
    return this.#all;
  }

  done(): Int32Array {
    return this.#all.slice(0, this.#length);
  }

  #room(size: number): void {
    const more = new Int32Array(size);
    more.set(this.#all);
    this.#all = more;
  }
}

/** Place of the parent of each id that was met. */
class ParentOf {
  #all = new Int32Array(1 << 10);

  has(id: number): boolean {
    return (this.#all[id] ?? 0) !== 0;
  }

  of(id: number): number {
    return this.#all[id]! - 2;
  }

  /** Whether it is new. */
  add(id: number, parent: number): boolean {
    if (id >= this.#all.length) {
      const more = new Int32Array(Math.max(2 * this.#all.length, id + 1));
      more.set(this.#all);
      this.#all = more;
    }
    if (this.#all[id] !== 0) return false;
    this.#all[id] = parent + 2;
    return true;
  }
}

/** States from the source to a state. */
export function statesTo({ parent }: Pick<Reach, 'parent'>, state: number): number[] {
  const way: number[] = [];
  for (let at: number | undefined = state; at !== undefined; at = parent.get(at)) way.push(at);
  return way.reverse();
}

/** Vertices from the source to a state. */
export const wayTo = (reach: Reach, size: number, state: number): number[] =>
  statesTo(reach, state).map((one) => one % size);
