import { closing, indexOutside, splitOutside } from './brackets.js';
import type { CodeReader } from './code-reader.js';
import type {
  MirAsmOperand,
  MirOperand,
  MirPlace,
  MirSpan,
  MirSwitchCase,
  MirTerminator,
  MirUnwind,
} from './mir.js';

interface Targets {
  /** `return`, `success`, `real`, `resume`; or the one block that is named alone. */
  readonly main: number | null;
  readonly isAlone: boolean;
  readonly unwind: MirUnwind;
  readonly drop: number | null;
  readonly imaginary: number | null;
  readonly rest: readonly number[];
}

const BLOCK = /^bb(\d+)$/u;

/** What stands after the last ` -> `. */
function targets(reader: CodeReader, text: string): Targets {
  const alone = BLOCK.exec(text);
  let main = alone === null ? null : Number(alone[1]);
  let unwind: MirUnwind = null;
  let drop: number | null = null;
  let imaginary: number | null = null;
  const rest: number[] = [];
  if (alone === null) {
    const parts = text.startsWith('[') ? text.slice(1, -1).split(', ') : [text];
    for (const part of parts) {
      const colon = part.indexOf(': ');
      if (colon < 0) {
        const reason = /^unwind (continue|unreachable|terminate\(\w+\))$/u.exec(part);
        if (reason === null) reader.fail();
        unwind = reason[1]!;
        continue;
      }
      const id = BLOCK.exec(part.slice(colon + 2));
      if (id === null) reader.fail();
      const block = Number(id[1]);
      switch (part.slice(0, colon)) {
        case 'return':
        case 'success':
        case 'real':
        case 'resume':
          main = block;
          break;
        case 'unwind':
          unwind = block;
          break;
        case 'drop':
          drop = block;
          break;
        case 'imaginary':
          imaginary = block;
          break;
        default:
          rest.push(block);
      }
    }
  }
  return { main, isAlone: alone !== null, unwind, drop, imaginary, rest };
}

/** True for what follows ` -> ` at the end of a terminator. */
function isTargets(text: string, from: number): boolean {
  return (
    text.startsWith('[return: bb', from) ||
    text.startsWith('[resume: bb', from) ||
    text.startsWith('unwind ', from) ||
    BLOCK.test(text.slice(from))
  );
}

interface At {
  readonly scope: number;
  readonly span: MirSpan | null;
}

/** A terminator that doesn't begin with a place; `null` for a statement. */
export function readTerminator(reader: CodeReader, at: At): MirTerminator | null {
  const { text } = reader;
  const c = text.charCodeAt(0);
  // r, u, c, g, d, s, a, f, t: only these begin one, and a place begins none of them.
  if (c === 95 || c === 40) return null;
  switch (text) {
    case 'return':
      return { sort: 'return', ...at };
    case 'unreachable':
      return { sort: 'unreachable', ...at };
    case 'resume':
    case 'unwind resume':
      return { sort: 'resume', ...at };
    case 'coroutine_drop':
      return { sort: 'coroutine-drop', ...at };
    case 'abort':
      return { sort: 'terminate', reason: 'abi', ...at };
    default:
  }
  if (text.startsWith('goto -> ')) {
    const target = targets(reader, text.slice(8)).main;
    return target === null ? reader.fail() : { sort: 'goto', target, ...at };
  }
  if (text.startsWith('terminate('))
    return { sort: 'terminate', reason: text.slice(10, -1), ...at };
  if (text.startsWith('asm!(') || text.startsWith('naked_asm!(')) return asm(reader, at);
  const arrow = text.lastIndexOf(' -> ');
  const after = arrow < 0 ? '' : text.slice(arrow + 4);
  if (text.startsWith('switchInt(')) return switchInt(reader, after, at);
  if (text.startsWith('drop(')) {
    reader.at = 5;
    const place = reader.place();
    reader.need(')');
    const { main, unwind } = targets(reader, after);
    return main === null ? reader.fail() : { sort: 'drop', place, target: main, unwind, ...at };
  }
  if (text.startsWith('assert(')) return assertion(reader, after, at);
  if (text.startsWith('falseEdge -> ')) {
    const { main, imaginary } = targets(reader, after);
    if (main === null || imaginary === null) reader.fail();
    return { sort: 'false-edge', target: main, imaginary, ...at };
  }
  if (text.startsWith('falseUnwind -> ')) {
    const { main, unwind } = targets(reader, after);
    return main === null ? reader.fail() : { sort: 'false-unwind', target: main, unwind, ...at };
  }
  if (text.startsWith('tailcall ')) {
    reader.at = 9;
    return {
      sort: 'tailcall',
      ...called(reader, text.length),
      to: null,
      target: null,
      unwind: null,
      ...at,
    };
  }
  return null;
}

function switchInt(reader: CodeReader, after: string, at: At): MirTerminator {
  reader.at = 10;
  const on = reader.operand(reader.separator(closing(reader.text, 9)));
  const cases: MirSwitchCase[] = [];
  let otherwise: number | null = null;
  for (const part of after.slice(1, -1).split(', ')) {
    const match = /^(-?\d+|otherwise): bb(\d+)$/u.exec(part);
    if (match === null) reader.fail();
    if (match[1] === 'otherwise') otherwise = Number(match[2]);
    else cases.push({ value: match[1]!, target: Number(match[2]) });
  }
  return { sort: 'switch', on, cases, otherwise, ...at };
}

