import type { TS } from '../compiler.js';
import type { Accesses } from './accesses.js';
import { Evaluating, type Tools } from './evaluator.js';
import type { Expressions } from './expressions.js';
import type { Local, Place } from './ir.js';
import type { Scope } from './scope.js';

/** Destructuring, of declarations and of assignments. */
export class Patterns extends Evaluating {
  constructor(
    tools: Tools,
    scope: Scope,
    private readonly expressions: Expressions,
    private readonly accesses: Accesses,
  ) {
    super(tools, scope);
  }

  /** Gives the names of a declaration their parts of a value. */
  bind(name: TS.BindingName, from: Local): void {
    const { ts, syntax, checker } = this.tools.reading;
    if (ts.isIdentifier(name)) return;
    const type = this.tools.types.of(name);
    name.elements.forEach((element, index) => {
      if (!ts.isBindingElement(element)) return;
      const at = this.at(element);
      if (element.dotDotDotToken) {
        const rest = this.#named(element);
        if (rest.sort === 'local') this.frame.op('rest', [from], rest.type, at, rest);
        else
          this.frame.move(
            rest,
            this.frame.op('rest', [from], this.tools.types.text(element), at),
            true,
            at,
          );
        return;
      }
      const key = ts.isObjectBindingPattern(name)
        ? syntax.nameText(element.propertyName ?? element.name)
        : undefined;
      const property = key === undefined ? undefined : type.getProperty(key);
      const valueType = property
        ? checker.getTypeOfSymbolAtLocation(property, element)
        : this.tools.types.of(element);
      const text = this.tools.types.print(valueType);
      const part = this.#partOf(element, text);
      if (ts.isObjectBindingPattern(name)) {
        const place = this.accesses.field(from, property, key ?? '?');
        this.frame.move(part, place, this.tools.types.isShared(valueType), at);
      } else {
        this.frame.op('index', [from, this.number(String(index))], text, at, part);
      }
      this.#default(element.initializer, part, at);
      this.#name(element, part);
    });
  }

  /** `[a.x, b = 1] = from` and `({ k: y } = from)`. */
  assign(pattern: TS.ArrayLiteralExpression | TS.ObjectLiteralExpression, from: Local): void {
    const { ts, syntax, checker } = this.tools.reading;
    if (ts.isArrayLiteralExpression(pattern)) {
      pattern.elements.forEach((element, index) => {
        if (ts.isOmittedExpression(element)) return;
        const at = this.at(element);
        const isRest = ts.isSpreadElement(element);
        const target = isRest ? element.expression : element;
        const part = isRest
          ? this.frame.op('rest', [from], 'array', at)
          : this.frame.op(
              'index',
              [from, this.number(String(index))],
              this.tools.types.text(target),
              at,
            );
        this.deliver(target, part);
      });
      return;
    }
    const type = this.tools.types.of(pattern);
    for (const property of pattern.properties) {
      const at = this.at(property);
      if (ts.isSpreadAssignment(property)) {
        this.deliver(property.expression, this.frame.op('rest', [from], 'object', at));
        continue;
      }
      const key = syntax.nameText(property.name) ?? '?';
      const symbol = type.getProperty(key);
      const text = symbol
        ? this.tools.types.print(checker.getTypeOfSymbolAtLocation(symbol, property))
        : '?';
      const part = this.frame.local(text);
      this.frame.move(part, this.accesses.field(from, symbol, key), true, at);
      if (ts.isShorthandPropertyAssignment(property)) {
        this.#default(property.objectAssignmentInitializer, part, at);
        this.deliver(property.name, part);
      } else if (ts.isPropertyAssignment(property)) this.deliver(property.initializer, part);
    }
  }

  /** Gives one part to what an assignment names. */
  deliver(target: TS.Expression, part: Local): void {
    const { ts, syntax } = this.tools.reading;
    const bare = syntax.bare(target);
    if (ts.isBinaryExpression(bare) && bare.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      this.#default(bare.right, part, this.at(bare));
      this.deliver(bare.left, part);
    } else if (ts.isArrayLiteralExpression(bare) || ts.isObjectLiteralExpression(bare)) {
      this.assign(bare, part);
    } else {
      this.accesses.store(this.accesses.target(bare), part, bare, this.at(bare));
    }
  }

  #default(
    initializer: TS.Expression | undefined,
    part: Local,
    at: { line: number; col: number },
  ): void {
    if (!initializer) return;
    const [missing, given] = [this.frame.block(), this.frame.block()];
    this.frame.test('undefined', part, missing, given, at);
    this.frame.begin(missing);
    this.expressions.value(initializer, part);
    this.frame.goto(given, at);
    this.frame.begin(given);
  }

  /** The local that a part is read into: the variable's own where it has one. */
  #partOf(element: TS.BindingElement, type: string): Local {
    const { ts } = this.tools.reading;
    if (ts.isIdentifier(element.name) && this.scope.isLocal(element)) {
      const place = this.scope.variable(element, () => type);
      if (place.sort === 'local') return place;
    }
    return this.frame.local(type);
  }

  #name(element: TS.BindingElement, part: Local): void {
    const { ts } = this.tools.reading;
    if (!ts.isIdentifier(element.name)) {
      this.bind(element.name, part);
      return;
    }
    const place = this.#named(element);
    if (place !== part) this.move(place, part, element, this.at(element));
  }

  #named(element: TS.BindingElement): Place {
    return this.scope.variable(element, () => this.tools.types.text(element));
  }
}
