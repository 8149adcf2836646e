import type { Block, BlockName, Operand, Place, Rvalue, Statement, Terminator } from './block.js';
import { withoutVersion } from './moniker.js';
import {
  ENTRY_SEPARATOR,
  formatDeclaration,
  formatStatement,
  formatTerminator,
  SECTION_SEPARATOR,
} from './payload.js';

/** Locals that a block writes strongly, and locals that it reads or writes through; ascending. */
export interface DefinitionsAndUses {
  readonly definitions: readonly number[];
  readonly uses: readonly number[];
}

/** Definitions are the `_n` of `_n = …` and of `->_n`; uses are every other local, and the `_n` of `->_n`. */
export function definitionsAndUses(block: Block): DefinitionsAndUses {
  const definitions = new Set<number>();
  const uses = new Set<number>();
  for (const { to, value } of block.statements) {
    if (to.place === 'local') definitions.add(to.local);
    else addLocal(uses, to);
    for (const operand of operandsOf(value)) addLocal(uses, operand);
  }
  const { terminator } = block;
  for (const operand of terminatorOperands(terminator)) addLocal(uses, operand);
  if ('to' in terminator) {
    definitions.add(terminator.to);
    uses.add(terminator.to);
  }
  return { definitions: ascending(definitions), uses: ascending(uses) };
}

function ascending(numbers: ReadonlySet<number>): number[] {
  return [...numbers].sort((a, b) => a - b);
}

function addLocal(into: Set<number>, operand: Operand): void {
  if ('local' in operand) into.add(operand.local);
}

/** What a right side reads, in the order it is written. */
export function operandsOf(value: Rvalue): readonly Operand[] {
  switch (value.op) {
    case 'const':
      return [value.value];
    case 'op':
      return value.operands;
    case 'agg':
      return value.members.map((member) => member.value);
    case 'closure':
      return value.captures;
    default:
      return [value.from];
  }
}

export function terminatorOperands(terminator: Terminator): readonly Operand[] {
  if ('operands' in terminator) return terminator.operands;
  return 'on' in terminator ? [terminator.on] : [];
}

/** The moniker that a block calls, or `null`. */
export function calleeOf(block: Block): string | null {
  const { terminator } = block;
  return terminator.op === 'call' || terminator.op === 'tailcall' ? terminator.callee : null;
}

/**
 * The text that a fingerprint is of: terminator, statements and declarations without positions, the callee without
 * its version, locals, blocks and closures each renumbered from 0 by first appearance, declarations sorted.
 */
export function canonicalText(block: Block): string {
  const names = new Renumbering();
  const terminator = formatTerminator(names.terminator(block.terminator));
  const statements = block.statements.map((statement) =>
    formatStatement(names.statement(statement)),
  );
  const declarations = block.declarations
    .map(({ local, type }) => formatDeclaration({ local: names.local(local), type }))
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return [terminator, statements.join(ENTRY_SEPARATOR), declarations.join(ENTRY_SEPARATOR)].join(
    SECTION_SEPARATOR,
  );
}

/** FNV-1a 64 of the canonical text, 16 hexadecimal digits. */
export function fingerprintOf(block: Block): string {
  return fnv64(canonicalText(block));
}

/** The key of one statement, for clone lenses: the same hash of its own canonical line. */
export function statementKey(statement: Statement): string {
  return fnv64(formatStatement(new Renumbering().statement(statement)));
}

/** The block with the fingerprint that its content has. */
export function withFingerprint(block: Omit<Block, 'fingerprint'>): Block {
  const whole = { fingerprint: '0'.repeat(16), ...block };
  return { ...whole, fingerprint: fingerprintOf(whole) };
}

const encoder = new TextEncoder();

/** FNV-1a 64 of a text's UTF-8, in two 32-bit halves: BigInt would cost twenty times as much. */
export function fnv64(text: string): string {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of encoder.encode(text)) {
    low = (low ^ byte) >>> 0;
    // The prime is 2^40 + 0x1b3: multiply by 0x1b3 with carries, then add the low word shifted into the high one.
    const product = low * 0x1b3;
    const carry = Math.floor(product / 2 ** 32);
    high = (Math.imul(high, 0x1b3) + carry + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** Numbers from 0 by first appearance. */
class Renumbering {
  readonly #locals = new Map<number, number>();
  readonly #closures = new Map<number, number>();
  readonly #blocks = new Map<string, number>();

  local(old: number): number {
    return numbered(this.#locals, old);
  }

  place<T extends Operand>(operand: T): T {
    if (!('local' in operand)) return operand;
    const moved = { ...operand, local: this.local(operand.local) };
    return operand.place === 'capture'
      ? { ...moved, closure: numbered(this.#closures, operand.closure) }
      : moved;
  }

  rvalue(value: Rvalue): Rvalue {
    switch (value.op) {
      case 'const':
        return value;
      case 'op':
        return { ...value, operands: value.operands.map((operand) => this.place(operand)) };
      case 'agg':
        return {
          ...value,
          members: value.members.map((member) => ({ ...member, value: this.place(member.value) })),
        };
      case 'closure':
        return {
          ...value,
          closure: numbered(this.#closures, value.closure),
          captures: value.captures.map((operand) => this.place(operand)),
        };
      case 'cast':
        return { ...value, from: this.place(value.from) };
      default:
        return { ...value, from: this.place<Place>(value.from) };
    }
  }

  statement(statement: Statement): Statement {
    return {
      ...statement,
      to: this.place<Place>(statement.to),
      value: this.rvalue(statement.value),
    };
  }

  terminator(terminator: Terminator): Terminator {
    switch (terminator.op) {
      case 'throw':
      case 'assert':
        return { ...terminator, on: this.place(terminator.on) };
      case 'switch':
        return {
          ...terminator,
          on: this.place(terminator.on),
          cases: terminator.cases.map(({ value, target }) => ({
            value,
            target: this.block(target),
          })),
        };
      case 'call':
      case 'tailcall':
        return {
          ...terminator,
          callee: withoutVersion(terminator.callee),
          operands: terminator.operands.map((operand) => this.place(operand)),
          to: this.local(terminator.to),
        };
      case 'await':
      case 'yield':
        return { ...terminator, on: this.place(terminator.on), to: this.local(terminator.to) };
      default:
        return terminator;
    }
  }

  block(name: BlockName): BlockName {
    return { body: 0, block: numbered(this.#blocks, `${name.body}.${name.block}`) };
  }
}

function numbered<K>(numbers: Map<K, number>, key: K): number {
  let number = numbers.get(key);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(key, number);
  }
  return number;
}
