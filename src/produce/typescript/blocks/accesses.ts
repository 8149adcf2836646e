import { labelOf } from '../../../dump/index.js';
import type { TS } from '../compiler.js';
import { UNDEFINED, Evaluating, type Tools } from './evaluator.js';
import type { Expressions } from './expressions.js';
import type { Block, Local, Member, Operand, Place, Position } from './ir.js';
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
  constructor(
    tools: Tools,
    scope: Scope,
    private readonly expressions: Expressions,
  ) {
    super(tools, scope);
  }

  identifier(node: TS.Identifier, dest: Local | undefined): Operand {
    const place = this.#named(node);
    if (place.sort === 'constant') return this.give(place, node, dest);
    return this.read(place, node, dest);
  }

  /** A member or call of a chain, `dest` being where its own value goes. */
  link(node: Link, dest: Local | undefined, chain: Chain | undefined): Operand {
    const { ts, checker } = this.tools.reading;
    if (ts.isCallExpression(node)) return this.#call(node, dest, chain);
    const named = this.#staticMember(node);
    if (named)
      return named.sort === 'constant'
        ? this.give(named, node, dest)
        : this.read(named, node, dest);
    const object = this.#inner(node.expression, chain);
    if (node.questionDotToken && chain) this.#leave(object, chain);
    const symbol = this.tools.callees.symbolOf(node);
    const getter = symbol?.declarations?.find(ts.isGetAccessor);
    if (getter)
      return this.#invoke(this.#moniker(getter), [object], node, this.#destOf(node, dest, chain));
    if (ts.isElementAccessExpression(node) && !symbol) {
      const operands = [object, this.expressions.value(node.argumentExpression)];
      return this.frame.op(
        'index',
        operands,
        '?',
        this.at(node),
        this.#destOf(node, dest, chain) ?? this.temp(node),
      );
    }
    const place = this.#field(object, node, symbol);
    const to = this.#destOf(node, dest, chain);
    if (to || !chain || !symbol) return this.read(place, node, to);
    // Inside a chain the checker adds the chain's own undefined to every link.
    const type = checker.getTypeOfSymbolAtLocation(symbol, node);
    return this.read(place, node, this.frame.local(this.tools.types.print(type, node)));
  }

  #destOf(node: Link, dest: Local | undefined, chain: Chain | undefined): Local | undefined {
    return chain?.node === node ? (chain.dest ?? dest) : dest;
  }

  construct(node: TS.NewExpression, dest: Local | undefined): Operand {
    const callee = this.tools.callees.of(node);
    const target = callee?.targets[0];
    const known = target && (callee.class === 'resolved' || callee.class === 'external');
    const made = known ? undefined : this.expressions.value(node.expression);
    const args = this.#arguments(node.arguments ?? []);
    if (!known) return this.#throughValue(made ?? UNDEFINED, args, node, dest);
    const to = dest ?? this.temp(node);
    const isMember = target.kind === 'method' && target.id.includes('#');
    const type = labelOf(isMember ? target.id.slice(0, target.id.lastIndexOf('#') + 1) : target.id);
    this.frame.emit(to, { sort: 'agg', type, members: [] }, this.at(node));
    this.frame.call(target.id, [to, ...args], to, this.at(node));
    return to;
  }

  tagged(node: TS.TaggedTemplateExpression, dest: Local | undefined): Operand {
    const { ts } = this.tools.reading;
    const values = ts.isTemplateExpression(node.template)
      ? node.template.templateSpans.map((span) => this.expressions.value(span.expression))
      : [];
    return this.#dispatch(
      node,
      node.tag,
      [{ sort: 'constant', type: '&str' }, ...values],
      dest,
      undefined,
    );
  }

  jsx(
    node: TS.JsxElement | TS.JsxSelfClosingElement | TS.JsxFragment,
    dest: Local | undefined,
  ): Operand {
    const { ts, syntax } = this.tools.reading;
    const members: Member[] = [];
    const opening = ts.isJsxElement(node)
      ? node.openingElement
      : ts.isJsxSelfClosingElement(node)
        ? node
        : undefined;
    for (const attribute of opening?.attributes.properties ?? []) {
      if (ts.isJsxSpreadAttribute(attribute))
        members.push({ name: '...', operand: this.expressions.value(attribute.expression) });
      else
        members.push({
          name: attribute.name.getText(),
          operand: this.#attribute(attribute.initializer),
        });
    }
    for (const child of ts.isJsxSelfClosingElement(node) ? [] : node.children) {
      if (ts.isJsxExpression(child)) {
        if (child.expression)
          members.push({ name: 'children', operand: this.expressions.value(child.expression) });
      } else if (!ts.isJsxText(child))
        members.push({ name: 'children', operand: this.jsx(child, undefined) });
    }
    const callee = opening && this.tools.callees.of(opening);
    if (!opening || !callee) {
      const to = dest ?? this.temp(node);
      this.frame.emit(
        to,
        { sort: 'agg', type: opening ? opening.tagName.getText() : 'fragment', members },
        this.at(node),
      );
      return to;
    }
    const props = this.frame.local('object');
    this.frame.emit(props, { sort: 'agg', type: 'object', members }, this.at(opening));
    const target = callee.targets[0];
    if (target && (callee.class === 'resolved' || callee.class === 'external'))
      return this.#invoke(target.id, [props], node, dest);
    const tag = syntax.bare(opening.tagName as TS.Expression);
    return this.#throughValue(this.expressions.value(tag), [props], node, dest);
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
      this.frame.move(place, value, this.shared(right), this.at(node));
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
    const symbol = this.tools.callees.symbolOf(bare);
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
    return this.#field(object, bare, symbol);
  }

  load(place: AssignmentTarget, node: TS.Expression): Operand {
    const { ts, syntax } = this.tools.reading;
    if (place.sort === 'accessor') return this.#invoke(place.get, [place.object], node, undefined);
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
    else this.frame.move(place, value, this.shared(from), at);
  }

  /** A field of an operand, which the grammar wants in a local. */
  #field(
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
    if (!ts.isPropertyAccessExpression(node) || !this.#isNamespace(node.expression))
      return undefined;
    const declaration = this.tools.callees.symbolOf(node)?.declarations?.[0];
    return declaration && { sort: 'static', name: this.tools.labels.static(declaration) };
  }

  #isNamespace(node: TS.Expression): boolean {
    const { ts } = this.tools.reading;
    const symbol = this.tools.callees.symbolOf(node);
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
    const symbol = found && this.tools.callees.aliased(found);
    const declaration = symbol?.valueDeclaration ?? symbol?.declarations?.[0];
    if (!declaration) return { sort: 'static', name: `? ${node.text}.` };
    const isOwn = declaration.getSourceFile() === node.getSourceFile();
    if (isOwn && this.tools.scopes.isVariable(declaration))
      return this.scope.variable(declaration, () => this.tools.types.text(node));
    if (isOwn && syntax.isFunction(declaration) && this.tools.scopes.isClosure(declaration))
      return { sort: 'static', name: `? ${node.text}().` };
    return { sort: 'static', name: this.tools.labels.static(declaration) };
  }

  #attribute(node: TS.JsxAttributeValue | undefined): Operand {
    const { ts } = this.tools.reading;
    if (!node) return { sort: 'constant', type: 'boolean', value: 'true' };
    if (ts.isJsxExpression(node))
      return node.expression ? this.expressions.value(node.expression) : UNDEFINED;
    return this.expressions.value(node);
  }

  #inner(node: TS.Expression, chain: Chain | undefined): Operand {
    const { ts } = this.tools.reading;
    const bare = ts.isNonNullExpression(node) ? this.tools.reading.syntax.bare(node) : node;
    const isLink =
      ts.isPropertyAccessExpression(bare) ||
      ts.isElementAccessExpression(bare) ||
      ts.isCallExpression(bare);
    if (chain && isLink && ts.isOptionalChain(bare)) return this.link(bare, undefined, chain);
    return this.expressions.value(node);
  }

  #leave(on: Operand, chain: Chain): void {
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

  #call(node: TS.CallExpression, dest: Local | undefined, chain: Chain | undefined): Operand {
    const { ts } = this.tools.reading;
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      return this.frame.op(
        'import',
        this.#arguments(node.arguments),
        '?',
        this.at(node),
        dest ?? this.temp(node),
      );
    }
    if (node.expression.kind === ts.SyntaxKind.SuperKeyword) {
      const target = this.tools.callees.of(node)?.targets[0];
      const receiver = this.scope.this() ?? UNDEFINED;
      const args = this.#arguments(node.arguments);
      return this.#invoke(
        target?.id ?? this.tools.externals.functionCallId(),
        [receiver, ...args],
        node,
        dest,
      );
    }
    return this.#dispatch(node, node.expression, undefined, dest, chain);
  }

  /** Receiver and callee first, then the arguments, as they are evaluated. */
  #dispatch(
    node: TS.CallExpression | TS.TaggedTemplateExpression,
    called: TS.Expression,
    given: readonly Operand[] | undefined,
    dest: Local | undefined,
    chain: Chain | undefined,
  ): Operand {
    const { ts, syntax } = this.tools.reading;
    const callee = this.tools.callees.of(node);
    const bare = syntax.bare(called);
    const target =
      callee?.class === 'by_value' || callee?.class === 'unresolved'
        ? undefined
        : callee?.targets[0];
    const isMember = ts.isPropertyAccessExpression(bare) || ts.isElementAccessExpression(bare);
    const args = (): readonly Operand[] =>
      given ?? (ts.isCallExpression(node) ? this.#arguments(node.arguments) : []);
    const asked = ts.isCallExpression(node) && node.questionDotToken ? chain : undefined;
    const to = (): Local | undefined =>
      ts.isCallExpression(node) ? this.#destOf(node, dest, chain) : dest;
    if (target && isMember) {
      const through = this.tools.callees.throughCallOrApply(bare);
      if (through && ts.isPropertyAccessExpression(bare)) {
        const passed = this.#rebound(target.kind === 'method', bare.name.text, args());
        return this.#invoke(target.id, passed, node, to());
      }
      if (target.kind === 'method') {
        const object = this.#inner(bare.expression, chain);
        if (bare.questionDotToken && chain) this.#leave(object, chain);
        if (asked)
          this.#leave(
            this.read(
              this.#field(object, bare, this.tools.callees.symbolOf(bare)),
              bare,
              undefined,
            ),
            asked,
          );
        return this.#invoke(target.id, [object, ...args()], node, to());
      }
      if (
        !this.#isNamespace(bare.expression) &&
        (bare.questionDotToken || ts.isOptionalChain(bare))
      ) {
        const object = this.#inner(bare.expression, chain);
        if (bare.questionDotToken && chain) this.#leave(object, chain);
      }
      return this.#invoke(target.id, args(), node, to());
    }
    if (target) return this.#invoke(target.id, args(), node, to());
    const value = this.#inner(bare, chain);
    if (asked) this.#leave(value, asked);
    return this.#throughValue(value, args(), node, to());
  }

  /** `f.call(self, a)` and `f.apply(self, list)` as calls of f: a function has no receiver to give. */
  #rebound(hasReceiver: boolean, how: string, args: readonly Operand[]): readonly Operand[] {
    const [receiver = UNDEFINED, ...rest] = args;
    const passed =
      how === 'apply' && rest[0]
        ? [this.frame.op('spread', [rest[0]], '?', { line: 0, col: 0 })]
        : rest;
    return hasReceiver ? [receiver, ...passed] : passed;
  }

  #throughValue(
    value: Operand,
    args: readonly Operand[],
    node: TS.Node,
    dest: Local | undefined,
  ): Operand {
    return this.#invoke(this.tools.externals.functionCallId(), [value, ...args], node, dest);
  }

  #invoke(
    callee: string,
    operands: readonly Operand[],
    node: TS.Node,
    dest: Local | undefined,
  ): Operand {
    const to = dest ?? this.temp(node);
    this.frame.call(callee, operands, to, this.at(node));
    return to;
  }

  #arguments(args: readonly TS.Expression[]): Operand[] {
    return args.map((argument) => this.expressions.value(argument));
  }

  #moniker(declaration: TS.Node): string {
    return (
      this.tools.reading.entities.ofDeclaration(declaration)?.id ??
      this.tools.externals.moniker(declaration)
    );
  }
}
