import type { TS } from '../compiler.js';
import type { Constraints, FlowTools } from './constraints.js';
import type { SeenCall } from './flow-calls.js';
import type { Cell } from './solver.js';
import type { ObjectValue, Value } from './values.js';

/** Packages whose one function copies the properties of what follows into the first argument. */
const MIXERS = new Set([
  ...['merge-descriptors', 'object-assign', 'utils-merge', 'extend', 'xtend', 'lodash.assign'],
  ...['lodash.merge', 'lodash.defaults', 'extend-shallow', 'deep-extend', 'deepmerge', 'defaults'],
]);
/** Names under which libraries of many functions have such a one. */
const MIXING = new Set(['assign', 'assignIn', 'extend', 'merge', 'mixin', 'defaults']);
const LIBRARIES = new Set(['lodash', 'underscore', 'jquery', 'ramda']);

/** Methods of arrays that call their argument with each element. */
const EACH = new Set([
  ...['forEach', 'map', 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'flatMap'],
]);
/** Methods of arrays that give the same elements in another array. */
const SAME = new Set(['slice', 'filter', 'concat', 'reverse', 'sort', 'splice', 'flat', 'values']);
const ELEMENT = new Set(['pop', 'shift', 'at', 'find', 'findLast']);

/** What functions of the language and of well-known packages do with functions and objects that they are given. */
export class Library {
  constructor(
    private readonly tools: FlowTools,
    private readonly constraints: Constraints,
    private readonly follow: (callee: Cell, call: SeenCall) => void,
  ) {}

  call(call: SeenCall): void {
    const { ts, syntax } = this.tools.reading;
    const { node } = call;
    if (!ts.isCallExpression(node)) return;
    const callee = syntax.bare(node.expression);
    if (ts.isPropertyAccessExpression(callee)) {
      const name = callee.name.text;
      const from = syntax.bare(callee.expression);
      if (ts.isIdentifier(from) && ['Object', 'Reflect', 'Array'].includes(from.text))
        this.#static(name, call);
      else this.#method(name, this.constraints.of(callee.expression), call);
    }
    const last = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
    if (ts.isIdentifier(last) && last.text === 'inherits') this.#inherits(call);
    this.tools.solver.watch(call.callee, (value) => {
      const owner = this.#packageOf(value);
      if (owner === undefined) return;
      const name = value.sort === 'external' ? value.name : undefined;
      const mixes = MIXERS.has(owner) || (LIBRARIES.has(owner) && MIXING.has(name ?? ''));
      if (mixes) this.#mix(call);
      if (owner === 'setprototypeof') this.#setPrototype(call);
    });
  }

