import { AS_IS, FunctionParts, NOWHERE, type PartStep } from './function-parts.js';
import { NumberMap } from './number-map.js';
import { Ints } from './reach.js';
import type { InTurns } from './turns.js';

/** Functions of one node, wherever in its value, before only their outermost part is told. */
const MOST_IN_ONE = 64;

/** Edges of a node before they are looked up in a set. */
const FEW = 8;

/** Sees a function that got to a node, whether it is the node's value itself, and whether no field holds it there. */
type Watcher = (value: number, isItself: boolean, isOpen: boolean) => void;

/** The node of all that has no room for a function: nothing gets there, and nothing leaves it. */
export const NO_ROOM = 0;

/**
 * Sets of functions over places of values, and the edges along which they pass: a function is held as
 * `place * span + value`. A node costs a few bytes until a function gets there, for of a million nodes few ever see one.
 */
export class FunctionSets {
  readonly #parts = new FunctionParts();
  #nodes = 1;
  readonly #locals = new NumberMap();
  readonly #betweens = new NumberMap();
  readonly #named = new Map<string, number>();
  readonly #sets = new Map<number, Set<number>>();
  /** Of a node, how many functions lie at each place. */
  readonly #counts = new Map<number, Map<number, number>>();
  /** Edges of a node as a list in order of their making: the first, the last, of each the next. */
  readonly #first = new Ints();
  readonly #last = new Ints();
  readonly #next = new Ints();
  readonly #to = new Ints();
  readonly #step = new Ints();
  readonly #joined = new Map<number, Set<number>>();
  readonly #seen = new Map<number, Watcher[]>();
  readonly #waitingNode: number[] = [];
  readonly #waitingHeld: number[] = [];
  #passed = 0;

  /** `loose`: the first value that is handed to be called, not to be kept. A place keeps `most` functions and one above. */
  constructor(
    readonly span: number,
    readonly loose: number,
    readonly most: number,
  ) {
    this.#first.push(-1);
    this.#last.push(-1);
  }

  /** Passes on what waits until nothing changes, or `most` times. How many places wait then that were not gone on from. */
  *run(most: number): InTurns<number> {
    let popped = 0;
    for (let node = this.#waitingNode.pop(); node !== undefined; node = this.#waitingNode.pop()) {
      if (this.#passed >= most) return this.#waitingNode.length + 1;
      if ((++popped & 0xfff) === 0) yield this.#passed;
      const held = this.#waitingHeld.pop()!;
      for (let e = this.#first.at(node); e >= 0; e = this.#next.at(e))
        this.#pass(held, this.#to.at(e), this.#step.at(e));
      for (const see of this.#seen.get(node) ?? []) this.#tell(held, see);
    }
    return 0;
  }

  /** Functions that went along an edge, whether or not they were new there. */
  get passed(): number {
    return this.#passed;
  }

  local(body: number, local: number): number {
    const key = body * 2 ** 32 + local;
    const known = this.#locals.get(key);
    if (known >= 0) return known;
    const node = this.#make();
    this.#locals.set(key, node);
    return node;
  }

  named(key: string): number {
    let node = this.#named.get(key);
    if (node === undefined) this.#named.set(key, (node = this.#make()));
    return node;
  }

  /** A node that holds what a step leaves of another. */
  through(node: number, step: PartStep): number {
    if (step === AS_IS) return node;
    const key = node * 2 ** 20 + this.#parts.step(step);
    let between = this.#betweens.get(key);
    if (between < 0) this.#betweens.set(key, (between = this.#make()));
    this.edge(node, between, step);
    return between;
  }

  put(node: number, value: number, place = 0): void {
    if (node === NO_ROOM) return;
    let set = this.#sets.get(node);
    if (set === undefined) {
      this.#sets.set(node, (set = new Set()));
      this.#counts.set(node, new Map());
    }
    const counts = this.#counts.get(node)!;
    const at = set.size > MOST_IN_ONE ? this.#parts.outermost(place) : place;
    const held = at * this.span + value;
    const count = counts.get(at) ?? 0;
    if (count > this.most || set.has(held)) return;
    set.add(held);
    counts.set(at, count + 1);
    this.#waitingNode.push(node);
    this.#waitingHeld.push(held);
  }

  edge(from: number, to: number, step: PartStep = AS_IS): void {
    const number = this.#parts.step(step);
    if (from === NO_ROOM || to === NO_ROOM || (from === to && number === 0)) return;
    if (!this.#isNew(from, to, number)) return;
    const edge = this.#to.length;
    this.#to.push(to);
    this.#step.push(number);
    this.#next.push(-1);
    if (this.#first.at(from) < 0) this.#first.put(from, edge);
    else this.#next.put(this.#last.at(from), edge);
    this.#last.put(from, edge);
    for (const held of [...(this.#sets.get(from) ?? [])]) this.#pass(held, to, number);
  }

  watch(node: number, see: Watcher): void {
    if (node === NO_ROOM) return;
    const list = this.#seen.get(node);
    if (list === undefined) this.#seen.set(node, [see]);
    else list.push(see);
    for (const held of [...(this.#sets.get(node) ?? [])]) this.#tell(held, see);
  }

  #make(): number {
    this.#first.push(-1);
    this.#last.push(-1);
    return this.#nodes++;
  }

  #isNew(from: number, to: number, step: number): boolean {
    const known = this.#joined.get(from);
    const key = to * 2 ** 20 + step;
    if (known !== undefined) return known.size !== known.add(key).size;
    let count = 0;
    for (let e = this.#first.at(from); e >= 0; e = this.#next.at(e), count++)
      if (this.#to.at(e) === to && this.#step.at(e) === step) return false;
    if (count < FEW) return true;
    const keys = new Set([key]);
    for (let e = this.#first.at(from); e >= 0; e = this.#next.at(e))
      keys.add(this.#to.at(e) * 2 ** 20 + this.#step.at(e));
    this.#joined.set(from, keys);
    return true;
  }

  #pass(held: number, to: number, step: number): void {
    this.#passed++;
    const value = held % this.span;
    // What a callee hands out it hands to be called, not to be kept somewhere.
    if (value >= this.loose && this.#parts.isLoose(step)) return;
    const place = this.#parts.after(Math.floor(held / this.span), step);
    if (place !== NOWHERE) this.put(to, value, place);
  }

  #tell(held: number, see: Watcher): void {
    const place = Math.floor(held / this.span);
    see(held % this.span, this.#parts.isItself(place), this.#parts.isOpen(place));
  }
}
