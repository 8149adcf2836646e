import type { TS } from '../compiler.js';
import { Accesses, type Chain } from './accesses.js';
import { STRING, UNDEFINED, Evaluating, type Tools } from './evaluator.js';
import type { Block, Local, Member, Operand } from './ir.js';
import { OPERATORS, UNARY } from './operators.js';
import type { Scope } from './scope.js';

/** Evaluates expressions into statements: each value goes to `dest`, or to where it's named best. */
export class Expressions extends Evaluating {
  readonly #accesses: Accesses;

  constructor(tools: Tools, scope: Scope) {
    super(tools, scope);
    this.#accesses = new Accesses(tools, scope, this);
  }

  /** For its effects only. */
  effect(node: TS.Expression): void {
    const { ts } = this.tools.reading;
    const bare = this.tools.reading.syntax.bare(node);
    if (ts.isPostfixUnaryExpression(bare) || ts.isPrefixUnaryExpression(bare)) {
      const step = this.#step(bare.operator);
      if (step) {
        this.#increment(bare.operand, step, bare, false);
        return;
      }
    }
    this.value(bare);
  }

  value(node: TS.Expression, dest?: Local): Operand {
    const { ts, syntax } = this.tools.reading;
    if (!this.frame.live) return dest ?? UNDEFINED;
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.CommaToken) {
      this.effect(node.left);
      return this.value(node.right, dest);
    }
    const inner = syntax.bare(node);
    return this.#value(inner, dest);
  }

  /** Short-circuiting conditions become switches of their own. */
  branch(node: TS.Expression, yes: Block, no: Block): void {
    const { ts, syntax } = this.tools.reading;
    const bare = syntax.bare(node);
    const S = ts.SyntaxKind;
    if (ts.isPrefixUnaryExpression(bare) && bare.operator === S.ExclamationToken) {
      this.branch(bare.operand, no, yes);
      return;
    }
    if (ts.isBinaryExpression(bare)) {
      const operator = bare.operatorToken.kind;
      if (operator === S.AmpersandAmpersandToken || operator === S.BarBarToken) {
        const right = this.frame.block();
        if (operator === S.AmpersandAmpersandToken) this.branch(bare.left, right, no);
        else this.branch(bare.left, yes, right);
        this.frame.begin(right);
        this.branch(bare.right, yes, no);
        return;
      }
    }
    if (bare.kind === S.TrueKeyword || bare.kind === S.FalseKeyword) {
      this.frame.goto(bare.kind === S.TrueKeyword ? yes : no, this.at(bare));
      return;
    }
    this.frame.branch(this.value(bare), yes, no, this.at(bare));
  }

  #value(node: TS.Expression, dest: Local | undefined): Operand {
    const { ts, syntax } = this.tools.reading;
    const S = ts.SyntaxKind;
    if (ts.isIdentifier(node)) return this.#accesses.identifier(node, dest);
    if (
      ts.isPropertyAccessExpression(node) ||
      ts.isElementAccessExpression(node) ||
      ts.isCallExpression(node)
    ) {
      return this.#chained(node, dest);
    }
    if (ts.isNewExpression(node)) return this.#accesses.calls.construct(node, dest);
    if (ts.isTaggedTemplateExpression(node)) return this.#accesses.calls.tagged(node, dest);
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node))
      return this.#accesses.calls.jsx(node, dest);
    if (ts.isStringLiteralLike(node)) return this.give(STRING, node, dest);
    if (ts.isNumericLiteral(node)) return this.give(this.number(node.text), node, dest);
    if (ts.isBigIntLiteral(node))
      return this.give(
        { sort: 'constant', type: 'bigint', value: BigInt(node.text.slice(0, -1)).toString() },
        node,
        dest,
      );
    if (node.kind === S.TrueKeyword || node.kind === S.FalseKeyword) {
      return this.give(
        {
          sort: 'constant',
          type: 'boolean',
          value: node.kind === S.TrueKeyword ? 'true' : 'false',
        },
        node,
        dest,
      );
    }
    if (node.kind === S.NullKeyword)
      return this.give({ sort: 'constant', type: 'null' }, node, dest);
    if (node.kind === S.ThisKeyword || node.kind === S.SuperKeyword) {
      const place = this.scope.this();
      return place ? this.read(place, node, dest) : this.#op('this', [], node, dest);
    }
    if (ts.isRegularExpressionLiteral(node)) return this.#op('regex', [STRING], node, dest);
    if (syntax.isFunction(node)) return this.#function(node, dest);
    if (ts.isClassExpression(node))
      return this.give({ sort: 'static', name: this.tools.labels.static(node) }, node, dest);
    if (ts.isTemplateExpression(node)) return this.#template(node, dest);
    if (ts.isArrayLiteralExpression(node))
      return this.#aggregate('array', this.#elements(node.elements), node, dest);
    if (ts.isObjectLiteralExpression(node))
      return this.#aggregate('object', this.#properties(node), node, dest);
    if (ts.isConditionalExpression(node)) return this.#conditional(node, dest);
    if (ts.isBinaryExpression(node)) return this.#binary(node, dest);
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
      return this.#unary(node, dest);
    if (ts.isAwaitExpression(node)) return this.#suspend('await', node.expression, node, dest);
    if (ts.isYieldExpression(node)) return this.#suspend('yield', node.expression, node, dest);
    if (ts.isTypeOfExpression(node))
      return this.#op('typeof', [this.value(node.expression)], node, dest);
    if (ts.isVoidExpression(node)) {
      this.effect(node.expression);
      return this.give(UNDEFINED, node, dest);
    }
    if (ts.isDeleteExpression(node))
      return this.#op('delete', [this.value(node.expression)], node, dest);
    if (ts.isSpreadElement(node))
      return this.#op('spread', [this.value(node.expression)], node, dest);
    if (ts.isMetaProperty(node)) return this.#op('meta', [], node, dest);
    return this.give(UNDEFINED, node, dest);
  }

  #op(word: string, operands: readonly Operand[], node: TS.Node, dest: Local | undefined): Local {
    return this.frame.op(word, operands, '?', this.at(node), dest ?? this.temp(node));
  }

  /** `a?.b.c(d)`: one way out for every `?.` of the chain. */
  #chained(
    node: TS.PropertyAccessExpression | TS.ElementAccessExpression | TS.CallExpression,
    dest: Local | undefined,
  ): Operand {
    if (!this.tools.reading.ts.isOptionalChain(node))
      return this.#accesses.link(node, dest, undefined);
    const chain: Chain = {
      node,
      asked: dest,
      dest: undefined,
      none: this.frame.block(),
      join: this.frame.block(),
    };
    const operand = this.#accesses.link(node, undefined, chain);
    if (!chain.dest) return this.give(operand, node, dest);
    if (operand !== chain.dest) this.move(chain.dest, operand, node, this.at(node));
    this.frame.goto(chain.join, this.at(node));
    this.frame.begin(chain.join);
    return chain.dest;
  }

  #function(node: TS.FunctionLikeDeclaration, dest: Local | undefined): Operand {
    const { scopes, labels } = this.tools;
    if (!scopes.isClosure(node))
      return this.give({ sort: 'static', name: labels.static(node) }, node, dest);
    this.tools.closure(node, this.scope);
    const to = dest ?? this.frame.local('closure');
    this.frame.emit(
      to,
      { sort: 'closure', closure: scopes.number(node), operands: this.scope.operands(node) },
      this.at(node),
    );
    return to;
  }

  #template(node: TS.TemplateExpression, dest: Local | undefined): Operand {
    const parts: Operand[] = node.head.text === '' ? [] : [STRING];
    for (const span of node.templateSpans) {
      parts.push(this.value(span.expression));
      if (span.literal.text !== '') parts.push(STRING);
    }
    return this.#op('template', parts, node, dest);
  }

  #aggregate(
    type: string,
    members: readonly Member[],
    node: TS.Node,
    dest: Local | undefined,
  ): Operand {
    const to = dest ?? this.frame.local(type);
    this.frame.emit(to, { sort: 'agg', type, members }, this.at(node));
    return to;
  }

  #elements(elements: readonly TS.Expression[]): Member[] {
    const { ts } = this.tools.reading;
    return elements.map((element) =>
      ts.isSpreadElement(element)
        ? { name: '...', operand: this.value(element.expression) }
        : { operand: this.value(element) },
    );
  }

  #properties(node: TS.ObjectLiteralExpression): Member[] {
    const { ts, syntax } = this.tools.reading;
    return node.properties.map((property): Member => {
      if (ts.isSpreadAssignment(property))
        return { name: '...', operand: this.value(property.expression) };
      if (ts.isComputedPropertyName(property.name)) this.effect(property.name.expression);
      const name = syntax.nameText(property.name) ?? '[]';
      if (ts.isShorthandPropertyAssignment(property))
        return { name, operand: this.#accesses.identifier(property.name, undefined) };
      if (ts.isPropertyAssignment(property))
        return { name, operand: this.value(property.initializer) };
      return { name, operand: this.#function(property, undefined) };
    });
  }

  #conditional(node: TS.ConditionalExpression, dest: Local | undefined): Operand {
    const [yes, no, join] = [this.frame.block(), this.frame.block(), this.frame.block()];
    this.branch(node.condition, yes, no);
    const to = dest ?? this.temp(node);
    for (const [block, part] of [
      [yes, node.whenTrue],
      [no, node.whenFalse],
    ] as const) {
      this.frame.begin(block);
      this.value(part, to);
      this.frame.goto(join, this.at(part));
    }
    this.frame.begin(join);
    return to;
  }

  #binary(node: TS.BinaryExpression, dest: Local | undefined): Operand {
    const { ts } = this.tools.reading;
    const S = ts.SyntaxKind;
    const operator = node.operatorToken.kind;
    if (
      operator === S.AmpersandAmpersandToken ||
      operator === S.BarBarToken ||
      operator === S.QuestionQuestionToken
    ) {
      return this.#shortCircuit(node, operator, dest);
    }
    if (operator === S.EqualsToken) return this.#accesses.assign(node.left, node.right, node, dest);
    if (operator >= S.FirstAssignment && operator <= S.LastAssignment)
      return this.#compound(node, dest);
    const operands = [this.value(node.left), this.value(node.right)];
    return this.#op(this.#word(operator), operands, node, dest);
  }

  #shortCircuit(
    node: TS.BinaryExpression,
    operator: TS.SyntaxKind,
    dest: Local | undefined,
  ): Operand {
    const { ts } = this.tools.reading;
    const S = ts.SyntaxKind;
    const left = this.value(node.left);
    const [right, kept, join] = [this.frame.block(), this.frame.block(), this.frame.block()];
    const at = this.at(node);
    if (operator === S.QuestionQuestionToken) this.frame.test('nullish', left, right, kept, at);
    else if (operator === S.AmpersandAmpersandToken) this.frame.branch(left, right, kept, at);
    else this.frame.branch(left, kept, right, at);
    const to = dest ?? this.temp(node);
    const takeRight = (): void => {
      this.frame.begin(right);
      this.value(node.right, to);
      this.frame.goto(join, this.at(node.right));
    };
    const takeLeft = (): void => {
      this.frame.begin(kept);
      this.move(to, left, node.left, at);
      this.frame.goto(join, at);
    };
    for (const take of operator === S.BarBarToken ? [takeLeft, takeRight] : [takeRight, takeLeft])
      take();
    this.frame.begin(join);
    return to;
  }

  #word(operator: TS.SyntaxKind): string {
    const text = this.tools.reading.ts.tokenToString(operator) ?? '';
    return OPERATORS[text] ?? OPERATORS[text.slice(0, -1)] ?? 'op';
  }

  #compound(node: TS.BinaryExpression, dest: Local | undefined): Operand {
    const word = this.#word(node.operatorToken.kind);
    const place = this.#accesses.target(node.left);
    const at = this.at(node);
    const old = this.#accesses.load(place, node.left);
    if (word === 'and' || word === 'or' || word === 'coalesce') {
      const [right, join] = [this.frame.block(), this.frame.block()];
      if (word === 'coalesce') this.frame.test('nullish', old, right, join, at);
      else if (word === 'and') this.frame.branch(old, right, join, at);
      else this.frame.branch(old, join, right, at);
      this.frame.begin(right);
      this.#accesses.store(place, this.value(node.right), node.left, at);
      this.frame.goto(join, at);
      this.frame.begin(join);
      return this.give(this.#accesses.load(place, node.left), node, dest);
    }
    const right = this.value(node.right);
    if (place.sort === 'local') {
      this.frame.op(word, [place, right], place.type, at, place);
      return this.give(place, node, dest);
    }
    const result = this.#op(word, [old, right], node, undefined);
    this.#accesses.store(place, result, node.left, at);
    return this.give(result, node, dest);
  }

  #unary(
    node: TS.PrefixUnaryExpression | TS.PostfixUnaryExpression,
    dest: Local | undefined,
  ): Operand {
    const { ts } = this.tools.reading;
    const S = ts.SyntaxKind;
    const step = this.#step(node.operator);
    if (step)
      return this.give(
        this.#increment(node.operand, step, node, ts.isPostfixUnaryExpression(node)),
        node,
        dest,
      );
    if (node.operator === S.MinusToken && ts.isNumericLiteral(node.operand)) {
      return this.give(this.number(`-${node.operand.text}`), node, dest);
    }
    return this.#op(
      UNARY[ts.tokenToString(node.operator) ?? ''] ?? 'op',
      [this.value(node.operand)],
      node,
      dest,
    );
  }

  #step(operator: TS.SyntaxKind): 'add' | 'sub' | undefined {
    const S = this.tools.reading.ts.SyntaxKind;
    if (operator === S.PlusPlusToken) return 'add';
    return operator === S.MinusMinusToken ? 'sub' : undefined;
  }

  /** Gives the old value where a postfix form's value is used, else the new one. */
  #increment(
    target: TS.Expression,
    word: 'add' | 'sub',
    node: TS.Expression,
    old: boolean,
  ): Operand {
    const place = this.#accesses.target(target);
    const at = this.at(node);
    let before = this.#accesses.load(place, target);
    if (old && before.sort !== 'constant' && before === place) {
      const copy = this.temp(target);
      this.frame.move(copy, before, false, at);
      before = copy;
    }
    const one = this.number('1');
    if (place.sort === 'local') {
      this.frame.op(word, [before, one], place.type, at, place);
      return old ? before : place;
    }
    const after = this.frame.op(word, [before, one], this.tools.types.text(node), at);
    this.#accesses.store(place, after, target, at);
    return old ? before : after;
  }

  #suspend(
    sort: 'await' | 'yield',
    awaited: TS.Expression | undefined,
    node: TS.Expression,
    dest: Local | undefined,
  ): Operand {
    const operand = awaited ? this.value(awaited) : UNDEFINED;
    const to = dest ?? this.frame.local(sort === 'yield' ? 'unknown' : this.tools.types.text(node));
    this.frame.suspend(sort, operand, to, this.at(node));
    return to;
  }
}
