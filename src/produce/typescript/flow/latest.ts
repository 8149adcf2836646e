import type { TS } from '../compiler.js';
import type { Reading } from '../reading.js';

/**
 * The assignment that a mention of a variable is sure to see: the last one before it in the statements around it, where
 * nothing between them and nothing in another function assigns it.
 */
export class LatestAssignments {
  readonly #files = new Map<TS.SourceFile, Map<TS.Symbol, TS.Node[]>>();

  constructor(private readonly reading: Reading) {}

  /** Undefined where it isn't sure. */
  of(mention: TS.Identifier, variable: TS.Symbol): TS.Expression | undefined {
    const assignments = this.#inFile(mention.getSourceFile()).get(variable) ?? [];
    if (assignments.length < 2) return undefined;
    const owner = this.#functionAround(mention);
    if (assignments.some((one) => this.#functionAround(one) !== owner)) return undefined;
    let at: TS.Node = mention;
    for (;;) {
      const statement = this.#statementAround(at, owner);
      if (!statement) return undefined;
      if (assignments.some((one) => isWithin(one, statement))) return undefined;
      const before = this.#listOf(statement).filter((one) => one.end <= statement.pos);
      for (const earlier of before.reverse()) {
        if (!assignments.some((one) => isWithin(one, earlier))) continue;
        return this.#assigned(earlier, variable);
      }
      at = statement.parent;
    }
  }

  /** The same of a property by its path from a variable, `o.a.b`, where no call comes between. */
  ofProperty(
    mention: TS.PropertyAccessExpression | TS.ElementAccessExpression,
  ): TS.Expression | undefined {
    const { ts, syntax } = this.reading;
    const path = this.#pathOf(mention);
    if (path === undefined) return undefined;
    const statement = this.#statementAround(mention, this.#functionAround(mention));
    const before = statement
      ? this.#listOf(statement).filter((one) => one.end <= statement.pos)
      : [];
    for (const earlier of before.reverse()) {
      if (ts.isExpressionStatement(earlier)) {
        const found = syntax.bare(earlier.expression);
        const assigns =
          ts.isBinaryExpression(found) && found.operatorToken.kind === ts.SyntaxKind.EqualsToken;
        if (assigns && this.#pathOf(found.left) === path) return found.right;
      }
      if (!this.#isHarmless(earlier)) return undefined;
    }
    return undefined;
  }

  /** Neither calls nor assigns anything. */
  #isHarmless(node: TS.Node): boolean {
    const { ts, syntax } = this.reading;
    if (ts.isFunctionDeclaration(node) || ts.isInterfaceDeclaration(node)) return true;
    if (ts.isCallLikeExpression(node) || ts.isAwaitExpression(node)) return false;
    if (ts.isBinaryExpression(node) && syntax.accessOf(node.left) !== 'read') return false;
    return !ts.forEachChild(node, (child) => !this.#isHarmless(child) || undefined);
  }

  #pathOf(asked: TS.Expression): string | undefined {
    const { ts, syntax } = this.reading;
    const node = syntax.bare(asked);
    if (ts.isIdentifier(node)) return node.text;
    if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node))
      return undefined;
    const from = this.#pathOf(node.expression);
    const key = ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression;
    const name =
      ts.isPropertyAccessExpression(node) || ts.isStringLiteralLike(key) || ts.isNumericLiteral(key)
        ? syntax.nameText(key)
        : undefined;
    return from === undefined || name === undefined ? undefined : `${from}\0${name}`;
  }

  /** What a statement that does nothing else gives to a variable. */
  #assigned(statement: TS.Statement, variable: TS.Symbol): TS.Expression | undefined {
    const { ts, checker, syntax } = this.reading;
    if (ts.isVariableStatement(statement)) {
      const declared = statement.declarationList.declarations.filter(
        ({ name }) => ts.isIdentifier(name) && checker.getSymbolAtLocation(name) === variable,
      );
      return declared.length === 1 ? declared[0]!.initializer : undefined;
    }
    if (!ts.isExpressionStatement(statement)) return undefined;
    let found = syntax.bare(statement.expression);
    // `a = b = f`
    while (ts.isBinaryExpression(found) && found.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const { left, right } = found;
      if (ts.isIdentifier(left) && checker.getSymbolAtLocation(left) === variable) return right;
      found = syntax.bare(right);
    }
    return undefined;
  }

  #inFile(file: TS.SourceFile): Map<TS.Symbol, TS.Node[]> {
    const known = this.#files.get(file);
    if (known) return known;
    const found = new Map<TS.Symbol, TS.Node[]>();
    this.#files.set(file, found);
    this.#collect(file, found);
    return found;
  }

  #collect(node: TS.Node, found: Map<TS.Symbol, TS.Node[]>): void {
    const { ts, checker } = this.reading;
    if (ts.isIdentifier(node) && this.#isAssigned(node)) {
      const symbol = ts.isShorthandPropertyAssignment(node.parent)
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node);
      if (symbol) found.set(symbol, [...(found.get(symbol) ?? []), node]);
    }
    ts.forEachChild(node, (child) => {
      this.#collect(child, found);
    });
  }

  #isAssigned(node: TS.Identifier): boolean {
    const { ts, syntax } = this.reading;
    const { parent } = node;
    if (ts.isVariableDeclaration(parent))
      return (
        parent.name === node &&
        (parent.initializer !== undefined || !ts.isVariableStatement(parent.parent.parent))
      );
    if (ts.isBindingElement(parent) || ts.isParameter(parent) || ts.isFunctionDeclaration(parent))
      return parent.name === node;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
    return syntax.accessOf(node) !== 'read';
  }

  #statementAround(node: TS.Node, owner: TS.Node | undefined): TS.Statement | undefined {
    const { ts } = this.reading;
    for (let at = node; at !== owner && !ts.isSourceFile(at); at = at.parent)
      if (this.#isListed(at)) return at;
    return undefined;
  }

  #isListed(node: TS.Node): node is TS.Statement {
    const { ts } = this.reading;
    const { parent } = node;
    const hasList =
      ts.isSourceFile(parent) ||
      ts.isBlock(parent) ||
      ts.isModuleBlock(parent) ||
      ts.isCaseOrDefaultClause(parent);
    return hasList && parent.statements.includes(node as TS.Statement);
  }

  #listOf(statement: TS.Statement): TS.Statement[] {
    return [...(statement.parent as TS.Block).statements];
  }

  #functionAround(node: TS.Node): TS.Node | undefined {
    let at: TS.Node | undefined = node.parent;
    // A parameter is its function's own.
    while (at && !this.reading.syntax.isFunction(at)) at = at.parent;
    return at;
  }
}

function isWithin(node: TS.Node, outer: TS.Node): boolean {
  return outer.pos <= node.pos && node.end <= outer.end;
}
