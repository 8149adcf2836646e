import { createHash } from 'node:crypto';
import { Role, ROLE_TEXT, spelling, TokenKind, type TokenStream } from './token-stream.js';

/** A text without its names (S1:1287-1291). */
export interface NormalisedText {
  /** `fn F1 ( V1 : u32`: names by the number of their first occurrence in their role, literals by kind. */
  readonly symbols: readonly string[];
  /** The same without numbers: V1 and V2 are one class (S1:1319). */
  readonly classes: readonly string[];
}

/** Operators of Rust that are several characters of punctuation. */
const RUST_OPERATORS: ReadonlySet<string> = new Set(
  '-> => :: .. ... ..= == != <= >= && || += -= *= /= %= ^= &= |= << >> <<= >>='.split(' '),
);

const CLOSING: ReadonlySet<string> = new Set([')', ']', '}', '>']);

/** Normalises the tokens `from .. to` of a stream. */
export function normalise(stream: TokenStream, from: number, to: number): NormalisedText {
  const symbols: string[] = [];
  const classes: string[] = [];
  const numbers = new Map<string, string>();
  const used = new Uint32Array(ROLE_TEXT.length);
  for (let i = from; i < to; i++) {
    const role = stream.role[i]!;
    if (role === Role.dropped) continue;
    const word = spelling(stream, i);
    if (role >= Role.V && role <= Role.M) {
      const key = `${String(role)} ${word}`;
      let symbol = numbers.get(key);
      if (symbol === undefined) {
        symbol = `${ROLE_TEXT[role]!}${String(++used[role]!)}`;
        numbers.set(key, symbol);
      }
      symbols.push(symbol);
      classes.push(ROLE_TEXT[role]!);
      continue;
    }
    if (role >= Role.string) {
      const text = literalText(word, role);
      symbols.push(text);
      classes.push(text);
      continue;
    }
    let text = word;
    while (
      i + 1 < to &&
      stream.joint[i] === 1 &&
      RUST_OPERATORS.has(text + spelling(stream, i + 1))
    )
      text += spelling(stream, ++i);
    // A comma before a closing bracket is layout: formatters add and remove it.
    if (CLOSING.has(text) && symbols.at(-1) === ',') {
      symbols.pop();
      classes.pop();
    }
    symbols.push(text);
    classes.push(text);
  }
  return { symbols, classes };
}

/** A template's pieces keep the holes around them. */
function literalText(word: string, role: number): string {
  const kind = ROLE_TEXT[role]!;
  if (role !== Role.string) return kind;
  const opens = word.startsWith('}') && word.length > 1;
  const closes = word.endsWith('${');
  return `${opens ? '}' : ''}${kind}${closes ? '${' : ''}`;
}

/** Canonical layout: a new line after `;`, `{` and `}`, four spaces a brace, one space between symbols (S1:1289). */
export function canonicalText(symbols: readonly string[]): string {
  let text = '';
  let depth = 0;
  let fresh = true;
  for (const symbol of symbols) {
    if (symbol === '}') depth = Math.max(0, depth - 1);
    text += fresh ? `${'    '.repeat(depth)}${symbol}` : ` ${symbol}`;
    if (symbol === '{') depth++;
    fresh = symbol === ';' || symbol === '{' || symbol === '}';
    if (fresh) text += '\n';
  }
  return text;
}

/** SHA-256 of the canonical text, as hexadecimal digits (S1:1292). */
export function exactKey(symbols: readonly string[]): string {
  return createHash('sha256').update(canonicalText(symbols)).digest('hex');
}

/**
 * The alphabet of the fragment detector (S1:1783): identifiers are alike, literals are their kind, keywords and
 * punctuation stand as they are. A literal that starts with `b` is a string (S1:1789). A lifetime is `'i`.
 */
export function shapeSymbol(stream: TokenStream, token: number, names = true): string {
  const word = spelling(stream, token);
  if (!names) return word;
  switch (stream.kind[token]) {
    case TokenKind.identifier:
      return 'i';
    case TokenKind.lifetime:
      return "'i";
    case TokenKind.string:
      return literalText(word, Role.string);
    case TokenKind.character:
      return word.startsWith('b') ? '#s' : '#c';
    case TokenKind.number:
      return '#n';
    case TokenKind.pattern:
      return '#r';
    default:
      return word;
  }
}
