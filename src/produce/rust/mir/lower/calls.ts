import type { Operand, Position } from '../../../../dump/index.js';
import type { MirCallee } from '../callee.js';
import type { MirOperand, MirSpan, MirTerminator } from '../mir.js';
import { parseCallee } from '../parse-callee.js';
import { bareType, isTupleType, shortType } from '../type-text.js';
import { indexOutside, splitOutside } from '../brackets.js';
import { classOf, isCallable, isOperatorTrait } from './classify.js';
import type { BodyContext } from './context.js';
import { lowerOperand, operandType } from './values.js';

type MirCall = Extract<MirTerminator, { sort: 'call' | 'tailcall' }>;

export interface LoweredCall {
  readonly id: string;
  readonly operands: readonly Operand[];
}

/** A call's moniker and arguments, and what's to be known of it. */
export function lowerCall(context: BodyContext, call: MirCall, at: Position): LoweredCall {
  const callee = calleeOf(context, call.callee);
  const id = context.resolver.callee(callee, context.body);
  const operands = call.operands.map((operand) => lowerOperand(context, operand, at));
  if (callee.sort === 'value') operands.unshift(lowerOperand(context, call.callee, at));
  const closure =
    callee.selfType === null
      ? null
      : (context.group.closureTypes.get(bareType(callee.selfType)) ?? null);
  context.facts.calls.push({
    callee,
    class: classOf(callee, context.resolver),
    id,
    site: context.site,
    isOperator: isOperator(callee, call.callee, call.span),
    argTypes: call.operands.map((operand) => operandType(context, operand)),
    closure,
    body: context.k,
  });
  return {
    id,
    operands:
      callee.trait !== null && isCallable(callee.trait)
        ? untupled(context, operands, call.operands)
        : operands,
  };
}

function calleeOf(context: BodyContext, callee: MirOperand): MirCallee {
  if (callee.sort === 'constant') return parseCallee(callee.constant.text, callee.constant.type);
  const type = operandType(context, callee);
  // `let f = helper; f(1)`: a function's own type says which one it is.
  const brace = type.endsWith('}') && !type.startsWith('{') ? indexOutside(type, ' {') : -1;
  if (brace >= 0) return parseCallee(type.slice(brace + 2, -1), type);
  return {
    ...parseCallee(`${callee.sort} _${callee.place.local}`),
    signature: type === '?' ? null : type,
  };
}

/** An operator's callee stands where the whole expression does; a method's at its name. */
function isOperator(callee: MirCallee, operand: MirOperand, span: MirSpan | null): boolean {
  if (callee.trait === null || !isOperatorTrait(callee.trait)) return false;
  const own = operand.sort === 'constant' ? operand.constant.span : null;
  if (own === null || span === null) return true;
  return (
    own.line === span.line &&
    own.col === span.col &&
    own.endLine === span.endLine &&
    own.endCol === span.endCol
  );
}

/**
 * `Fn*::call*` takes its arguments as one tuple, made just before: they are told one by one. A tuple that was not made
 * here is told as its fields.
 */
function untupled(
  context: BodyContext,
  operands: readonly Operand[],
  from: readonly MirOperand[],
): Operand[] {
  const [receiver, tuple] = operands;
  if (receiver === undefined || tuple === undefined || operands.length !== 2) return [...operands];
  if (tuple.place === 'constant') return tuple.type === '()' ? [receiver] : [...operands];
  if (tuple.place !== 'local') return [...operands];
  const made = context.statements.findLastIndex(
    ({ to }) => to.place === 'local' && to.local === tuple.local,
  );
  const value = context.statements[made]?.value;
  if (value?.op === 'agg') {
    context.statements.splice(made, 1);
    return [receiver, ...value.members.map((member) => member.value)];
  }
  if (value?.op === 'const' && value.value.type === '()') {
    context.statements.splice(made, 1);
    return [receiver];
  }
  const type = operandType(context, from[1]!);
  if (!isTupleType(type)) return [...operands];
  const parts = splitOutside(type.slice(1, -1), ',').filter((part) => part.trim() !== '');
  const owner = shortType(type);
  return [
    receiver,
    ...parts.map((_, index): Operand => ({
      place: 'field',
      local: tuple.local,
      type: owner,
      field: String(index),
    })),
  ];
}
