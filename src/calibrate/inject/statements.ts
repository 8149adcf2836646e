import { spelling, type TextUnit, type TokenStream } from '../../text/index.js';

/** A statement of a body's own block: tokens `from .. to`. */
export interface Statement {
  readonly from: number;
  readonly to: number;
}

const BLOCKS: ReadonlySet<string> = new Set(
  'if for while switch try function class do { loop match unsafe fn async'.split(' '),
);
const GOES_ON: ReadonlySet<string> = new Set(['else', 'catch', 'finally', 'while']);

/**
 * The statements of a function's outermost block: each ends at its `;`, or, where it begins with a block's keyword, at
 * the brace that closes its last block. What follows the last of them (a result of Rust) is none.
 */
export function statementsOf(stream: TokenStream, { body, to }: TextUnit): Statement[] {
  const word = (token: number): string => (token < to ? spelling(stream, token) : '');
  if (word(body) !== '{') return [];
  const found: Statement[] = [];
  let depth = 0;
  let from = body + 1;
  for (let i = body + 1; i < to - 1; i++) {
    const text = word(i);
    if (text === '(' || text === '[' || text === '{') depth++;
    else if (text === ')' || text === ']' || text === '}') depth--;
    if (depth !== 0) continue;
    const ended =
      text === ';' ||
      (text === '}' &&
        BLOCKS.has(word(from)) &&
        !(word(from) === 'do' && word(i + 1) === 'while') &&
        !(GOES_ON.has(word(i + 1)) && word(i + 1) !== 'while') &&
        word(i + 1) !== '.');
    if (!ended) continue;
    found.push({ from, to: i + 1 });
    from = i + 1;
  }
  return found;
}
