import type { How } from '../../dump/index.js';
import type { Callee, CallClass } from './callee.js';
import { Classes } from './classes.js';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Externals } from './externals.js';
import { Names } from './names.js';
import type { Reading } from './reading.js';
import { UntypedImports } from './untyped-imports.js';

/** What one declaration of a callee turned out to be. */
type Target =
  | {
      readonly sort: 'entity';
      readonly entity: Entity;
      readonly how: How;
      readonly class: CallClass;
    }
  /** A closure: its body belongs to the function that writes it. */
  | { readonly sort: 'closure'; readonly node: TS.Node };

const MAX_ALIASES = 8;
const UNRESOLVED: Callee = { class: 'unresolved', how: 'direct', targets: [] };

/** Finds what a call calls. The callee's own symbol comes first; the resolved signature only where it says nothing. */
export class Callees {
  readonly names: Names;
  readonly classes: Classes;
  readonly #untyped: UntypedImports;
  /** The uses and the blocks of a file ask for the same calls. */
  readonly #found = new Map<TS.Node, Callee | undefined>();

  constructor(
    private readonly reading: Reading,
    private readonly externals: Externals,
  ) {
    this.names = new Names(reading);
    this.classes = new Classes(reading, externals, this.names);
    this.#untyped = new UntypedImports(reading, externals);
  }

  /** Another file's calls are asked for from here on. */
  forget(): void {
    this.#found.clear();
  }

  /** Undefined for what only looks like a call: `import()`, lower-case JSX tags. */
  of(call: TS.CallLikeExpression): Callee | undefined {
    if (this.#found.has(call)) return this.#found.get(call);
    const callee = this.#find(call);
    this.#found.set(call, callee);
    return callee;
  }

  #find(call: TS.CallLikeExpression): Callee | undefined {
    const { ts, syntax } = this.reading;
    if (ts.isDecorator(call)) return this.#decorator(call);
    if (ts.isJsxOpeningLikeElement(call)) return this.#jsx(call);
    if (ts.isTaggedTemplateExpression(call)) return this.#expression(syntax.bare(call.tag), call);
    if (ts.isNewExpression(call)) return this.#construct(syntax.bare(call.expression), call, 'new');
    if (!ts.isCallExpression(call)) return undefined;
    const callee = syntax.bare(call.expression);
    if (callee.kind === ts.SyntaxKind.ImportKeyword) return undefined;
    if (callee.kind === ts.SyntaxKind.SuperKeyword) return this.#super(call);
    const found = this.#expression(callee, call);
    return ts.isDecorator(call.parent) ? { ...found, how: 'decorator' } : found;
  }

