import { isMethod } from './catalogue/index.js';
import type { Operand, Place, TaintProgram, TaintStatement } from './body.js';
import type { KnownFlow } from './flow.js';
import { OwnLiterals } from './own-literals.js';
import { AS_IS, type PartStep } from './function-parts.js';
import { FunctionSets, NO_ROOM } from './function-sets.js';
import {
  ANY_ELEMENT,
  captureOf,
  isOfEverything,
  keepsObjects,
  partKey,
  RECEIVER,
} from './shape.js';
import { rejects } from './promises.js';
import { firstWritten, shiftOf } from './receivers.js';
import { NOTHING_RUNS, Runs, type RunsAt } from './runs-at.js';
import type { InTurns } from './turns.js';
import { mayKeep } from './type-facts.js';
import { isValueCall, receiverAt } from './value-calls.js';

/** A call as functions see it: who may run there, and which of its arguments are functions. */
export interface FunctionCall {
  readonly body: number;
  readonly block: number;
  /** Bodies that its callee names, and how the operands become their parameters. */
  readonly named: readonly {
    readonly body: number;
    readonly shift: number;
    readonly from?: number;
  }[];
  /** Where the function is that it runs, when it runs a value; `null` = it names its callee. */
  readonly value: Operand | null;
  /** Leading operands that the function's own parameters don't count: the function, or a receiver. */
  readonly lead: number;
  /** What a catalogue's row says of the callee; `null` = no row. */
  readonly known: KnownFlow | null;
}

/**
 * Which functions a value may be, in no order: through copies, statics, captured values, arguments and results, through
 * fields by their name (Feldthaus et al. 2013), and through parts of values by their keys: an element at an unknown place
 * is any function that lies in the value, and never the value's own. A function that a callee without a body hands to a
 * callback is known by the call that handed it. A place that may hold more than `most` of them tells nothing, and keeps
 * no more than one above. `cut`: functions that had come somewhere and were not followed from there.
 */
export function functionValues(
  program: TaintProgram,
  calls: readonly FunctionCall[],
  most: number,
): InTurns<{ readonly runs: readonly RunsAt[]; readonly cut: number }> {
  return new Values(program, calls, most).run();
}

/**
 * Functions that go along edges before the rest is cut, and counted: in Rust every future and every closure lies in an
 * `Option`, a `Result` or a `Poll` at some time, and a program of 20,000 bodies passes them on without an end in sight.
 */
const MOST_PASSED = 4e8;

/** A node, and the part of it that an operand takes or a statement writes. */
interface PartOf {
  readonly node: number;
  readonly pop?: string;
  readonly push?: string;
}

class Values {
  readonly #sets: FunctionSets;
  readonly #literals: OwnLiterals;

  constructor(
    readonly program: TaintProgram,
    readonly calls: readonly FunctionCall[],
    most: number,
  ) {
    this.#literals = new OwnLiterals(program);
    // Functions are bodies, then of each call what it hands out of its own: to settle with, and to reject.
    const bodies = program.bodies.length;
    this.#sets = new FunctionSets(bodies + 2 * calls.length, bodies, most);
  }

  *run(): InTurns<{ runs: RunsAt[]; cut: number }> {
    for (const b of this.program.bodies.keys()) {
      this.#statements(b);
      yield this.#sets.passed;
    }
    const runs: RunsAt[] = [];
    for (const call of this.calls) {
      runs.push(this.#call(call, runs.length));
      yield this.#sets.passed;
    }
    return { runs, cut: yield* this.#sets.run(MOST_PASSED) };
  }

  #local(body: number, local: number): number {
    const isPlain = this.program.bodies[body]!.plain?.has(local) === true;
    return isPlain ? NO_ROOM : this.#sets.local(body, local);
  }

  /** All fields of a name, or of a type and name where types are known; `null` = its name says nothing. */
  #field(body: number, key: string): number | null {
    if (isOfEverything(key)) return null;
    const byType = this.program.bodies[body]!.rooms !== undefined;
    return this.#sets.named(`f ${byType ? key.replace(/`/g, '') : partKey(key)}`);
  }

