import {
  operandsOf,
  terminatorOperands,
  type Operand,
  type Statement,
} from '../../../../dump/index.js';
import type { FlowBlock } from './flow.js';
import { mapRvalue, mapTerminator } from './operands.js';

interface Counts {
  readonly writes: Uint32Array;
  /** As a whole: copied, moved, given to an operation or a call. */
  readonly reads: Uint32Array;
  /** Borrowed, or a part of it read or written: it must stay. */
  readonly pinned: Uint8Array;
  /** Borrowed so that it may be written through. */
  readonly exposed: Uint8Array;
}

function count(blocks: readonly FlowBlock[], locals: number): Counts {
  const counts: Counts = {
    writes: new Uint32Array(locals),
    reads: new Uint32Array(locals),
    pinned: new Uint8Array(locals),
    exposed: new Uint8Array(locals),
  };
  const read = (operand: Operand): void => {
    if (operand.place === 'local') counts.reads[operand.local]!++;
    else if ('local' in operand) counts.pinned[operand.local] = 1;
  };
  for (const { statements, terminator } of blocks) {
    for (const { to, value } of statements) {
      if (to.place === 'local') counts.writes[to.local]!++;
      else if ('local' in to) counts.pinned[to.local] = 1;
      if ((value.op === 'borrow' || value.op === 'mut') && 'local' in value.from) {
        counts.pinned[value.from.local] = 1;
        if (value.op === 'mut') counts.exposed[value.from.local] = 1;
      } else operandsOf(value).forEach(read);
    }
    terminatorOperands(terminator).forEach(read);
    if ('to' in terminator) counts.writes[terminator.to]!++;
  }
  return counts;
}

/**
 * A local that is one whole local's copy, used once, later in the same block and before anything may write to what it
 * is a copy of, is that local: `_3 = copy _1; f(move _3)` is `f(_1)`. What only points to a static and is used no more goes too.
 */
export function foldCopies(
  blocks: readonly FlowBlock[],
  locals: number,
  parameters: number,
  statics: ReadonlySet<number>,
): void {
  const counts = count(blocks, locals);
  const isTemporary = (local: number): boolean =>
    local > parameters &&
    counts.writes[local] === 1 &&
    counts.reads[local] === 1 &&
    counts.pinned[local] === 0;
  for (const block of blocks) {
    const folding = new Map<number, Operand>();
    const kept: Statement[] = [];
    const take = (operand: Operand): Operand => {
      if (operand.place !== 'local') return operand;
      const source = folding.get(operand.local);
      if (source === undefined) return operand;
      folding.delete(operand.local);
      return source;
    };
    const usedLater = usesFrom(block);
    block.statements.forEach((statement, index) => {
      const value =
        statement.value.op === 'borrow' || statement.value.op === 'mut'
          ? statement.value
          : mapRvalue(statement.value, take);
      const { to, at } = statement;
      const isCopy =
        to.place === 'local' &&
        (value.op === 'copy' || value.op === 'move') &&
        value.from.place === 'local';
      if (isCopy && isTemporary(to.local) && (usedLater.get(to.local) ?? -1) > index) {
        const until = usedLater.get(to.local)!;
        if (isSafe(block, index, until, value.from.local, counts)) {
          folding.set(to.local, value.from);
          return;
        }
      }
      const isDead =
        to.place === 'local' &&
        statics.has(to.local) &&
        counts.reads[to.local] === 0 &&
        counts.pinned[to.local] === 0;
      if (!isDead) kept.push(value === statement.value ? statement : { to, value, at });
    });
    block.statements = kept;
    block.terminator = mapTerminator(block.terminator, take);
  }
}

/** The last index at which each local is read whole; a terminator's is the number of statements. */
function usesFrom({ statements, terminator }: FlowBlock): Map<number, number> {
  const used = new Map<number, number>();
  statements.forEach(({ value }, index) => {
    if (value.op === 'borrow' || value.op === 'mut') return;
    for (const operand of operandsOf(value))
      if (operand.place === 'local') used.set(operand.local, index);
  });
  for (const operand of terminatorOperands(terminator))
    if (operand.place === 'local') used.set(operand.local, statements.length);
  return used;
}

/** Nothing after `from` and before `until` writes to `source`, by its name or through a reference. */
function isSafe(
  { statements }: FlowBlock,
  from: number,
  until: number,
  source: number,
  counts: Counts,
): boolean {
  for (let i = from + 1; i < until; i++) {
    const { to, value } = statements[i]!;
    if ('local' in to && to.local === source) return false;
    const isWeak = to.place !== 'local';
    if (isWeak && counts.exposed[source] === 1) return false;
    if (value.op === 'mut' && 'local' in value.from && value.from.local === source) return false;
  }
  return true;
}
