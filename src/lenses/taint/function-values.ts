import { isMethod } from './catalogue/index.js';
import type { Operand, Place, TaintBody, TaintProgram, TaintStatement } from './body.js';
import type { KnownFlow } from './flow.js';
import { AS_IS, FunctionParts, NOWHERE, type PartStep } from './function-parts.js';
import { ANY_ELEMENT, captureOf, keepsObjects, partKey } from './shape.js';

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
  /** What a catalogue's row says of the callee; `null` = no row. */
  readonly known: KnownFlow | null;
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
 * Which functions a value may be, in no order: through copies, statics, captured values, arguments and results, through
 * fields by their name (Feldthaus et al. 2013), and through parts of values by their keys: an element at an unknown place
 * is any function that lies in the value, and never the value's own. A function that a callee without a body hands to a
 * callback is known by the call that handed it. A place that may hold more than `most` of them tells nothing, and keeps
 * no more than one above.
 */
export function functionValues(
  program: TaintProgram,
  calls: readonly FunctionCall[],
  most: number,
  onPassed: (passed: number) => void = () => undefined,
): readonly RunsAt[] {
  return new Values(program, calls, most).run(onPassed);
}

/** Functions of one node, wherever in its value, before only their outermost part is told. */
const MOST_IN_ONE = 64;

/** A node, and the part of it that an operand takes. */
interface From {
  readonly node: number;
  readonly pop?: string;
}

/** A node, and the part of it that a statement writes. */
interface To {
  readonly node: number;
  readonly push?: string;
}

/** The node of all locals that have no room for a function. */
const NOTHING = '';

class Values {
  readonly #parts = new FunctionParts();
  readonly #numbers = new Map<string, number>();
  /** Of each node its functions, as `place * #span + function`, and how many lie at each place. */
  readonly #sets: Set<number>[] = [];
  readonly #counts: Map<number, number>[] = [];
  readonly #out: { readonly to: number; readonly step: number }[][] = [];
  /** By node, where its functions go already: `to * 2 ** 20 + step`. */
  readonly #joined: Set<number>[] = [];
  readonly #seen: ((value: number, isItself: boolean) => void)[][] = [];
  readonly #waiting: [node: number, held: number][] = [];
  /** Functions are bodies, then the calls that hand out one of their own. */
  readonly #span: number;
  readonly #nothing: number;

  constructor(
    readonly program: TaintProgram,
    readonly calls: readonly FunctionCall[],
    readonly most: number,
  ) {
    this.#span = program.bodies.length + calls.length;
    this.#nothing = this.#node(NOTHING);
  }

  run(onPassed: (passed: number) => void): RunsAt[] {
    this.program.bodies.forEach((body, b) => {
      this.#statements(body, b);
    });
    const found = this.calls.map((call, c) => this.#call(call, c));
    let passed = 0;
    for (let at = this.#waiting.pop(); at !== undefined; at = this.#waiting.pop()) {
      if ((++passed & 0xfff) === 0) onPassed(passed);
      const [node, held] = at;
      for (const { to, step } of this.#out[node]!) this.#pass(held, to, step);
      this.#tell(node, held);
    }
    return found;
  }

  #node(key: string): number {
    let node = this.#numbers.get(key);
    if (node === undefined) {
      this.#numbers.set(key, (node = this.#sets.push(new Set()) - 1));
      this.#counts.push(new Map());
      this.#out.push([]);
      this.#seen.push([]);
      this.#joined.push(new Set());
    }
    return node;
  }

  #local(body: number, local: number): number {
    const isPlain = this.program.bodies[body]!.plain?.has(local) === true;
    return this.#node(isPlain ? NOTHING : `${body} ${local}`);
  }

  #put(node: number, value: number, place = 0): void {
    if (node === this.#nothing) return;
    const set = this.#sets[node]!;
    const at = set.size > MOST_IN_ONE ? this.#parts.outermost(place) : place;
    const held = at * this.#span + value;
    const count = this.#counts[node]!.get(at) ?? 0;
    if (count > this.most || set.has(held)) return;
    set.add(held);
    this.#counts[node]!.set(at, count + 1);
    this.#waiting.push([node, held]);
  }

  #pass(held: number, to: number, step: number): void {
    const value = held % this.#span;
    // What a callee hands out it hands to be called, not to be kept somewhere.
    if (value >= this.program.bodies.length && this.#parts.isLoose(step)) return;
    const place = this.#parts.after(Math.floor(held / this.#span), step);
    if (place !== NOWHERE) this.#put(to, value, place);
  }