  /** Where an operand's functions are. */
  #from(body: number, operand: Operand): PartOf[] {
    switch (operand.kind) {
      case 'constant':
        return [];
      case 'static': {
        const node = this.#sets.named(`g ${operand.name}`);
        const named = this.program.bodyOf.get(operand.name.replace(/`/g, ''));
        // The body of a static is what makes its first value.
        const isMaker =
          this.program.bodies[body]!.rooms !== undefined && !operand.name.endsWith('().');
        if (named !== undefined && !isMaker) this.#sets.put(node, named);
        return [{ node }];
      }
      case 'field': {
        if (this.program.bodyOf.has(captureOf(operand.key)))
          return [{ node: this.#sets.named(`c ${operand.key}`) }];
        const key = partKey(operand.key);
        const found: PartOf[] = [{ node: this.#local(body, operand.local), pop: key }];
        if (this.#literals.has(body, operand.local, operand.key)) return found;
        const field = this.#field(body, operand.key);
        if (field !== null) found.unshift({ node: field });
        const method =
          this.program.bodies[body]!.rooms === undefined
            ? this.program.bodyOf.get(`${operand.key.replace(/`/g, '')}().`)
            : undefined;
        if (method === undefined) return found;
        const own = this.#sets.named(`m ${operand.key}`);
        this.#sets.put(own, method);
        return [...found, { node: own }];
      }
      default:
        return [{ node: this.#local(body, operand.local) }];
    }
  }

  /** Where a place's functions are kept. */
  #to(body: number, place: Place): PartOf[] {
    switch (place.kind) {
      case 'static':
        return [{ node: this.#sets.named(`g ${place.name}`) }];
      case 'field': {
        if (this.program.bodyOf.has(captureOf(place.key)))
          return [{ node: this.#sets.named(`c ${place.key}`) }];
        const found: PartOf[] = [
          { node: this.#local(body, place.local), push: partKey(place.key) },
        ];
        const field = this.#field(body, place.key);
        if (field !== null) found.unshift({ node: field });
        return found;
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

  #statements(b: number): void {
    for (const { statements, terminator } of this.program.bodies[b]!.blocks) {
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
      if (made !== undefined) for (const { node } of targets) this.#sets.put(node, made);
      operands.forEach((operand, i) => {
        this.#copy(b, operand, [{ node: this.#sets.named(`c ${closure}#${i}`) }]);
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
        const name = key.slice(key.lastIndexOf('#') + 1);
        const field = this.#field(b, shape?.kind === 'members' ? `${shape.type}#${name}` : key);
        if (field !== null) this.#copy(b, operand, [{ node: field }]);
      }
    });
  }

  /** From an operand to nodes: its own part is taken, then the step's, and it becomes the part that is written. */
  #copy(body: number, operand: Operand, targets: readonly PartOf[], step: PartStep = AS_IS): void {
    for (const { node, pop } of this.#from(body, operand)) {
      const from = pop === undefined ? node : this.#sets.through(node, { pop });
      for (const target of targets) {
        if (target.push === undefined) this.#sets.edge(from, target.node, step);
        else this.#sets.edge(this.#sets.through(from, step), target.node, { push: target.push });
      }
    }
  }

  #back(body: number, operand: Operand, targets: readonly PartOf[]): void {
    if (operand.kind === 'constant') return;
    for (const { node, push } of this.#to(body, operand)) {
      for (const target of targets) {
        if (target.push !== undefined) continue;
        if (push === undefined) this.#sets.edge(target.node, node, { inside: true });
        else this.#sets.edge(this.#sets.through(target.node, { inside: true }), node, { push });
      }
    }
  }

  #call({ body, block, named, value, lead, known }: FunctionCall, c: number): RunsAt {
    const { terminator } = this.program.bodies[body]!.blocks[block]!;
    if (terminator.op !== 'call') return NOTHING_RUNS;
    const found = new Runs();
    const result = this.#local(body, terminator.to);
    const given = terminator.operands.map((operand) => this.#given(body, operand));
    for (const one of named) this.#link(one.body, one.shift, given, result, one.from);
    if (value !== null) {
      this.#sets.watch(this.#given(body, value), (one, isItself) => {
        if (!isItself) return;
        if (one >= this.program.bodies.length) {
          if (value.kind === 'local' || this.#isCapture(value))
            found.add('resolvers', one - this.program.bodies.length);
          return;
        }
        found.add('values', one);
        const spread = terminator.spread ?? given.length;
        const shift = shiftOf(this.program.bodies[one]!, lead);
        this.#link(one, shift, given.slice(0, spread), result, lead);
        const list = given[spread];
        if (list !== undefined) this.#spread(one, list);
        const on = receiverAt(terminator);
        if (on >= 0) this.#receive(one, given[on]!);
      });
    }
    if (named.length > 0) return found;
    if (known !== null) this.#known(known, given, body, terminator.operands, result);
    if (known?.callback.isRun === false) return found;
    // What runs a value does not get it as an argument.
    const { callee } = terminator;
    const isOwn = value !== null && lead > 0 && (isValueCall(callee) || !isMethod(callee));
    // A known method runs what it is given, not what it is a method of.
    const from = isOwn || (known !== null && isMethod(callee)) ? 1 : 0;
    const rooms = this.program.bodies[body]!.rooms;
    // In Rust what lies in a field of a program's type only that program gets at.
    const loose: PartStep = rooms === undefined ? { loose: true } : { loose: true, open: true };
    given.slice(from).forEach((node, at) => {
      const operand = terminator.operands[at + from]!;
      const room = operand.kind === 'local' ? rooms?.get(operand.local) : undefined;
      if (known === null && mayKeep(room, rooms?.get(terminator.to))) {
        this.#sets.edge(node, result);
        this.#sets.edge(node, result, loose);
      }
      // A value whose type is no function, and was made with none, is not called by who can't see into it.
      if (room?.isCallable === false) return;
      this.#sets.watch(node, (one, isItself, isOpen) => {
        if (one >= this.program.bodies.length || (known !== null && !isItself)) return;
        if (rooms !== undefined && !isOpen) return;
        if (value !== null && found.values.has(one)) return;
        found.given(one, at + from);
        this.#hand(one, { given, own: at + from, result, call: c, callee, known, loose });
      });
    });
    return found;
  }

  #isCapture(value: Operand): boolean {
    return value.kind === 'field' && this.program.bodyOf.has(captureOf(value.key));
  }

  /** The functions of an argument, as one node. */
  #given(body: number, operand: Operand): number {
    if (operand.kind === 'local' || operand.kind === 'deref')
      return this.#local(body, operand.local);
    if (operand.kind === 'constant') return NO_ROOM;
    const node = this.#sets.named(`a ${body} ${JSON.stringify(operand)}`);
    this.#copy(body, operand, [{ node }]);
    return node;
  }

  /** The object that a function is called on. */
  #receive(target: number, object: number): void {
    const { receiver } = this.program.bodies[target]!;
    if (receiver === 'part') this.#sets.edge(object, this.#local(target, 1), { push: RECEIVER });
    if (receiver === 'first') this.#sets.edge(object, this.#local(target, 1));
  }

  /** Elements of a list as the arguments of a function. */
  #spread(target: number, list: number): void {
    const body = this.program.bodies[target]!;
    const first = firstWritten(body);
    for (let k = first; k < body.params; k++) {
      const isRest = body.rest === true && k === body.params - 1;
      const step = isRest ? AS_IS : { pop: String(k - first) };
      this.#sets.edge(list, this.#local(target, k + 1), step);
    }
  }

  #link(target: number, shift: number, given: readonly number[], result: number, from = 0): void {
    const { params, rest } = this.program.bodies[target]!;
    given.forEach((node, j) => {
      const k = j + shift + 1;
      if (j < from) return;
      this.#sets.edge(node, this.#local(target, k));
      if (rest === true && k >= params)
        this.#sets.edge(node, this.#local(target, params), { push: ANY_ELEMENT });
    });
    this.#sets.edge(this.#local(target, 0), result);
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
          this.#sets.edge(node, result);
          this.#sets.edge(node, result, { pop: ANY_ELEMENT });
          return;
        }
        const target = operands[to];
        if (target === undefined || target.kind === 'constant') return;
        const step: PartStep = element === true ? { push: ANY_ELEMENT } : AS_IS;
        for (const { node: into, push } of this.#to(body, target)) {
          if (push === undefined) this.#sets.edge(node, into, step);
          else this.#sets.edge(this.#sets.through(node, step), into, { push });
        }
      });
    }
  }

  /**
   * A callee without a body runs what it is given, with what else it is given and with functions of its own; one that the
   * catalogue knows to give its receiver's elements, with those alone.
   */
  #hand(target: number, { given, own, result, call, callee, known, loose }: Handing): void {
    const body = this.program.bodies[target]!;
    const only = known?.callback.from ?? -1;
    for (let k = firstWritten(body); k < body.params; k++) {
      const param = this.#local(target, k + 1);
      if (only < 0)
        this.#sets.put(
          param,
          this.program.bodies.length + 2 * call + Number(rejects(callee, k - firstWritten(body))),
        );
      given.forEach((node, j) => {
        if (j === own || (only >= 0 && only !== j)) return;
        this.#sets.edge(node, param);
        this.#sets.edge(node, param, only < 0 ? loose : { pop: ANY_ELEMENT });
      });
    }
    if (known?.callback.result === false) return;
    const returned = this.#local(target, 0);
    this.#sets.edge(returned, result);
    if (known !== null) this.#sets.edge(returned, result, { push: ANY_ELEMENT });
  }
}

interface Handing {
  readonly given: readonly number[];
  /** Argument that is the function itself. */
  readonly own: number;
  /** How functions among what else was given get to it. */
  readonly loose: PartStep;
  readonly result: number;
  readonly call: number;
  readonly callee: string;
  readonly known: KnownFlow | null;
}