  #packageOf(value: Value): string | undefined {
    if (value.sort === 'external') return value.owner.name;
    if (value.sort !== 'declared') return undefined;
    const declaration = value.declaration ?? value.type.getSymbol()?.declarations?.[0];
    if (!declaration) return undefined;
    return this.tools.reading.sources.packageOf(declaration.getSourceFile().fileName).name;
  }

  /** The first argument has the properties of the others; the result is the first. */
  #mix({ node, args, result }: SeenCall): void {
    const { solver } = this.tools;
    const [target, ...sources] = args;
    if (!target) return;
    solver.flow(target, result);
    solver.watch(target, (value) => {
      for (const source of sources) solver.flow(source, value.above);
    });
    this.#tellDeclared(node, args);
  }

  #setPrototype({ node, args, result }: SeenCall): void {
    const { solver } = this.tools;
    const [target, above] = args;
    if (!target || !above) return;
    solver.flow(target, result);
    solver.watch(target, (value) => {
      solver.flow(above, value.above);
    });
    this.#tellDeclared(node, args);
  }

  /** `inherits(Sub, Base)`: what Base's prototype has, Sub's has. */
  #inherits({ node, args }: SeenCall): void {
    const { solver, properties } = this.tools;
    const [sub, base] = args;
    if (!sub || !base) return;
    const prototype = solver.cell();
    properties.read(base, 'prototype', prototype);
    const own = solver.cell();
    properties.read(sub, 'prototype', own);
    solver.watch(own, (value) => {
      solver.flow(prototype, value.above);
    });
    properties.write(sub, 'super_', base);
    this.#tellDeclared(node, args);
  }

  /** Objects of other packages, which only their types tell of, are mixed in and inherited from as well. */
  #tellDeclared(node: SeenCall['node'], args: readonly Cell[]): void {
    if (!this.tools.reading.ts.isCallExpression(node)) return;
    args.forEach((cell, index) => {
      const given = node.arguments[index];
      if (given) this.#tell(given, cell);
    });
  }

  #tell(node: TS.Expression, cell: Cell): void {
    const { ts, checker, sources } = this.tools.reading;
    const type = checker.getTypeAtLocation(node);
    const declaration = (type.getSymbol() ?? type.aliasSymbol)?.declarations?.[0];
    if (!(type.flags & ts.TypeFlags.Object) || !declaration) return;
    if (!sources.isLocal(declaration.getSourceFile()))
      this.tools.solver.add(cell, this.tools.values.declared(type, undefined));
  }

  #static(name: string, call: SeenCall): void {
    const { solver, values } = this.tools;
    const { node, args, result } = call;
    const [first] = args;
    if (!first || !this.tools.reading.ts.isCallExpression(node)) return;
    if (name === 'assign') this.#mix(call);
    else if (name === 'setPrototypeOf') this.#setPrototype(call);
    else if (name === 'create') {
      const made = values.object('literal', node);
      solver.add(result, made);
      solver.flow(first, made.above);
      this.#tellDeclared(node, [first]);
      if (args[1]) this.#describe(solver.cell(), args[1], made);
    } else if (name === 'defineProperty') this.#define(call);
    else if (name === 'getPrototypeOf') {
      solver.watch(first, (value) => {
        solver.flow(value.above, result);
      });
    } else if (['freeze', 'seal', 'preventExtensions'].includes(name)) solver.flow(first, result);
    else if (name === 'from' || name === 'values') {
      const made = this.#array(node, result);
      solver.watch(first, (value) => {
        solver.flow(value.all, made.computed);
      });
    } else if (name === 'apply' && args[2]) {
      this.#apply(first, args[1], args[2], call);
    }
  }

  /** Descriptors by name: `Object.create(above, { f: { value: … } })`. */
  #describe(part: Cell, descriptors: Cell, made: ObjectValue): void {
    const { solver, values, properties } = this.tools;
    solver.flow(part, made.computed);
    solver.watch(descriptors, (value) => {
      for (const [name, cell] of value.own)
        properties.read(cell, 'value', values.property(made, name));
    });
  }

  #define({ node, args }: SeenCall): void {
    const { ts, syntax } = this.tools.reading;
    const { solver, properties } = this.tools;
    const [object, , described] = args;
    const key = ts.isCallExpression(node) ? node.arguments[1] : undefined;
    const name = key && ts.isStringLiteralLike(syntax.bare(key)) ? key : undefined;
    if (!object || !described) return;
    const value = solver.cell();
    const getter = solver.cell();
    properties.read(described, 'value', value);
    properties.read(described, 'get', getter);
    solver.watch(getter, (one) => {
      if (one.sort !== 'function') return;
      solver.flow(this.constraints.place('return', one.node), value);
      solver.flow(object, this.constraints.place('this', one.node));
    });
    properties.write(object, name && ts.isStringLiteralLike(name) ? name.text : undefined, value);
  }

  #method(name: string, receiver: Cell, call: SeenCall): void {
    const { solver } = this.tools;
    if (name === 'call' || name === 'apply' || name === 'bind') {
      const [self, ...args] = call.args;
      if (name === 'apply') this.#apply(receiver, self, args[0], call);
      else if (name === 'call')
        this.follow(this.#functionsIn(receiver), { ...call, receiver: self, args });
      else this.#bind(receiver, self, args, call);
      return;
    }
    solver.watch(receiver, (value) => {
      if (value.sort === 'object' && value.role === 'array') this.#ofArray(name, value, call);
    });
  }

  #functionsIn(from: Cell): Cell {
    const { solver } = this.tools;
    const cell = solver.cell();
    solver.watch(from, (value) => {
      if (value.sort === 'function' || value.sort === 'external') solver.add(cell, value);
    });
    return cell;
  }

  #apply(callee: Cell, self: Cell | undefined, given: Cell | undefined, call: SeenCall): void {
    const spread = this.tools.solver.cell();
    if (given) this.constraints.elements(given, spread);
    this.follow(this.#functionsIn(callee), { ...call, receiver: self, args: [], spread });
  }

  /** The bound function stands for itself; what it is bound to is given at once. */
  #bind(callee: Cell, self: Cell | undefined, args: readonly Cell[], call: SeenCall): void {
    const { solver } = this.tools;
    const functions = this.#functionsIn(callee);
    solver.flow(functions, call.result);
    this.follow(functions, {
      ...call,
      receiver: self,
      args,
      spread: undefined,
      result: solver.cell(),
    });
  }

  #array(node: TS.Node, result: Cell): ObjectValue {
    const made = this.tools.values.object('array', node);
    this.tools.solver.add(result, made);
    return made;
  }

  #ofArray(name: string, array: ObjectValue, call: SeenCall): void {
    const { solver } = this.tools;
    const { node, args, result } = call;
    if (name === 'push' || name === 'unshift' || name === 'fill' || name === 'splice')
      for (const one of args) solver.flow(one, array.computed);
    if (ELEMENT.has(name)) solver.flow(array.all, result);
    if (SAME.has(name)) {
      const made = this.#array(node, result);
      solver.flow(array.all, made.computed);
      if (name === 'concat') for (const one of args) this.constraints.elements(one, made.computed);
    }
    const [callback] = args;
    if (!callback) return;
    const given = { ...call, receiver: args[1], spread: undefined };
    if (EACH.has(name)) {
      const made = name === 'map' || name === 'flatMap' ? this.#array(node, result) : undefined;
      this.follow(callback, {
        ...given,
        args: [array.all],
        result: made?.computed ?? solver.cell(),
      });
    } else if (name === 'reduce' || name === 'reduceRight') {
      if (args[1]) solver.flow(args[1], result);
      solver.flow(array.all, result);
      this.follow(callback, { ...given, receiver: undefined, args: [result, array.all] });
    }
  }
}
