import { sortUtf8 } from '../table/index.js';
import {
  formatBlockName,
  type Block,
  type BlockName,
  type Operand,
  type Rvalue,
  type Statement,
  type Terminator,
} from './block.js';
import { withoutVersion } from './moniker.js';
import {
  ENTRY_SEPARATOR,
  formatDeclaration,
  formatStatement,
  formatTerminator,
  SECTION_SEPARATOR,
  type Numbering,
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
export function canonicalText({
  terminator,
  statements,
  declarations,
}: Omit<Block, 'fingerprint'>): string {
  const numbers = new Renumbering();
  return [
    formatTerminator(unversioned(terminator), numbers),
    statements.map((one) => formatStatement(one, numbers)).join(ENTRY_SEPARATOR),
    sortBytes(declarations.map((one) => formatDeclaration(one, numbers))).join(ENTRY_SEPARATOR),
  ].join(SECTION_SEPARATOR);
}

function unversioned(terminator: Terminator): Terminator {
  return 'callee' in terminator
    ? { ...terminator, callee: withoutVersion(terminator.callee) }
    : terminator;
}

/** As the bytes that are hashed: what is no text in UTF-8 is U+FFFD there. */
function sortBytes(texts: readonly string[]): string[] {
  return texts.length < 2 ? [...texts] : sortUtf8(texts.map((text) => decodable(text)));
}

/** FNV-1a 64 of the canonical text, 16 hexadecimal digits. */
export function fingerprintOf(block: Omit<Block, 'fingerprint'>): string {
  return fnv64(canonicalText(block));
}

/** The key of one statement, for clone lenses: the same hash of its own canonical line. */
export function statementKey(statement: Statement): string {
  return fnv64(formatStatement(statement, new Renumbering()));
}

/** The block with the fingerprint that its content has. */
export function withFingerprint(block: Omit<Block, 'fingerprint'>): Block {
  return { ...block, fingerprint: fingerprintOf(block) };
}

const LONE_SURROGATE = /\p{Surrogate}/gu;

function decodable(text: string): string {
  return text.replace(LONE_SURROGATE, '\ufffd');
}

const encoder = new TextEncoder();
let scratch = new Uint8Array(4096);

/** FNV-1a 64 of a text's UTF-8, in four numbers of 16 bits, the lowest first: no product of theirs leaves the integers. */
export function fnv64(text: string): string {
  if (text.length * 3 > scratch.length) scratch = new Uint8Array(text.length * 6);
  const { written } = encoder.encodeInto(text, scratch);
  let [a, b, c, d] = [0x2325, 0x8422, 0x9ce4, 0xcbf2];
  for (let at = 0; at < written; at++) {
    a ^= scratch[at]!;
    // The prime is 2^40 + 0x1b3: times 0x1b3, and 40 bits up.
    const high = d * 0x1b3 + (b << 8);
    const middle = c * 0x1b3 + (a << 8);
    const low = a * 0x1b3;
    const next = b * 0x1b3 + (low >>> 16);
    const third = middle + (next >>> 16);
    a = low & 0xffff;
    b = next & 0xffff;
    c = third & 0xffff;
    d = (high + (third >>> 16)) & 0xffff;
  }
  return [d, c, b, a].map((part) => part.toString(16).padStart(4, '0')).join('');
}

/** Numbers from 0 by first appearance. */
class Renumbering implements Numbering {
  readonly #locals = new Map<number, number>();
  readonly #closures = new Map<number, number>();
  readonly #blocks = new Map<string, number>();

  local(old: number): number {
    return numbered(this.#locals, old);
  }

  closure(old: number): number {
    return numbered(this.#closures, old);
  }

  block(name: BlockName): BlockName {
    return { body: 0, block: numbered(this.#blocks, formatBlockName(name)) };
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