  #edge(from: number, to: number, step: PartStep = AS_IS): void {
    const number = this.#parts.step(step);
    const key = to * 2 ** 20 + number;
    if (from === this.#nothing || to === this.#nothing || (from === to && number === 0)) return;
    if (this.#joined[from]!.has(key)) return;
    this.#joined[from]!.add(key);
    this.#out[from]!.push({ to, step: number });
    for (const held of [...this.#sets[from]!]) this.#pass(held, to, number);
  }

  #watch(node: number, see: (value: number, isItself: boolean) => void): void {
    this.#seen[node]!.push(see);
    for (const held of [...this.#sets[node]!])
      see(held % this.#span, this.#parts.isItself(Math.floor(held / this.#span)));
  }

  #tell(node: number, held: number): void {
    for (const see of this.#seen[node]!)
      see(held % this.#span, this.#parts.isItself(Math.floor(held / this.#span)));
  }

  /** Where an operand's functions are. */
  #from(body: number, operand: Operand): From[] {
    switch (operand.kind) {
      case 'constant':
        return [];
      case 'static': {
        const node = this.#node(`g ${operand.name}`);
        const named = this.program.bodyOf.get(operand.name.replace(/`/g, ''));
        if (named !== undefined) this.#put(node, named);
        return [{ node }];
      }
      case 'field': {
        if (this.program.bodyOf.has(captureOf(operand.key)))
          return [{ node: this.#node(`c ${operand.key}`) }];
        const key = partKey(operand.key);
        const found: From[] = [
          { node: this.#node(`f ${key}`) },
          { node: this.#local(body, operand.local), pop: key },
        ];
        const method = this.program.bodyOf.get(`${operand.key.replace(/`/g, '')}().`);
        if (method === undefined) return found;
        const own = this.#node(`m ${operand.key}`);
        this.#put(own, method);
        return [...found, { node: own }];
      }
      default:
        return [{ node: this.#local(body, operand.local) }];
    }
  }

  /** Where a place's functions are kept. */
  #to(body: number, place: Place): To[] {
    switch (place.kind) {
      case 'static':
        return [{ node: this.#node(`g ${place.name}`) }];
      case 'field': {
        if (this.program.bodyOf.has(captureOf(place.key)))
          return [{ node: this.#node(`c ${place.key}`) }];
        const key = partKey(place.key);
        return [
          { node: this.#node(`f ${key}`) },
          { node: this.#local(body, place.local), push: key },
        ];
      }
      case 'deref': {
        // What a reference refers to, or an element of it.
        const node = this.#local(body, place.local);
        return [{ node }, { node, push: ANY_ELEMENT }];
      }
      case 'local':
        return [{ node: this.#local(body, place.local) }];
    }
  }

  #statements({ blocks }: TaintBody, b: number): void {
    for (const { statements, terminator } of blocks) {
      for (const statement of statements) this.#statement(statement, b);
      if (terminator.op === 'await' || terminator.op === 'yield')
        this.#copy(b, terminator.on, [
          { node: this.#local(b, terminator.op === 'await' ? terminator.to : 0) },
        ]);
    }
  }

  #statement({ to, op, closure, operands, shape }: TaintStatement, b: number): void {
    if (!keepsObjects(shape)) return;
    const targets = this.#to(b, to);
    if (closure !== null) {
      const made = this.program.bodyOf.get(closure);
      if (made !== undefined) for (const { node } of targets) this.#put(node, made);
      operands.forEach((operand, i) => {
        this.#copy(b, operand, [{ node: this.#node(`c ${closure}#${i}`) }]);
      });
      return;
    }
    operands.forEach((operand, i) => {
      if (shape?.kind === 'element') {
        if (i === 0) this.#copy(b, operand, targets, { pop: shape.key });
        return;
      }
      const key = shape?.kind === 'members' ? shape.keys[i] : undefined;
      if (key === undefined) {
        this.#copy(b, operand, targets);
        if (shape?.kind === 'flat') this.#copy(b, operand, targets, { pop: ANY_ELEMENT });
        // An object under another name: what is put into it is in both.
        if (op === 'ref') this.#back(b, operand, targets);
        return;
      }
      if (key === null) this.#copy(b, operand, targets, { pop: ANY_ELEMENT, push: ANY_ELEMENT });
      else if (key === '') this.#copy(b, operand, targets, { inside: true });
      else {
        this.#copy(b, operand, targets, { push: key });
        this.#copy(b, operand, [{ node: this.#node(`f ${key}`) }]);
      }
    });
  }

  /** From an operand to nodes: its own part is taken, then the step's, and it becomes the part that is written. */
  #copy(body: number, operand: Operand, targets: readonly To[], step: PartStep = AS_IS): void {
    for (const { node, pop } of this.#from(body, operand)) {
      const from = pop === undefined ? node : this.#through(node, { pop });
      for (const target of targets) {
        if (target.push === undefined) this.#edge(from, target.node, step);
        else this.#edge(this.#through(from, step), target.node, { push: target.push });
      }
    }
  }

  #back(body: number, operand: Operand, targets: readonly To[]): void {
    if (operand.kind === 'constant') return;
    for (const { node, push } of this.#to(body, operand)) {
      for (const target of targets) {
        if (target.push !== undefined) continue;
        if (push === undefined) this.#edge(target.node, node, { inside: true });
        else this.#edge(this.#through(target.node, { inside: true }), node, { push });
      }
    }
  }

  /** A node that holds what a step leaves of another. */
  #through(node: number, step: PartStep): number {
    if (step === AS_IS) return node;
    const between = this.#node(`p ${node} ${JSON.stringify(step)}`);
    this.#edge(node, between, step);
    return between;
  }

  #call({ body, block, named, value, lead, known }: FunctionCall, c: number): RunsAt {
    const { terminator } = this.program.bodies[body]!.blocks[block]!;
    const found = {
      values: new Set<number>(),
      callbacks: new Set<number>(),
      resolvers: new Set<number>(),
    };
    if (terminator.op !== 'call') return found;
    const result = this.#local(body, terminator.to);
    const given = terminator.operands.map((operand) => this.#given(body, operand));
    for (const target of named) this.#link(target, 0, given, result);
    if (value !== null) {
      this.#watch(this.#given(body, value), (one, isItself) => {
        if (!isItself) return;
        if (one >= this.program.bodies.length) {
          if (value.kind === 'local') found.resolvers.add(one - this.program.bodies.length);
          return;
        }
        found.values.add(one);
        this.#link(one, shiftOf(this.program.bodies[one]!, lead), given, result, lead);
      });
    }
    if (named.length > 0) return found;
    if (known !== null) this.#known(known, given, body, terminator.operands, result);
    if (known?.callback.isRun === false) return found;
    // What runs a value does not get it as an argument.
    const isOwn = value !== null && lead > 0 && !isMethod(terminator.callee);
    // A known method runs what it is given, not what it is a method of.
    const from = isOwn || (known !== null && isMethod(terminator.callee)) ? 1 : 0;
    given.slice(from).forEach((node, at) => {
      if (known === null) {
        this.#edge(node, result);
        this.#edge(node, result, { loose: true });
      }
      this.#watch(node, (one, isItself) => {
        if (one >= this.program.bodies.length || (known !== null && !isItself)) return;
        if (value !== null && found.values.has(one)) return;
        found.callbacks.add(one);
        this.#hand(one, { given, own: at + from, result, call: c, known });
      });
    });
    return found;
  }

  /** The functions of an argument, as one node. */
  #given(body: number, operand: Operand): number {
    if (operand.kind === 'local' || operand.kind === 'deref')
      return this.#local(body, operand.local);
    const node = this.#node(`a ${body} ${JSON.stringify(operand)}`);
    this.#copy(body, operand, [{ node }]);
    return node;
  }

  #link(target: number, shift: number, given: readonly number[], result: number, from = 0): void {
    const { params, rest } = this.program.bodies[target]!;
    given.forEach((node, j) => {
      const k = j + shift + 1;
      if (j < from) return;
      this.#edge(node, this.#local(target, k));
      if (rest === true && k >= params)
        this.#edge(node, this.#local(target, params), { push: ANY_ELEMENT });
    });
    this.#edge(this.#local(target, 0), result);
  }

  /** What a row of the catalogue moves: an argument, or what lies in it. */
  #known(
    { flow }: KnownFlow,
    given: readonly number[],
    body: number,
    operands: readonly Operand[],
    result: number,
  ): void {
    for (const { from, to, element } of flow) {
      given.forEach((node, j) => {
        if ((from >= 0 && from !== j) || j === to) return;
        if (to === 'ret') {
          this.#edge(node, result);
          this.#edge(node, result, { pop: ANY_ELEMENT });
          return;
        }
        const target = operands[to];
        if (target === undefined || target.kind === 'constant') return;
        const step: PartStep = element === true ? { push: ANY_ELEMENT } : AS_IS;
        for (const { node: into, push } of this.#to(body, target)) {
          if (push === undefined) this.#edge(node, into, step);
          else this.#edge(this.#through(node, step), into, { push });
        }
      });
    }
  }

  /**
   * A callee without a body runs what it is given, with what else it is given and with functions of its own; one that the
   * catalogue knows to give its receiver's elements, with those alone.
   */
  #hand(target: number, { given, own, result, call, known }: Handing): void {
    const body = this.program.bodies[target]!;
    const only = known?.callback.from ?? -1;
    for (let k = firstWritten(body); k < body.params; k++) {
      const param = this.#local(target, k + 1);
      if (only < 0) this.#put(param, this.program.bodies.length + call);
      given.forEach((node, j) => {
        if (j === own || (only >= 0 && only !== j)) return;
        this.#edge(node, param);
        this.#edge(node, param, only < 0 ? { loose: true } : { pop: ANY_ELEMENT });
      });
    }
    if (known?.callback.result === false) return;
    const returned = this.#local(target, 0);
    this.#edge(returned, result);
    if (known !== null) this.#edge(returned, result, { push: ANY_ELEMENT });
  }
}

interface Handing {
  readonly given: readonly number[];
  /** Argument that is the function itself. */
  readonly own: number;
  readonly result: number;
  readonly call: number;
  readonly known: KnownFlow | null;
}
