import type { Compiler, TS } from '../compiler.js';
import type { Callees } from '../callees.js';
import type { Reading } from '../reading.js';
import type { Externals } from '../externals.js';
import type { Frame } from './frame.js';
import type { Constant, Local, Operand, Place, Position } from './ir.js';
import type { Labels } from './labels.js';
import type { Scope } from './scope.js';
import type { Scopes } from './scopes.js';

/** What evaluating needs, whichever function it's in. */
export interface Tools {
  readonly reading: Reading;
  readonly callees: Callees;
  readonly externals: Externals;
  readonly scopes: Scopes;
  readonly labels: Labels;
  readonly types: Types;
  /** Builds the graph of a closure, before the statement that makes it. */
  closure(node: TS.FunctionLikeDeclaration, outer: Scope): void;
}

/** Types of expressions, as text and as the one question that matters to flow: is it copied or shared? */
export class Types {
  constructor(private readonly reading: Reading) {}

  of(node: TS.Node): TS.Type {
    return this.reading.checker.getTypeAtLocation(node);
  }

  text(node: TS.Node): string {
    return this.#madeBy(node) ?? this.print(this.of(node));
  }

  /** Whether what an expression gives is shared. */
  givesShared(node: TS.Node): boolean {
    return this.#madeBy(node) === undefined && this.isShared(this.of(node));
  }

  /** What an operator makes of anything: for its type the checker would work out what it is given once more. */
  #madeBy(node: TS.Node): string | undefined {
    const { ts } = this.reading;
    if (ts.isBinaryExpression(node))
      return isComparison(ts, node.operatorToken.kind) ? 'boolean' : undefined;
    if (ts.isPrefixUnaryExpression(node))
      return node.operator === ts.SyntaxKind.ExclamationToken ? 'boolean' : undefined;
    if (ts.isDeleteExpression(node)) return 'boolean';
    return ts.isTemplateExpression(node) || ts.isTypeOfExpression(node) ? 'string' : undefined;
  }

  print(type: TS.Type): string {
    const { checker, texts } = this.reading;
    const text = texts.of(checker.getBaseTypeOfLiteralType(type)) || '?';
    const self = text === 'this' ? checker.getBaseConstraintOfType(type) : undefined;
    return self ? texts.of(self) : text;
  }

  /** Objects are shared by whoever holds them; primitives are copied. */
  isShared(type: TS.Type): boolean {
    const { ts } = this.reading;
    if (type.isUnion()) return type.types.some((one) => this.isShared(one));
    const primitive =
      ts.TypeFlags.StringLike |
      ts.TypeFlags.NumberLike |
      ts.TypeFlags.BooleanLike |
      ts.TypeFlags.BigIntLike |
      ts.TypeFlags.ESSymbolLike |
      ts.TypeFlags.EnumLike |
      ts.TypeFlags.Null |
      ts.TypeFlags.Undefined |
      ts.TypeFlags.Void |
      ts.TypeFlags.Never;
    return (type.flags & primitive) === 0;
  }
}

function isComparison({ SyntaxKind: S }: Compiler, operator: TS.SyntaxKind): boolean {
  switch (operator) {
    case S.EqualsEqualsToken:
    case S.EqualsEqualsEqualsToken:
    case S.ExclamationEqualsToken:
    case S.ExclamationEqualsEqualsToken:
    case S.LessThanToken:
    case S.LessThanEqualsToken:
    case S.GreaterThanToken:
    case S.GreaterThanEqualsToken:
    case S.InKeyword:
    case S.InstanceOfKeyword:
      return true;
    default:
      return false;
  }
}

export const UNDEFINED: Constant = { sort: 'constant', type: 'undefined' };
export const STRING: Constant = { sort: 'constant', type: '&str' };

/** What every part of evaluation shares: positions, temporaries, reading places. */
export class Evaluating {
  constructor(
    protected readonly tools: Tools,
    protected readonly scope: Scope,
  ) {}

  protected get frame(): Frame {
    return this.scope.frame;
  }

  protected at(node: TS.Node): Position {
    const source = node.getSourceFile();
    const start = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { line: start.line + 1, col: start.character + 1 };
  }

  protected temp(node: TS.Node): Local {
    return this.frame.local(this.tools.types.text(node));
  }

  /** Moves the value of `node`. */
  protected move(to: Place, from: Operand, node: TS.Node, at: Position): void {
    // How a constant is held is nobody's question.
    const shared = from.sort !== 'constant' && this.tools.types.givesShared(node);
    this.frame.move(to, from, shared, at);
  }

  /** An operand in a local, where the grammar asks for one. */
  protected held(
    operand: Operand,
    node: TS.Node,
    type: string = this.tools.types.text(node),
  ): Local {
    if (operand.sort === 'local') return operand;
    const local = this.frame.local(type);
    this.move(local, operand, node, this.at(node));
    return local;
  }

  /** Reads a place into `dest`, or names it where it's a name already. */
  protected read(place: Place, node: TS.Node, dest: Local | undefined): Operand {
    if (dest === undefined && (place.sort === 'local' || place.sort === 'static')) return place;
    const to = dest ?? this.temp(node);
    this.move(to, place, node, this.at(node));
    return to;
  }

  protected give(operand: Operand, node: TS.Node, dest: Local | undefined): Operand {
    if (dest === undefined) return operand;
    this.move(dest, operand, node, this.at(node));
    return dest;
  }

  protected number(text: string): Constant {
    const value = Number(text);
    if (!Number.isFinite(value)) return { sort: 'constant', type: 'number' };
    return {
      sort: 'constant',
      type: 'number',
      value: (Object.is(value, -0) ? '0' : String(value)).replace('e+', 'e'),
    };
  }

  /** A case's value as a switch writes it; undefined for what is no constant. */
  protected caseValue(node: TS.Expression): string | undefined {
    const { ts, syntax, checker } = this.tools.reading;
    const bare = syntax.bare(node);
    if (ts.isStringLiteralLike(bare) || bare.kind === ts.SyntaxKind.NullKeyword) return 'k';
    if (bare.kind === ts.SyntaxKind.TrueKeyword) return 'true';
    if (bare.kind === ts.SyntaxKind.FalseKeyword) return 'false';
    if (ts.isIdentifier(bare) && bare.text === 'undefined') return 'k';
    if (ts.isNumericLiteral(bare)) return this.number(bare.text).value ?? 'k';
    if (
      ts.isPrefixUnaryExpression(bare) &&
      bare.operator === ts.SyntaxKind.MinusToken &&
      ts.isNumericLiteral(bare.operand)
    ) {
      return this.number(`-${bare.operand.text}`).value ?? 'k';
    }
    if (!ts.isPropertyAccessExpression(bare) && !ts.isElementAccessExpression(bare))
      return undefined;
    const constant = checker.getConstantValue(bare);
    if (typeof constant === 'number') return this.number(String(constant)).value ?? 'k';
    return typeof constant === 'string' ? 'k' : undefined;
  }
}
