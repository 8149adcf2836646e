import type { Statement, Terminator } from '../../../../dump/index.js';
import type { MirBlock, MirBody } from '../mir.js';

/** A block being lowered; blocks are named by rustc's numbers until the body is whole. */
export interface FlowBlock {
  readonly id: number;
  statements: Statement[];
  terminator: Terminator;
  /** Where normal flow leads; a switch's follow from its cases. */
  next: number[];
}

/** Where normal flow leads from a block of MIR: no unwinding, no drops that suspend, no edges that rustc imagines. */
export function normalSuccessors({ terminator }: MirBlock): number[] {
  switch (terminator.sort) {
    case 'goto':
    case 'drop':
    case 'assert':
    case 'yield':
    case 'false-edge':
    case 'false-unwind':
      return [terminator.target];
    case 'switch': {
      const all = terminator.cases.map(({ target }) => target);
      if (terminator.otherwise !== null) all.push(terminator.otherwise);
      return [...new Set(all)];
    }
    case 'call':
    case 'tailcall':
      return terminator.target === null ? [] : [terminator.target];
    case 'asm':
      return [...new Set(terminator.targets)];
    default:
      return [];
  }
}

/** The blocks that normal flow from the first one reaches, in MIR's order. */
export function reachedBlocks(body: MirBody): MirBlock[] {
  const byId: (MirBlock | undefined)[] = [];
  for (const block of body.blocks) byId[block.id] = block;
  const seen = new Uint8Array(byId.length);
  const stack = [0];
  while (stack.length > 0) {
    const id = stack.pop()!;
    const block = byId[id];
    if (block === undefined || seen[id] === 1) continue;
    seen[id] = 1;
    stack.push(...normalSuccessors(block));
  }
  return body.blocks.filter(({ id }) => seen[id] === 1);
}

/**
 * Straight lines become one block, and blocks that only lead on are left out: what remains of drops, false edges and
 * storage markers, which split blocks in MIR, is nothing. The first block stays the first.
 */
export function straighten(blocks: readonly FlowBlock[]): FlowBlock[] {
  return withoutEmpty(joined(blocks));
}

function joined(blocks: readonly FlowBlock[]): FlowBlock[] {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const entries = countEntries(byId, blocks);
  const absorbed = new Set<number>();
  for (const block of blocks) {
    if (absorbed.has(block.id)) continue;
    let next = block.next[0];
    while (
      block.terminator.op === 'goto' &&
      next !== undefined &&
      next !== block.id &&
      entries.get(next) === 1
    ) {
      const after = byId.get(next)!;
      absorbed.add(next);
      block.statements.push(...after.statements);
      block.terminator = after.terminator;
      block.next = after.next;
      next = block.next[0];
    }
  }
  return blocks.filter(({ id }) => !absorbed.has(id) && entries.has(id));
}

function withoutEmpty(blocks: readonly FlowBlock[]): FlowBlock[] {
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const target = (id: number): number => {
    const seen = new Set<number>();
    let at = id;
    for (;;) {
      const block = byId.get(at)!;
      const isEmpty = block.terminator.op === 'goto' && block.statements.length === 0;
      if (!isEmpty || seen.has(at)) return at;
      seen.add(at);
      at = block.next[0]!;
    }
  };
  for (const block of blocks) {
    if (block.terminator.op === 'switch')
      block.terminator = {
        ...block.terminator,
        cases: block.terminator.cases.map(({ value, target: { body, block: id } }) => ({
          value,
          target: { body, block: target(id) },
        })),
      };
    block.next = [...new Set(block.next.map(target))];
  }
  const entries = countEntries(byId, blocks);
  return blocks.filter(({ id }) => entries.has(id));
}

/** How many edges of reached blocks lead to each block; the entry has one from outside. */
function countEntries(
  byId: ReadonlyMap<number, FlowBlock>,
  blocks: readonly FlowBlock[],
): Map<number, number> {
  const entries = new Map<number, number>();
  const first = blocks[0];
  if (first === undefined) return entries;
  entries.set(first.id, 1);
  const stack = [first.id];
  while (stack.length > 0) {
    for (const id of byId.get(stack.pop()!)!.next) {
      const count = entries.get(id);
      entries.set(id, (count ?? 0) + 1);
      if (count === undefined) stack.push(id);
    }
  }
  return entries;
}
