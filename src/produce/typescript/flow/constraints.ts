import type { TS } from '../compiler.js';
import type { Reading } from '../reading.js';
import type { FlowCalls } from './flow-calls.js';
import { LatestAssignments } from './latest.js';
import { Makers } from './makers.js';
import type { Modules } from './modules.js';
import type { Properties } from './properties.js';
import type { Cell, Solver } from './solver.js';
import type { FunctionValue, Values } from './values.js';

/** What the parts of an analysis share. */
export interface FlowTools {
  readonly reading: Reading;
  readonly solver: Solver;
  readonly values: Values;
  readonly properties: Properties;
}

type FunctionNode = FunctionValue['node'];

/** Draws the constraints of scripts: where each expression's value comes from and where each function's goes. */
export class Constraints {
  readonly #expressions = new Map<TS.Node, Cell>();
  readonly #symbols = new Map<TS.Symbol, Cell>();
  readonly #globals = new Map<string, Cell>();
  /** By function: `this`, results, what a generator yields, `arguments`. */
  readonly #places = new Map<string, Map<TS.Node, Cell>>();
  readonly #makers: Makers;
  readonly #latest: LatestAssignments;
  /** Values that parameters have where nothing is passed. */
  readonly defaults: [Cell, Cell][] = [];
  calls!: FlowCalls;
  modules!: Modules;

  constructor(readonly tools: FlowTools) {
    this.#makers = new Makers(tools, this);
    this.#latest = new LatestAssignments(tools.reading);
  }

  /** Parameters that no call is seen to give anything have their defaults. */
  drawDefaults(): void {
    for (const [value, parameter] of this.defaults)
      if (parameter.values.size === 0) this.tools.solver.flow(value, parameter);
  }

  draw(source: TS.SourceFile): void {
    this.#visit(source);
  }

  /** The cell of something that belongs to a function or file: `this`, `return`, `yield`. */
  place(role: 'this' | 'return' | 'yield' | 'parameter', node: TS.Node): Cell {
    const ofRole = this.#places.get(role) ?? new Map<TS.Node, Cell>();
    this.#places.set(role, ofRole);
    const known = ofRole.get(node);
    if (known) return known;
    const cell = this.tools.solver.cell();
    ofRole.set(node, cell);
    return cell;
  }

  symbol(asked: TS.Symbol): Cell {
    const known = this.#symbols.get(asked);
    if (known) return known;
    const { solver } = this.tools;
    const cell = solver.cell();
    this.#symbols.set(asked, cell);
    for (const declaration of asked.declarations ?? []) this.#declared(declaration, cell);
    return cell;
  }

  of(asked: TS.Expression): Cell {
    const node = this.tools.reading.syntax.bare(asked);
    const known = this.#expressions.get(node);
    if (known) return known;
    const cell = this.tools.solver.cell();
    this.#expressions.set(node, cell);
    this.#expression(node, cell);
    return cell;
  }

  /** Value of a name, a property or a pattern from here on. */
  assign(target: TS.Node, value: Cell): void {
    const { ts, syntax } = this.tools.reading;
    const { properties, solver } = this.tools;
    if (ts.isObjectBindingPattern(target) || ts.isArrayBindingPattern(target)) {
      this.#pattern(target, value);
    } else if (ts.isIdentifier(target)) {
      const symbol = this.#symbolOf(target);
      solver.flow(value, symbol ? this.symbol(symbol) : this.#global(target.text));
      if (target.text === 'exports' && this.modules.isExports(target))
        solver.flow(value, this.of(target));
    } else if (ts.isPropertyAccessExpression(target)) {
      if (this.modules.isModule(target.expression) && target.name.text === 'exports')
        solver.flow(value, this.modules.exportsOf(target.getSourceFile()));
      else properties.write(this.of(target.expression), target.name.text, value);
    } else if (ts.isElementAccessExpression(target)) {
      properties.write(this.of(target.expression), this.#keyOf(target), value);
    } else if (ts.isObjectLiteralExpression(target)) {
      for (const property of target.properties) this.#assignProperty(property, value);
    } else if (ts.isArrayLiteralExpression(target)) {
      target.elements.forEach((element, index) => {
        const part = solver.cell();
        if (ts.isSpreadElement(element)) {
          this.assign(syntax.bare(element.expression), value);
          return;
        }
        properties.read(value, String(index), part);
        this.assign(syntax.bare(element), part);
      });
    } else if (
      ts.isBinaryExpression(target) &&
      target.operatorToken.kind === ts.SyntaxKind.EqualsToken
    ) {
      this.assign(syntax.bare(target.left), value);
    }
  }

  /** What iterating over a value gives: elements, or what a generator yields. */
  elements(value: Cell, into: Cell): void {
    const { solver } = this.tools;
    solver.watch(value, (one) => {
      if (one.sort === 'object' && one.role === 'array') solver.flow(one.all, into);
    });
  }

  #assignProperty(property: TS.ObjectLiteralElementLike, value: Cell): void {
    const { ts, syntax, checker } = this.tools.reading;
    const { properties, solver } = this.tools;
    if (ts.isSpreadAssignment(property)) this.assign(syntax.bare(property.expression), value);
    const name = property.name && syntax.nameText(property.name);
    const part = solver.cell();
    if (ts.isPropertyAssignment(property)) {
      properties.read(value, name, part);
      this.assign(syntax.bare(property.initializer), part);
    } else if (ts.isShorthandPropertyAssignment(property)) {
      const symbol = checker.getShorthandAssignmentValueSymbol(property);
      properties.read(value, name, part);
      if (symbol) solver.flow(part, this.symbol(symbol));
    }
  }

  #pattern(pattern: TS.BindingPattern, value: Cell): void {
    const { ts, syntax } = this.tools.reading;
    const { properties, solver } = this.tools;
    pattern.elements.forEach((element, index) => {
      if (ts.isOmittedExpression(element)) return;
      const part = solver.cell();
      if (element.dotDotDotToken) solver.flow(value, part);
      else if (ts.isArrayBindingPattern(pattern)) properties.read(value, String(index), part);
      else properties.read(value, syntax.nameText(element.propertyName ?? element.name), part);
      if (element.initializer) solver.flow(this.of(element.initializer), part);
      this.assign(element.name, part);
    });
  }

