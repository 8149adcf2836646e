import { operandsOf, terminatorOperands, type Operand } from '../../../../dump/index.js';
import type { FlowBlock } from './flow.js';

/** How often each local is named, and how. */
export interface Uses {
  readonly writes: Uint32Array;
  /** As a whole: copied, moved, given to an operation or a call. */
  readonly reads: Uint32Array;
  /** Borrowed, or a part of it read or written: it must stay. */
  readonly pinned: Uint8Array;
  /** Borrowed so that it may be written through. */
  readonly exposed: Uint8Array;
  /** Named anywhere but as what is written whole. */
  readonly mentions: Uint32Array;
}

export function countUses(blocks: readonly FlowBlock[], locals: number): Uses {
  const counts: Uses = {
    writes: new Uint32Array(locals),
    reads: new Uint32Array(locals),
    pinned: new Uint8Array(locals),
    exposed: new Uint8Array(locals),
    mentions: new Uint32Array(locals),
  };
  const read = (operand: Operand): void => {
    if ('local' in operand) counts.mentions[operand.local]!++;
    if (operand.place === 'local') counts.reads[operand.local]!++;
    else if ('local' in operand) counts.pinned[operand.local] = 1;
  };
  for (const { statements, terminator } of blocks) {
    for (const { to, value } of statements) {
      if (to.place === 'local') counts.writes[to.local]!++;
      else if ('local' in to) {
        counts.pinned[to.local] = 1;
        counts.mentions[to.local]!++;
      }
      if ((value.op === 'borrow' || value.op === 'mut') && 'local' in value.from) {
        counts.pinned[value.from.local] = 1;
        counts.mentions[value.from.local]!++;
        if (value.op === 'mut') counts.exposed[value.from.local] = 1;
      } else operandsOf(value).forEach(read);
    }
    terminatorOperands(terminator).forEach(read);
    if ('to' in terminator) counts.writes[terminator.to]!++;
  }
  return counts;
}
