import { Role, spelling, TokenKind } from '../../text/index.js';
import type { Xoshiro } from '../statistics/index.js';
import { respelled, type EditedFunction } from './respelled.js';
import { extracted, inlined, otherLoop } from './rewrites.js';
import { statementsOf, type Statement } from './statements.js';

/** What a copy differs by, as Roy and Cordy's mutation framework injects it (2009), one edit at a time. */
export const EDIT_OPERATORS = [
  'layout',
  'rename',
  'literal',
  'insert',
  'delete',
  'reorder',
  'extract',
  'inline',
  'loop',
] as const;
export type EditOperator = (typeof EDIT_OPERATORS)[number];

/** The type of clone that an operator makes: 1 layout and comments, 2 names and literals, 3 statements and expressions. */
export const CLONE_TYPE: Readonly<Record<EditOperator, 1 | 2 | 3>> = {
  layout: 1,
  rename: 2,
  literal: 2,
  insert: 3,
  delete: 3,
  reorder: 3,
  extract: 3,
  inline: 3,
  loop: 3,
};

export type { EditedFunction } from './respelled.js';

/** Text of a function after one edit; `null` where the operator has nothing to work on in it. */
export function editFunction(
  operator: EditOperator,
  fn: EditedFunction,
  random: Xoshiro,
): string | null {
  switch (operator) {
    case 'layout':
      return newLayout(fn);
    case 'rename':
      return renamed(fn, random);
    case 'literal':
      return otherLiteral(fn, random);
    case 'insert':
      return withStatement(fn, random);
    case 'delete':
      return withoutStatement(fn, random);
    case 'reorder':
      return reordered(fn, random);
    case 'extract':
      return extracted(fn, random);
    case 'inline':
      return inlined(fn, random);
    case 'loop':
      return otherLoop(fn, random);
  }
}

/** The function as it stands. */
export const textOf = ({ stream, unit }: EditedFunction): string =>
  stream.text.slice(stream.start[unit.from], stream.end[unit.to - 1]);

/** Each line of statements gets a comment of its own above and twice the indentation. */
function newLayout(fn: EditedFunction): string {
  const starts = new Set(statementsOf(fn.stream, fn.unit).map(({ from }) => from));
  const text = respelled(fn, (token) =>
    starts.has(token) ? `// step ${String(token)}\n\n${own(fn, token)}` : null,
  );
  return text.replace(/^([ \t]+)/gm, '$1$1');
}

const own = ({ stream }: EditedFunction, token: number): string => spelling(stream, token);

/** Every value that the function names at least twice gets another name, the same one everywhere. */
function renamed(fn: EditedFunction, random: Xoshiro): string | null {
  const { stream, unit } = fn;
  const counts = new Map<string, number>();
  for (let i = unit.from; i < unit.to; i++) {
    if (stream.role[i] !== Role.V || stream.kind[i] !== TokenKind.identifier) continue;
    const word = spelling(stream, i);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const repeated = [...counts].filter(([, count]) => count > 1).map(([word]) => word);
  if (repeated.length === 0) return null;
  const first = random.below(26);
  const names = new Map(
    repeated.map((word, i) => [
      word,
      `other${String.fromCharCode(97 + ((first + i) % 26))}${String(i)}`,
    ]),
  );
  return respelled(fn, (token) =>
    stream.role[token] === Role.V ? (names.get(spelling(stream, token)) ?? null) : null,
  );
}

/** One number or plain string becomes another of its kind. */
function otherLiteral(fn: EditedFunction, random: Xoshiro): string | null {
  const { stream, unit } = fn;
  const places: number[] = [];
  for (let i = unit.from; i < unit.to; i++) {
    const plain = stream.role[i] === Role.string && /^["'].*["']$/s.test(spelling(stream, i));
    if (plain || stream.role[i] === Role.number) places.push(i);
  }
  if (places.length === 0) return null;
  const chosen = places[random.below(places.length)]!;
  const word = spelling(stream, chosen);
  const other =
    stream.role[chosen] === Role.number
      ? otherNumber(word)
      : `${word.slice(0, -1)} other${word.slice(-1)}`;
  return respelled(fn, (token) => (token === chosen ? other : null));
}

/** `0x41` gets a digit more, anything else another whole part. */
function otherNumber(word: string): string {
  if (/^0[box]/i.test(word)) return word.replace(/^(0[box][\da-f_]*)/i, (digits) => `${digits}1`);
  return word.replace(/^\d+/, (digits) => String((BigInt(digits) + 1n) % 1_000_000n));
}

function withStatement(fn: EditedFunction, random: Xoshiro): string | null {
  const statements = statementsOf(fn.stream, fn.unit);
  if (statements.length === 0) return null;
  const before = statements[random.below(statements.length)]!.from;
  const number = String(random.below(1000));
  const added = `traceStep(${number}, "inserted");\n`;
  return respelled(fn, (token) => (token === before ? `${added}${own(fn, token)}` : null));
}

/** A statement of at most a quarter of the function goes. */
function withoutStatement(fn: EditedFunction, random: Xoshiro): string | null {
  const quarter = (fn.unit.to - fn.unit.from) / 4;
  const small = statementsOf(fn.stream, fn.unit).filter(({ from, to }) => to - from <= quarter);
  if (small.length < 2) return null;
  const gone = small[random.below(small.length)]!;
  return respelled(fn, (token) => (token >= gone.from && token < gone.to ? '' : null));
}

/** Two neighbours that are not the same change places; neither is more than a quarter of the function. */
function reordered(fn: EditedFunction, random: Xoshiro): string | null {
  const statements = statementsOf(fn.stream, fn.unit);
  const quarter = (fn.unit.to - fn.unit.from) / 4;
  const movable = statements
    .slice(0, -1)
    .map((first, i): [Statement, Statement] => [first, statements[i + 1]!])
    .filter(
      ([first, second]) =>
        first.to === second.from &&
        first.to - first.from <= quarter &&
        second.to - second.from <= quarter &&
        spelled(fn, first) !== spelled(fn, second) &&
        !/^return\b/.test(spelled(fn, second)),
    );
  if (movable.length === 0) return null;
  const [first, second] = movable[random.below(movable.length)]!;
  const [a, b] = [spelled(fn, first), spelled(fn, second)];
  return respelled(fn, (token) => {
    if (token === first.from) return b;
    if (token > first.from && token < first.to) return '';
    if (token === second.from) return a;
    return token > second.from && token < second.to ? '' : null;
  });
}

const spelled = ({ stream }: EditedFunction, { from, to }: Statement): string =>
  stream.text.slice(stream.start[from], stream.end[to - 1]);