  #visit(node: TS.Node): void {
    const { ts, syntax } = this.tools.reading;
    const { solver } = this.tools;
    if (syntax.isFunction(node)) this.#makers.function(node);
    else if (ts.isClassLike(node)) this.#makers.class(node);
    else if (ts.isVariableDeclaration(node)) {
      if (node.initializer) this.assign(node.name, this.of(node.initializer));
      const loop = node.parent.parent;
      if (ts.isForOfStatement(loop)) {
        const part = solver.cell();
        this.elements(this.of(loop.expression), part);
        this.assign(node.name, part);
      }
    } else if (ts.isReturnStatement(node) && node.expression) {
      const owner = this.#functionAround(node);
      if (owner) solver.flow(this.of(node.expression), this.place('return', owner));
    } else if (ts.isExportAssignment(node)) this.of(node.expression);
    else if (isExpression(ts, node)) this.of(node);
    ts.forEachChild(node, (child) => {
      this.#visit(child);
    });
  }

  #declared(declaration: TS.Node, cell: Cell): void {
    const { ts, syntax } = this.tools.reading;
    const { solver, values } = this.tools;
    if (syntax.isFunction(declaration) || ts.isClassLike(declaration))
      solver.add(cell, values.function(declaration));
    else if (ts.isExportAssignment(declaration)) solver.flow(this.of(declaration.expression), cell);
    else if (ts.isSourceFile(declaration)) solver.flow(this.modules.valueOf(declaration), cell);
    else if (ts.isParameter(declaration)) solver.flow(this.place('parameter', declaration), cell);
    else if (!ts.isVariableDeclaration(declaration)) {
      const named = this.modules.imported(declaration);
      if (named) solver.flow(named, cell);
      const { parent } = declaration;
      const assigned = ts.isBinaryExpression(declaration) ? declaration : parent;
      if (assigned && ts.isBinaryExpression(assigned)) solver.flow(this.of(assigned.right), cell);
    }
  }

  #expression(node: TS.Expression, cell: Cell): void {
    const { ts, syntax } = this.tools.reading;
    const { solver, values } = this.tools;
    if (ts.isIdentifier(node)) this.#identifier(node, cell);
    else if (node.kind === ts.SyntaxKind.ThisKeyword) {
      const owner = this.#thisAround(node);
      if (owner) solver.flow(this.place('this', owner), cell);
    } else if (syntax.isFunctionExpression(node) || ts.isClassExpression(node))
      solver.add(cell, values.function(node));
    else if (ts.isObjectLiteralExpression(node)) this.#makers.literal(node, cell);
    else if (ts.isArrayLiteralExpression(node)) this.#makers.array(node, cell);
    else if (ts.isPropertyAccessExpression(node)) {
      if (this.modules.isModule(node.expression) && node.name.text === 'exports')
        solver.flow(this.modules.exportsOf(node.getSourceFile()), cell);
      else this.#read(node, node.name.text, cell);
    } else if (ts.isElementAccessExpression(node)) this.#read(node, this.#keyOf(node), cell);
    else if (ts.isCallExpression(node) || ts.isNewExpression(node)) this.calls.draw(node, cell);
    else if (ts.isTaggedTemplateExpression(node)) this.calls.tagged(node, cell);
    else if (ts.isConditionalExpression(node)) {
      solver.flow(this.of(node.whenTrue), cell);
      solver.flow(this.of(node.whenFalse), cell);
    } else if (ts.isBinaryExpression(node)) this.#binary(node, cell);
    else if (ts.isAwaitExpression(node)) solver.flow(this.of(node.expression), cell);
    else if (ts.isYieldExpression(node)) {
      const owner = this.#functionAround(node);
      if (!owner || !node.expression) return;
      if (node.asteriskToken) this.elements(this.of(node.expression), this.place('yield', owner));
      else solver.flow(this.of(node.expression), this.place('yield', owner));
    }
  }

  #read(
    node: TS.PropertyAccessExpression | TS.ElementAccessExpression,
    name: string | undefined,
    cell: Cell,
  ): void {
    const latest = this.#latest.ofProperty(node);
    if (latest) this.tools.solver.flow(this.of(latest), cell);
    else this.tools.properties.read(this.of(node.expression), name, cell);
  }

  #identifier(node: TS.Identifier, cell: Cell): void {
    const { solver } = this.tools;
    if (this.modules.isExports(node)) {
      solver.flow(this.modules.firstExports(node.getSourceFile()), cell);
      return;
    }
    if (node.text === 'arguments') {
      const owner = this.#functionAround(node);
      if (owner) solver.add(cell, this.calls.argumentsOf(owner));
      return;
    }
    const symbol = this.#symbolOf(node);
    const latest = symbol && this.#latest.of(node, symbol);
    if (latest) solver.flow(this.of(latest), cell);
    else solver.flow(symbol ? this.symbol(symbol) : this.#global(node.text), cell);
  }

  /** A variable that nobody declares is everybody's. */
  #global(name: string): Cell {
    const known = this.#globals.get(name) ?? this.tools.solver.cell();
    this.#globals.set(name, known);
    return known;
  }

  #binary(node: TS.BinaryExpression, cell: Cell): void {
    const { ts, syntax } = this.tools.reading;
    const { solver } = this.tools;
    const S = ts.SyntaxKind;
    const operator = node.operatorToken.kind;
    const isChoice = [S.BarBarToken, S.AmpersandAmpersandToken, S.QuestionQuestionToken].includes(
      operator,
    );
    const assigns = [
      ...[S.EqualsToken, S.BarBarEqualsToken],
      ...[S.AmpersandAmpersandEqualsToken, S.QuestionQuestionEqualsToken],
    ].includes(operator);
    if (!isChoice && !assigns) return;
    const value = this.of(node.right);
    solver.flow(value, cell);
    const target = syntax.bare(node.left);
    if (isChoice) {
      if (operator !== S.AmpersandAmpersandToken) solver.flow(this.of(target), cell);
      return;
    }
    this.assign(target, value);
    const isMember = ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target);
    // Who calls `o.f` gives o as `this`, whether the call is seen or not.
    if (isMember && syntax.isFunctionExpression(syntax.bare(node.right)))
      this.#receives(syntax.bare(node.right), this.of(target.expression));
  }

  /** `this` of a function that is a member: its holder, or instances of what the holder is the prototype of. */
  #receives(body: TS.Node, holder: Cell): void {
    const { solver, values } = this.tools;
    solver.watch(holder, (one) => {
      solver.add(this.place('this', body), one);
      if (one.sort === 'object' && one.role === 'prototype')
        solver.add(this.place('this', body), values.object('instance', one.site));
    });
  }

  #keyOf(access: TS.ElementAccessExpression): string | undefined {
    return this.constant(access.argumentExpression);
  }

  /** The constant that a key is. */
  constant(key: TS.Expression): string | undefined {
    const type = this.tools.reading.checker.getTypeAtLocation(key);
    return type.isStringLiteral() || type.isNumberLiteral() ? String(type.value) : undefined;
  }

  #symbolOf(node: TS.Identifier): TS.Symbol | undefined {
    const symbol = this.tools.reading.checker.getSymbolAtLocation(node);
    return symbol && this.aliased(symbol);
  }

  aliased(symbol: TS.Symbol): TS.Symbol {
    const { ts, checker } = this.tools.reading;
    if (!(symbol.flags & ts.SymbolFlags.Alias)) return symbol;
    const target = checker.getAliasedSymbol(symbol);
    return checker.isUnknownSymbol(target) ? symbol : target;
  }

  #functionAround(node: TS.Node): TS.FunctionLikeDeclaration | undefined {
    const { syntax } = this.tools.reading;
    let at: TS.Node | undefined = node.parent;
    while (at && !syntax.isFunction(at)) at = at.parent;
    return at as FunctionNode as TS.FunctionLikeDeclaration | undefined;
  }

  #thisAround(node: TS.Node): TS.Node | undefined {
    const { ts, syntax } = this.tools.reading;
    for (let at: TS.Node | undefined = node.parent; at; at = at.parent) {
      if (ts.isPropertyDeclaration(at)) return at;
      if (syntax.isFunction(at) && !ts.isArrowFunction(at)) return at;
    }
    return undefined;
  }
}

function isExpression(ts: FlowTools['reading']['ts'], node: TS.Node): node is TS.Expression {
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isBinaryExpression(node) ||
    ts.isYieldExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node)
  );
}
