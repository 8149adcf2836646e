import {
  formatBlockName,
  parseBlockName,
  type Block,
  type BlockName,
  type Constant,
  type Declaration,
  type Operand,
  type Place,
  type Position,
  type Rvalue,
  type Statement,
  type SwitchCase,
  type Terminator,
  type WeakPlace,
} from './block.js';
import { decodeAtom, decodeFreeText, encodeAtom, encodeFreeText } from './payload-text.js';

export const SECTION_SEPARATOR = '␞';
export const ENTRY_SEPARATOR = '␟';

/** Reads a payload; `null` where it does not follow the grammar: the block is unparsable. */
export function parsePayload(text: string): Block | null {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof Unparsable) return null;
    throw error;
  }
}

class Unparsable extends Error {}

function need<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Unparsable();
  return value;
}

/** Both separators are read as glyphs or as the control characters that they depict, one pair a payload. */
function parse(text: string): Block {
  const glyphs = text.includes(SECTION_SEPARATOR);
  const sections = text.split(glyphs ? SECTION_SEPARATOR : '\u001e');
  if (sections.length !== 5) throw new Unparsable();
  const [fingerprint, terminator, statements, declarations, flows] = sections as [
    string,
    string,
    string,
    string,
    string,
  ];
  if (!/^[0-9a-f]{16}$/u.test(fingerprint)) throw new Unparsable();
  const entries = (section: string): string[] =>
    section === '' ? [] : section.split(glyphs ? ENTRY_SEPARATOR : '\u001f');
  return {
    fingerprint,
    terminator: parseTerminator(terminator),
    statements: entries(statements).map(parseStatement),
    declarations: entries(declarations).map(parseDeclaration),
    flows:
      flows === ''
        ? []
        : flows.split(',').map((flow) => {
            const match = need(/^(0|[1-9]\d*)>(0|[1-9]\d*)$/u.exec(flow));
            return [integer(match[1]!), integer(match[2]!)] as const;
          }),
  };
}

function integer(text: string): number {
  const value = Number(text);
  if (!/^(?:0|[1-9]\d*)$/u.test(text) || !Number.isSafeInteger(value)) throw new Unparsable();
  return value;
}

/** Cuts the position off at the last `@`. */
function positioned(text: string): { readonly text: string; readonly at: Position } {
  const cut = text.lastIndexOf('@');
  const match = need(/^(\d+):(\d+)$/u.exec(text.slice(cut + 1)));
  if (cut < 0) throw new Unparsable();
  return { text: text.slice(0, cut), at: { line: integer(match[1]!), col: integer(match[2]!) } };
}

function local(text: string): number {
  if (!text.startsWith('_')) throw new Unparsable();
  return integer(text.slice(1));
}

