import type { TS } from '../compiler.js';
import type { Reading } from '../reading.js';

/** What a closure takes from outside: a variable's declaration, or `this`. */
export type Capture = TS.Node | 'this';

/**
 * Who declares what, for one file: which closures there are and what each captures, in source order, and which
 * variables are shared between bodies.
 *
 * A *body* is that of a function with a node, of a class (its initialisers) or of a module; a *closure* is any other
 * function, and belongs to the body that encloses it. A variable that another body reaches (a nested function
 * declaration, a method of a local class) lives in neither: it's written as a static of the function that declares it.
 */
export class Scopes {
  readonly #numbers = new Map<TS.Node, number>();
  readonly #counts = new Map<TS.Node, number>();
  readonly #captures = new Map<TS.Node, Capture[]>();
  readonly #shared = new Set<TS.Node>();

  constructor(
    private readonly reading: Reading,
    source: TS.SourceFile,
  ) {
    this.#scan(source);
  }

  /** K of a closure, from 1. */
  number(closure: TS.Node): number {
    return this.#numbers.get(closure) ?? 0;
  }

  captures(closure: TS.Node): readonly Capture[] {
    return this.#captures.get(closure) ?? [];
  }

  isShared(declaration: TS.Node): boolean {
    return this.#shared.has(declaration);
  }

  /** A function without a node of its own. */
  isClosure(node: TS.Node): node is TS.FunctionLikeDeclaration {
    return this.reading.syntax.isFunction(node) && !this.isBody(node);
  }

  isBody(node: TS.Node): boolean {
    const { ts, syntax, entities } = this.reading;
    if (syntax.isFunction(node)) return entities.ofDeclaration(node) !== undefined;
    return ts.isSourceFile(node) || ts.isModuleDeclaration(node) || ts.isClassLike(node);
  }

  /** The function, class or module whose code a node is part of. */
  homeOf(node: TS.Node): TS.Node {
    const { ts, syntax } = this.reading;
    let inner = node;
    for (let outer = node.parent; ; inner = outer, outer = outer.parent) {
      if (syntax.isFunction(outer)) {
        // A name and a decorator are evaluated outside.
        if (outer.name === inner || ts.isDecorator(inner)) continue;
        return outer;
      }
      if (
        ts.isPropertyDeclaration(outer) &&
        outer.initializer === inner &&
        !syntax.isStatic(outer) &&
        ts.isClassLike(outer.parent)
      ) {
        return this.constructorOf(outer.parent) ?? outer.parent;
      }
      if (ts.isClassLike(outer) || ts.isSourceFile(outer)) return outer;
      if (ts.isModuleDeclaration(outer) && outer.name !== inner) return outer;
    }
  }

  constructorOf(node: TS.ClassLikeDeclaration): TS.ConstructorDeclaration | undefined {
    const { ts, syntax } = this.reading;
    return node.members.filter(ts.isConstructorDeclaration).find((one) => syntax.hasBody(one));
  }

  bodyOf(home: TS.Node): TS.Node {
    let at = home;
    while (!this.isBody(at)) at = this.homeOf(at);
    return at;
  }

  #scan(node: TS.Node): void {
    const { ts } = this.reading;
    if (this.isClosure(node)) {
      const body = this.bodyOf(this.homeOf(node));
      const number = (this.#counts.get(body) ?? 0) + 1;
      this.#counts.set(body, number);
      this.#numbers.set(node, number);
    }
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword)
      this.#this(node);
    else if (ts.isIdentifier(node)) this.#identifier(node);
    ts.forEachChild(node, (child) => {
      this.#scan(child);
    });
  }

  #this(node: TS.Node): void {
    const { ts } = this.reading;
    for (
      let home = this.homeOf(node);
      this.isClosure(home) && ts.isArrowFunction(home);
      home = this.homeOf(home)
    ) {
      this.#capture(home, 'this');
    }
  }

  #identifier(node: TS.Identifier): void {
    const { ts, checker, entities, sources } = this.reading;
    const parent = node.parent;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) return;
    const symbol =
      ts.isShorthandPropertyAssignment(parent) && parent.name === node
        ? checker.getShorthandAssignmentValueSymbol(parent)
        : checker.getSymbolAtLocation(node);
    const declaration = symbol?.valueDeclaration;
    if (
      !declaration ||
      !this.isVariable(declaration) ||
      !sources.isLocal(declaration.getSourceFile())
    )
      return;
    if (declaration.getSourceFile() !== node.getSourceFile()) return;
    if (entities.ofDeclaration(declaration) && !ts.isParameter(declaration)) return;
    const home = this.homeOf(declaration);
    const crossed: TS.Node[] = [];
    for (let at = this.homeOf(node); at !== home; at = this.homeOf(at)) {
      if (ts.isSourceFile(at)) return;
      if (this.isBody(at)) {
        this.#shared.add(declaration);
        return;
      }
      crossed.push(at);
    }
    for (const closure of crossed) this.#capture(closure, declaration);
  }

  isVariable(declaration: TS.Node): boolean {
    const { ts } = this.reading;
    return (
      ts.isVariableDeclaration(declaration) ||
      ts.isParameter(declaration) ||
      ts.isBindingElement(declaration)
    );
  }

  #capture(closure: TS.Node, what: Capture): void {
    const known = this.#captures.get(closure);
    if (!known) this.#captures.set(closure, [what]);
    else if (!known.includes(what)) known.push(what);
  }
}
