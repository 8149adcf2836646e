import { TokenColumns, TokenKind, Role, type TokenStream } from './token-stream.js';
import { rustRoles } from './rust-roles.js';
import { rustUnits } from './rust-units.js';
import { RUST_KEYWORDS } from './rust-names.js';

/**
 * The tokens of a Rust file as proc-macro2 gives them, comments left out: punctuation character by character with a
 * mark where the next one stands right behind; a lifetime is one token, a raw identifier is an identifier. `null` for
 * a text that does not tokenise (an open string or comment, brackets that don't match): such a file is counted, never
 * guessed at.
 */
export function lexRust(text: string): TokenStream | null {
  const columns = new TokenColumns();
  const brackets: string[] = [];
  let line = 1;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const shebang = /^#!(?!\s*\[)[^\n]*/.exec(text.slice(at));
  if (shebang !== null) at += shebang[0].length;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 10) line++;
    if (isSpace(code)) {
      at++;
      continue;
    }
    if (code === 47 && text.charCodeAt(at + 1) === 47) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
      continue;
    }
    if (code === 47 && text.charCodeAt(at + 1) === 42) {
      const end = blockCommentEnd(text, at);
      if (end < 0) return null;
      line += breaks(text, at, end);
      at = end;
      continue;
    }
    const token = tokenAt(text, at);
    if (token === null) return null;
    const [kind, end] = token;
    const last = kind === TokenKind.string ? line + breaks(text, at, end) : line;
    const joint =
      kind === TokenKind.punctuation && !isBracket(code) && isOperator(text.charCodeAt(end));
    if (kind === TokenKind.punctuation && isBracket(code) && !balance(brackets, text[at]!))
      return null;
    columns.push(kind, Role.verbatim, [at, end], [line, last], Number(joint));
    line = last;
    at = end;
  }
  if (brackets.length > 0) return null;
  const stream = columns.stream(text);
  rustRoles(stream);
  return { ...stream, units: rustUnits(stream) };
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

function balance(open: string[], bracket: string): boolean {
  const wanted = OPENING[bracket];
  if (wanted === undefined) {
    open.push(bracket);
    return true;
  }
  return open.pop() === wanted;
}

const isSpace = (code: number): boolean =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  code === 0x85 ||
  code === 0x200e ||
  code === 0x200f ||
  code === 0x2028 ||
  code === 0x2029;

const isBracket = (code: number): boolean =>
  code === 40 || code === 41 || code === 91 || code === 93 || code === 123 || code === 125;

const OPERATORS = new Set([..."~!@#$%^&*-=+|;:,<.>/?'"].map((mark) => mark.charCodeAt(0)));

const isOperator = (code: number): boolean => OPERATORS.has(code);

type Found = readonly [kind: number, end: number];

function tokenAt(text: string, at: number): Found | null {
  const code = text.charCodeAt(at);
  if (code === 39) return quoteAt(text, at);
  if (code === 34) return stringEnd(text, at);
  if (code >= 48 && code <= 57) return [TokenKind.number, numberEnd(text, at)];
  const literal = prefixedLiteral(text, at);
  if (literal !== undefined) return literal;
  const word = wordEnd(text, at);
  if (word > at)
    return [
      RUST_KEYWORDS.has(text.slice(at, word)) ? TokenKind.keyword : TokenKind.identifier,
      word,
    ];
  if (isBracket(code) || isOperator(code)) return [TokenKind.punctuation, at + 1];
  return null;
}

/** b'x', b"…", c"…", r"…", br#"…"#, cr"…", r#name; `undefined` = none of these. */
function prefixedLiteral(text: string, at: number): Found | null | undefined {
  const match = /^(?:(b')|([bc]?)(r)(#*)(")|([bc])("))/.exec(text.slice(at, at + 300));
  if (match === null) {
    const raw = /^r#(?=[\p{XID_Start}_])/u.exec(text.slice(at, at + 4));
    return raw === null ? undefined : [TokenKind.identifier, wordEnd(text, at + 2)];
  }
  if (match[1] !== undefined) {
    const end = characterEnd(text, at + 1);
    return end < 0 ? null : [TokenKind.character, suffixEnd(text, end)];
  }
  if (match[3] === undefined) return stringEnd(text, at + 1);
  const close = `"${match[4]!}`;
  const from = at + match[0].length;
  const end = text.indexOf(close, from);
  return end < 0 ? null : [TokenKind.string, suffixEnd(text, end + close.length)];
}

/** A character, or a lifetime. */
function quoteAt(text: string, at: number): Found | null {
  const end = characterEnd(text, at);
  if (end > 0) return [TokenKind.character, suffixEnd(text, end)];
  const from = text.startsWith("'r#", at) ? at + 3 : at + 1;
  const word = wordEnd(text, from);
  return word > from ? [TokenKind.lifetime, word] : null;
}

/** The end of a character literal whose quote is at `at`; -1 = none is there. */
function characterEnd(text: string, at: number): number {
  const match = /^'(?:\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F_]+\}|[^xu\n])|[^\\'\n\r\t])'/u.exec(
    text.slice(at, at + 16),
  );
  return match === null ? -1 : at + match[0].length;
}

function stringEnd(text: string, at: number): Found | null {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === 34) return [TokenKind.string, suffixEnd(text, i + 1)];
  }
  return null;
}

/** Literals may end in a suffix: `1u8`, `"x"suffix`. */
const suffixEnd = (text: string, at: number): number => wordEnd(text, at);

function numberEnd(text: string, at: number): number {
  const radix = /^0(?:x[0-9a-fA-F_]*|o[0-7_]*|b[01_]*)/.exec(text.slice(at, at + 200));
  if (radix !== null && radix[0].length > 2) return suffixEnd(text, at + radix[0].length);
  const match =
    /^[0-9][0-9_]*(?:\.(?![.\p{XID_Start}_])[0-9_]*)?(?:[eE][+-]?_*[0-9][0-9_]*)?/u.exec(
      text.slice(at, at + 200),
    )!;
  return suffixEnd(text, at + match[0].length);
}

function wordEnd(text: string, at: number): number {
  let i = at;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    const plain =
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      code === 95 ||
      (code >= 48 && code <= 57 && i > at);
    if (plain) i++;
    else if (code < 128) break;
    else {
      const character = String.fromCodePoint(text.codePointAt(i)!);
      if (!(i === at ? /\p{XID_Start}/u : /\p{XID_Continue}/u).test(character)) break;
      i += character.length;
    }
  }
  return i;
}

function blockCommentEnd(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i + 1 < text.length; i++) {
    const [a, b] = [text.charCodeAt(i), text.charCodeAt(i + 1)];
    if (a === 47 && b === 42) {
      depth++;
      i++;
    } else if (a === 42 && b === 47) {
      depth--;
      i++;
      if (depth === 0) return i + 1;
    }
  }
  return -1;
}

function breaks(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1))
    lines++;
  return lines;
}
