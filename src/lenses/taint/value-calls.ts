import type { Operand, TaintBody, TaintTerminator } from './body.js';

const VALUE_CALL = /(?:Fn|FnMut|FnOnce|Function)#call(?:_mut|_once)?\(\)\.$/;

/** Whether a callee is that of a call through a value, which is argument 0. */
export const isValueCall = (callee: string): boolean => VALUE_CALL.test(callee);

/**
 * Calls through a value that was just read from a field are named by that field, as `TYPE#field().`, with the object as
 * their receiver; those through a static by that static. So a catalogue's rows and bodies of that name are found where the
 * types do not say what runs.
 */
export function namedByPlace(body: TaintBody): TaintBody {
  const reads = singleReads(body);
  const blocks = body.blocks.map((block) => {
    const terminator = named(block.terminator, reads);
    return terminator === block.terminator ? block : { ...block, terminator };
  });
  return { ...body, blocks };
}

/** Locals that are defined once, by reading a field or a static: what they read. */
function singleReads({ blocks, params }: TaintBody): ReadonlyMap<number, Operand> {
  const writes = new Map<number, number>();
  const reads = new Map<number, Operand>();
  const write = (local: number): unknown => writes.set(local, (writes.get(local) ?? 0) + 1);
  for (let k = 1; k <= params; k++) write(k);
  for (const { statements, terminator } of blocks) {
    for (const { to, operands, shape, closure } of statements) {
      if (to.kind !== 'local') continue;
      write(to.local);
      const [from] = operands;
      if (from === undefined || shape !== undefined || closure !== null) continue;
      if (from.kind === 'field' || from.kind === 'static') reads.set(to.local, from);
    }
    if ('to' in terminator) write(terminator.to);
  }
  for (const [local, count] of writes) if (count > 1) reads.delete(local);
  return reads;
}

function named(terminator: TaintTerminator, reads: ReadonlyMap<number, Operand>): TaintTerminator {
  if (terminator.op !== 'call' || !isValueCall(terminator.callee)) return terminator;
  const [first, ...rest] = terminator.operands;
  if (first === undefined) return terminator;
  const value = first.kind === 'local' ? (reads.get(first.local) ?? first) : first;
  if (value.kind === 'field') {
    return {
      ...terminator,
      callee: `${value.key}().`,
      operands: [{ kind: 'local', local: value.local }, ...rest],
      value,
      lead: 1,
    };
  }
  if (value.kind === 'static')
    return { ...terminator, callee: value.name, operands: rest, value, lead: 0 };
  return { ...terminator, value, lead: 1 };
}
