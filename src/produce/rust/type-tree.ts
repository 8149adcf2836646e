import { closing, indexOutside, splitOutside } from './mir/brackets.js';

/** A Rust type as far as two spellings of it can be compared: lifetimes are dropped. */
export type TypeTree =
  /** `path` is a key of `names.ts`, or a name that is no known type: a type parameter of whoever wrote it. */
  | { readonly sort: 'path'; readonly path: string; readonly args: readonly TypeTree[] }
  /** A generic parameter of the item that the tree belongs to: it stands for any type. */
  | { readonly sort: 'param'; readonly name: string }
  | { readonly sort: 'ref' | 'pointer'; readonly mutable: boolean; readonly of: TypeTree }
  | { readonly sort: 'slice' | 'array'; readonly of: TypeTree }
  | { readonly sort: 'tuple'; readonly of: readonly TypeTree[] }
  | { readonly sort: 'fn'; readonly inputs: readonly TypeTree[]; readonly output: TypeTree }
  /** The type of one function: `fn(i32) -> i32 {twice}`. */
  | { readonly sort: 'fn-item'; readonly callee: string }
  | { readonly sort: 'dyn'; readonly traits: readonly TypeTree[] }
  | { readonly sort: 'closure'; readonly text: string }
  /** `impl Trait`, `<T as Trait>::Output`, an alias that isn't expanded, a constant: what it is can't be told here. */
  | { readonly sort: 'opaque'; readonly traits: readonly TypeTree[] };

export const UNIT: TypeTree = { sort: 'tuple', of: [] };
export const NEVER: TypeTree = { sort: 'path', path: '!', args: [] };
export const UNKNOWN: TypeTree = { sort: 'opaque', traits: [] };

/** Turns a path as printed into a key. */
export type KeyOf = (path: string) => string;

