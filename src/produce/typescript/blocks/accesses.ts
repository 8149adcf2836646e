import type { TS } from '../compiler.js';
import { UNDEFINED, Evaluating, type Tools } from './evaluator.js';
import { Calls } from './calls.js';
import type { Expressions } from './expressions.js';
import type { Block, Local, Operand, Place, Position } from './ir.js';
import { Patterns } from './patterns.js';
import type { Scope } from './scope.js';

/** One optional chain: every `?.` of it leaves by the same way. */
export interface Chain {
  readonly node: TS.Expression;
  readonly asked: Local | undefined;
  /** Set by the first `?.`. */
  dest: Local | undefined;
  readonly none: Block;
  readonly join: Block;
}

type Link = TS.PropertyAccessExpression | TS.ElementAccessExpression | TS.CallExpression;

/** A place that an assignment writes; an accessor runs its setter. */
export type AssignmentTarget =
  | Place
  | {
      readonly sort: 'accessor';
      readonly get: string;
      readonly set: string;
      readonly object: Operand;
    };

/** Names, members, calls and assignments: everything that the checker's symbols decide. */
export class Accesses extends Evaluating {
  readonly calls: Calls;

  constructor(
    tools: Tools,
    scope: Scope,
    private readonly expressions: Expressions,
  ) {
    super(tools, scope);
    this.calls = new Calls(tools, scope, expressions, this);
  }

  identifier(node: TS.Identifier, dest: Local | undefined): Operand {
    const place = this.#named(node);
    if (place.sort === 'constant') return this.give(place, node, dest);
    return this.read(place, node, dest);
  }

  /** A member or call of a chain, `dest` being where its own value goes. */
  link(node: Link, dest: Local | undefined, chain: Chain | undefined): Operand {
    const { ts, checker } = this.tools.reading;
    if (ts.isCallExpression(node)) return this.calls.call(node, dest, chain);
    const named = this.#staticMember(node);
    if (named)
      return named.sort === 'constant'
        ? this.give(named, node, dest)
        : this.read(named, node, dest);
    const object = this.inner(node.expression, chain);
    if (node.questionDotToken && chain) this.leave(object, chain);
    const symbol = this.tools.callees.names.symbolOf(node);
    const getter = symbol?.declarations?.find(ts.isGetAccessor);
    if (getter)
      return this.calls.invoke(
        this.#moniker(getter),
        [object],
        node,
        this.destOf(node, dest, chain),
      );
    if (ts.isElementAccessExpression(node) && !symbol) {
      const operands = [object, this.expressions.value(node.argumentExpression)];
      return this.frame.op(
        'index',
        operands,
        '?',
        this.at(node),
        this.destOf(node, dest, chain) ?? this.temp(node),
      );
    }
    const place = this.fieldOf(object, node, symbol);
    const to = this.destOf(node, dest, chain);
    if (to || !chain || !symbol) return this.read(place, node, to);
    // Inside a chain the checker adds the chain's own undefined to every link.
    const type = checker.getTypeOfSymbolAtLocation(symbol, node);
    return this.read(place, node, this.frame.local(this.tools.types.print(type)));
  }

  destOf(node: Link, dest: Local | undefined, chain: Chain | undefined): Local | undefined {
    return chain?.node === node ? (chain.dest ?? dest) : dest;
  }

  assign(
    left: TS.Expression,
    right: TS.Expression,
    node: TS.Expression,
    dest: Local | undefined,
  ): Operand {
    const { ts, syntax } = this.tools.reading;
    const bare = syntax.bare(left);
    if (ts.isObjectLiteralExpression(bare) || ts.isArrayLiteralExpression(bare)) {
      const value = this.held(this.expressions.value(right), right);
      new Patterns(this.tools, this.scope, this.expressions, this).assign(bare, value);
      return this.give(value, node, dest);
    }
    if (ts.isIdentifier(bare)) {
      const place = this.#named(bare);
      if (place.sort === 'constant') return this.expressions.value(right, dest);
      if (place.sort === 'local') {
        this.expressions.value(right, place);
        return this.give(place, node, dest);
      }
      const value = this.expressions.value(right);
      this.move(place, value, right, this.at(node));
      return this.give(value, node, dest);
    }
    const value = this.expressions.value(right);
    this.store(this.target(bare), value, right, this.at(node));
    return this.give(value, node, dest);
  }

