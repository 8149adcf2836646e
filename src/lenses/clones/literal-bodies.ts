import { Role, spelling, type TextUnit, type TokenStream } from '../../text/index.js';

/**
 * A body that is ONE literal (S1:1261): in Rust a struct literal or `json!{…}`, in TypeScript an object or array. Two
 * such bodies are data of one form, not code written twice. A literal that holds functions is code.
 */
export function isOneLiteral(stream: TokenStream, { body, to }: TextUnit): boolean {
  const word = (token: number): string => (token < to ? spelling(stream, token) : '');
  let from = body;
  let end = to;
  if (word(from) === '{' && closes(stream, from, to) === to - 1) {
    from++;
    end--;
  }
  if (end > from && spelling(stream, end - 1) === ';') end--;
  if (word(from) === 'return') from++;
  else [from, end] = constant(stream, from, end);
  while (word(from) === '(' && closes(stream, from, to) === end - 1) {
    from++;
    end--;
  }
  if (from >= end) return false;
  const opening = openingOf(stream, from, end);
  if (opening < 0 || closes(stream, opening, to) !== end - 1) return false;
  for (let i = from; i < end; i++) {
    const text = spelling(stream, i);
    if (text === '=>' || text === 'function' || text === 'fn') return false;
  }
  return true;
}

/** `const NAME: T = &VALUE; NAME` gives the value: a table that is named before it is given. */
function constant(stream: TokenStream, from: number, end: number): [number, number] {
  const word = (token: number): string => spelling(stream, token);
  if (end - from < 6 || !/^(?:const|static)$/.test(word(from))) return [from, end];
  if (word(end - 1) !== word(from + 1) || word(end - 2) !== ';') return [from, end];
  let at = from + 2;
  while (at < end && word(at) !== '=') at++;
  return [word(at + 1) === '&' ? at + 2 : at + 1, end - 2];
}

/** The bracket that a literal from here opens with; -1 = it is none. */
function openingOf(stream: TokenStream, from: number, end: number): number {
  const first = spelling(stream, from);
  if (first === '{' || first === '[') return from;
  // A path, and then either `{` or `!`: `a::Point {…}`, `serde_json::json!(…)`.
  let at = from;
  while (at < end && /^(?:[\p{XID_Start}_]\w*|:)$/u.test(spelling(stream, at))) at++;
  if (at === from || at >= end) return -1;
  if (spelling(stream, at) === '{') {
    return /^(?:if|match|for|while|loop|unsafe|async|move|else|let|try|do|switch|class)$/.test(
      first,
    )
      ? -1
      : at;
  }
  const isMacro = spelling(stream, at) === '!' && /^(?:json|vec)$/.test(spelling(stream, at - 1));
  return isMacro ? at + 1 : -1;
}

function closes(stream: TokenStream, from: number, to: number): number {
  let depth = 0;
  for (let i = from; i < to; i++) {
    const text = spelling(stream, i);
    if (text === '(' || text === '[' || text === '{') depth++;
    else if ((text === ')' || text === ']' || text === '}') && --depth === 0) return i;
  }
  return -1;
}

const INTRINSIC =
  /^(?:target_feature|_mm\w*|v[a-z]+q?_[suf]\d+|[iuf](?:8|16|32|64)x\d+(?:_t)?|__m\d+\w*|v128\w*|wasm_simd128)$/;

/** A body, or the attributes right before it, that names target features or vector intrinsics (S1:1261). */
export function namesIntrinsics(stream: TokenStream, { from, to }: TextUnit): boolean {
  let first = from;
  while (first > 0 && stream.role[first - 1] === Role.dropped) first--;
  for (let i = first; i < to; i++) if (INTRINSIC.test(spelling(stream, i))) return true;
  return false;
}
