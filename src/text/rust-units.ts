import { spelling, type TextUnit, type TokenStream } from './token-stream.js';

const QUALIFIERS: ReadonlySet<string> = new Set(['const', 'async', 'unsafe', 'extern', 'default']);

/** The functions of a Rust stream that have a body: from their qualifiers to the closing brace. */
export function rustUnits(stream: Omit<TokenStream, 'units'>): TextUnit[] {
  const tokens = stream as TokenStream;
  const word = (token: number): string =>
    token >= 0 && token < stream.count ? spelling(tokens, token) : '';
  const units: TextUnit[] = [];
  for (let i = 0; i + 1 < stream.count; i++) {
    // `fn(u8) -> u8` is a type, and has no name.
    if (word(i) !== 'fn' || !/^[\p{XID_Start}_]/u.test(word(i + 1))) continue;
    let from = i;
    while (
      QUALIFIERS.has(word(from - 1)) ||
      (word(from - 2) === 'extern' && word(from - 1).startsWith('"'))
    )
      from--;
    const body = bodyOf(word, i + 2);
    if (body < 0) continue;
    const to = closingBrace(word, body);
    units.push({
      name: word(i + 1).replace(/^r#/, ''),
      line: stream.line[from]!,
      endLine: stream.endLine[to - 1]!,
      from,
      to,
      body,
    });
  }
  return units;
}

/** The opening brace of a body; -1 where a `;` ends the declaration. Braces of const generics stand in brackets. */
function bodyOf(word: (token: number) => string, from: number): number {
  let depth = 0;
  for (let i = from; word(i) !== ''; i++) {
    const text = word(i);
    if (text === '(' || text === '[') depth++;
    else if (text === ')' || text === ']') depth--;
    else if (depth === 0 && text === ';') return -1;
    else if (depth === 0 && text === '{') return i;
  }
  return -1;
}

function closingBrace(word: (token: number) => string, from: number): number {
  let depth = 0;
  let i = from;
  for (; word(i) !== ''; i++) {
    if (word(i) === '{') depth++;
    else if (word(i) === '}' && --depth === 0) return i + 1;
  }
  return i;
}
