import type { Operand, Place, TaintBody } from './body.js';
import { ANY_ELEMENT, captureOf, partKey } from './shape.js';

/** What a write through a local also writes: a part of another local, or of a static or captured value. */
export interface Alias {
  readonly local: number;
  /** A static or heap cell instead of a local. */
  readonly cell: Cell | null;
  /** The written part must lie under `pop`; it becomes the part `push` of the alias. */
  readonly pop: readonly string[];
  readonly push: readonly string[];
}

export interface Cell {
  readonly kind: 'static' | 'heap';
  readonly name: string;
}

/** After a call its argument `from` is the part `path` of its argument `into`; -1 = its result. */
export interface Stores {
  readonly into: number;
  readonly path: readonly string[];
  readonly from: number;
}

const DEPTH = 3;
const MOST = 24;

interface Step {
  readonly to: number;
  readonly cell: Cell | null;
  readonly pop: string | null;
  readonly push: readonly string[];
}

/**
 * May-aliases of the locals of a body, in no order: `y = &x` and `x.k = &y` make y and a part of x the same object, as
 * does a call that stores one argument in another. Where a definition of an alias stands is where the write stands, so
 * what is read before it, or after a new value, does not see it. `twice`: parameters that some call gives the same object.
 */
export function aliasesOf(
  body: TaintBody,
  storesOf: (callee: string, makes: boolean) => readonly Stores[],
  twice: readonly (readonly [number, number])[],
): (local: number) => readonly Alias[] {
  const steps = new Map<number, Step[]>();
  const add = (from: number, step: Step): void => {
    const list = steps.get(from) ?? [];
    list.push(step);
    steps.set(from, list);
  };
  const same = (y: number, place: Place, under: readonly string[]): void => {
    const cell = cellOf(place, body);
    if (cell !== null) {
      add(y, { to: -1, cell, pop: null, push: under });
      return;
    }
    if (place.kind === 'static') return;
    const key = place.kind === 'field' ? [partKey(place.key)] : [];
    const path = [...key, ...under];
    add(y, { to: place.local, cell: null, pop: null, push: path });
    if (path.length === 0) add(place.local, { to: y, cell: null, pop: null, push: [] });
    if (path.length === 1) add(place.local, { to: y, cell: null, pop: path[0]!, push: [] });
  };
  for (const [a, b] of twice) same(a, { kind: 'local', local: b }, []);
  for (const { statements, terminator } of body.blocks) {
    for (const { to, op, shape, operands, closure } of statements) {
      if (closure !== null && to.kind === 'local') {
        operands.forEach((operand, i) => {
          if (operand.kind === 'local')
            add(operand.local, {
              to: -1,
              cell: { kind: 'heap', name: `${closure}#${i}` },
              pop: null,
              push: [],
            });
        });
      }
      if (op === 'ref') {
        const [from] = operands;
        if (from === undefined || from.kind === 'constant') continue;
        if (to.kind === 'local') same(to.local, from, []);
        else if (from.kind === 'local')
          same(from.local, to, to.kind === 'deref' ? [ANY_ELEMENT] : []);
      }
      if (shape?.kind === 'element' && to.kind === 'local') {
        const [from] = operands;
        if (from !== undefined && from.kind !== 'constant') same(to.local, from, [shape.key]);
      }
      if (shape?.kind === 'members' && to.kind === 'local') {
        operands.forEach((operand, i) => {
          const key = shape.keys[i];
          if (operand.kind === 'local' && typeof key === 'string')
            same(operand.local, to, key === '' ? [] : [key]);
        });
      }
    }
    if (terminator.op !== 'call') continue;
    for (const { into, path, from } of storesOf(terminator.callee, terminator.makes === true)) {
      const at = (i: number): Operand | undefined =>
        i < 0 ? { kind: 'local', local: terminator.to } : terminator.operands[i];
      const [target, source] = [at(into), at(from)];
      if (target?.kind === 'local' && source?.kind === 'local') same(source.local, target, path);
    }
  }
  const memo = new Map<number, readonly Alias[]>();
  return (local) => {
    let list = memo.get(local);
    if (list === undefined) memo.set(local, (list = closed(local, steps)));
    return list;
  };
}

function cellOf(place: Place, { name }: TaintBody): Cell | null {
  if (place.kind === 'static') return { kind: 'static', name: place.name };
  if (place.kind === 'field' && captureOf(place.key) === name)
    return { kind: 'heap', name: place.key };
  return null;
}

/** All that a local leads to, nearest first. */
function closed(local: number, steps: ReadonlyMap<number, readonly Step[]>): readonly Alias[] {
  const found: Alias[] = [];
  const start: Alias = { local, cell: null, pop: [], push: [] };
  const met = new Set([keyOf(start)]);
  const queue = [start];
  for (const at of queue) {
    if (at.cell !== null || found.length >= MOST) continue;
    for (const { to, cell, pop, push } of steps.get(at.local) ?? []) {
      const next = after(at, to, cell, pop, push);
      if (next === null || met.has(keyOf(next))) continue;
      if (next.cell === null && next.local === local && next.pop.length === next.push.length)
        continue;
      met.add(keyOf(next));
      queue.push(next);
      found.push(next);
    }
  }
  return found;
}

function after(
  { pop: popped, push: pushed }: Alias,
  to: number,
  cell: Cell | null,
  pop: string | null,
  push: readonly string[],
): Alias | null {
  let [more, rest] = [popped, pushed];
  if (pop !== null) {
    if (rest.length > 0) {
      if (rest[0] !== pop) return null;
      rest = rest.slice(1);
    } else more = [...more, pop];
  }
  const path = [...push, ...rest];
  if (path.length > DEPTH || more.length > DEPTH) return null;
  return { local: to, cell, pop: more, push: path };
}

const keyOf = ({ local, cell, pop, push }: Alias): string =>
  JSON.stringify([local, cell?.kind, cell?.name, pop, push]);

/**
 * What a body stores in its parameters or returns of them, as its statements say it: setters, getters, constructors.
 * `shift`: of its parameters against the arguments of a call.
 */
export function storesIn(body: TaintBody, shift: number): readonly Stores[] {
  const isParam = (local: number): boolean => local > shift && local >= 1 && local <= body.params;
  const found: Stores[] = [];
  for (const { statements } of body.blocks) {
    for (const { to, op, operands } of statements) {
      const [from] = operands;
      if (op !== 'ref' || from === undefined || from.kind === 'constant') continue;
      if (to.kind === 'field' && isParam(to.local) && from.kind === 'local' && isParam(from.local))
        found.push({
          into: to.local - 1 - shift,
          path: [partKey(to.key)],
          from: from.local - 1 - shift,
        });
      if (to.kind !== 'local' || to.local !== 0 || from.kind === 'static' || !isParam(from.local))
        continue;
      const path = from.kind === 'field' ? [partKey(from.key)] : [];
      found.push({ into: from.local - 1 - shift, path, from: -1 });
    }
  }
  return found;
}

/** Parameters, from 1, to which a call gives the same local. */
export function sameArguments(operands: readonly Operand[]): [number, number][] {
  const found: [number, number][] = [];
  operands.forEach((one, i) => {
    if (one.kind !== 'local') return;
    for (let j = i + 1; j < operands.length; j++) {
      const other = operands[j]!;
      if (other.kind === 'local' && other.local === one.local) found.push([i + 1, j + 1]);
    }
  });
  return found;
}
