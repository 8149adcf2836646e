import {
  mapRvalue,
  mapTerminator,
  operandsOf,
  terminatorOperands,
  type Block,
  type Operand,
  type Place,
  type Terminator,
} from '../../dump/index.js';
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
  const see = (operand: Operand): void => {
    if (operand.place === 'static') all.add(operand.name);
  };
  for (const block of blocks) {
    if (block === null) continue;
    for (const { to, value } of block.statements) {
      if (to.place === 'static') written.add(to.name);
      see(to);
      operandsOf(value).forEach(see);
    }
    terminatorOperands(block.terminator).forEach(see);
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
  const local = <T extends Operand>(one: T): T | Place => {
    const number = one.place === 'static' ? localOf.get(one.name) : undefined;
    return number === undefined ? one : { place: 'local', local: number };
  };
  return blocks.map((block): Block | null => {
    if (block === null) return null;
    const statements = block.statements.flatMap((statement) => {
      const value = mapRvalue(statement.value, local);
      const to = local(statement.to);
      const written = { ...statement, to, value };
      const isCalled = statement.to.place === 'static' && called.has(statement.to.name);
      return to !== statement.to && isCalled ? [{ ...statement, value }, written] : [written];
    });
    return { ...block, statements, terminator: inTerminator(block.terminator, local) };
  });
}

/** The static that a call runs. */
function calledStatic(terminator: Terminator): string | null {
  if (!('callee' in terminator) || !isValueCall(terminator.callee)) return null;
  const [first] = terminator.operands;
  return first?.place === 'static' ? first.name : null;
}

/** A static that is called keeps its name. */
function inTerminator(terminator: Terminator, operand: (one: Operand) => Operand): Terminator {
  const isStatic = calledStatic(terminator) !== null;
  return mapTerminator(terminator, (one) =>
    isStatic && 'callee' in terminator && one === terminator.operands[0] ? one : operand(one),
  );
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
