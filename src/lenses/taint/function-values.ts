import { isMethod } from './catalogue/index.js';
import type { Operand, TaintBody, TaintProgram } from './body.js';
import { captureOf, partKey } from './shape.js';

/** A call as functions see it: who may run there, and which of its arguments are functions. */
export interface FunctionCall {
  readonly body: number;
  readonly block: number;
  /** Bodies that its callee names. */
  readonly named: readonly number[];
  /** Where the function is that it runs, when it runs a value; `null` = it names its callee. */
  readonly value: Operand | null;
  /** Leading operands that the function's own parameters don't count: the function, or a receiver. */
  readonly lead: number;
}

/** What runs at a call that its name does not say. */
export interface RunsAt {
  /** Bodies that the value may be. */
  readonly values: ReadonlySet<number>;
  /** Bodies given to a callee without one, which may run them. */
  readonly callbacks: ReadonlySet<number>;
  /** Calls whose callee made the function that runs here: its arguments become their results. */
  readonly resolvers: ReadonlySet<number>;
}

/** Shift of a body's parameters against the operands of a call with `lead` leading ones. */
export const shiftOf = (body: TaintBody, lead: number): number =>
  body.nested || isMethod(body.name) ? 1 - lead : -lead;

/** First written parameter of a body, from 0. */
export const firstWritten = (body: TaintBody): number =>
  body.nested || isMethod(body.name) ? 1 : 0;

/**
 * Which functions a value may be, in no order: through copies, statics, captured values, arguments and results, and
 * through fields by their name (Feldthaus et al. 2013). A function that a callee without a body hands to a callback is
 * known by the call that handed it. A place that may hold more than `most` of them tells nothing, and keeps no more than
 * one above.
 */
export function functionValues(
  program: TaintProgram,
  calls: readonly FunctionCall[],
  most: number,
): readonly RunsAt[] {
  return new Values(program, calls, most).run();
}

class Values {
  readonly #numbers = new Map<string, number>();
  readonly #sets: Set<number>[] = [];
  readonly #out: Set<number>[] = [];
  readonly #seen: ((value: number) => void)[][] = [];
  readonly #waiting: [node: number, value: number][] = [];

  constructor(
    readonly program: TaintProgram,
    readonly calls: readonly FunctionCall[],
    readonly most: number,
  ) {}

  run(): RunsAt[] {
    this.program.bodies.forEach((body, b) => {
      this.#statements(body, b);
    });
    const found = this.calls.map((call, c) => this.#call(call, c));
    for (let at = this.#waiting.pop(); at !== undefined; at = this.#waiting.pop()) {
      const [node, value] = at;
      for (const to of this.#out[node]!) this.#put(to, value);
      for (const see of this.#seen[node]!) see(value);
    }
    return found;
  }

  #node(key: string): number {
    let node = this.#numbers.get(key);
    if (node === undefined) {
      this.#numbers.set(key, (node = this.#sets.push(new Set()) - 1));
      this.#out.push(new Set());
      this.#seen.push([]);
    }
    return node;
  }

  #local(body: number, local: number): number {
    return this.#node(`${body} ${local}`);
  }

  #put(node: number, value: number): void {
    const set = this.#sets[node]!;
    if (set.size > this.most || set.has(value)) return;
    set.add(value);
    this.#waiting.push([node, value]);
  }

