import { closing, indexOutside } from './brackets.js';
import type { CodeReader } from './code-reader.js';
import type { MirMember, MirOperand, MirRvalue } from './mir.js';
import { withoutGenerics } from './parse-callee.js';

/** Operations that rustc prints as `Name(operands)`. */
const OPERATIONS = new Set([
  'Add',
  'AddUnchecked',
  'AddWithOverflow',
  'Sub',
  'SubUnchecked',
  'SubWithOverflow',
  'Mul',
  'MulUnchecked',
  'MulWithOverflow',
  'Div',
  'Rem',
  'BitXor',
  'BitAnd',
  'BitOr',
  'Shl',
  'ShlUnchecked',
  'Shr',
  'ShrUnchecked',
  'Eq',
  'Lt',
  'Le',
  'Ne',
  'Ge',
  'Gt',
  'Cmp',
  'Offset',
  'Not',
  'Neg',
  'PtrMetadata',
]);

/** Operations on a type, `SizeOf(T)`, and checks that the compiler decides. */
const OF_TYPES = new Set([
  'SizeOf',
  'AlignOf',
  'OffsetOf',
  'UbChecks',
  'ContractChecks',
  'RuntimeChecks',
  'OverflowChecks',
]);

const OF_PLACES = new Set(['discriminant', 'Len', 'CopyForDeref', 'deref_copy']);

/** The right side of an assignment; `target` is the type that it's assigned to, where that is known. */
export function readRvalue(reader: CodeReader, target: string | undefined): MirRvalue {
  const { text } = reader;
  switch (text.charCodeAt(reader.at)) {
    case 38: // &
      return borrow(reader);
    case 40: // (
      return aggregate('tuple', '', positional(reader.operands()));
    case 91: // [
      return array(reader);
    case 123: // {
      return closure(reader);
    case 42: {
      // *const [T] from (data, length)
      const from = indexOutside(text, ' from (', reader.at);
      if (from < 0) reader.fail();
      const name = text.slice(reader.at, from);
      reader.at = from + 6;
      return aggregate('pointer', name, positional(reader.operands()));
    }
    default:
  }
  if (reader.looksAt('copy ') || reader.looksAt('move ')) {
    const operand = reader.operand(text.length);
    return reader.isDone ? { sort: 'use', operand } : cast(reader, operand);
  }
  if (reader.looksAt('const ')) {
    const end = castAt(reader);
    const operand = reader.operand(end < 0 ? text.length : end);
    return end < 0 ? { sort: 'use', operand } : cast(reader, operand);
  }
  if (reader.take('deref_copy '))
    return { sort: 'of-place', name: 'deref_copy', place: reader.place() };
  return named(reader, target);
}

function borrow(reader: CodeReader): MirRvalue {
  reader.at++;
  if (reader.take('/*tls*/ ')) {
    reader.take('mut ');
    const path = reader.text.slice(reader.at);
    reader.at = reader.text.length;
    return { sort: 'thread-local', path };
  }
  if (reader.take('raw const (fake) ') || reader.take('raw const '))
    return { sort: 'raw', mutable: false, place: reader.place() };
  if (reader.take('raw mut ')) return { sort: 'raw', mutable: true, place: reader.place() };
  if (reader.take('mut ')) return { sort: 'ref', kind: 'mut', place: reader.place() };
  if (reader.take('fake shallow ') || reader.take('fake deep ') || reader.take('fake '))
    return { sort: 'ref', kind: 'fake', place: reader.place() };
  return { sort: 'ref', kind: 'shared', place: reader.place() };
}

function array(reader: CodeReader): MirRvalue {
  const { text, at } = reader;
  const close = closing(text, at);
  const semicolon = indexOutside(text, '; ', at + 1);
  if (semicolon < 0 || semicolon > close)
    return aggregate('array', '', positional(reader.operands()));
  reader.at++;
  const operand = reader.operand(semicolon);
  reader.need('; ');
  const count = text.slice(reader.at, close);
  reader.at = close + 1;
  return { sort: 'repeat', operand, count };
}

