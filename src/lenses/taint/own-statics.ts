import type { Block, Operand, Place, Rvalue, Terminator } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import { bodiesOf, readBlock } from '../bodies.js';
import type { InTurns } from './turns.js';
import { isValueCall } from './value-calls.js';

/** Statics that the blocks of one body name, and which of them they write. */
interface NamedStatics {
  readonly all: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
}

function staticsOf(blocks: Iterable<Block | null>): NamedStatics {
  const all = new Set<string>();
  const written = new Set<string>();
  const see = <T extends Operand>(place: T): T => {
    if (place.place === 'static') all.add(place.name);
    return place;
  };
  for (const block of blocks) {
    if (block === null) continue;
    for (const { to, value } of block.statements) {
      if (to.place === 'static') written.add(to.name);
      see(to);
      inValue(value, see, see);
    }
    inTerminator(block.terminator, see);
  }
  return { all, written };
}

/**
 * The body of a module runs once, so that a variable which it alone names is a local of it: written strongly, and with the
 * conditions that it is asked in. A call through one keeps the static, by which rows of a catalogue know it.
 */
export function withOwnStatics(
  blocks: readonly (Block | null)[],
  own: ReadonlySet<string>,
): (Block | null)[] {
  let most = 0;
  const count = (local: number): void => {
    most = Math.max(most, local);
  };
  const called = new Set<string>();
  for (const block of blocks) {
    if (block === null) continue;
    for (const { local } of block.declarations) count(local);
    for (const { to } of block.statements) if ('local' in to) count(to.local);
    const { terminator } = block;
    if ('to' in terminator) count(terminator.to);
    const name = calledStatic(terminator);
    if (name !== null) called.add(name);
  }
  const localOf = new Map([...own].map((name, i) => [name, most + 1 + i]));
  const local = (place: Place): Place => {
    const number = place.place === 'static' ? localOf.get(place.name) : undefined;
    return number === undefined ? place : { place: 'local', local: number };
  };
  const operand = (one: Operand): Operand => (one.place === 'constant' ? one : local(one));
  return blocks.map((block): Block | null => {
    if (block === null) return null;
    const statements = block.statements.flatMap((statement) => {
      const value = inValue(statement.value, local, operand);
      const to = local(statement.to);
      const written = { ...statement, to, value };
      const isCalled = statement.to.place === 'static' && called.has(statement.to.name);
      return to !== statement.to && isCalled ? [{ ...statement, value }, written] : [written];
    });
    return { ...block, statements, terminator: inTerminator(block.terminator, operand) };
  });
}

/** The static that a call runs. */
function calledStatic(terminator: Terminator): string | null {
  if (!('callee' in terminator) || !isValueCall(terminator.callee)) return null;
  const [first] = terminator.operands;
  return first?.place === 'static' ? first.name : null;
}

function inValue(
  value: Rvalue,
  place: (one: Place) => Place,
  operand: (one: Operand) => Operand,
): Rvalue {
  switch (value.op) {
    case 'copy':
    case 'move':
    case 'borrow':
    case 'mut':
      return { ...value, from: place(value.from) };
    case 'cast':
      return { ...value, from: operand(value.from) };
    case 'const':
      return value;
    case 'op':
      return { ...value, operands: value.operands.map(operand) };
    case 'agg':
      return {
        ...value,
        members: value.members.map((member) => ({ ...member, value: operand(member.value) })),
      };
    case 'closure':
      return { ...value, captures: value.captures.map(operand) };
  }
}

function inTerminator(terminator: Terminator, operand: (one: Operand) => Operand): Terminator {
  if ('on' in terminator) return { ...terminator, on: operand(terminator.on) };
  if (!('callee' in terminator)) return terminator;
  const isStatic = calledStatic(terminator) !== null;
  return {
    ...terminator,
    operands: terminator.operands.map((one, i) => {
      const mapped = operand(one);
      return i === 0 && isStatic ? one : mapped;
    }),
  };
}

/** Of each module in scope the statics that its body alone names, and writes. */
export function* ownStaticsOf(
  graph: CodeGraph,
  scope: Uint8Array,
): InTurns<ReadonlyMap<number, ReadonlySet<string>>> {
  const { blocks, owner, body } = bodiesOf(graph);
  const modules = new Set(graph.nodesOf('module'));
  const found = new Map<number, Set<string>>();
  if (!owner.some((one) => scope[one] === 1 && modules.has(one))) return found;
  // Of a name the one module body that names it; null = more, or another body.
  const namedBy = new Map<string, number | null>();
  const setters = new Set<string>();
  for (const [place, block] of blocks.entries()) {
    const by = owner[place]!;
    if (scope[by] !== 1) continue;
    if ((place & 0xff) === 0) yield 0;
    const label = graph.label(by);
    const setter = label.indexOf('`<set>');
    if (setter > 0) setters.add(label.slice(0, setter));
    const isFirst = body[place] === 0 && modules.has(by);
    const { all, written } = staticsOf([readBlock(graph, block)]);
    for (const name of all) {
      const before = namedBy.get(name);
      namedBy.set(name, isFirst && (before === undefined || before === by) ? by : null);
    }
    if (!isFirst) continue;
    const own = found.get(by) ?? new Set();
    for (const name of written) own.add(name);
    found.set(by, own);
  }
  for (const [by, own] of found)
    for (const name of own)
      // Who writes through a setter is not said: that goes by the field.
      if (namedBy.get(name) !== by || setters.has(name)) own.delete(name);
  return found;
}
