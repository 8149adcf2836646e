import type { Operand, TaintBody, TaintTerminator } from './body.js';

const VALUE_CALL = /(?:Fn|FnMut|FnOnce|Function)#call(?:_mut|_once)?\(\)\.$/;

/** Whether a callee is that of a call through a value, which is argument 0. */
export const isValueCall = (callee: string): boolean => VALUE_CALL.test(callee);

/** The language's own way to run a function on an object: as a callee, and as a field that is read of the function. */
const REBOUND = /(?:^\?|[/`](?:Callable|Newable)?Function)#(call|apply)(?:\(\)\.)?$/;

/** Operand of a call that is the object which the function is run on; -1 = there is none. */
export function receiverAt({ op, ...call }: TaintTerminator): number {
  if (op !== 'call' || !('callee' in call) || call.value === undefined) return -1;
  if (call.lead === 2) return 1;
  return call.lead === 1 && !isValueCall(call.callee) ? 0 : -1;
}

/**
 * `f.call(self, a)` and `f.apply(self, list)` of a value run f: operand 0 is the function and operand 1 what it has as
 * `this`. Of `apply` the third is the list of its arguments.
 */
function rebound(
  terminator: Extract<TaintTerminator, { op: 'call' }>,
  name: string,
  value: Operand | undefined,
  rest: readonly Operand[],
): TaintTerminator | null {
  const how = REBOUND.exec(name)?.[1];
  if (how === undefined || value === undefined || value.kind === 'constant') return null;
  const operands: readonly Operand[] = [value, ...(rest.length > 0 ? rest : [NOTHING])];
  const list = how === 'apply' ? { spread: 2 } : {};
  return { ...terminator, callee: BY_VALUE, operands, value, lead: 2, ...list };
}

/** Function#call is what every call through a value names. */
const OWN_CALL = /[/`]Function#call\(\)\.$/;

const NOTHING: Operand = { kind: 'constant' };
const BY_VALUE = 'Function#call().';

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
  if (terminator.op !== 'call') return terminator;
  const [first, ...rest] = terminator.operands;
  if (/Function#(?:call|apply)\(\)\.$/.test(terminator.callee) && !OWN_CALL.test(terminator.callee))
    return rebound(terminator, terminator.callee, first, rest) ?? terminator;
  if (!isValueCall(terminator.callee) || first === undefined) return terminator;
  const value = first.kind === 'local' ? (reads.get(first.local) ?? first) : first;
  if (value.kind === 'field') {
    const own: Operand = { kind: 'local', local: value.local };
    const run = rebound(terminator, value.key, own, rest);
    if (run !== null) return run;
    return {
      ...terminator,
      callee: `${value.key}().`,
      operands: [own, ...rest],
      value,
      lead: 1,
    };
  }
  if (value.kind === 'static')
    return { ...terminator, callee: value.name, operands: rest, value, lead: 0 };
  return { ...terminator, value, lead: 1 };
}
