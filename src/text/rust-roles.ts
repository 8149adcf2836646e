import { RUST_GLOBALS, RUST_MACROS, RUST_MEMBERS } from './rust-names.js';
import { Role, spelling, TokenKind, type TokenStream } from './token-stream.js';

/**
 * Gives every token of a Rust stream its role, from its neighbours alone (S1:1287, S1:1301): after `fn` or before `(` a
 * function, with a capital a type, behind a dot a field, before `!` a macro, else a value. `pub` and attributes are
 * dropped. What the manual lost is ours: a name in capitals is a value, names of std stay.
 */
export function rustRoles(stream: Omit<TokenStream, 'units'>): void {
  const { kind, role, count } = stream;
  const tokens = stream as TokenStream;
  const word = (token: number): string =>
    token >= 0 && token < count ? spelling(tokens, token) : '';
  for (let i = 0; i < count; i++) {
    const dropped = droppedEnd(word, i);
    if (dropped > i) {
      role.fill(Role.dropped, i, dropped);
      i = dropped - 1;
      continue;
    }
    if (kind[i] === TokenKind.string) role[i] = Role.string;
    else if (kind[i] === TokenKind.character) role[i] = Role.character;
    else if (kind[i] === TokenKind.number) role[i] = Role.number;
    else if (kind[i] === TokenKind.lifetime)
      role[i] = /^'(?:static|_)$/.test(word(i)) ? Role.verbatim : Role.L;
    else if (kind[i] === TokenKind.identifier) role[i] = nameRole(word, i);
  }
}

type Words = (token: number) => string;

function nameRole(word: Words, i: number): number {
  const name = word(i);
  const before = word(i - 1);
  const after = word(i + 1);
  if (name === '_') return Role.verbatim;
  if (before === 'fn') return Role.F;
  if (after === '!' && /^[([{]$/.test(word(i + 2)))
    return RUST_MACROS.has(name) ? Role.verbatim : Role.M;
  const called = after === '(' || (after === ':' && word(i + 2) === ':' && word(i + 3) === '<');
  // Two dots are a range: what follows is no member.
  const member = before === '.' && word(i - 2) !== '.';
  const inPath = before === ':' && word(i - 2) === ':';
  if ((member || (inPath && called)) && RUST_MEMBERS.has(name)) return Role.verbatim;
  if (member) return called ? Role.F : Role.D;
  if (RUST_GLOBALS.has(name)) return Role.verbatim;
  if (/^\p{Lu}/u.test(name)) return /^[\p{Lu}\p{N}_]{2,}$/u.test(name) ? Role.V : Role.T;
  return called ? Role.F : Role.V;
}

/** The end of a visibility or an attribute that starts at `i`; `i` itself where none does. */
function droppedEnd(word: Words, i: number): number {
  const first = word(i);
  if (first === 'pub')
    return word(i + 1) === '(' && /^(?:crate|self|super|in)$/.test(word(i + 2))
      ? closing(word, i + 1, '(', ')')
      : i + 1;
  if (first !== '#') return i;
  const bracket = word(i + 1) === '!' ? i + 2 : i + 1;
  return word(bracket) === '[' ? closing(word, bracket, '[', ']') : i;
}

function closing(word: Words, from: number, open: string, close: string): number {
  let depth = 0;
  for (let i = from; word(i) !== ''; i++) {
    if (word(i) === open) depth++;
    else if (word(i) === close && --depth === 0) return i + 1;
  }
  return from;
}
