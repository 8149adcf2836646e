import {
  operandsOf,
  terminatorOperands,
  type Block,
  type Operand,
  type Place,
  type Rvalue,
  type Statement,
  type Terminator,
} from '../../../../dump/index.js';

type Parts = Pick<Block, 'statements' | 'terminator'>;

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

export function mapPlace(place: Place, map: (local: number) => number): Place {
  return 'local' in place ? { ...place, local: map(place.local) } : place;
}

/** Every local renamed. */
export function renumber({ statements, terminator }: Parts, map: (local: number) => number): Parts {
  const operand = (from: Operand): Operand =>
    from.place === 'constant' ? from : mapPlace(from, map);
  const moved = mapTerminator(terminator, operand);
  return {
    statements: statements.map((statement): Statement => ({
      to: mapPlace(statement.to, map),
      value: mapRvalue(statement.value, operand),
      at: statement.at,
    })),
    terminator: 'to' in moved ? { ...moved, to: map(moved.to) } : moved,
  };
}

/** Calls `each` with every local that is named. */
export function eachLocal({ statements, terminator }: Parts, each: (local: number) => void): void {
  const visit = (operand: Operand): void => {
    if ('local' in operand) each(operand.local);
  };
  for (const { to, value } of statements) {
    visit(to);
    operandsOf(value).forEach(visit);
  }
  terminatorOperands(terminator).forEach(visit);
  if ('to' in terminator) each(terminator.to);
}