/** Reads a type as MIR prints it. */
export function parseType(text: string, keyOf: KeyOf): TypeTree {
  const t = text.trim();
  const sub = (part: string): TypeTree => parseType(part, keyOf);
  switch (t[0]) {
    case '&': {
      const match = /^&(?:'[\w]+ )?(mut )?/u.exec(t)!;
      return { sort: 'ref', mutable: match[1] !== undefined, of: sub(t.slice(match[0].length)) };
    }
    case '*': {
      const match = /^\*(const|mut) /u.exec(t);
      if (match)
        return { sort: 'pointer', mutable: match[1] === 'mut', of: sub(t.slice(match[0].length)) };
      return UNKNOWN;
    }
    case '!':
      return NEVER;
    case '(': {
      const end = closing(t, 0);
      if (end !== t.length - 1) return UNKNOWN;
      const parts = splitOutside(t.slice(1, -1), ',').map((part) => part.trim());
      if (parts.length === 1) return sub(parts[0]!);
      return { sort: 'tuple', of: parts.filter((part) => part !== '').map(sub) };
    }
    case '[': {
      const inner = t.slice(1, -1);
      const cut = indexOutside(inner, ';');
      return cut < 0
        ? { sort: 'slice', of: sub(inner) }
        : { sort: 'array', of: sub(inner.slice(0, cut)) };
    }
    case '{':
      return { sort: 'closure', text: t };
    case '<': {
      // `<T as Trait>::Output` is unknown; `<T>::X` doesn't come up in types.
      return UNKNOWN;
    }
    default:
  }
  if (t.startsWith('dyn ')) return { sort: 'dyn', traits: boundsOf(t.slice(4), keyOf) };
  if (t.startsWith('impl ')) return { sort: 'opaque', traits: boundsOf(t.slice(5), keyOf) };
  if (t.startsWith('for<')) return sub(t.slice(closing(t, 3) + 1));
  const fn = /^(?:unsafe )?(?:extern "[^"]*" )?(?:unsafe )?fn\(/u.exec(t);
  if (fn) return fnOf(t, fn[0].length - 1, keyOf);
  if (/^(?:\d|-\d|true\b|false\b|'|const )/u.test(t)) return UNKNOWN;
  return pathOf(t, keyOf);
}

function fnOf(text: string, open: number, keyOf: KeyOf): TypeTree {
  const brace = text.endsWith('}') ? indexOutside(text, ' {') : -1;
  if (brace >= 0) return { sort: 'fn-item', callee: text.slice(brace + 2, -1) };
  const close = closing(text, open);
  const rest = text.slice(close + 1);
  return {
    sort: 'fn',
    inputs: splitOutside(text.slice(open + 1, close), ', ').map((part) => parseType(part, keyOf)),
    output: rest.startsWith(' -> ') ? parseType(rest.slice(4), keyOf) : UNIT,
  };
}

function boundsOf(text: string, keyOf: KeyOf): TypeTree[] {
  return splitOutside(text, ' + ')
    .filter((bound) => !bound.startsWith("'"))
    .map((bound) => bound.replace(/^\?/u, ''))
    .map((bound) => parseType(bound, keyOf));
}

function pathOf(text: string, keyOf: KeyOf): TypeTree {
  const open = indexOutside(text, '<');
  if (open < 0) {
    const call = text.indexOf('(');
    // `Fn(i32) -> i32` as a bound.
    return { sort: 'path', path: keyOf(call < 0 ? text : text.slice(0, call)), args: [] };
  }
  const close = closing(text, open);
  const head = text.slice(0, open).replace(/::$/u, '');
  const tail = text.slice(close + 1);
  // `Pair<A, B>::turned::Point<'_>`: a type that stands in a method of another; its own arguments count.
  if (tail.startsWith('::') && tail.includes('<')) return pathOf(head + tail, keyOf);
  const args = splitOutside(text.slice(open + 1, close), ', ')
    .filter((arg) => !arg.startsWith("'") && indexOutside(arg, ' = ') < 0)
    .map((arg) => parseType(arg, keyOf));
  return { sort: 'path', path: keyOf(tail.startsWith('::') ? head + tail : head), args };
}

/**
 * Whether a pattern, the self type of an impl, say, can stand for a type. Parameters of the pattern stand for anything,
 * for the same thing each time; what can't be told stands for anything too. `null`: no; else how many parts of the
 * pattern were fixed, by which a more special impl is preferred.
 */
export function unify(
  pattern: TypeTree,
  subject: TypeTree,
  bound = new Map<string, TypeTree>(),
): number | null {
  if (pattern.sort === 'param') {
    const known = bound.get(pattern.name);
    if (known !== undefined) return sameTree(known, subject) ? 0 : null;
    bound.set(pattern.name, subject);
    return 0;
  }
  if (pattern.sort === 'opaque' || subject.sort === 'opaque') return 0;
  switch (pattern.sort) {
    case 'path': {
      if (subject.sort !== 'path' || subject.path !== pattern.path) return null;
      return unifyAll(pattern.args, subject.args, 1, bound);
    }
    case 'ref':
    case 'pointer':
      if (subject.sort !== pattern.sort || subject.mutable !== pattern.mutable) return null;
      return add(1, unify(pattern.of, subject.of, bound));
    case 'slice':
    case 'array':
      if (subject.sort !== pattern.sort) return null;
      return add(1, unify(pattern.of, subject.of, bound));
    case 'tuple':
      if (subject.sort !== 'tuple' || subject.of.length !== pattern.of.length) return null;
      return unifyAll(pattern.of, subject.of, 1, bound);
    case 'fn':
      if (subject.sort !== 'fn' || subject.inputs.length !== pattern.inputs.length) return null;
      return unifyAll(
        [...pattern.inputs, pattern.output],
        [...subject.inputs, subject.output],
        1,
        bound,
      );
    case 'dyn': {
      const [own, other] = [pattern.traits[0], subject.sort === 'dyn' ? subject.traits[0] : null];
      return own && other ? add(1, unify(own, other, bound)) : null;
    }
    case 'fn-item':
    case 'closure':
      return subject.sort === pattern.sort ? 1 : null;
  }
}

/** Arguments that one side leaves at their defaults are not compared. */
function unifyAll(
  patterns: readonly TypeTree[],
  subjects: readonly TypeTree[],
  start: number,
  bound: Map<string, TypeTree>,
): number | null {
  let score: number | null = start;
  for (let i = 0; i < Math.min(patterns.length, subjects.length) && score !== null; i++)
    score = add(score, unify(patterns[i]!, subjects[i]!, bound));
  return score;
}

function add(a: number, b: number | null): number | null {
  return b === null ? null : a + b;
}

function sameTree(a: TypeTree, b: TypeTree): boolean {
  if (a.sort === 'opaque' || b.sort === 'opaque') return true;
  return JSON.stringify(a) === JSON.stringify(b);
}

/** References, raw pointers and boxes taken off. */
export function peeled(tree: TypeTree): TypeTree {
  let at = tree;
  for (;;) {
    if (at.sort === 'ref' || at.sort === 'pointer') at = at.of;
    else if (at.sort === 'path' && at.path === 'std::boxed::Box' && at.args[0]) at = at.args[0];
    else return at;
  }
}

/** Every path of a type, outermost first, once for each mention. */
export function pathsOf(tree: TypeTree, found: string[] = []): string[] {
  switch (tree.sort) {
    case 'path':
      found.push(tree.path);
      for (const arg of tree.args) pathsOf(arg, found);
      break;
    case 'ref':
    case 'pointer':
    case 'slice':
    case 'array':
      pathsOf(tree.of, found);
      break;
    case 'tuple':
      for (const part of tree.of) pathsOf(part, found);
      break;
    case 'fn':
      for (const part of [...tree.inputs, tree.output]) pathsOf(part, found);
      break;
    case 'dyn':
    case 'opaque':
      for (const part of tree.traits) pathsOf(part, found);
      break;
    case 'param':
    case 'fn-item':
    case 'closure':
  }
  return found;
}
