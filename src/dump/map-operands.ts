import type { Operand, Place, Rvalue, Terminator } from './block.js';

/** The same right side, its operands replaced. */
export function mapRvalue(value: Rvalue, map: <T extends Operand>(operand: T) => Operand): Rvalue {
  switch (value.op) {
    case 'const':
      return value;
    case 'op':
      return { ...value, operands: value.operands.map(map) };
    case 'agg':
      return {
        ...value,
        members: value.members.map((member) => ({ ...member, value: map(member.value) })),
      };
    case 'closure':
      return { ...value, captures: value.captures.map(map) };
    case 'cast':
      return { ...value, from: map(value.from) };
    default: {
      const from = map(value.from);
      return from.place === 'constant' ? { op: 'const', value: from } : { ...value, from };
    }
  }
}

/** The same terminator, its operands replaced. */
export function mapTerminator(
  terminator: Terminator,
  map: (operand: Operand) => Operand,
): Terminator {
  switch (terminator.op) {
    case 'throw':
    case 'assert':
    case 'switch':
    case 'await':
    case 'yield':
      return { ...terminator, on: map(terminator.on) };
    case 'call':
    case 'tailcall':
      return { ...terminator, operands: terminator.operands.map(map) };
    default:
      return terminator;
  }
}

/** The same place, its local renumbered. */
export function mapPlace(place: Place, map: (local: number) => number): Place {
  return 'local' in place ? { ...place, local: map(place.local) } : place;
}