  #edge(from: number, to: number): void {
    if (from === to || this.#out[from]!.has(to)) return;
    this.#out[from]!.add(to);
    for (const value of this.#sets[from]!) this.#put(to, value);
  }

  #watch(node: number, see: (value: number) => void): void {
    this.#seen[node]!.push(see);
    for (const value of this.#sets[node]!) see(value);
  }

  /** Where an operand's functions are. */
  #places(body: number, operand: Operand): number[] {
    switch (operand.kind) {
      case 'constant':
        return [];
      case 'static': {
        const node = this.#node(`g ${operand.name}`);
        const named = this.program.bodyOf.get(operand.name.replace(/`/g, ''));
        if (named !== undefined) this.#put(node, named);
        return [node];
      }
      case 'field': {
        if (this.program.bodyOf.has(captureOf(operand.key)))
          return [this.#node(`c ${operand.key}`)];
        const node = this.#node(`f ${partKey(operand.key)}`);
        const method = this.program.bodyOf.get(`${operand.key.replace(/`/g, '')}().`);
        if (method !== undefined) this.#put(node, method);
        return [node];
      }
      default:
        return [this.#local(body, operand.local)];
    }
  }

  #statements({ blocks }: TaintBody, b: number): void {
    for (const { statements, terminator } of blocks) {
      for (const { to, closure, operands, shape } of statements) {
        if (shape?.kind === 'none') continue;
        const targets =
          to.kind === 'local' || to.kind === 'deref'
            ? [this.#local(b, to.local)]
            : this.#places(b, to);
        if (closure !== null) {
          const made = this.program.bodyOf.get(closure);
          if (made !== undefined) for (const target of targets) this.#put(target, made);
        }
        operands.forEach((operand, i) => {
          for (const from of this.#places(b, operand)) {
            if (closure !== null) {
              this.#edge(from, this.#node(`c ${closure}#${i}`));
              continue;
            }
            for (const target of targets) this.#edge(from, target);
            const key = shape?.kind === 'members' ? shape.keys[i] : null;
            if (typeof key === 'string' && key !== '') this.#edge(from, this.#node(`f ${key}`));
          }
        });
      }
      if (terminator.op === 'await' || terminator.op === 'yield')
        for (const from of this.#places(b, terminator.on))
          this.#edge(from, this.#local(b, terminator.op === 'await' ? terminator.to : 0));
    }
  }

  #call({ body, block, named, value, lead }: FunctionCall, c: number): RunsAt {
    const { terminator } = this.program.bodies[body]!.blocks[block]!;
    const found = {
      values: new Set<number>(),
      callbacks: new Set<number>(),
      resolvers: new Set<number>(),
    };
    if (terminator.op !== 'call') return found;
    const result = this.#local(body, terminator.to);
    const given = terminator.operands.map((operand) => this.#places(body, operand));
    for (const target of named) this.#link(target, 0, given, result);
    const isClosed = named.length > 0;
    if (value !== null) {
      for (const node of this.#places(body, value)) {
        this.#watch(node, (one) => {
          if (one >= this.program.bodies.length) {
            if (value.kind === 'local') found.resolvers.add(one - this.program.bodies.length);
            return;
          }
          found.values.add(one);
          this.#link(one, shiftOf(this.program.bodies[one]!, lead), given, result, lead);
        });
      }
    }
    if (isClosed) return found;
    // What runs a value does not get it as an argument.
    const from = value !== null && lead > 0 && !isMethod(terminator.callee) ? 1 : 0;
    given.slice(from).forEach((nodes, at) => {
      for (const node of nodes) {
        this.#edge(node, result);
        this.#watch(node, (one) => {
          if (one >= this.program.bodies.length) return;
          if (value !== null && found.values.has(one)) return;
          found.callbacks.add(one);
          this.#hand(one, given, at + from, result, c);
        });
      }
    });
    return found;
  }

  #link(
    target: number,
    shift: number,
    given: readonly (readonly number[])[],
    result: number,
    from = 0,
  ): void {
    given.forEach((nodes, j) => {
      if (j < from) return;
      for (const node of nodes) this.#edge(node, this.#local(target, j + shift + 1));
    });
    this.#edge(this.#local(target, 0), result);
  }

  /** A callee without a body runs what it is given, with what else it is given and with functions of its own. */
  #hand(
    target: number,
    given: readonly (readonly number[])[],
    own: number,
    result: number,
    c: number,
  ): void {
    const body = this.program.bodies[target]!;
    for (let k = firstWritten(body); k < body.params; k++) {
      const param = this.#local(target, k + 1);
      this.#put(param, this.program.bodies.length + c);
      given.forEach((nodes, j) => {
        if (j !== own) for (const node of nodes) this.#edge(node, param);
      });
    }
    this.#edge(this.#local(target, 0), result);
  }
}
