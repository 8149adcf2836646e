import { parsePayload, type Operand, type Place, type Rvalue } from '../../../../src/dump/index.js';
import type {
  LoweredBody,
  MirBody,
  MirOperand,
  MirPlace,
  MirRvalue,
} from '../../../../src/produce/rust/mir/index.js';

/** What a run shows from outside: the calls with what they were given, and the end. */
export interface Trace {
  readonly calls: string[];
  /** `null`: stopped on the way, after many calls or steps. */
  result: number | null;
}

type Value = number | { readonly local: number };

const CALLS = 15;
const STEPS = 400;

/** What a call gives: something that depends on every argument, and on how many calls there were. */
function answer(calls: readonly string[]): number {
  let sum = calls.length;
  for (const c of calls.at(-1)!) sum = (sum * 31 + c.charCodeAt(0)) % 5;
  return sum - 1;
}

class Locals {
  readonly #values = new Map<number, Value>();

  integer(local: number): number {
    const value = this.#values.get(local) ?? 0;
    return typeof value === 'number' ? value : -99;
  }

  value(local: number): Value {
    return this.#values.get(local) ?? 0;
  }

  set(local: number, value: Value): void {
    this.#values.set(local, value);
  }

  target(local: number): number | null {
    const value = this.#values.get(local);
    return typeof value === 'object' ? value.local : null;
  }
}

export function runMir(body: MirBody, args: readonly number[]): Trace {
  const locals = new Locals();
  args.forEach((value, index) => {
    locals.set(index + 1, value);
  });
  const whereIs = (place: MirPlace): number | null =>
    place.projections.length === 0 ? place.local : locals.target(place.local);
  const read = (operand: MirOperand): Value => {
    if (operand.sort === 'constant') return Number.parseInt(operand.constant.text, 10);
    const local = whereIs(operand.place);
    return local === null ? 0 : locals.value(local);
  };
  const number = (operand: MirOperand): number => {
    const value = read(operand);
    return typeof value === 'number' ? value : -99;
  };
  const write = (place: MirPlace, value: Value): void => {
    const local = whereIs(place);
    if (local !== null) locals.set(local, value);
  };
  const evaluate = (value: MirRvalue): Value | null => {
    if (value.sort === 'use') return read(value.operand);
    if (value.sort === 'ref') {
      const local = whereIs(value.place);
      return local === null ? 0 : { local };
    }
    if (value.sort !== 'operation') return null;
    const [a, b] = value.operands as readonly [MirOperand, MirOperand];
    return value.name === 'Add' ? number(a) + number(b) : number(a) - number(b);
  };
  const trace: Trace = { calls: [], result: null };
  let at = 0;
  for (let step = 0; step < STEPS && trace.calls.length < CALLS; step++) {
    const { statements, terminator } = body.blocks[at]!;
    for (const statement of statements)
      if (statement.sort === 'assign') write(statement.to, evaluate(statement.value)!);
    switch (terminator.sort) {
      case 'return':
        trace.result = locals.integer(0);
        return trace;
      case 'switch': {
        const bits = BigInt.asUintN(32, BigInt(number(terminator.on))).toString();
        at = terminator.cases.find(({ value }) => value === bits)?.target ?? terminator.otherwise!;
        break;
      }
      case 'call': {
        const name = terminator.callee.sort === 'constant' ? terminator.callee.constant.text : '';
        trace.calls.push(`${name}(${terminator.operands.map(number).join(', ')})`);
        write(terminator.to!, answer(trace.calls));
        at = terminator.target!;
        break;
      }
      case 'goto':
      case 'drop':
      case 'false-edge':
        at = terminator.target;
        break;
      default:
        throw new Error(terminator.sort);
    }
  }
  return trace;
}

export function runBlocks({ blocks }: LoweredBody, args: readonly number[]): Trace {
  const parsed = blocks.map(({ payload }) => parsePayload(payload)!);
  const locals = new Locals();
  args.forEach((value, index) => {
    locals.set(index + 1, value);
  });
  const whereIs = (place: Place): number | null =>
    place.place === 'local'
      ? place.local
      : place.place === 'deref'
        ? locals.target(place.local)
        : null;
  const read = (operand: Operand): Value => {
    if (operand.place === 'constant') return Number(operand.value);
    const local = whereIs(operand);
    return local === null ? 0 : locals.value(local);
  };
  const number = (operand: Operand): number => {
    const value = read(operand);
    return typeof value === 'number' ? value : -99;
  };
  const evaluate = (value: Rvalue): Value => {
    switch (value.op) {
      case 'copy':
      case 'move':
        return read(value.from);
      case 'const':
        return read(value.value);
      case 'mut': {
        const local = whereIs(value.from);
        return local === null ? 0 : { local };
      }
      case 'op': {
        const [a, b] = value.operands as readonly [Operand, Operand];
        return value.word === 'add' ? number(a) + number(b) : number(a) - number(b);
      }
      default:
        throw new Error(value.op);
    }
  };
  const write = (place: Place, value: Value): void => {
    const local = whereIs(place);
    if (local !== null) locals.set(local, value);
  };
  const trace: Trace = { calls: [], result: null };
  let at = 0;
  for (let step = 0; step < STEPS && trace.calls.length < CALLS; step++) {
    const { statements, terminator } = parsed[at]!;
    for (const statement of statements) write(statement.to, evaluate(statement.value));
    const [next] = blocks[at]!.successors;
    switch (terminator.op) {
      case 'return':
        trace.result = locals.integer(0);
        return trace;
      case 'switch': {
        const value = String(number(terminator.on));
        const found =
          terminator.cases.find((one) => one.value === value) ??
          terminator.cases.find((one) => one.value === 'otherwise');
        at = found!.target.block;
        break;
      }
      case 'call': {
        const name = /([fg])\(\)\.$/u.exec(terminator.callee)![1]!;
        trace.calls.push(`${name}(${terminator.operands.map(number).join(', ')})`);
        locals.set(terminator.to, answer(trace.calls));
        at = next!.block;
        break;
      }
      case 'goto':
        at = next!.block;
        break;
      default:
        throw new Error(terminator.op);
    }
  }
  return trace;
}