  #expression(callee: TS.Expression, call: TS.CallLikeExpression): Callee {
    const { ts, syntax, checker } = this.reading;
    if (syntax.isFunctionExpression(callee))
      return { class: 'resolved', how: 'direct', targets: [] };
    const through = this.names.throughCallOrApply(callee);
    if (through) {
      const called = this.#expression(through, call);
      if (called.class !== 'unresolved') return called;
    }
    const symbol = this.names.symbolOf(callee);
    const chosen = (): TS.Node | undefined => checker.getResolvedSignature(call)?.declaration;
    const found = symbol ? this.#targetsOf(symbol, chosen, MAX_ALIASES) : [];
    if (found.length > 0) return this.#settle(found, callee);
    if (symbol === undefined || !symbol.declarations?.length) {
      const unknown =
        checker.getTypeAtLocation(callee).flags &
        (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never);
      if (unknown) {
        return this.#withoutTypes(callee);
      }
    }
    const signature = chosen();
    if (signature && ts.isElementAccessExpression(callee) && this.names.isWellKnown(callee)) {
      const target = this.#targetOf(signature, 0);
      if (target.length > 0) return this.#settle(target, callee);
    }
    // What another package's function returns is that package's: test.each(rows)('…', f).
    const outer = ts.isCallExpression(callee) ? this.of(callee) : undefined;
    if (outer?.class === 'external') return outer;
    return this.#bySignature(signature);
  }

  #withoutTypes(callee: TS.Expression): Callee {
    const untyped = this.#untyped.of(callee, (call) => this.of(call)?.targets ?? []);
    if (!untyped) return UNRESOLVED;
    if (untyped.sort === 'external')
      return { class: 'external', how: 'direct', targets: [untyped.entity] };
    const symbol = this.names.aliased(untyped.symbol);
    const found = symbol ? this.#targetsOf(symbol, undefined, MAX_ALIASES) : [];
    return found.length > 0 ? this.#settle(found, callee) : UNRESOLVED;
  }

  #bySignature(signature: TS.Node | undefined): Callee {
    const { sources, ts } = this.reading;
    if (
      signature &&
      !sources.isLocal(signature.getSourceFile()) &&
      !ts.isFunctionTypeNode(signature)
    ) {
      const entity = this.externals.entityOf(signature);
      if (entity) return { class: 'external', how: 'method', targets: [entity] };
    }
    if (signature && ts.isMethodSignature(signature)) {
      const entity = this.externals.entityOf(signature);
      if (entity) return { class: 'dispatch', how: 'interface', targets: [entity] };
    }
    return this.#anyFunction();
  }

  /** Through a value that no node is the place of. */
  #anyFunction(): Callee {
    return { class: 'by_value', how: 'fn-pointer', targets: [this.externals.functionCall()] };
  }

  #settle(found: readonly Target[], callee: TS.Expression): Callee {
    const targets = new Map<string, Extract<Target, { sort: 'entity' }>>();
    for (const one of found) if (one.sort === 'entity') targets.set(one.entity.id, one);
    const all = [...targets.values()];
    const first = all[0];
    if (!first) return this.#closure(found, callee);
    if (all.length === 1) return { class: first.class, how: first.how, targets: [first.entity] };
    if (all.every((one) => one.class === 'external'))
      return { class: 'external', how: first.how, targets: [first.entity] };
    // A member of a union: any of them may be the one.
    return { class: 'dispatch', how: 'interface', targets: all.map((one) => one.entity) };
  }

  /** A closure of the caller's own function needs no edge; another function's is reached through a value. */
  #closure(found: readonly Target[], callee: TS.Expression): Callee {
    const closures = found.flatMap((one) => (one.sort === 'closure' ? [one.node] : []));
    const caller = this.#ownerOf(callee);
    if (closures.every((node) => this.#ownerOf(node) === caller))
      return { class: 'resolved', how: 'direct', targets: [] };
    return this.#anyFunction();
  }

  #ownerOf(node: TS.Node): Entity | undefined {
    const { entities, syntax, ts } = this.reading;
    for (let outer: TS.Node | undefined = node; outer; outer = outer.parent) {
      if (syntax.isFunction(outer) || ts.isSourceFile(outer) || ts.isClassLike(outer)) {
        const entity = entities.ofDeclaration(outer);
        if (entity) return entity;
      }
    }
    return undefined;
  }

  /** `signature`: the declaration that the checker chose for the call, asked for only among several. */
  #targetsOf(
    symbol: TS.Symbol,
    signature: (() => TS.Node | undefined) | undefined,
    depth: number,
  ): Target[] {
    const declarations = symbol.declarations ?? [];
    const { sources, syntax } = this.reading;
    // Overloads and merged declarations: the body says which function it is, else the signature chosen.
    const withBody = declarations.filter((one) => syntax.hasBody(one));
    const asked = withBody.length > 0 ? withBody : declarations;
    const foreign = asked.filter((one) => !sources.isLocal(one.getSourceFile()));
    const one = foreign.length === asked.length && this.externals.areOne(foreign);
    const told = asked.length > 1 && foreign.length > 0 && !one ? signature?.() : undefined;
    const chosen = asked.find((one) => one === told && !sources.isLocal(one.getSourceFile()));
    const targets: Target[] = [];
    for (const declaration of chosen ? [chosen] : asked) {
      const property = this.#parameterProperty(symbol, declaration);
      targets.push(...(property ? [property] : this.#targetOf(declaration, depth)));
    }
    return targets;
  }

  /** `constructor(private f: F)`: `this.f()` calls the field, `f()` the parameter; one declaration makes both. */
  #parameterProperty(symbol: TS.Symbol, declaration: TS.Node): Target | undefined {
    const { ts, entities } = this.reading;
    if (!ts.isParameter(declaration) || !(symbol.flags & ts.SymbolFlags.Property)) return undefined;
    const field = entities.ofDeclaration(declaration.name);
    return field && { sort: 'entity', entity: field, how: 'field-value', class: 'by_value' };
  }

  #targetOf(declaration: TS.Node, depth: number): Target[] {
    const { ts, syntax, sources } = this.reading;
    if (!sources.isLocal(declaration.getSourceFile())) {
      const entity = this.externals.entityOf(declaration);
      const how: How =
        ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration)
          ? 'method'
          : 'direct';
      if (!entity) return [];
      const known = entity.local && entity.hasBody;
      return [{ sort: 'entity', entity, how, class: known ? 'resolved' : 'external' }];
    }
    if (syntax.isFunction(declaration)) return this.#function(declaration);
    if (ts.isMethodSignature(declaration))
      return this.#entity(declaration, 'interface', 'dispatch');
    if (ts.isParameter(declaration)) return this.#place(declaration, 'param-value');
    if (ts.isBindingElement(declaration)) return this.#bindingElement(declaration);
    if (ts.isPropertySignature(declaration)) return this.#place(declaration, 'field-value');
    if (ts.isShorthandPropertyAssignment(declaration)) {
      const value = this.reading.checker.getShorthandAssignmentValueSymbol(declaration);
      const target = value && this.names.aliased(value);
      return target && depth > 0 ? this.#targetsOf(target, undefined, depth - 1) : [];
    }
    if (
      ts.isVariableDeclaration(declaration) ||
      ts.isPropertyDeclaration(declaration) ||
      ts.isPropertyAssignment(declaration)
    ) {
      return this.#valued(declaration, depth);
    }
    if (ts.isClassLike(declaration)) return this.#entity(declaration, 'direct', 'resolved');
    return this.#assigned(declaration, depth);
  }

  /** What a script assigns: `exports.f = g`, `C.prototype.m = function`. */
  #assigned(declaration: TS.Node, depth: number): Target[] {
    const { ts, syntax } = this.reading;
    const assignment = ts.isBinaryExpression(declaration) ? declaration : declaration.parent;
    if (!ts.isBinaryExpression(assignment)) return [];
    const value = syntax.bare(assignment.right);
    if (syntax.isFunctionExpression(value)) {
      const target = this.#entity(value, 'direct', 'resolved');
      return target.length > 0 ? target : [{ sort: 'closure', node: value }];
    }
    const named = this.#bound(value);
    const symbol = named && this.names.symbolOf(named);
    return symbol && depth > 0 ? this.#targetsOf(symbol, undefined, depth - 1) : [];
  }

  #function(declaration: TS.FunctionLikeDeclaration): Target[] {
    const { ts, syntax } = this.reading;
    if (!this.externals.entityOf(declaration)) {
      return syntax.hasBody(declaration) ? [{ sort: 'closure', node: declaration }] : [];
    }
    if (ts.isMethodDeclaration(declaration)) {
      if (syntax.isAbstract(declaration) || !syntax.hasBody(declaration))
        return this.#entity(declaration, 'interface', 'dispatch');
      return this.#entity(declaration, 'method', 'resolved');
    }
    // A getter that is called gives the function; which one is not known.
    if (ts.isGetAccessor(declaration)) return this.#entity(declaration, 'field-value', 'by_value');
    return this.#entity(
      declaration,
      'direct',
      syntax.hasBody(declaration) ? 'resolved' : 'external',
    );
  }

  /** A variable or property: its initialiser says which function it holds, where it can't be given another. */
  #valued(
    declaration: TS.VariableDeclaration | TS.PropertyDeclaration | TS.PropertyAssignment,
    depth: number,
  ): Target[] {
    const { ts, syntax } = this.reading;
    const value = declaration.initializer && syntax.bare(declaration.initializer);
    const wrapped = value && syntax.functionOf(value);
    if (wrapped) {
      const how: How = ts.isPropertyDeclaration(declaration) ? 'method' : 'direct';
      const target = this.#entity(wrapped, how, 'resolved');
      if (target.length > 0) return target;
      if (wrapped === value) return [{ sort: 'closure', node: value }];
    }
    const fixed =
      !ts.isVariableDeclaration(declaration) ||
      (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
    if (value && fixed && depth > 0) {
      const named = this.#bound(value);
      const symbol = named && this.names.symbolOf(named);
      const targets = symbol ? this.#targetsOf(symbol, undefined, depth - 1) : [];
      if (targets.length > 0) return targets;
    }
    return this.#place(
      declaration,
      ts.isVariableDeclaration(declaration) ? 'const-value' : 'field-value',
    );
  }

  /** The name in `g`, `o.g` and `g.bind(x)`. */
  #bound(value: TS.Expression): TS.Expression | undefined {
    const { ts } = this.reading;
    if (ts.isIdentifier(value)) return value;
    if (ts.isPropertyAccessExpression(value)) return value;
    if (
      ts.isCallExpression(value) &&
      ts.isPropertyAccessExpression(value.expression) &&
      value.expression.name.text === 'bind'
    ) {
      return this.#bound(this.reading.syntax.bare(value.expression.expression));
    }
    return undefined;
  }

  /** `const { f } = o` calls the property f of o; a destructured parameter is a value. */
  #bindingElement(declaration: TS.BindingElement): Target[] {
    const { ts, checker, syntax } = this.reading;
    const pattern = declaration.parent;
    if (ts.isObjectBindingPattern(pattern) && !declaration.dotDotDotToken) {
      const name = syntax.nameText(declaration.propertyName ?? declaration.name);
      const property =
        name === undefined ? undefined : checker.getTypeAtLocation(pattern).getProperty(name);
      const target = property && this.names.aliased(property);
      if (target) {
        const found = this.#targetsOf(target, undefined, 1);
        if (found.some((one) => one.sort === 'entity')) return found;
      }
    }
    let outer: TS.Node = declaration;
    while (ts.isBindingElement(outer)) outer = outer.parent.parent;
    return this.#place(
      ts.isParameter(outer) ? outer : declaration,
      ts.isParameter(outer) ? 'param-value' : 'const-value',
    );
  }

  #place(declaration: TS.Node, how: How): Target[] {
    const entity = this.externals.entityOf(declaration) ?? this.externals.functionCall();
    return [{ sort: 'entity', entity, how, class: 'by_value' }];
  }

  #entity(declaration: TS.Node, how: How, kind: CallClass): Target[] {
    const entity = this.externals.entityOf(declaration);
    return entity ? [{ sort: 'entity', entity, how, class: kind }] : [];
  }

  #construct(callee: TS.Expression, call: TS.NewExpression, how: How): Callee {
    const { ts, checker, sources, syntax } = this.reading;
    const declared = ts.isClassExpression(callee)
      ? callee
      : this.classes.classOf(this.names.symbolOf(callee));
    if (declared) return this.classes.constructed(declared, how);
    const signature = checker.getResolvedSignature(call)?.declaration;
    if (signature && ts.isConstructorDeclaration(signature))
      return this.classes.constructed(signature.parent, how);
    const made = checker.getTypeAtLocation(call).getSymbol()?.declarations ?? [];
    if (signature && !sources.isLocal(signature.getSourceFile())) {
      // `interface MapConstructor { new (): Map }`: what is made says more than who makes it.
      const named = made.find(
        (one) =>
          !sources.isLocal(one.getSourceFile()) &&
          (ts.isInterfaceDeclaration(one) || ts.isClassLike(one)),
      );
      const entity = this.externals.entityOf(named ?? signature);
      if (entity) return { class: 'external', how, targets: [entity] };
    }
    const type = checker.getTypeAtLocation(callee);
    const instance = made.find(ts.isClassLike);
    if (instance && !signature) return this.classes.constructed(instance, how);
    if (type.flags & ts.TypeFlags.Any) return UNRESOLVED;
    const symbol = this.names.symbolOf(callee);
    const place = symbol?.valueDeclaration;
    if (place && syntax.isFunction(place)) {
      const entity = this.externals.entityOf(place);
      if (entity) return { class: 'resolved', how, targets: [entity] };
    }
    const holder = place && !ts.isClassLike(place) ? this.#targetOf(place, MAX_ALIASES) : [];
    if (holder.length > 0) return this.#settle(holder, callee);
    return this.#anyFunction();
  }

  #super(call: TS.CallExpression): Callee {
    const { ts, checker } = this.reading;
    let outer: TS.Node = call;
    while (!ts.isClassLike(outer) && !ts.isSourceFile(outer)) outer = outer.parent;
    const base = ts.isClassLike(outer) ? this.classes.baseOf(outer) : undefined;
    if (base) return this.classes.constructed(base, 'super');
    const signature = checker.getResolvedSignature(call)?.declaration;
    const entity = signature && this.externals.entityOf(signature);
    if (entity)
      return { class: entity.local ? 'resolved' : 'external', how: 'super', targets: [entity] };
    return signature ? this.#anyFunction() : UNRESOLVED;
  }

  #jsx(element: TS.JsxOpeningLikeElement): Callee | undefined {
    const { ts } = this.reading;
    const tag = element.tagName;
    // Not asked by its predicate, which 5.0 lacks.
    if (tag.kind === ts.SyntaxKind.JsxNamespacedName) return undefined;
    if (ts.isIdentifier(tag) && /^[a-z]/u.test(tag.text)) return undefined;
    const symbol = this.names.symbolOf(tag);
    const declared = this.classes.classOf(symbol);
    const callee = declared
      ? this.classes.constructed(declared, 'jsx')
      : this.#expression(tag, element);
    return callee.class === 'resolved' || callee.class === 'external'
      ? { ...callee, how: 'jsx' }
      : callee;
  }

  #decorator(decorator: TS.Decorator): Callee | undefined {
    const { ts, syntax } = this.reading;
    const expression = syntax.bare(decorator.expression);
    // `@f(x)`: the walk meets the call of f by itself.
    if (ts.isCallExpression(expression)) return undefined;
    return { ...this.#expression(expression, decorator), how: 'decorator' };
  }
}
