import type { Names } from '../mir-names.js';
import type { MirCallee } from '../mir/index.js';

/** A question to whoever knows the crate's items, and what it was told. Written to disk as it is. */
export type Asked =
  | readonly [what: 'callee', callee: number, group: number, answer: string]
  | readonly [
      what: 'field',
      type: string,
      variant: string | null,
      index: number,
      answer: ReturnType<Names['field']>,
    ]
  | readonly [what: 'type' | 'item', path: string, answer: string | null]
  | readonly [what: 'isType', path: string, answer: boolean];

/** Writes down what a crate's names were asked: while the answers are the same, so is what was made of them. */
export class NameTrace {
  readonly asked: Asked[] = [];
  readonly #seen = new Set<string>();

  constructor(
    private readonly calleeNumber: (callee: MirCallee) => number,
    /** True for the name of a callee that was not found: within another function it may be. */
    private readonly isUnknown: (id: string) => boolean,
  ) {}

  /** The names as the bodies of one group see them. */
  of(names: Names, group: number): Names {
    return {
      callee: (callee) => {
        const id = names.callee(callee);
        const text = `${callee.sort} ${callee.text}`;
        const isNew = this.#isNew('callee', this.isUnknown(id) ? `${group} ${text}` : text);
        if (isNew) this.asked.push(['callee', this.calleeNumber(callee), group, id]);
        return id;
      },
      field: (type, variant, index) => {
        const answer = names.field(type, variant, index);
        if (this.#isNew('field', `${index} ${variant} ${type}`))
          this.asked.push(['field', own(type), own(variant), index, answer]);
        return answer;
      },
      type: (path) => {
        const answer = names.type(path);
        if (this.#isNew('type', path)) this.asked.push(['type', own(path), answer]);
        return answer;
      },
      item: (path) => {
        const answer = names.item(path);
        if (this.#isNew('item', path)) this.asked.push(['item', own(path), answer]);
        return answer;
      },
      isType: (path) => {
        const answer = names.isType(path);
        if (this.#isNew('isType', path)) this.asked.push(['isType', own(path), answer]);
        return answer;
      },
    };
  }

  #isNew(what: string, question: string): boolean {
    const key = `${what} ${question}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}

/** A part of a longer text, no longer part of it. */
function own<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** True where every question is still answered as it was. `namesOf`: as a group sees them; `null` for one that is gone. */
export function sameAnswers(
  asked: readonly Asked[],
  callees: readonly MirCallee[],
  namesOf: (group: number) => Names | null,
): boolean {
  const shared = namesOf(-1);
  if (shared === null) return false;
  return asked.every((one) => {
    switch (one[0]) {
      case 'callee': {
        const [, callee, group, answer] = one;
        return namesOf(group)?.callee(callees[callee]!) === answer;
      }
      case 'field': {
        const [, type, variant, index, answer] = one;
        const told = shared.field(type, variant, index);
        return told?.owner === answer?.owner && told?.name === answer?.name;
      }
      case 'type':
        return shared.type(one[1]) === one[2];
      case 'item':
        return shared.item(one[1]) === one[2];
      case 'isType':
        return shared.isType(one[1]) === one[2];
    }
  });
}
