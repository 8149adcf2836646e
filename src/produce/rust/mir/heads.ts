import { closing, indexOutside, splitOutside } from './brackets.js';
import type { MirBodyKind, MirParam } from './mir.js';

export interface MirHead {
  readonly kind: MirBodyKind;
  readonly path: string;
  readonly promoted: number | null;
  readonly mutable: boolean;
  readonly params: readonly MirParam[];
  readonly returns: string;
  readonly yields: string | null;
}

/** A body's head, its lines joined, up to its ` {`; `null` where it is none. */
export function readHead(text: string): MirHead | null {
  return text.startsWith('fn ') ? readFunction(text) : readItem(text);
}

function readFunction(text: string): MirHead | null {
  const open = indexOutside(text, '(', 3);
  const close = open < 0 ? -1 : closing(text, open);
  if (close < 0 || !text.endsWith(' {')) return null;
  const path = text.slice(3, open);
  const params: MirParam[] = [];
  for (const part of splitOutside(text.slice(open + 1, close), ', ')) {
    const match = /^_(\d+): /u.exec(part);
    if (match === null) return null;
    params.push({ local: Number(match[1]), type: part.slice(match[0].length) });
  }
  let after = text.slice(close + 1, -2).trim();
  let yields: string | null = null;
  const at = indexOutside(after, ' yields ');
  if (at >= 0) {
    yields = after.slice(at + 8).trim();
    after = after.slice(0, at).trim();
  }
  const returns = after.startsWith('-> ') ? after.slice(3) : '()';
  const environment = params[0]?.type ?? '';
  const kind: MirBodyKind =
    yields !== null
      ? 'coroutine'
      : /\{closure#\d+\}$/u.test(path) && environment.includes('{')
        ? 'closure'
        : 'fn';
  return { kind, path, promoted: null, mutable: false, params, returns, yields };
}

/** `static mut HITS: i32 = {`, `const <impl at …>::K: usize = {`, `promoted[0] in f: &i32 = {`, `W::m::{constant#0}: usize = {`. */
function readItem(text: string): MirHead | null {
  if (!text.endsWith(' = {')) return null;
  const word = /^(?:const |static mut |static |promoted\[(\d+)\] in )?/u.exec(text)!;
  const from = word[0].length;
  const colon = indexOutside(text, ': ', from);
  if (colon < 0) return null;
  return {
    kind: word[1] !== undefined ? 'promoted' : word[0].startsWith('static') ? 'static' : 'const',
    path: text.slice(from, colon),
    promoted: word[1] === undefined ? null : Number(word[1]),
    mutable: word[0] === 'static mut ',
    params: [],
    returns: text.slice(colon + 2, -4),
    yields: null,
  };
}
