import type { Block, Operand, Place, Rvalue, Terminator } from '../../dump/index.js';
import { isValueCall } from './value-calls.js';

/** Statics that the blocks of one body name, and which of them they write. */
export interface NamedStatics {
  readonly all: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
}

export function staticsOf(blocks: Iterable<Block | null>): NamedStatics {
  const all = new Set<string>();
  const written = new Set<string>();
  const see = <T extends Operand>(place: T): T => {
    if (place.place === 'static') all.add(place.name);
    return place;
  };
  for (const block of blocks) {
    if (block === null) continue;
    for (const { to, value } of block.statements) {
      if (to.place === 'static') written.add(to.name);
      see(to);
      inValue(value, see, see);
    }
    inTerminator(block.terminator, see);
  }
  return { all, written };
}

/**
 * The body of a module runs once, so that a variable which it alone names is a local of it: written strongly, and with the
 * conditions that it is asked in. A call through one keeps the static, by which rows of a catalogue know it.
 */
export function withOwnStatics(
  blocks: readonly (Block | null)[],
  own: ReadonlySet<string>,
): (Block | null)[] {
  let most = 0;
  const count = (local: number): void => {
    most = Math.max(most, local);
  };
  const called = new Set<string>();
  for (const block of blocks) {
    if (block === null) continue;
    for (const { local } of block.declarations) count(local);
    for (const { to } of block.statements) if ('local' in to) count(to.local);
    const { terminator } = block;
    if ('to' in terminator) count(terminator.to);
    const name = calledStatic(terminator);
    if (name !== null) called.add(name);
  }
  const localOf = new Map([...own].map((name, i) => [name, most + 1 + i]));
  const local = (place: Place): Place => {
    const number = place.place === 'static' ? localOf.get(place.name) : undefined;
    return number === undefined ? place : { place: 'local', local: number };
  };
  const operand = (one: Operand): Operand => (one.place === 'constant' ? one : local(one));
  return blocks.map((block): Block | null => {
    if (block === null) return null;
    const statements = block.statements.flatMap((statement) => {
      const value = inValue(statement.value, local, operand);
      const to = local(statement.to);
      const written = { ...statement, to, value };
      const isCalled = statement.to.place === 'static' && called.has(statement.to.name);
      return to !== statement.to && isCalled ? [{ ...statement, value }, written] : [written];
    });
    return { ...block, statements, terminator: inTerminator(block.terminator, operand) };
  });
}

/** The static that a call runs. */
function calledStatic(terminator: Terminator): string | null {
  if (!('callee' in terminator) || !isValueCall(terminator.callee)) return null;
  const [first] = terminator.operands;
  return first?.place === 'static' ? first.name : null;
}

function inValue(
  value: Rvalue,
  place: (one: Place) => Place,
  operand: (one: Operand) => Operand,
): Rvalue {
  switch (value.op) {
    case 'copy':
    case 'move':
    case 'borrow':
    case 'mut':
      return { ...value, from: place(value.from) };
    case 'cast':
      return { ...value, from: operand(value.from) };
    case 'const':
      return value;
    case 'op':
      return { ...value, operands: value.operands.map(operand) };
    case 'agg':
      return {
        ...value,
        members: value.members.map((member) => ({ ...member, value: operand(member.value) })),
      };
    case 'closure':
      return { ...value, captures: value.captures.map(operand) };
  }
}

function inTerminator(terminator: Terminator, operand: (one: Operand) => Operand): Terminator {
  if ('on' in terminator) return { ...terminator, on: operand(terminator.on) };
  if (!('callee' in terminator)) return terminator;
  const isStatic = calledStatic(terminator) !== null;
  return {
    ...terminator,
    operands: terminator.operands.map((one, i) => {
      const mapped = operand(one);
      return i === 0 && isStatic ? one : mapped;
    }),
  };
}
