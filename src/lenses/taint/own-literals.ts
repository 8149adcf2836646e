import type { TaintBody, TaintProgram } from './body.js';
import { partKey } from './shape.js';
import { receiverAt } from './value-calls.js';

/**
 * Objects that a body writes out and keeps to itself: nobody else is given one, but a function that is called on it. What
 * such a member is only the body says, whatever else in the program has a field of that name; `members` are those that
 * no function writes to its `this`.
 */
export class OwnLiterals {
  readonly #of = new Map<number, ReadonlyMap<number, ReadonlySet<string>>>();
  readonly #rewritten = new Set<string>();

  constructor(readonly program: TaintProgram) {
    for (const { receiver, blocks } of program.bodies) {
      if (receiver !== 'part') continue;
      for (const { statements } of blocks)
        for (const { to } of statements) if (to.kind === 'field') this.#rewritten.add(to.key);
    }
  }

  has(body: number, local: number, field: string): boolean {
    const key = partKey(field);
    let literals = this.#of.get(body);
    if (literals === undefined)
      this.#of.set(body, (literals = literalsOf(this.program.bodies[body]!)));
    if (literals.get(local)?.has(key) !== true) return false;
    return !this.#rewritten.has(field) && !this.#rewritten.has(`?#${key}`);
  }
}

function literalsOf({ blocks, params }: TaintBody): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  const others = new Set<number>();
  for (let k = 1; k <= params; k++) others.add(k);
  for (const { statements, terminator } of blocks) {
    for (const { to, operands, shape } of statements) {
      for (const one of operands) if (one.kind === 'local') others.add(one.local);
      if (to.kind === 'field') found.get(to.local)?.add(partKey(to.key));
      if (to.kind === 'deref') others.add(to.local);
      if (to.kind !== 'local') continue;
      const isObject = shape?.kind === 'members' && shape.keys.every((key) => (key ?? '') !== '');
      if (!isObject || shape.type !== 'object' || found.has(to.local)) others.add(to.local);
      else found.set(to.local, new Set(shape.keys.map((key) => key!)));
    }
    if ('on' in terminator && terminator.on.kind === 'local') others.add(terminator.on.local);
    if ('to' in terminator) others.add(terminator.to);
    if (terminator.op !== 'call') continue;
    const on = receiverAt(terminator);
    terminator.operands.forEach((one, j) => {
      if (one.kind === 'local' && j !== on) others.add(one.local);
    });
  }
  for (const local of others) found.delete(local);
  return found;
}
