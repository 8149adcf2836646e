import type { Block, Operand, Rvalue } from '../../dump/index.js';

type Value = number | boolean | null;

/** Not known, or known to be one value on every way. */
type Known = Value | undefined;

/**
 * Where each block can go on: without the cases of a switch whose value is the same on every way there (Wegman and Zadeck
 * 1991, in its simple form: locals that one statement writes).
 */
export function liveSuccessors(
  blocks: readonly (Block | null)[],
  successors: readonly (readonly number[])[],
  placeOf: (block: number) => number,
  params: number,
): readonly (readonly number[])[] {
  const values = constantsOf(blocks, params);
  return blocks.map((block, b) => {
    const terminator = block?.terminator;
    if (terminator?.op !== 'switch') return successors[b]!;
    const value = valueOf(terminator.on, values);
    if (value === undefined || value === null) return successors[b]!;
    const taken =
      terminator.cases.find((one) => same(one.value, value)) ??
      terminator.cases.find((one) => one.value === 'otherwise');
    const isOpen = terminator.cases.some((one) => one.value === 'k');
    if (taken === undefined || isOpen) return successors[b]!;
    const place = placeOf(taken.target.block);
    return successors[b]!.includes(place) ? [place] : successors[b]!;
  });
}

/** The blocks with what is known of the places that an index chooses: `a[i + 1]` where `i` is a constant. */
export function withKnownIndexes(
  blocks: readonly (Block | null)[],
  params: number,
): (Block | null)[] {
  const indexes = (block: Block | null): boolean =>
    block?.statements.some(({ value }) => indexOf(value)?.place === 'local') === true;
  if (!blocks.some(indexes)) return [...blocks];
  const values = constantsOf(blocks, params);
  return blocks.map((block) => {
    if (block === null || !indexes(block)) return block;
    const statements = block.statements.map((statement) => {
      const { value } = statement;
      const at = indexOf(value);
      const known = at === undefined ? undefined : valueOf(at, values);
      if (value.op !== 'op' || at?.place !== 'local' || typeof known !== 'number') return statement;
      const constant: Operand = { place: 'constant', type: 'number', value: String(known) };
      const operands = value.operands.map((one) => (one === at ? constant : one));
      return { ...statement, value: { ...value, operands } };
    });
    return { ...block, statements };
  });
}

const indexOf = (value: Rvalue): Operand | undefined =>
  value.op === 'op' && value.word === 'index' ? value.operands[1] : undefined;

/** A case's text against a value: numbers and truth values stand for each other. */
function same(text: string, value: number | boolean): boolean {
  if (text === 'otherwise' || text === 'k') return false;
  if (text === 'true' || text === 'false') return (text === 'true') === Boolean(value);
  return Number(text) === Number(value);
}

/** Locals that one statement alone writes, and that it writes with a known value. */
function constantsOf(
  blocks: readonly (Block | null)[],
  params: number,
): ReadonlyMap<number, Known> {
  const writes = new Map<number, Rvalue | null>();
  for (let k = 1; k <= params; k++) writes.set(k, null);
  const escaped = new Set<number>();
  const write = (local: number, value: Rvalue | null): unknown =>
    writes.set(local, writes.has(local) ? null : value);
  for (const block of blocks) {
    if (block === null) return new Map();
    for (const { to, value } of block.statements) {
      if (to.place === 'local') write(to.local, value);
      else if (to.place !== 'static') escaped.add(to.local);
      if (value.op === 'mut' && value.from.place !== 'static') escaped.add(value.from.local);
      if (value.op === 'closure')
        for (const one of value.captures)
          if (one.place !== 'constant' && one.place !== 'static') escaped.add(one.local);
    }
    if ('to' in block.terminator) write(block.terminator.to, null);
  }
  const known = new Map<number, Known>();
  for (let again = true; again;) {
    again = false;
    for (const [local, value] of writes) {
      if (value === null || escaped.has(local) || known.has(local)) continue;
      const result = evaluate(value, known);
      if (result === undefined) continue;
      known.set(local, result);
      again = true;
    }
  }
  return known;
}

function valueOf(operand: Operand, values: ReadonlyMap<number, Known>): Known {
  if (operand.place === 'local') return values.get(operand.local);
  if (operand.place !== 'constant' || operand.value === null) return undefined;
  if (operand.value === 'true') return true;
  return operand.value === 'false' ? false : Number(operand.value);
}

function evaluate(value: Rvalue, values: ReadonlyMap<number, Known>): Known {
  switch (value.op) {
    case 'copy':
    case 'move':
    case 'cast':
      return valueOf(value.from, values);
    case 'const':
      return valueOf(value.value, values);
    case 'op': {
      const operands = value.operands.map((operand) => valueOf(operand, values));
      if (operands.length === 0 || operands.some((one) => one === undefined || one === null))
        return undefined;
      return compute(
        value.word,
        operands.map((one) => Number(one)),
      );
    }
    default:
      return undefined;
  }
}

function compute(word: string, [a = NaN, b = NaN]: readonly number[]): Known {
  const results: Readonly<Record<string, Known>> = {
    lt: a < b,
    le: a <= b,
    gt: a > b,
    ge: a >= b,
    eq: a === b,
    ne: a !== b,
    looseeq: a === b,
    loosene: a !== b,
    not: a === 0,
    add: a + b,
    sub: a - b,
    mul: a * b,
    mod: a % b,
    neg: -a,
  };
  return Object.hasOwn(results, word) ? results[word] : undefined;
}
