import type { Compiler, TS } from './compiler.js';

/** Functions that give back what they are given, called later, less often or with the same arguments. */
const WRAPPERS = new Set([
  'memo',
  'forwardRef',
  'observer',
  'debounce',
  'throttle',
  'once',
  'memoize',
  'cache',
]);

/** Questions about the shape of sources that the compiler's own predicates don't answer in one word. */
export class Syntax {
  readonly #functions: ReadonlySet<TS.SyntaxKind>;

  constructor(private readonly ts: Compiler) {
    const S = ts.SyntaxKind;
    this.#functions = new Set([
      ...[S.FunctionDeclaration, S.FunctionExpression, S.ArrowFunction],
      ...[S.MethodDeclaration, S.Constructor, S.GetAccessor, S.SetAccessor],
    ]);
  }

  /** A function with or without a body that may become a node or a nested body; signatures of types are none. */
  isFunction(node: TS.Node): node is TS.FunctionLikeDeclaration {
    return this.#functions.has(node.kind);
  }

  isFunctionExpression(node: TS.Node): node is TS.FunctionExpression | TS.ArrowFunction {
    return this.ts.isFunctionExpression(node) || this.ts.isArrowFunction(node);
  }

  /**
   * The function that a value is: itself, or the one that a well-known wrapper is given in place and hands on
   * (`memo(() => …)`), to any depth.
   */
  functionOf(value: TS.Expression): TS.FunctionExpression | TS.ArrowFunction | undefined {
    const bare = this.bare(value);
    if (this.isFunctionExpression(bare)) return bare;
    if (!this.ts.isCallExpression(bare)) return undefined;
    const name = this.ts.isPropertyAccessExpression(bare.expression)
      ? bare.expression.name.text
      : this.nameText(bare.expression);
    const first = bare.arguments[0];
    return name !== undefined && first && WRAPPERS.has(name) ? this.functionOf(first) : undefined;
  }

  hasBody(node: TS.Node): boolean {
    return this.isFunction(node) && node.body !== undefined;
  }

  /** The expression without parentheses, assertions and `satisfies`, which change nothing at run time. */
  bare(node: TS.Expression): TS.Expression {
    const { ts } = this;
    let inner = node;
    while (
      ts.isParenthesizedExpression(inner) ||
      ts.isAsExpression(inner) ||
      ts.isNonNullExpression(inner) ||
      ts.isSatisfiesExpression(inner) ||
      ts.isTypeAssertionExpression(inner)
    ) {
      inner = inner.expression;
    }
    // (0, f)() is how compilers write a call without a receiver.
    if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.CommaToken)
      return this.bare(inner.right);
    return inner;
  }

  /** The text of a declared name, or undefined where it's computed or a pattern. */
  nameText(name: TS.Node | undefined): string | undefined {
    const { ts } = this;
    if (name === undefined) return undefined;
    if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) return name.text;
    if (ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) return name.text;
    if (ts.isComputedPropertyName(name)) {
      const inner = this.bare(name.expression);
      if (ts.isStringLiteralLike(inner) || ts.isNumericLiteral(inner)) return inner.text;
      return name.getText();
    }
    return undefined;
  }

  hasModifier(node: TS.Node, kind: TS.SyntaxKind): boolean {
    return (
      this.ts.canHaveModifiers(node) &&
      (this.ts.getModifiers(node)?.some((one) => one.kind === kind) ?? false)
    );
  }

  isAbstract(node: TS.Node): boolean {
    return this.hasModifier(node, this.ts.SyntaxKind.AbstractKeyword);
  }

  isStatic(node: TS.Node): boolean {
    return this.hasModifier(node, this.ts.SyntaxKind.StaticKeyword);
  }

  /** What a mention of a place does with it. */
  accessOf(node: TS.Expression): 'read' | 'write' | 'both' {
    const { ts } = this;
    const parent = node.parent;
    if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent))
      return this.accessOf(parent);
    if (ts.isBinaryExpression(parent) && parent.left === node) {
      const operator = parent.operatorToken.kind;
      if (operator === ts.SyntaxKind.EqualsToken) return 'write';
      if (operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment)
        return 'both';
    }
    if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
      if (
        parent.operator === ts.SyntaxKind.PlusPlusToken ||
        parent.operator === ts.SyntaxKind.MinusMinusToken
      )
        return 'both';
    }
    if (ts.isDeleteExpression(parent)) return 'write';
    if ((ts.isForInStatement(parent) || ts.isForOfStatement(parent)) && parent.initializer === node)
      return 'write';
    return this.isDestructuringTarget(node) ? 'write' : 'read';
  }

  /** `[x.a] = …`, `({ k: x.a } = …)`: literals on the left of an assignment are patterns. */
  isDestructuringTarget(node: TS.Node): boolean {
    const { ts } = this;
    const parent = node.parent;
    if (ts.isArrayLiteralExpression(parent) || ts.isObjectLiteralExpression(parent)) {
      const outer = parent.parent;
      if (ts.isBinaryExpression(outer) && outer.left === parent) {
        return outer.operatorToken.kind === ts.SyntaxKind.EqualsToken;
      }
      if (ts.isForOfStatement(outer) && outer.initializer === parent) return true;
      return this.isDestructuringTarget(parent);
    }
    if (ts.isPropertyAssignment(parent) && parent.initializer === node)
      return this.isDestructuringTarget(parent);
    if (ts.isSpreadElement(parent) || ts.isSpreadAssignment(parent))
      return this.isDestructuringTarget(parent);
    if (ts.isShorthandPropertyAssignment(node)) return this.isDestructuringTarget(parent);
    if (
      ts.isBinaryExpression(parent) &&
      parent.left === node &&
      parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
    ) {
      return ts.isPropertyAssignment(parent.parent) && this.isDestructuringTarget(parent);
    }
    return false;
  }
}