  /** Evaluates what an assignment's left side needs, and names the place. */
  target(left: TS.Expression): AssignmentTarget {
    const { ts, syntax } = this.tools.reading;
    const bare = syntax.bare(left);
    if (ts.isIdentifier(bare)) {
      const place = this.#named(bare);
      return place.sort === 'constant' ? this.frame.local('?') : place;
    }
    if (!ts.isPropertyAccessExpression(bare) && !ts.isElementAccessExpression(bare)) {
      return this.held(this.expressions.value(bare), bare);
    }
    const named = this.#staticMember(bare);
    if (named && named.sort !== 'constant') return named;
    const object = this.expressions.value(bare.expression);
    const symbol = this.tools.callees.names.symbolOf(bare);
    const accessors = symbol?.declarations?.filter(ts.isAccessor) ?? [];
    const setter = accessors.find(ts.isSetAccessor);
    if (setter) {
      const getter = accessors.find(ts.isGetAccessor) ?? setter;
      return { sort: 'accessor', get: this.#moniker(getter), set: this.#moniker(setter), object };
    }
    if (ts.isElementAccessExpression(bare) && !symbol) {
      this.expressions.effect(bare.argumentExpression);
      return { sort: 'deref', local: this.held(object, bare.expression) };
    }
    return this.fieldOf(object, bare, symbol);
  }

  load(place: AssignmentTarget, node: TS.Expression): Operand {
    const { ts, syntax } = this.tools.reading;
    if (place.sort === 'accessor')
      return this.calls.invoke(place.get, [place.object], node, undefined);
    const bare = syntax.bare(node);
    if (place.sort === 'deref' && ts.isElementAccessExpression(bare)) {
      const index =
        ts.isNumericLiteral(bare.argumentExpression) || ts.isIdentifier(bare.argumentExpression)
          ? this.expressions.value(bare.argumentExpression)
          : UNDEFINED;
      return this.frame.op(
        'index',
        [place.local, index],
        this.tools.types.text(bare),
        this.at(bare),
      );
    }
    return this.read(place, node, undefined);
  }

  store(place: AssignmentTarget, value: Operand, from: TS.Node, at: Position): void {
    if (place.sort === 'accessor')
      this.frame.call(place.set, [place.object, value], this.frame.local('void'), at);
    else this.move(place, value, from, at);
  }

  /** A field of an operand, which the grammar wants in a local. */
  fieldOf(
    object: Operand,
    node: TS.PropertyAccessExpression | TS.ElementAccessExpression,
    symbol: TS.Symbol | undefined,
  ): Place {
    const { ts } = this.tools.reading;
    const name = ts.isPropertyAccessExpression(node)
      ? node.name.text
      : node.argumentExpression.getText().replaceAll(/^["'`]|["'`]$/gu, '');
    return this.field(this.held(object, node.expression), symbol, name || '?');
  }

  field(local: Local, symbol: TS.Symbol | undefined, name: string): Place {
    return { sort: 'field', local, ...this.tools.labels.field(symbol, name) };
  }

  /** A member of a namespace, module, enum or class that is a name of its own, not a field of an object. */
  #staticMember(
    node: TS.PropertyAccessExpression | TS.ElementAccessExpression,
  ): Place | Operand | undefined {
    const { ts, checker } = this.tools.reading;
    const constant = checker.getConstantValue(node);
    if (typeof constant === 'number')
      return { ...this.number(String(constant)), type: this.tools.types.text(node) };
    if (typeof constant === 'string') return { sort: 'constant', type: '&str' };
    if (!ts.isPropertyAccessExpression(node) || !this.isNamespace(node.expression))
      return undefined;
    const declaration = this.tools.callees.names.symbolOf(node)?.declarations?.[0];
    return declaration && { sort: 'static', name: this.tools.labels.static(declaration) };
  }

  isNamespace(node: TS.Expression): boolean {
    const { ts } = this.tools.reading;
    const symbol = this.tools.callees.names.symbolOf(node);
    return (
      symbol !== undefined &&
      (symbol.flags & (ts.SymbolFlags.ValueModule | ts.SymbolFlags.NamespaceModule)) !== 0 &&
      (symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Class)) === 0
    );
  }

  #named(node: TS.Identifier): Operand {
    const { ts, checker, syntax } = this.tools.reading;
    if (node.text === 'undefined') return UNDEFINED;
    const parent = node.parent;
    const found =
      ts.isShorthandPropertyAssignment(parent) && parent.name === node
        ? checker.getShorthandAssignmentValueSymbol(parent)
        : checker.getSymbolAtLocation(node);
    const symbol = found && this.tools.callees.names.aliased(found);
    const declaration = symbol?.valueDeclaration ?? symbol?.declarations?.[0];
    if (!declaration) return { sort: 'static', name: `? ${node.text}.` };
    const isOwn = declaration.getSourceFile() === node.getSourceFile();
    if (isOwn && this.tools.scopes.isVariable(declaration))
      return this.scope.variable(declaration, () => this.tools.types.text(node));
    if (isOwn && syntax.isFunction(declaration) && this.tools.scopes.isClosure(declaration))
      return { sort: 'static', name: `? ${node.text}().` };
    return { sort: 'static', name: this.tools.labels.static(declaration) };
  }

  inner(node: TS.Expression, chain: Chain | undefined): Operand {
    const { ts } = this.tools.reading;
    const bare = ts.isNonNullExpression(node) ? this.tools.reading.syntax.bare(node) : node;
    const isLink =
      ts.isPropertyAccessExpression(bare) ||
      ts.isElementAccessExpression(bare) ||
      ts.isCallExpression(bare);
    if (chain && isLink && ts.isOptionalChain(bare)) return this.link(bare, undefined, chain);
    return this.expressions.value(node);
  }

  leave(on: Operand, chain: Chain): void {
    const at = this.at(chain.node);
    const some = this.frame.block();
    this.frame.test('nullish', on, chain.none, some, at);
    if (!chain.dest) {
      chain.dest = chain.asked ?? this.temp(chain.node);
      this.frame.begin(chain.none);
      this.frame.emit(chain.dest, { sort: 'const', constant: UNDEFINED }, at);
      this.frame.goto(chain.join, at);
    }
    this.frame.begin(some);
  }

  #moniker(declaration: TS.Node): string {
    return (
      this.tools.reading.entities.ofDeclaration(declaration)?.id ??
      this.tools.externals.moniker(declaration)
    );
  }
}
