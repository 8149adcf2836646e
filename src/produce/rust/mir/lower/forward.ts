import { operandsOf, type Operand, type Statement } from '../../../../dump/index.js';
import { countUses, type Uses } from './count-uses.js';
import type { FlowBlock } from './flow.js';

/**
 * A temporary that is only moved on to another local is that local: `_3 = f(); _2 = move _3` is `_2 = f()`. The value
 * must be moved in the block that computes it, or, where a call or a resumption gives it, in the block after.
 */
export function forwardMoves(
  blocks: readonly FlowBlock[],
  locals: number,
  parameters: number,
): void {
  const uses = countUses(blocks, locals);
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const entries = new Map<number, number>([[blocks[0]?.id ?? 0, 1]]);
  for (const { next } of blocks) for (const id of next) entries.set(id, (entries.get(id) ?? 0) + 1);
  for (const block of blocks) forwardWithin(block, uses, parameters);
  for (const block of blocks) {
    const { terminator } = block;
    const [next] = block.next;
    if (!('to' in terminator) || next === undefined || entries.get(next) !== 1) continue;
    if (!isTemporary(terminator.to, uses, parameters)) continue;
    const after = byId.get(next)!;
    if (after === block) continue;
    const to = takeMove(after, 0, terminator.to, uses);
    if (to !== null) block.terminator = { ...terminator, to };
  }
}

function isTemporary(local: number, { writes, reads, pinned }: Uses, parameters: number): boolean {
  return local > parameters && writes[local] === 1 && reads[local] === 1 && pinned[local] === 0;
}

function forwardWithin(block: FlowBlock, uses: Uses, parameters: number): void {
  // From the end, so that a chain of moves shortens from its last one.
  for (let i = block.statements.length - 2; i >= 0; i--) {
    const { to } = block.statements[i]!;
    if (to.place !== 'local' || !isTemporary(to.local, uses, parameters)) continue;
    const moved = takeMove(block, i + 1, to.local, uses);
    if (moved !== null)
      block.statements[i] = { ...block.statements[i]!, to: { place: 'local', local: moved } };
  }
}

/**
 * Takes out `_x = move _t` where nothing from `from` up to it names `_x`, nor may reach it through a reference; gives x.
 */
function takeMove(block: FlowBlock, from: number, temporary: number, uses: Uses): number | null {
  const { statements } = block;
  for (let i = from; i < statements.length; i++) {
    const { to, value } = statements[i]!;
    if (value.op !== 'move' || value.from.place !== 'local' || value.from.local !== temporary)
      continue;
    if (to.place !== 'local') return null;
    if (i > from && uses.pinned[to.local] === 1) return null;
    for (let between = from; between < i; between++)
      if (names(statements[between]!, to.local)) return null;
    statements.splice(i, 1);
    return to.local;
  }
  return null;
}

function names({ to, value }: Statement, local: number): boolean {
  const isIt = (operand: Operand): boolean => 'local' in operand && operand.local === local;
  return isIt(to) || operandsOf(value).some(isIt);
}