function assertion(reader: CodeReader, after: string, at: At): MirTerminator {
  const { text } = reader;
  const close = closing(text, 6);
  if (close < 0) reader.fail();
  reader.at = 7;
  const expected = !reader.take('!');
  const on = reader.operand(reader.separator(close));
  let message = '';
  const operands: MirOperand[] = [];
  if (reader.take(', ')) {
    const end = reader.separator(close);
    message = text.slice(reader.at, end);
    if (message.startsWith('"')) message = message.slice(1, -1);
    reader.at = end;
    while (reader.take(', ')) operands.push(reader.operand(reader.separator(close)));
  }
  const { main, unwind } = targets(reader, after);
  if (main === null) reader.fail();
  return { sort: 'assert', on, expected, message, operands, target: main, unwind, ...at };
}

/** `callee(operands)` that ends at `end`. */
function called(
  reader: CodeReader,
  end: number,
): { readonly callee: MirOperand; readonly operands: readonly MirOperand[] } {
  const { text } = reader;
  let callee: MirOperand;
  if (reader.looksAt('move ') || reader.looksAt('copy ')) callee = reader.operand(end);
  else {
    const isConstant = reader.take('const ');
    let open = indexOutside(text, '(', reader.at);
    // A path may hold parentheses of its own; the arguments are the last ones.
    for (;;) {
      if (open < 0) reader.fail();
      const close = closing(text, open);
      if (close === end - 1) break;
      open = close < 0 ? -1 : indexOutside(text, '(', close + 1);
    }
    const path = text.slice(reader.at, open);
    callee = {
      sort: 'constant',
      constant: reader.constant(path, isConstant && !/^[\p{ID_Start}_<]/u.test(path)),
    };
    reader.at = open;
  }
  if (text.charCodeAt(reader.at) !== 40) reader.fail();
  const operands = reader.operands();
  if (reader.at !== end) reader.fail();
  return { callee, operands };
}

/** `_2 = f(…) -> […]` and `_2 = yield(…) -> […]`, read from after ` = `; `null` for an assignment. */
export function readCall(reader: CodeReader, to: MirPlace, at: At): MirTerminator | null {
  const { text } = reader;
  const arrow = text.lastIndexOf(' -> ');
  if (arrow < reader.at || !isTargets(text, arrow + 4)) return null;
  const found = targets(reader, text.slice(arrow + 4));
  if (reader.looksAt('yield(')) {
    reader.at += 6;
    const value = reader.operand(reader.separator(arrow - 1));
    if (found.main === null) reader.fail();
    return { sort: 'yield', value, to, target: found.main, drop: found.drop, ...at };
  }
  const call = called(reader, arrow);
  // One block alone is where a call that never returns unwinds to.
  const target = found.isAlone ? null : found.main;
  const unwind = found.isAlone ? found.main : found.unwind;
  return { sort: 'call', ...call, to, target, unwind, ...at };
}

const ASM_OPERANDS =
  /", (?=(?:in|out|inout|lateout|inlateout|const|sym|sym_fn|sym_static|label|options)\b)/u;

function asm(reader: CodeReader, at: At): MirTerminator {
  const { text } = reader;
  const arrow = text.lastIndexOf(') -> ');
  const found =
    arrow < 0 ? { main: null, unwind: null, rest: [] } : targets(reader, text.slice(arrow + 5));
  const open = text.indexOf('(');
  const inside = text.slice(open + 1, arrow < 0 ? -1 : arrow);
  const cut = ASM_OPERANDS.exec(inside);
  const template = inside.slice(1, cut?.index ?? -1);
  const operands = splitOutside(cut === null ? '' : inside.slice(cut.index + 3), ', ').flatMap(
    (part) => asmOperand(reader, part),
  );
  const targetList = found.main === null ? found.rest : [found.main, ...found.rest];
  return {
    sort: 'asm',
    text: template,
    operands,
    targets: targetList,
    unwind: found.unwind,
    ...at,
  };
}

function asmOperand(reader: CodeReader, part: string): MirAsmOperand[] {
  const symbol = /^(?:sym|sym_fn|sym_static) (.*)$/u.exec(part);
  if (symbol !== null) return [{ reads: null, writes: null, symbol: symbol[1]! }];
  const match = /^(?:in|out|inout|lateout|inlateout)\([^)]*\) (.*)$/u.exec(part);
  if (match === null) return [];
  const [first = '_', second] = match[1]!.split(' => ');
  const place = (text: string): MirPlace | null => {
    if (text === '_') return null;
    reader.open(text);
    return reader.place();
  };
  if (part.startsWith('out') || part.startsWith('lateout'))
    return [{ reads: null, writes: place(first), symbol: null }];
  reader.open(first);
  const reads = reader.operand(first.length);
  return [{ reads, writes: second === undefined ? null : place(second), symbol: null }];
}
