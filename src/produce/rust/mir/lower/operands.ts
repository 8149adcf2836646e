import {
  mapPlace,
  mapRvalue,
  mapTerminator,
  operandsOf,
  terminatorOperands,
  type Block,
  type Operand,
  type Statement,
} from '../../../../dump/index.js';

type Parts = Pick<Block, 'statements' | 'terminator'>;

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
