import { mayMatch } from './access-paths.js';
import { ANY_ELEMENT } from './shape.js';

/** What a step does to the place of a function in a value: takes a part, becomes a part, or forgets where it lies. */
export interface PartStep {
  readonly pop?: string;
  readonly push?: string;
  /** Only what lies in a part goes on. */
  readonly inside?: true;
  /** Where it lies is forgotten: it may be the value, or anything in it. */
  readonly loose?: true;
  /** Only what is no field's goes on: the value itself, an element, what an enum of the language holds. */
  readonly open?: true;
}

/** The step that leaves a function where it lies. */
export const AS_IS: PartStep = {};

/** Keys that a place holds; what lies deeper is taken for what they lead to. */
const DEPTH = 2;

/** First key of a place that nobody knows: any part of the value, and the value itself. */
const ANYWHERE = '*';

/** Keys of parts that are no fields of a program's type. */
const OPEN = /^(?:\*|\[\]|\d+|(?:Some|Ok|Err|Ready|Break|Continue|Borrowed|Owned)#0)$/u;

/** A function that is the value itself. */
export const ITSELF = 0;

/** A step that no function takes. */
export const NOWHERE = -1;

/** Places of functions in values, and the steps between them, by number. */
export class FunctionParts {
  readonly #places: (readonly string[])[] = [[]];
  readonly #placeOf = new Map<string, number>([['', ITSELF]]);
  readonly #steps: PartStep[] = [AS_IS];
  readonly #stepOf = new Map<string, number>([['\u0000\u0000000', 0]]);
  readonly #memo = new Map<number, number>();

  step(step: PartStep): number {
    if (step === AS_IS) return 0;
    const { pop = '', push = '', inside = false, loose = false, open = false } = step;
    const key = [pop, push, `${Number(inside)}${Number(loose)}${Number(open)}`].join('\u0000');
    let number = this.#stepOf.get(key);
    if (number === undefined) this.#stepOf.set(key, (number = this.#steps.push(step) - 1));
    return number;
  }

  /** Whether a step takes what lies nobody knows where. */
  isLoose(step: number): boolean {
    const { loose, pop } = this.#steps[step]!;
    return loose === true || pop === ANY_ELEMENT;
  }

  /** Place after a step; `NOWHERE` = the step does not take it. */
  after(place: number, step: number): number {
    const key = place * 2 ** 20 + step;
    let to = this.#memo.get(key);
    if (to === undefined) this.#memo.set(key, (to = this.#after(place, this.#steps[step]!)));
    return to;
  }

  /** Whether the value itself may be the function. */
  isItself(place: number): boolean {
    return place === ITSELF || this.#places[place]![0] === ANYWHERE;
  }

  /** A place of which only its outermost part is known. */
  outermost(place: number): number {
    const [key] = this.#places[place]!;
    return key === undefined ? place : this.#number([key === ANYWHERE ? key : ANY_ELEMENT]);
  }

  /** Whether no field stands between the value and the function. */
  isOpen(place: number): boolean {
    return this.#places[place]!.every((key) => OPEN.test(key));
  }

  #after(place: number, { pop, push, inside, loose, open }: PartStep): number {
    let keys = this.#places[place]!;
    if (open === true && !this.isOpen(place)) return NOWHERE;
    if (loose === true) return this.#number([ANYWHERE]);
    if (inside === true && keys.length === 0) return NOWHERE;
    if (pop !== undefined && keys[0] !== ANYWHERE) {
      if (keys.length === 0 || !mayMatch(keys[0]!, pop)) return NOWHERE;
      keys = keys.slice(1);
    }
    return this.#number(push === undefined ? keys : [push, ...keys].slice(0, DEPTH));
  }

  #number(keys: readonly string[]): number {
    const text = keys.join('\u0000');
    let number = this.#placeOf.get(text);
    if (number === undefined) this.#placeOf.set(text, (number = this.#places.push(keys) - 1));
    return number;
  }
}
