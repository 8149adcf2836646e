import type { How } from '../../dump/index.js';
import { compareUtf8 } from '../../table/index.js';
import type { Callee, CallClass } from './callee.js';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Externals } from './externals.js';
import type { Names } from './names.js';
import type { Reading } from './reading.js';

/** What one declaration of a callee turned out to be. */
export type Target =
  | {
      readonly sort: 'entity';
      readonly entity: Entity;
      readonly how: How;
      readonly class: CallClass;
    }
  /** A closure: its body belongs to the function that writes it. */
  | { readonly sort: 'closure'; readonly node: TS.Node };

/** Names that may stand between a callee and the function that it is. */
const MAX_ALIASES = 8;

/** What calling something runs, from the declarations behind it. */
export class Targets {
  constructor(
    private readonly reading: Reading,
    private readonly externals: Externals,
    private readonly names: Names,
  ) {}

  /** Through a value that no node is the place of. */
  anyFunction(): Callee {
    return { class: 'by_value', how: 'fn-pointer', targets: [this.externals.functionCall()] };
  }

  /** One answer from all that was found: any of several may be the one. */
  settle(found: readonly Target[], callee: TS.Node): Callee {
    const targets = new Map<string, Extract<Target, { sort: 'entity' }>>();
    for (const one of found) if (one.sort === 'entity') targets.set(one.entity.id, one);
    const all = [...targets.values()];
    const first = all[0];
    if (!first) return this.#closure(found, callee);
    if (all.length === 1) return { class: first.class, how: first.how, targets: [first.entity] };
    if (all.every((one) => one.class === 'external')) {
      // One stands for all; the order in which they are found is that in which the checker met their types.
      const told = all.reduce((a, b) => (compareUtf8(b.entity.id, a.entity.id) < 0 ? b : a));
      return { class: 'external', how: told.how, targets: [told.entity] };
    }
    // A member of a union: any of them may be the one.
    return { class: 'dispatch', how: 'interface', targets: all.map((one) => one.entity) };
  }

  /** A closure of the caller's own function needs no edge; another function's is reached through a value. */
  #closure(found: readonly Target[], callee: TS.Node): Callee {
    const closures = found.flatMap((one) => (one.sort === 'closure' ? [one.node] : []));
    const caller = this.#ownerOf(callee);
    if (closures.every((node) => this.#ownerOf(node) === caller))
      return { class: 'resolved', how: 'direct', targets: [] };
    return this.anyFunction();
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
  of(symbol: TS.Symbol, signature?: () => TS.Node | undefined, depth = MAX_ALIASES): Target[] {
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
      targets.push(...(property ? [property] : this.ofDeclaration(declaration, depth)));
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

  ofDeclaration(declaration: TS.Node, depth = MAX_ALIASES): Target[] {
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
      return target && depth > 0 ? this.of(target, undefined, depth - 1) : [];
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
    return symbol && depth > 0 ? this.of(symbol, undefined, depth - 1) : [];
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
      const targets = symbol ? this.of(symbol, undefined, depth - 1) : [];
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
        const found = this.of(target, undefined, 1);
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
}
