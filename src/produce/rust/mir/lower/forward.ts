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
    const to = takeMove(after, terminator.to, uses);
    if (to !== null) block.terminator = { ...terminator, to };
  }
}

function isTemporary(local: number, { writes, reads, pinned }: Uses, parameters: number): boolean {
  return local > parameters && writes[local] === 1 && reads[local] === 1 && pinned[local] === 0;
}

function forwardWithin(block: FlowBlock, uses: Uses, parameters: number): void {
  const { statements } = block;
  const movedAt = new Map<number, number>();
  statements.forEach(({ value }, index) => {
    if (value.op === 'move' && value.from.place === 'local') movedAt.set(value.from.local, index);
  });
  if (movedAt.size === 0) return;
  const taken = new Set<number>();
  // From the end, so that a chain of moves shortens from its last one.
  for (let i = statements.length - 2; i >= 0; i--) {
    const statement = statements[i]!;
    const { to } = statement;
    if (to.place !== 'local' || !isTemporary(to.local, uses, parameters)) continue;
    const last = movedAt.get(to.local);
    if (last === undefined || last <= i) continue;
    const target = statements[last]!.to;
    if (target.place !== 'local' || !isFree(block, target.local, i + 1, last, uses, taken))
      continue;
    taken.add(last);
    statements[i] = { ...statement, to: target };
  }
  if (taken.size > 0) block.statements = statements.filter((_, index) => !taken.has(index));
}

/** Nothing in `[from, to)` names a local, nor may reach it through a reference. */
function isFree(
  { statements }: FlowBlock,
  local: number,
  from: number,
  to: number,
  uses: Uses,
  taken: ReadonlySet<number>,
): boolean {
  for (let i = from; i < to; i++) {
    if (taken.has(i)) continue;
    if (uses.pinned[local] === 1 || names(statements[i]!, local)) return false;
  }
  return true;
}

/** Takes out `_x = move _t` from where nothing before it names `_x`, nor may reach it through a reference; gives x. */
function takeMove(block: FlowBlock, temporary: number, uses: Uses): number | null {
  const at = block.statements.findIndex(
    ({ value }) =>
      value.op === 'move' && value.from.place === 'local' && value.from.local === temporary,
  );
  const to = block.statements[at]?.to;
  if (to?.place !== 'local') return null;
  if (!isFree(block, to.local, 0, at, uses, new Set())) return null;
  block.statements.splice(at, 1);
  return to.local;
}

function names({ to, value }: Statement, local: number): boolean {
  const isIt = (operand: Operand): boolean => 'local' in operand && operand.local === local;
  return isIt(to) || operandsOf(value).some(isIt);
}
