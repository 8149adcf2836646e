import { ANY_ELEMENT, captureOf, THROWN } from './shape.js';

/**
 * What an edge does to the part of a value that is tainted: the part `pop` of it is taken, or the flow ends; any part
 * but `except` passes; `flat` forgets which part; the result becomes the part `push` of what it flows to. `seek` takes what
 * the closure of that body captured, wherever the closure lies in the value.
 */
export interface FlowLabel {
  readonly pop: readonly string[];
  readonly push: readonly string[];
  readonly flat: boolean;
  readonly except: string | null;
  readonly seek: string | null;
}

export const SAME: FlowLabel = { pop: [], push: [], flat: false, except: null, seek: null };

/** Labels of edges by number; 0 leaves everything as it is. */
export class Labels {
  readonly all: FlowLabel[] = [SAME];
  readonly #numbers = new Map<string, number>([[keyOf(SAME), 0]]);

  number(label: Partial<FlowLabel>): number {
    const whole = { ...SAME, ...label };
    const key = keyOf(whole);
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = this.all.push(whole) - 1));
    return number;
  }
}

const keyOf = ({ pop, push, flat, except, seek }: FlowLabel): string =>
  JSON.stringify([pop, push, flat, except, seek]);

/** The whole value. */
export const WHOLE = 0;
/** No part of the value gets there. */
export const NOTHING = -1;

/**
 * Access paths: the part of a value that is tainted, as keys from the outside in, at most `limit` of them: what lies
 * deeper taints the whole of the last. By number, in order of their making.
 */
export class AccessPaths {
  readonly all: (readonly string[])[] = [[]];
  readonly #numbers = new Map<string, number>([['', WHOLE]]);
  readonly #memo = new Map<number, number>();

  constructor(
    readonly limit: number,
    readonly labels: Labels,
  ) {}

  apply(path: number, label: number): number {
    if (label === 0) return path;
    const key = path * 2 ** 22 + label;
    let to = this.#memo.get(key);
    if (to === undefined) this.#memo.set(key, (to = this.#apply(path, this.labels.all[label]!)));
    return to;
  }

  /** A path cut to its outermost key. */
  outermost(path: number): number {
    return this.#number(this.all[path]!.slice(0, 1));
  }

  /** Whether it is a part that no read of the value gets at. */
  isHidden(path: number): boolean {
    const [key] = this.all[path]!;
    return key !== undefined && isHidden(key);
  }

  text(path: number): string {
    return this.all[path]!.join('.');
  }

  #apply(path: number, { pop, push, flat, except, seek }: FlowLabel): number {
    let keys = this.all[path]!;
    if (except !== null && keys[0] === except) return NOTHING;
    // What is thrown is no part of a value that is given.
    if (pop[0] === THROWN && keys[0] !== THROWN) return NOTHING;
    for (const key of pop) {
      if (keys.length === 0) break;
      if (!mayMatch(keys[0]!, key)) return NOTHING;
      keys = keys.slice(1);
    }
    if (seek !== null) {
      const at = keys.findIndex((key) => isCapture(key) && captureOf(key) === seek);
      if (at < 0) return NOTHING;
      keys = keys.slice(at);
    }
    // What a closure captured is seen by the closure alone: who runs it was told so where it was given.
    if (flat && keys.some(isCapture)) return NOTHING;
    // What a promise was rejected with goes where the promise goes, and is nothing of what that is put into.
    const isMoved = flat || push.length > 0;
    if (isMoved && keys[0] === THROWN && push[0] !== THROWN) return NOTHING;
    if (flat) keys = [];
    return this.#number([...push, ...keys].slice(0, this.limit));
  }

  #number(keys: readonly string[]): number {
    const text = keys.join('\u0000');
    let number = this.#numbers.get(text);
    if (number === undefined) this.#numbers.set(text, (number = this.all.push(keys) - 1));
    return number;
  }
}

/** Whether a part is what a closure captured: it is named by the closure's body. */
const isCapture = (key: string): boolean => /\{closure#\d+\}#\d+$/.test(key);

/** An element at an unknown place may be any part, but for what no index names. */
export const mayMatch = (a: string, b: string): boolean =>
  a === b || (a === ANY_ELEMENT && !isHidden(b)) || (b === ANY_ELEMENT && !isHidden(a));

/** Parts that a program has no name for: what is thrown, and what a function has as `this`. */
const isHidden = (key: string): boolean => key.startsWith('!');
