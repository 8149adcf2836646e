import { isMethod } from './catalogue/index.js';
import type { Operand, Place, TaintBlock, TaintBody, TaintStatement } from './body.js';
import { RECEIVER } from './shape.js';

/**
 * Where a body that is no method of a class finds `this`, which whoever runs it gives it: a function has it before its
 * parameters, as a method does, and a closure in its environment, as the part `RECEIVER`. Without one: it asks for none,
 * or it is a method.
 */
export type ReceiverPlace = 'first' | 'part';

/** Whether a body's first parameter is none of its written ones: an environment or a receiver. */
export const hasLead = ({ nested, receiver, name }: TaintBody): boolean =>
  nested || receiver === 'first' || isMethod(name);

/** First written parameter of a body, from 0. */
export const firstWritten = (body: TaintBody): number => (hasLead(body) ? 1 : 0);

/** Shift of a body's parameters against the operands of a call with `lead` leading ones. */
export const shiftOf = (body: TaintBody, lead: number): number => firstWritten(body) - lead;

/** How the operands of a call that names a body become its parameters: a script's constructor need not ask for `this`. */
export function namedFit(body: TaintBody, makes: boolean): { shift: number; from?: number } {
  const isFunction = !body.nested && !isMethod(body.name) && body.name.endsWith('().');
  if (!isFunction) return { shift: 0 };
  if (makes) return body.receiver === 'first' ? { shift: 0 } : { shift: -1, from: 1 };
  return { shift: firstWritten(body) };
}

/** Locals above every one of a dump, by what they stand for. */
const MADE_UP = ['this', 'class', 'function'] as const;
export const madeUp = (word: (typeof MADE_UP)[number]): number =>
  2 ** 31 + 2 + MADE_UP.indexOf(word);

/** A local as the dump names it; a receiver that a body was given, and what is made up, has a word instead of a number. */
export function writtenLocal({ receiver }: TaintBody, local: number): string {
  const word = MADE_UP[local - 2 ** 31 - 2];
  if (word !== undefined) return `_${word}`;
  if (receiver !== 'first' || local === 0) return `_${local}`;
  return local === 1 ? '_this' : `_${local - 1}`;
}

/** A body in which `this` is a place, and not a word. */
export function withReceiver(body: TaintBody): TaintBody {
  const isFunction = body.name.endsWith('().') && !isMethod(body.name);
  if ((!body.nested && !isFunction) || !asksForThis(body)) return body;
  if (body.nested) {
    const from: Place = { kind: 'field', local: 1, key: RECEIVER };
    return { ...body, receiver: 'part', blocks: body.blocks.map((one) => named(one, from)) };
  }
  const from: Place = { kind: 'local', local: 1 };
  return {
    ...body,
    params: body.params + 1,
    receiver: 'first',
    blocks: body.blocks.map((one) => named(moved(one), from)),
    ...(body.plain !== undefined && { plain: new Set([...body.plain].map(next)) }),
  };
}

const isThis = ({ shape, operands }: TaintStatement): boolean =>
  shape?.kind === 'flat' && shape.word === 'this' && operands.length === 0;

/** A closure that captures `this` of a function has a constant in its place: variables are all that else it captures. */
const capturesThis = ({ closure, operands }: TaintStatement): boolean =>
  closure !== null && operands.some(({ kind }) => kind === 'constant');

const asksForThis = ({ blocks }: TaintBody): boolean =>
  blocks.some(({ statements }) => statements.some((one) => isThis(one) || capturesThis(one)));

/** `this` as a copy of its place. */
function named(block: TaintBlock, from: Place): TaintBlock {
  const statements = block.statements.flatMap((one): TaintStatement[] => {
    const { line } = one;
    if (isThis(one)) return [{ to: one.to, op: 'ref', closure: null, operands: [from], line }];
    if (!capturesThis(one)) return [one];
    const to: Place = { kind: 'local', local: madeUp('this') };
    const operands = one.operands.map((operand) => (operand.kind === 'constant' ? to : operand));
    return [
      { to, op: 'ref', closure: null, operands: [from], line },
      { ...one, operands },
    ];
  });
  return { ...block, statements };
}

const next = (local: number): number => (local === 0 || local >= 2 ** 31 ? local : local + 1);

function at<T extends Operand>(place: T): T {
  return 'local' in place ? { ...place, local: next(place.local) } : place;
}

/** A block whose locals are numbered one higher. */
function moved(block: TaintBlock): TaintBlock {
  const { terminator, holds } = block;
  const whole = {
    ...block,
    statements: block.statements.map((one) => ({
      ...one,
      to: at(one.to),
      operands: one.operands.map(at),
    })),
    ...(holds !== undefined && {
      holds: new Map([...holds].map(([local, value]) => [next(local), value])),
    }),
  };
  switch (terminator.op) {
    case 'call': {
      const { operands, to, value } = terminator;
      return {
        ...whole,
        terminator: {
          ...terminator,
          operands: operands.map(at),
          to: next(to),
          ...(value !== undefined && { value: at(value) }),
        },
      };
    }
    case 'throw':
      return { ...whole, terminator: { ...terminator, on: at(terminator.on) } };
    case 'await':
    case 'yield':
      return {
        ...whole,
        terminator: { ...terminator, on: at(terminator.on), to: next(terminator.to) },
      };
    default:
      return whole;
  }
}
