import type { TS } from '../compiler.js';
import type { Constraints, FlowTools } from './constraints.js';
import type { Cell } from './solver.js';
import type { Values } from './values.js';

/** What makes values: functions, classes, literals of objects and arrays. */
export class Makers {
  constructor(
    private readonly tools: FlowTools,
    private readonly constraints: Constraints,
  ) {}

  function(node: TS.FunctionLikeDeclaration): void {
    const { ts } = this.tools.reading;
    const { solver, values } = this.tools;
    const value = values.function(node);
    for (const parameter of node.parameters) {
      const cell = this.constraints.place('parameter', parameter);
      if (parameter.initializer)
        this.constraints.defaults.push([this.constraints.of(parameter.initializer), cell]);
      this.constraints.assign(parameter.name, cell);
    }
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body))
      solver.flow(this.constraints.of(node.body), this.constraints.place('return', node));
    if (node.asteriskToken) {
      const made = values.object('array', node);
      solver.flow(this.constraints.place('yield', node), made.computed);
      solver.add(this.constraints.place('return', node), made);
    }
    if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) {
      const prototype = values.object('prototype', node);
      const instance = values.object('instance', node);
      solver.add(values.property(value, 'prototype'), prototype);
      solver.flow(values.property(value, 'prototype'), instance.above);
      solver.add(values.property(prototype, 'constructor'), value);
    }
  }

  class(node: TS.ClassLikeDeclaration): void {
    const { ts, syntax } = this.tools.reading;
    const { solver, values, properties } = this.tools;
    const value = values.function(node);
    const prototype = values.object('prototype', node);
    const instance = values.object('instance', node);
    solver.add(values.property(value, 'prototype'), prototype);
    solver.add(instance.above, prototype);
    solver.add(values.property(prototype, 'constructor'), value);
    const base = node.heritageClauses?.find((one) => one.token === ts.SyntaxKind.ExtendsKeyword)
      ?.types[0]?.expression;
    if (base) {
      solver.flow(this.constraints.of(base), value.above);
      properties.read(this.constraints.of(base), 'prototype', prototype.above);
    }
    for (const member of node.members) {
      const isStatic = syntax.isStatic(member);
      const self = isStatic ? value : instance;
      if (ts.isPropertyDeclaration(member)) {
        solver.add(this.constraints.place('this', member), self);
        const name = syntax.nameText(member.name);
        if (!member.initializer || name === undefined) continue;
        self.hides.add(name);
        solver.flow(this.constraints.of(member.initializer), values.property(self, name));
      } else if (syntax.isFunction(member)) {
        solver.add(this.constraints.place('this', member), self);
        this.#member(member, isStatic ? value : prototype);
      }
    }
  }

  /** A method, getter or setter of a class or literal. */
  #member(member: TS.FunctionLikeDeclaration, holder: Parameters<Values['property']>[0]): void {
    const { ts, syntax } = this.tools.reading;
    const { solver, values } = this.tools;
    const name = member.name && syntax.nameText(member.name);
    if (name === undefined || ts.isSetAccessor(member)) return;
    holder.hides.add(name);
    const cell = values.property(holder, name);
    if (ts.isGetAccessor(member)) solver.flow(this.constraints.place('return', member), cell);
    else solver.add(cell, values.function(member));
  }

  literal(node: TS.ObjectLiteralExpression, cell: Cell): void {
    const { ts, syntax, checker } = this.tools.reading;
    const { solver, values } = this.tools;
    if (syntax.isDestructuringTarget(node)) return;
    const made = values.object('literal', node);
    solver.add(cell, made);
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        solver.flow(this.constraints.of(property.expression), made.above);
        continue;
      }
      const name = this.#nameOf(property.name);
      const target = name === undefined ? made.computed : values.property(made, name);
      if (name !== undefined && name !== '__proto__') made.hides.add(name);
      if (ts.isPropertyAssignment(property)) {
        const value = this.constraints.of(property.initializer);
        solver.flow(value, name === '__proto__' ? made.above : target);
        const body = syntax.bare(property.initializer);
        if (syntax.isFunctionExpression(body))
          solver.add(this.constraints.place('this', body), made);
      } else if (ts.isShorthandPropertyAssignment(property)) {
        const symbol = checker.getShorthandAssignmentValueSymbol(property);
        if (symbol) solver.flow(this.constraints.symbol(this.constraints.aliased(symbol)), target);
      } else {
        solver.add(this.constraints.place('this', property), made);
        if (name === undefined) solver.add(target, values.function(property));
        else this.#member(property, made);
      }
    }
  }

  array(node: TS.ArrayLiteralExpression, cell: Cell): void {
    const { ts, syntax } = this.tools.reading;
    const { solver, values } = this.tools;
    if (syntax.isDestructuringTarget(node)) return;
    const made = values.object('array', node);
    solver.add(cell, made);
    let isCounted = true;
    node.elements.forEach((element, index) => {
      if (ts.isSpreadElement(element)) {
        isCounted = false;
        this.constraints.elements(this.constraints.of(element.expression), made.computed);
      } else
        solver.flow(
          this.constraints.of(element),
          isCounted ? values.property(made, String(index)) : made.computed,
        );
    });
  }

  #nameOf(name: TS.PropertyName): string | undefined {
    const { ts, syntax } = this.tools.reading;
    return ts.isComputedPropertyName(name)
      ? this.constraints.constant(name.expression)
      : syntax.nameText(name);
  }
}
