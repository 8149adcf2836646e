import type { Rvalue } from '../../dump/index.js';

/**
 * What a statement does to the parts of a value. `members`: operand i becomes the part `keys[i]` of the result ('' = its
 * parts become the result's, null = they may be anywhere in it);
 * `element`: the result is a part of operand 0, which the others only choose; `flat`: anything in an operand may be
 * anywhere in the result; `none`: the result says too little about its operands to carry them; `catch`: the thrown value.
 * Without one a statement copies: parts stay where they are.
 */
export type Shape =
  | {
      readonly kind: 'members';
      readonly keys: readonly (string | null)[];
      /** Type of the whole. */
      readonly type: string;
    }
  | { readonly kind: 'element'; readonly key: string }
  | { readonly kind: 'flat'; readonly word: string }
  | { readonly kind: 'none' | 'catch' };

/** A part of a value by position, when the position is not known. */
export const ANY_ELEMENT = '[]';

/** The part of what a body gives that is what it throws. */
export const THROWN = '!thrown';

/** The part of a closure's environment that is the object it was called on. */
export const RECEIVER = '!this';

/** Results that are a truth value or a count. */
const SAYS_LITTLE: ReadonlySet<string> = new Set([
  'lt',
  'le',
  'gt',
  'ge',
  'eq',
  'ne',
  'not',
  'in',
  'is',
  'instanceof',
  'typeof',
  'discriminant',
]);

export function shapeOf(value: Rvalue): Shape | undefined {
  if (value.op === 'agg') {
    const isList = value.members.every(({ name }) => name === '' || name === '...');
    const spread = value.members.findIndex(({ name }) => name === '...');
    return {
      kind: 'members',
      type: value.type,
      keys: value.members.map(({ name }, i) => {
        if (name === '...') return isList ? null : '';
        if (name !== '') return partKey(`${value.type}#${name}`);
        return spread < 0 || i < spread ? String(i) : ANY_ELEMENT;
      }),
    };
  }
  if (value.op !== 'op') return undefined;
  if (value.word === 'index') {
    const [, at] = value.operands;
    const fixed = at?.place === 'constant' && at.value !== null && /^\d+$/.test(at.value);
    return { kind: 'element', key: fixed ? at.value! : ANY_ELEMENT };
  }
  if (value.word === 'catch') return { kind: 'catch' };
  if (value.word === 'spread') return undefined;
  return SAYS_LITTLE.has(value.word) ? { kind: 'none' } : { kind: 'flat', word: value.word };
}

/** Words whose result may be an object of an operand; the others make texts and numbers. */
const KEEPS_OBJECTS: ReadonlySet<string> = new Set([
  'and',
  'coalesce',
  'iter',
  'next',
  'or',
  'rest',
  'value',
]);

/** Whether a function in an operand may be in the result. */
export const keepsObjects = (shape: Shape | undefined): boolean =>
  shape?.kind !== 'none' && (shape?.kind !== 'flat' || KEEPS_OBJECTS.has(shape.word));

/**
 * A field as a part of a value: by its name alone, since the type that declares it may not be known, and with its variant
 * where it has one.
 */
export function partKey(field: string): string {
  const hash = field.lastIndexOf('#');
  const type = field.slice(0, hash);
  const variant = type.lastIndexOf('::');
  const name = field.slice(hash + 1);
  return variant < 0 ? name : `${type.slice(variant + 2)}#${name}`;
}

/**
 * Fields of Rust's own enums and of tuples: all programs put everything into them, so that two of one name have nothing in
 * common.
 */
export const isOfEverything = (field: string): boolean =>
  field === RECEIVER ||
  /(?:^|::)(?:Some|Ok|Err|Ready|Break|Continue|Borrowed|Owned)#0$|^\(.*\)#\d+$/u.test(field);

/**
 * The cell that a write of a field goes to. One of an object of unknown type may be a write of any type's field, which a
 * read of another type's does not make a way between the two.
 */
export const writtenCell = (key: string): string =>
  key.startsWith('?#') ? `*${key.slice(1)}` : key;

/** The body whose captured value a place is: its key up to the number. */
export const captureOf = (key: string): string => key.slice(0, key.lastIndexOf('#'));
