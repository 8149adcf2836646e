import { closing, indexOutside, splitOutside } from './brackets.js';
import { withoutGenerics } from './parse-callee.js';

/** Type texts repeat by the thousand; what one of them shortens to is kept, up to a bound. */
const KEPT = 1 << 15;
const shortened = new Map<string, string>();

/**
 * A type as blocks declare it: no module paths, no lifetimes, every closure and coroutine `closure`, a function
 * item its signature.
 */
export function shortType(type: string): string {
  const known = shortened.get(type);
  if (known !== undefined) return known;
  if (shortened.size >= KEPT) shortened.clear();
  const short = shorten(type);
  shortened.set(type, short);
  return short;
}

function shorten(type: string): string {
  let text = withoutBraces(type);
  if (text.includes("'")) {
    text = text
      .replaceAll(/for<(?:'\w+(?:, )?)+> /gu, '')
      .replaceAll(/&'(?:\w+|\{erased\}) /gu, '&')
      .replaceAll(/ \+ '\w+/gu, '')
      .replaceAll(/<'\w+(?:, '\w+)*>/gu, '')
      .replaceAll(/<(?:'\w+, )+/gu, '<')
      .replaceAll(/, '\w+(?=[,>])/gu, '')
      // `(dyn Fn() + 'a)` needs its parentheses no more.
      .replaceAll(/(?<!\w)\((dyn (?:[^()+,]|\([^()]*\))*)\)/gu, '$1');
  }
  return (
    text.replaceAll(/(?:[\p{ID_Start}_][\p{ID_Continue}]*::)+(?=[\p{ID_Start}_{])/gu, '') || '?'
  );
}

/** Closures, coroutines and function items, which rustc prints in braces. */
function withoutBraces(type: string): string {
  if (!type.includes('{')) return type;
  let text = '';
  let at = 0;
  for (;;) {
    const open = type.indexOf('{', at);
    if (open < 0) return text + type.slice(at);
    const close = closing(type, open);
    if (close < 0) return text + type.slice(at);
    const inside = type.slice(open + 1, close);
    if (inside === 'erased') text += type.slice(at, close + 1);
    else if (/^(?:closure|coroutine|async|gen|static)/u.test(inside))
      text += `${type.slice(at, open)}closure`;
    else text += type.slice(at, open).trimEnd();
    at = close + 1;
  }
}

/** One dereference taken off: of `&T`, `&mut T`, `*const T`, `Box<T>`; `null` where there is none to take. */
export function pointee(type: string): string | null {
  const pointer = /^(?:&(?:'(?:\w+|\{erased\}) )?(?:mut )?|\*const |\*mut )/u.exec(type);
  if (pointer !== null) return unwrapped(type.slice(pointer[0].length));
  const box = /^(?:std|alloc)::boxed::Box</u.exec(type);
  if (box === null) return null;
  return splitOutside(type.slice(box[0].length, -1), ', ')[0] ?? null;
}

/** `(dyn A + Send)` without its parentheses; a tuple keeps them. */
function unwrapped(type: string): string {
  if (!type.startsWith('(dyn ') && !type.startsWith('(impl ')) return type;
  return indexOutside(type, ', ', 1) < 0 ? type.slice(1, -1) : type;
}

/** Every reference, pointer and box taken off. */
export function bareType(type: string): string {
  let bare = type;
  for (let inner = pointee(bare); inner !== null; inner = pointee(bare)) bare = inner;
  return bare;
}

/** What an array or slice is of. */
export function elementType(type: string): string | null {
  if (!type.startsWith('[') || !type.endsWith(']')) return null;
  const semicolon = indexOutside(type, '; ', 1);
  return type.slice(1, semicolon < 0 ? -1 : semicolon);
}

export function isSharedReference(type: string): boolean {
  return type.startsWith('&') && !/^&(?:'(?:\w+|\{erased\}) )?mut /u.test(type);
}

/** A closure's or coroutine's own type. */
export function isClosureType(type: string): boolean {
  return /^\{(?:closure|coroutine|async|gen|static)/u.test(type);
}

export function isTupleType(type: string): boolean {
  return type.startsWith('(') && closing(type, 0) === type.length - 1;
}

/** Path of a type without its generic arguments. */
export function typePath(type: string): string {
  return withoutGenerics(type);
}