function closure(reader: CodeReader): MirRvalue {
  const { text, at } = reader;
  const close = closing(text, at);
  if (close < 0) reader.fail();
  const name = text.slice(at, close + 1);
  reader.at = close + 1;
  const members = reader.take(' { ') || reader.take(' {') ? fields(reader) : [];
  return aggregate(name.startsWith('{closure@') ? 'closure' : 'coroutine', name, members);
}

/** `a: copy _1, b: move _2 }`. */
function fields(reader: CodeReader): MirMember[] {
  const { text } = reader;
  const members: MirMember[] = [];
  const close = indexOutside(text, '}', reader.at);
  if (close < 0) reader.fail();
  const last = text.charCodeAt(close - 1) === 32 ? close - 1 : close;
  while (reader.at < last) {
    const colon = text.indexOf(': ', reader.at);
    if (colon < 0 || colon > last) reader.fail();
    const name = text.slice(reader.at, colon);
    reader.at = colon + 2;
    members.push({ name, operand: reader.operand(reader.separator(last)) });
    if (!reader.take(', ') && reader.at !== last) reader.fail();
  }
  reader.at = close + 1;
  return members;
}

function positional(operands: readonly MirOperand[]): MirMember[] {
  return operands.map((operand) => ({ name: null, operand }));
}

function aggregate(
  form: 'tuple' | 'array' | 'adt' | 'closure' | 'coroutine' | 'pointer',
  name: string,
  members: readonly MirMember[],
): MirRvalue {
  return { sort: 'aggregate', form, name, members, definition: null };
}

/** Where ` as T (Kind)` begins, or -1. */
function castAt(reader: CodeReader): number {
  const { text } = reader;
  return text.endsWith(')') ? indexOutside(text, ' as ', reader.at) : -1;
}

function cast(reader: CodeReader, operand: MirOperand): MirRvalue {
  const { text } = reader;
  reader.need(' as ');
  const open = text.lastIndexOf(' (', openOfLast(text));
  if (open < reader.at) reader.fail();
  const type = text.slice(reader.at, open);
  const how = text.slice(open + 2, -1);
  reader.at = text.length;
  return { sort: 'cast', operand, type, how };
}

/** The parenthesis that a text's last character closes: kinds of casts nest, `(PointerCoercion(Unsize, Implicit))`. */
function openOfLast(text: string): number {
  let depth = 0;
  for (let i = text.length - 1; i >= 0; i--) {
    const c = text.charCodeAt(i);
    if (c === 41) depth++;
    else if (c === 40 && --depth === 0) return i;
  }
  return -1;
}

/** What begins with a path: an operation, an enum's or struct's constructor, a function that is cast. */
function named(reader: CodeReader, target: string | undefined): MirRvalue {
  const { text, at } = reader;
  if (/^_\d/u.test(text.slice(at, at + 2))) reader.fail();
  const as = castAt(reader);
  if (as >= 0) {
    const operand = reader.operand(as);
    return cast(reader, operand);
  }
  const open = indexOutside(text, '(', at);
  const brace = indexOutside(text, ' {', at);
  if (open >= 0 && (brace < 0 || open < brace)) {
    const name = text.slice(at, open);
    reader.at = open;
    if (OPERATIONS.has(name) && (target === undefined || withoutGenerics(target) !== name))
      return { sort: 'operation', name, operands: reader.operands(), types: [] };
    if (OF_TYPES.has(name)) {
      reader.at = text.length;
      return { sort: 'operation', name, operands: [], types: [text.slice(open + 1, -1)] };
    }
    if (OF_PLACES.has(name)) {
      reader.at++;
      const place = reader.place();
      reader.need(')');
      return { sort: 'of-place', name, place };
    }
    if (name === 'ShallowInitBox') {
      reader.at++;
      const operand = reader.operand(reader.separator(text.length - 1));
      const type = text.slice(reader.at + 2, -1);
      reader.at = text.length;
      return { sort: 'cast', operand, type, how: name };
    }
    return aggregate('adt', name, positional(reader.operands()));
  }
  if (brace >= 0) {
    const name = text.slice(at, brace);
    reader.at = brace + 2;
    reader.take(' ');
    return aggregate('adt', name, fields(reader));
  }
  reader.at = text.length;
  return aggregate('adt', text.slice(at), []);
}
