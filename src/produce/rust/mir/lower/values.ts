import type { Constant, Operand, Position, Rvalue } from '../../../../dump/index.js';
import type { MirConstant, MirOperand, MirPlace, MirRvalue } from '../mir.js';
import { parseCallee, withoutGenerics } from '../parse-callee.js';
import { bareType, shortType, typePath } from '../type-text.js';
import { unescapeString } from '../unescape.js';
import type { BodyContext } from './context.js';
import { elementValue, lowerPlace, placeOperand } from './places.js';

/** Words of the grammar for rustc's operations; TypeScript's operators have the same ones. */
const WORDS: Readonly<Record<string, string>> = {
  Add: 'add',
  AddUnchecked: 'add',
  AddWithOverflow: 'addchecked',
  Sub: 'sub',
  SubUnchecked: 'sub',
  SubWithOverflow: 'subchecked',
  Mul: 'mul',
  MulUnchecked: 'mul',
  MulWithOverflow: 'mulchecked',
  Div: 'div',
  Rem: 'mod',
  BitXor: 'bitxor',
  BitAnd: 'bitand',
  BitOr: 'bitor',
  Shl: 'shl',
  ShlUnchecked: 'shl',
  Shr: 'shr',
  ShrUnchecked: 'shr',
  PtrMetadata: 'len',
};

export function lowerOperand(context: BodyContext, from: MirOperand, at: Position): Operand {
  return from.sort === 'constant'
    ? constantOperand(context, from.constant)
    : placeOperand(context, from.place, at);
}

/** The type of an operand as MIR prints it, or `?`. */
export function operandType(context: BodyContext, from: MirOperand): string {
  if (from.sort === 'constant') return from.constant.type ?? '?';
  const { local, projections } = from.place;
  if (projections.length === 0) return context.types[local] ?? '?';
  const last = projections.at(-1)!;
  return last.sort === 'field' ? last.type : (quietType(context, from.place) ?? '?');
}

/** A place's type, asked without noting that its fields are met. */
function quietType(context: BodyContext, place: MirPlace): string | null {
  const { facts } = context;
  const [fields, projections, untyped, items] = [
    facts.fields.length,
    facts.projections,
    facts.untyped,
    facts.items.length,
  ];
  const { type } = lowerPlace(context, place, 'read');
  facts.fields.length = fields;
  facts.items.length = items;
  facts.projections = projections;
  facts.untyped = untyped;
  return type;
}

