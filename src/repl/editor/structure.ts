import { tokenize, type SourceToken } from './tokens.js';

const CLOSER: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const OPENERS = new Set(Object.keys(CLOSER));
const CLOSERS = new Set(Object.values(CLOSER));

interface Bracket {
  readonly text: string;
  readonly at: number;
}

/** Brackets outside strings and comments, template holes included. */
function brackets(tokens: readonly SourceToken[]): Bracket[] {
  const found: Bracket[] = [];
  for (const { kind, text, start } of tokens) {
    if (kind === 'punctuation' && (OPENERS.has(text) || CLOSERS.has(text)))
      found.push({ text, at: start });
    if (kind !== 'string') continue;
    if (text.startsWith('}')) found.push({ text: '}', at: start });
    if (text.endsWith('${') && /^[`}]/.test(text))
      found.push({ text: '{', at: start + text.length - 1 });
  }
  return found;
}

/** Offsets of the bracket at or just before the cursor and its partner; null when there is none. */
export function matchingBrackets(source: string, cursor: number): readonly [number, number] | null {
  const stack: Bracket[] = [];
  for (const bracket of brackets(tokenize(source))) {
    if (OPENERS.has(bracket.text)) {
      stack.push(bracket);
      continue;
    }
    const open = stack.pop();
    if (open === undefined || CLOSER[open.text] !== bracket.text) continue;
    const touches = [open.at, bracket.at].some((at) => at === cursor || at === cursor - 1);
    const nearer = brackets(tokenize(source)).some(
      ({ at }) => at === cursor && at !== open.at && at !== bracket.at,
    );
    if (touches && !(nearer && open.at !== cursor && bracket.at !== cursor))
      return [open.at, bracket.at];
  }
  return null;
}

/** True when the source plainly goes on: an open bracket, string, template or comment, or a dangling operator. */
export function goesOn(source: string): boolean {
  const tokens = tokenize(source).filter((t) => t.kind !== 'space');
  const last = tokens.findLast((t) => t.kind !== 'comment');
  const unclosed = tokens.find(
    (t) => !t.closed && (t.kind === 'comment' || t.text.startsWith('`') || t.text.startsWith('}')),
  );
  if (unclosed !== undefined) return true;
  if (
    last?.text === '=>' ||
    (last?.kind === 'punctuation' && /^(?:[=+\-*/%&|^<?:,.]|&&|\|\||\?\?|[-+*/]=)$/.test(last.text))
  )
    return true;
  let depth = 0;
  for (const { text } of brackets(tokens)) {
    depth += OPENERS.has(text) ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth > 0;
}

/** Spaces that a new line after `before` starts with: one step in after an opening bracket. */
export function indentAfter(before: string): string {
  const stack: number[] = [];
  for (const { text, at } of brackets(tokenize(before))) {
    if (OPENERS.has(text)) stack.push(at);
    else stack.pop();
  }
  const open = stack.at(-1);
  if (open === undefined) return '';
  const line = before.slice(before.lastIndexOf('\n', open) + 1);
  return `${/^ */.exec(line)![0]}  `;
}

/** Where a closing bracket typed at the cursor belongs: the spaces to take away in front of it. */
export function dedentFor(before: string, closer: string): number {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (!CLOSERS.has(closer) || line.trim() !== '') return 0;
  return Math.min(2, line.length);
}

/** The call whose argument the cursor stands in: offset of its `(`, and which argument; null outside of calls. */
export function enclosingCall(
  source: string,
  cursor: number,
): { readonly open: number; readonly argument: number } | null {
  const stack: { at: number; text: string; commas: number; call: boolean }[] = [];
  let previous: SourceToken | undefined;
  for (const token of tokenize(source.slice(0, cursor))) {
    if (token.kind === 'punctuation') {
      if (OPENERS.has(token.text)) {
        const call =
          token.text === '(' &&
          previous !== undefined &&
          /[\w$)\]>]$/.test(previous.text) &&
          previous.kind !== 'keyword';
        stack.push({ at: token.start, text: token.text, commas: 0, call });
      } else if (CLOSERS.has(token.text)) stack.pop();
      else if (token.text === ',') {
        const top = stack.at(-1);
        if (top !== undefined) top.commas++;
      }
    }
    if (token.kind !== 'space' && token.kind !== 'comment') previous = token;
  }
  const inner = stack.findLast((s) => s.call);
  return inner === undefined ? null : { open: inner.at, argument: inner.commas };
}