function parseWeak(text: string): WeakPlace | null {
  if (text.startsWith('*_')) return { place: 'deref', local: local(text.slice(1)) };
  if (text.startsWith('g:')) return { place: 'static', name: need(decodeAtom(text.slice(2))) };
  const capture = /^_(\d+)\.\(c(\d+)#(\d+)\)$/u.exec(text);
  if (capture) {
    return {
      place: 'capture',
      local: integer(capture[1]!),
      closure: integer(capture[2]!),
      index: integer(capture[3]!),
    };
  }
  const field = /^_(\d+)\.\{([^{}#,]+)#([^{}#,]*)\}$/su.exec(text);
  if (field === null) return null;
  return {
    place: 'field',
    local: integer(field[1]!),
    type: need(decodeAtom(field[2]!)),
    field: field[3] === '' ? '' : need(decodeAtom(field[3]!)),
  };
}

function parsePlace(text: string): Place {
  const weak = parseWeak(text);
  return weak ?? { place: 'local', local: local(text) };
}

const VALUE = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?|true|false)$/u;

function parseConstant(text: string): Constant {
  if (!text.startsWith('k:')) throw new Unparsable();
  const cut = text.indexOf('#');
  if (cut < 0) return { place: 'constant', type: need(decodeAtom(text.slice(2))), value: null };
  const value = text.slice(cut + 1);
  if (!VALUE.test(value)) throw new Unparsable();
  return { place: 'constant', type: need(decodeAtom(text.slice(2, cut))), value };
}

/** An operand has no ` = ` or dereference of its own: a place or a constant. */
function parseOperand(text: string): Operand {
  return text.startsWith('k:') ? parseConstant(text) : parsePlace(text);
}

function parseOperands(text: string): Operand[] {
  return text === '' ? [] : text.split(', ').map(parseOperand);
}

/** What stands between an opening text and the one last character. */
function inside(text: string, from: number, close: string): string {
  if (!text.endsWith(close) || text.length < from + 1) throw new Unparsable();
  return text.slice(from, -1);
}

function parseRvalue(text: string): Rvalue {
  const cut = text.indexOf(' ');
  const word = text.slice(0, cut);
  const rest = text.slice(cut + 1);
  switch (word) {
    case 'copy':
    case 'move':
    case 'borrow':
    case 'mut':
      return { op: word, from: parsePlace(rest) };
    case 'cast':
      return { op: 'cast', from: parseOperand(rest) };
    case 'const':
      return { op: 'const', value: parseConstant(rest) };
    case 'op': {
      const name = need(/^([a-z]+)\(/u.exec(rest))[1]!;
      return { op: 'op', word: name, operands: parseOperands(inside(rest, name.length + 1, ')')) };
    }
    case 'agg': {
      const open = rest.indexOf('{');
      const type = need(decodeAtom(rest.slice(0, Math.max(0, open))));
      const members = inside(rest, open + 1, '}');
      return {
        op: 'agg',
        type,
        members:
          members === ''
            ? []
            : members.split(', ').map((member) => {
                const at = member.indexOf(': ');
                if (at < 0) throw new Unparsable();
                return {
                  name: at === 0 ? '' : need(decodeAtom(member.slice(0, at))),
                  value: parseOperand(member.slice(at + 2)),
                };
              }),
      };
    }
    case 'closure': {
      const name = need(/^c(\d+)\[/u.exec(rest));
      return {
        op: 'closure',
        closure: integer(name[1]!),
        captures: parseOperands(inside(rest, name[0].length, ']')),
      };
    }
    default:
      throw new Unparsable();
  }
}

function parseStatement(entry: string): Statement {
  const { text, at } = positioned(entry);
  const strong = /^_(\d+) = /u.exec(text);
  if (strong) {
    return {
      to: { place: 'local', local: integer(strong[1]!) },
      value: parseRvalue(text.slice(strong[0].length)),
      at,
    };
  }
  const cut = text.indexOf(' <- ');
  if (cut < 0) throw new Unparsable();
  return { to: need(parseWeak(text.slice(0, cut))), value: parseRvalue(text.slice(cut + 4)), at };
}

function parseDeclaration(entry: string): Declaration {
  const cut = entry.indexOf(':');
  if (cut < 0) throw new Unparsable();
  return { local: local(entry.slice(0, cut)), type: need(decodeFreeText(entry.slice(cut + 1))) };
}

function parseTerminator(entry: string): Terminator {
  const { text, at } = positioned(entry);
  const cut = text.indexOf(' ');
  if (cut < 0) {
    if (text === 'goto' || text === 'return' || text === 'unreachable') return { op: text, at };
    throw new Unparsable();
  }
  const op = text.slice(0, cut);
  const rest = text.slice(cut + 1);
  switch (op) {
    case 'throw':
    case 'assert':
      return { op, on: parseOperand(rest), at };
    case 'switch': {
      const open = rest.lastIndexOf(' [');
      if (open < 0) throw new Unparsable();
      const cases = inside(rest, open + 2, ']')
        .split(', ')
        .map(parseCase);
      return { op, on: parseOperand(rest.slice(0, open)), cases, at };
    }
    case 'call':
    case 'tailcall': {
      const open = rest.indexOf('⟨');
      const close = rest.lastIndexOf('⟩->');
      if (open < 0 || close < open) throw new Unparsable();
      return {
        op,
        callee: need(decodeFreeText(rest.slice(0, open))),
        operands: parseOperands(rest.slice(open + 1, close)),
        to: local(rest.slice(close + 3)),
        at,
      };
    }
    case 'await':
    case 'yield': {
      const arrow = rest.lastIndexOf('->');
      if (arrow < 0) throw new Unparsable();
      return { op, on: parseOperand(rest.slice(0, arrow)), to: local(rest.slice(arrow + 2)), at };
    }
    default:
      throw new Unparsable();
  }
}

function parseCase(text: string): SwitchCase {
  const cut = text.indexOf(': ');
  if (cut < 0) throw new Unparsable();
  const value = text.slice(0, cut);
  if (value !== 'k' && value !== 'otherwise' && !VALUE.test(value)) throw new Unparsable();
  return { value, target: need(parseBlockName(text.slice(cut + 2))) };
}

/** Writes a payload with the glyphs as separators. */
export function formatPayload(block: Block): string {
  return [
    block.fingerprint,
    formatTerminator(block.terminator) + formatPosition(block.terminator.at),
    block.statements
      .map((statement) => formatStatement(statement) + formatPosition(statement.at))
      .join(ENTRY_SEPARATOR),
    block.declarations.map((one) => formatDeclaration(one)).join(ENTRY_SEPARATOR),
    block.flows.map(([from, to]) => `${from}>${to}`).join(','),
  ].join(SECTION_SEPARATOR);
}

function formatPosition({ line, col }: Position): string {
  return `@${line}:${col}`;
}

/** How a text names locals, blocks and closures: a payload by their own numbers, a fingerprint by new ones. */
export interface Numbering {
  local(number: number): number;
  closure(number: number): number;
  block(name: BlockName): BlockName;
}

const OWN_NUMBERS: Numbering = {
  local: (number) => number,
  closure: (number) => number,
  block: (name) => name,
};

export function formatOperand(operand: Operand, numbers = OWN_NUMBERS): string {
  switch (operand.place) {
    case 'local':
      return `_${numbers.local(operand.local)}`;
    case 'deref':
      return `*_${numbers.local(operand.local)}`;
    case 'field':
      return `_${numbers.local(operand.local)}.{${encodeAtom(operand.type)}#${encodeAtom(operand.field)}}`;
    case 'capture':
      return `_${numbers.local(operand.local)}.(c${numbers.closure(operand.closure)}#${operand.index})`;
    case 'static':
      return `g:${encodeAtom(operand.name)}`;
    case 'constant':
      return `k:${encodeAtom(operand.type)}${operand.value === null ? '' : `#${operand.value}`}`;
  }
}

function formatOperands(operands: readonly Operand[], numbers: Numbering): string {
  return operands.map((operand) => formatOperand(operand, numbers)).join(', ');
}

function formatRvalue(value: Rvalue, numbers: Numbering): string {
  switch (value.op) {
    case 'const':
      return `const ${formatOperand(value.value, numbers)}`;
    case 'op':
      return `op ${value.word}(${formatOperands(value.operands, numbers)})`;
    case 'agg': {
      const members = value.members.map(
        (member) => `${encodeAtom(member.name)}: ${formatOperand(member.value, numbers)}`,
      );
      return `agg ${encodeAtom(value.type)}{${members.join(', ')}}`;
    }
    case 'closure':
      return `closure c${numbers.closure(value.closure)}[${formatOperands(value.captures, numbers)}]`;
    default:
      return `${value.op} ${formatOperand(value.from, numbers)}`;
  }
}

/** Without its position. */
export function formatStatement({ to, value }: Statement, numbers = OWN_NUMBERS): string {
  const sign = to.place === 'local' ? '=' : '<-';
  return `${formatOperand(to, numbers)} ${sign} ${formatRvalue(value, numbers)}`;
}

/** Without its position. */
export function formatTerminator(terminator: Terminator, numbers = OWN_NUMBERS): string {
  switch (terminator.op) {
    case 'throw':
    case 'assert':
      return `${terminator.op} ${formatOperand(terminator.on, numbers)}`;
    case 'switch': {
      const on = formatOperand(terminator.on, numbers);
      const cases = terminator.cases.map(
        ({ value, target }) => `${value}: ${formatBlockName(numbers.block(target))}`,
      );
      return `switch ${on} [${cases.join(', ')}]`;
    }
    case 'call':
    case 'tailcall': {
      const operands = formatOperands(terminator.operands, numbers);
      const to = numbers.local(terminator.to);
      return `${terminator.op} ${encodeFreeText(terminator.callee)}⟨${operands}⟩->_${to}`;
    }
    case 'await':
    case 'yield': {
      const on = formatOperand(terminator.on, numbers);
      return `${terminator.op} ${on}->_${numbers.local(terminator.to)}`;
    }
    default:
      return terminator.op;
  }
}

export function formatDeclaration({ local, type }: Declaration, numbers = OWN_NUMBERS): string {
  return `_${numbers.local(local)}:${encodeFreeText(type)}`;
}
