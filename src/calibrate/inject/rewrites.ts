import { Role, spelling } from '../../text/index.js';
import type { Xoshiro } from '../statistics/index.js';
import { respelled, type EditedFunction } from './respelled.js';
import { statementsOf, type Statement } from './statements.js';

/** Token ranges and what stands there instead. */
type Rewrite = readonly { readonly from: number; readonly to: number; readonly text: string }[];

const word = ({ stream, unit }: EditedFunction, token: number): string =>
  token < unit.to ? spelling(stream, token) : '';

const textBetween = ({ stream }: EditedFunction, from: number, to: number): string =>
  stream.text.slice(stream.start[from], stream.end[to - 1]);

const isRust = (fn: EditedFunction): boolean => {
  for (let i = fn.unit.from; i < fn.unit.body; i++) if (word(fn, i) === 'fn') return true;
  return false;
};

/** One of several rewrites, drawn; `null` where there is none. */
function applied(fn: EditedFunction, all: readonly Rewrite[], random: Xoshiro): string | null {
  if (all.length === 0) return null;
  const chosen = all[random.below(all.length)]!;
  return respelled(fn, (token) => {
    const part = chosen.find(({ from, to }) => token >= from && token < to);
    if (part === undefined) return null;
    return token === part.from ? part.text : '';
  });
}

/** The first argument of a call that stands alone, or what is returned, gets a variable of its own. */
export function extracted(fn: EditedFunction, random: Xoshiro): string | null {
  const declare = isRust(fn) ? 'let' : 'const';
  const rewrites = statementsOf(fn.stream, fn.unit).flatMap(({ from, to }): Rewrite[] => {
    if (word(fn, to - 1) !== ';') return [];
    const returned = word(fn, from) === 'return';
    const called = word(fn, from + 1) === '(' && fn.stream.role[from] !== Role.number;
    const first = returned ? from + 1 : from + 2;
    const end = returned ? to - 1 : called ? endOfPart(fn, first) : first;
    if (end <= first) return [];
    const head = textBetween(fn, from, first);
    const value = textBetween(fn, first, end);
    return [[{ from, to: end, text: `${declare} extracted = ${value};\n${head} extracted` }]];
  });
  return applied(fn, rewrites, random);
}

/** A variable that is named once after its declaration is replaced by its value. */
export function inlined(fn: EditedFunction, random: Xoshiro): string | null {
  const statements = statementsOf(fn.stream, fn.unit);
  const rewrites = statements.flatMap((statement): Rewrite[] => {
    const use = onlyUse(fn, statement);
    if (use === null) return [];
    const value = textBetween(fn, statement.from + 3, statement.to - 1);
    return [
      [
        { ...statement, text: '' },
        { from: use, to: use + 1, text: `(${value})` },
      ],
    ];
  });
  return applied(fn, rewrites, random);
}

/** Token of the one use behind `const x = …;` or `let x = …;`; `null` for anything else. */
function onlyUse(fn: EditedFunction, { from, to }: Statement): number | null {
  const declares = /^(?:const|let)$/.test(word(fn, from)) && word(fn, from + 2) === '=';
  if (!declares || word(fn, to - 1) !== ';') return null;
  const name = word(fn, from + 1);
  const uses: number[] = [];
  for (let i = fn.unit.from; i < fn.unit.to; i++)
    if (i !== from + 1 && word(fn, i) === name) uses.push(i);
  const [use] = uses;
  if (uses.length !== 1 || use! < to) return null;
  const written = /^(?:=|\+=|-=|\*=|\/=|\+\+|--|:)$/.test(word(fn, use! + 1));
  // A property of this name, and a shorthand of an object, are no plain uses.
  const listed = /^[{,]$/.test(word(fn, use! - 1)) && /^[},]$/.test(word(fn, use! + 1));
  const named = word(fn, use! - 1) === '.' || (listed && holderOf(fn, use!) === '{');
  return written || named || fn.stream.role[use!] !== Role.V ? null : use!;
}

/** A loop over items counts or pulls instead; a `while` becomes the other form that its language has. */
export function otherLoop(fn: EditedFunction, random: Xoshiro): string | null {
  const rewrites: Rewrite[] = [];
  for (let i = fn.unit.body; i < fn.unit.to; i++) {
    const text = word(fn, i) === 'for' ? forRewritten(fn, i) : whileRewritten(fn, i);
    if (text !== null) rewrites.push([{ from: i, ...text }]);
  }
  return applied(fn, rewrites, random);
}

function forRewritten(fn: EditedFunction, at: number): { to: number; text: string } | null {
  if (word(fn, at + 1) === '(' && /^(?:const|let)$/.test(word(fn, at + 2))) {
    if (word(fn, at + 4) !== 'of') return null;
    const end = endOfPart(fn, at + 5);
    if (word(fn, end) !== ')' || word(fn, end + 1) !== '{') return null;
    const [item, list] = [word(fn, at + 3), textBetween(fn, at + 5, end)];
    const text = `for (let index = 0; index < (${list}).length; index++) {\nconst ${item} = (${list})[index];`;
    return { to: end + 2, text };
  }
  if (!isRust(fn)) return null;
  const brace = headEnd(fn, at + 1);
  for (let i = at + 1; i < brace; i++) {
    if (word(fn, i) !== 'in') continue;
    const [pattern, list] = [textBetween(fn, at + 1, i), textBetween(fn, i + 1, brace)];
    const text = `let mut pulled = (${list}).into_iter();\nwhile let Some(${pattern}) = pulled.next() {`;
    return { to: brace + 1, text };
  }
  return null;
}

function whileRewritten(fn: EditedFunction, at: number): { to: number; text: string } | null {
  if (word(fn, at) !== 'while') return null;
  if (!isRust(fn)) {
    const end = endOfPart(fn, at + 2);
    if (word(fn, end + 1) !== '{') return null;
    return { to: end + 1, text: `for (; ${textBetween(fn, at + 2, end)}; )` };
  }
  const brace = headEnd(fn, at + 1);
  if (word(fn, at + 1) === 'let' || word(fn, brace) !== '{') return null;
  const condition = textBetween(fn, at + 1, brace);
  return { to: brace + 1, text: `loop {\nif !(${condition}) { break; }` };
}

/** First token from `at` on that is a comma or a closing bracket of what holds it. */
function endOfPart(fn: EditedFunction, at: number): number {
  let depth = 0;
  for (let i = at; i < fn.unit.to; i++) {
    const text = word(fn, i);
    if (depth === 0 && (text === ',' || text === ')')) return i;
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text)) depth--;
  }
  return at;
}

/** The bracket that is open where a token stands. */
function holderOf(fn: EditedFunction, at: number): string {
  let depth = 0;
  for (let i = at - 1; i >= fn.unit.from; i--) {
    const text = word(fn, i);
    if (/^[)\]}]$/.test(text)) depth++;
    else if (/^[([{]$/.test(text) && depth-- === 0) return text;
  }
  return '';
}

/** The `{` that ends a head without brackets around it. */
function headEnd(fn: EditedFunction, at: number): number {
  let depth = 0;
  for (let i = at; i < fn.unit.to; i++) {
    const text = word(fn, i);
    if (depth === 0 && text === '{') return i;
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text)) depth--;
  }
  return at;
}