function constantOperand(context: BodyContext, constant: MirConstant): Operand {
  const { form, text, type } = constant;
  const { facts, site } = context;
  switch (form) {
    case 'string':
    case 'bytes':
      facts.strings.push({ text: unescapeString(text), isBytes: form === 'bytes', site });
      return {
        place: 'constant',
        type: form === 'string' ? '&str' : shortType(type ?? '&[u8]'),
        value: null,
      };
    case 'integer':
      return { place: 'constant', type: type ?? '?', value: integerText(text) };
    case 'float':
      return { place: 'constant', type: type ?? '?', value: floatText(text) };
    case 'bool':
      return { place: 'constant', type: 'bool', value: text };
    case 'char':
    case 'unit':
      return { place: 'constant', type: type ?? '?', value: null };
    case 'fn':
      return functionOperand(context, constant, 'item');
    case 'alloc': {
      const id = /^\{(alloc\d+)/u.exec(text)?.[1];
      const allocation = id === undefined ? undefined : context.body.allocations.get(id);
      if (allocation === undefined || allocation.sort === 'other')
        return { place: 'constant', type: shortType(type ?? '?'), value: null };
      if (allocation.sort !== 'fn')
        facts.items.push({ sort: 'static', path: allocation.path, access: 'read', site });
      return { place: 'static', name: context.resolver.item(allocation.path) ?? allocation.path };
    }
    case 'other': {
      if (/^[\p{ID_Start}_<]/u.test(text))
        facts.items.push({ sort: 'const', path: withoutGenerics(text), access: 'read', site });
      return { place: 'constant', type: shortType(type ?? '?'), value: null };
    }
  }
}

/** A function that is named, not called. */
export function functionOperand(
  context: BodyContext,
  constant: MirConstant,
  how: 'pointer' | 'item',
): Operand {
  const callee = parseCallee(constant.text, constant.type);
  context.facts.passes.push({ callee, site: context.site, how });
  return context.functionPlace(context.resolver.callee(callee, context.body));
}

/** `1_usize`, `-1_i32`: the digits. */
function integerText(text: string): string | null {
  const match = /^\+?(-?(?:0|[1-9]\d*))_?[iu](?:\d+|size)$/u.exec(text);
  return match === null || match[1] === '-0' ? null : match[1]!;
}

/** `3f64`, `1e21f64`, `-2.50f32`: as the grammar spells numbers, or nothing. */
function floatText(text: string): string | null {
  const match = /^\+?(-?(?:0|[1-9]\d*)(?:\.\d+)?)(?:[eE]\+?(-?\d+))?_?f\d+$/u.exec(text);
  if (match === null) return null;
  return match[2] === undefined ? match[1]! : `${match[1]!}e${match[2]}`;
}

/** The right side of an assignment to a place of `target`'s type; `null` where it says nothing of data. */
export function lowerRvalue(
  context: BodyContext,
  from: MirRvalue,
  target: string | null,
  at: Position,
): Rvalue | null {
  switch (from.sort) {
    case 'use':
      return use(context, from.operand, target);
    case 'ref':
    case 'raw': {
      if (from.sort === 'ref' && from.kind === 'fake') return null;
      const isMutable = from.sort === 'raw' ? from.mutable : from.kind === 'mut';
      return borrow(context, from.place, isMutable);
    }
    case 'thread-local': {
      context.facts.items.push({
        sort: 'thread-local',
        path: from.path,
        access: 'read',
        site: context.site,
      });
      return {
        op: 'borrow',
        from: { place: 'static', name: context.resolver.item(from.path) ?? from.path },
      };
    }
    case 'cast':
      return cast(context, from, at);
    case 'operation': {
      const isBool = target === 'bool' && from.name === 'Not';
      const word =
        WORDS[from.name] ??
        (from.name === 'Not' ? (isBool ? 'not' : 'bitnot') : from.name.toLowerCase());
      const operands = from.operands.map((operand) => lowerOperand(context, operand, at));
      for (const type of from.types)
        if (type !== '') operands.push({ place: 'constant', type: shortType(type), value: null });
      return { op: 'op', word, operands };
    }
    case 'of-place': {
      const word = from.name === 'Len' ? 'len' : from.name;
      if (word !== 'len' && word !== 'discriminant')
        return use(context, { sort: 'copy', place: from.place }, target);
      return { op: 'op', word, operands: [placeOperand(context, from.place, at)] };
    }
    case 'repeat':
      return { op: 'op', word: 'repeat', operands: [lowerOperand(context, from.operand, at)] };
    case 'aggregate':
      return aggregate(context, from, target, at);
  }
}

function use(context: BodyContext, operand: MirOperand, target: string | null): Rvalue {
  if (operand.sort === 'constant') {
    const lowered = constantOperand(context, operand.constant);
    if (lowered.place === 'constant') return { op: 'const', value: named(lowered, target) };
    return { op: 'borrow', from: lowered };
  }
  const { place, element } = lowerPlace(context, operand.place, 'read');
  return element === null ? { op: operand.sort, from: place } : elementValue(place, element);
}

/** A constant whose type its text doesn't tell has that of what it's assigned to. */
function named(constant: Constant, target: string | null): Constant {
  return constant.type === '?' && target !== null
    ? { ...constant, type: shortType(target) }
    : constant;
}

function borrow(context: BodyContext, from: MirPlace, isMutable: boolean): Rvalue {
  const same = isMutable ? null : context.reborrowed(from);
  if (same !== null) return { op: 'copy', from: { place: 'local', local: same } };
  const { place, element } = lowerPlace(context, from, isMutable ? 'write' : 'read', 'borrow');
  if (!isMutable)
    return element === null ? { op: 'borrow', from: place } : elementValue(place, element);
  const isElement = element !== null && place.place === 'local';
  return { op: 'mut', from: isElement ? { place: 'deref', local: place.local } : place };
}

function cast(
  context: BodyContext,
  from: Extract<MirRvalue, { sort: 'cast' }>,
  at: Position,
): Rvalue {
  const isFunction = from.operand.sort === 'constant' && from.operand.constant.form === 'fn';
  const operand =
    isFunction && from.operand.sort === 'constant'
      ? functionOperand(context, from.operand.constant, 'pointer')
      : lowerOperand(context, from.operand, at);
  context.facts.casts.push({
    from: operandType(context, from.operand),
    to: from.type,
    how: from.how,
    site: context.site,
  });
  return { op: 'cast', from: operand };
}

function aggregate(
  context: BodyContext,
  from: Extract<MirRvalue, { sort: 'aggregate' }>,
  target: string | null,
  at: Position,
): Rvalue {
  const operands = from.members.map(({ operand }) => lowerOperand(context, operand, at));
  const typeText = shortType(target ?? '?');
  switch (from.form) {
    case 'closure':
    case 'coroutine': {
      const k = from.definition === null ? undefined : context.group.closures.get(from.definition);
      if (k !== undefined) return { op: 'closure', closure: k, captures: operands };
      return {
        op: 'agg',
        type: 'closure',
        members: members(
          from.members.map(() => null),
          operands,
        ),
      };
    }
    case 'tuple':
      if (operands.length === 0)
        return { op: 'const', value: { place: 'constant', type: '()', value: null } };
      return {
        op: 'agg',
        type: typeText,
        members: members(
          operands.map((_, i) => String(i)),
          operands,
        ),
      };
    case 'array':
    case 'pointer':
      return {
        op: 'agg',
        type: typeText,
        members: members(
          operands.map(() => null),
          operands,
        ),
      };
    case 'adt':
      break;
  }
  const path = withoutGenerics(from.name);
  const { type, variant } = owner(path, target);
  const fields = from.members.map(({ name }) => name);
  context.facts.aggregates.push({ path, fields, site: context.site });
  const names = fields.map((name, index) => {
    context.facts.fields.push({
      type,
      variant,
      index,
      access: 'write',
      how: 'literal',
      site: context.site,
    });
    return name ?? String(index);
  });
  return {
    op: 'agg',
    type: context.resolver.type(path) ?? shortPath(path, variant),
    members: members(names, operands),
  };
}

function members(
  names: readonly (string | null)[],
  operands: readonly Operand[],
): { readonly name: string; readonly value: Operand }[] {
  return operands.map((value, index) => ({ name: names[index] ?? '', value }));
}

/** A constructor's path is its type's, or that and a variant. */
function owner(
  path: string,
  target: string | null,
): { readonly type: string; readonly variant: string | null } {
  const bare = target === null ? null : bareType(target);
  if (bare !== null && typePath(bare) === path) return { type: bare, variant: null };
  const cut = path.lastIndexOf('::');
  const [type, name] = [path.slice(0, cut), path.slice(cut + 2)];
  if (bare !== null && cut >= 0 && typePath(bare) === type) return { type: bare, variant: name };
  return { type: path, variant: null };
}

function shortPath(path: string, variant: string | null): string {
  return path
    .split('::')
    .slice(variant === null ? -1 : -2)
    .join('::');
}
