import { labelOf } from '../../../dump/index.js';
import type { TS } from '../compiler.js';
import type { Accesses, Chain } from './accesses.js';
import { UNDEFINED, Evaluating, type Tools } from './evaluator.js';
import type { Expressions } from './expressions.js';
import type { Local, Member, Operand } from './ir.js';
import type { Scope } from './scope.js';

/** Calls of every form: functions, methods, constructors, tags, components. */
export class Calls extends Evaluating {
  constructor(
    tools: Tools,
    scope: Scope,
    private readonly expressions: Expressions,
    private readonly accesses: Accesses,
  ) {
    super(tools, scope);
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
      return this.invoke(target.id, [props], node, dest);
    const tag = syntax.bare(opening.tagName as TS.Expression);
    return this.#throughValue(this.expressions.value(tag), [props], node, dest);
  }

  #attribute(node: TS.JsxAttributeValue | undefined): Operand {
    const { ts } = this.tools.reading;
    if (!node) return { sort: 'constant', type: 'boolean', value: 'true' };
    if (ts.isJsxExpression(node))
      return node.expression ? this.expressions.value(node.expression) : UNDEFINED;
    return this.expressions.value(node);
  }

  /** A call, `chain` being the optional chain that it's a link of. */
  call(node: TS.CallExpression, dest: Local | undefined, chain: Chain | undefined): Operand {
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
      return this.invoke(
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
    const [first] =
      callee?.class === 'by_value' || callee?.class === 'unresolved' ? [] : (callee?.targets ?? []);
    // `f.call(self, a)` of a function that is not known reads f.call: a call through a value says the rest.
    const target = first?.id === this.tools.externals.functionCallId() ? undefined : first;
    const isMember = ts.isPropertyAccessExpression(bare) || ts.isElementAccessExpression(bare);
    const args = (): readonly Operand[] =>
      given ?? (ts.isCallExpression(node) ? this.#arguments(node.arguments) : []);
    const asked = ts.isCallExpression(node) && node.questionDotToken ? chain : undefined;
    const to = (): Local | undefined =>
      ts.isCallExpression(node) ? this.accesses.destOf(node, dest, chain) : dest;
    if (target && isMember) {
      const through = this.tools.callees.names.throughCallOrApply(bare);
      if (through && ts.isPropertyAccessExpression(bare)) {
        const passed = this.#rebound(target.kind === 'method', bare.name.text, args());
        return this.invoke(target.id, passed, node, to());
      }
      if (target.kind === 'method') {
        const object = this.accesses.inner(bare.expression, chain);
        if (bare.questionDotToken && chain) this.accesses.leave(object, chain);
        if (asked)
          this.accesses.leave(
            this.read(
              this.accesses.fieldOf(object, bare, this.tools.callees.names.symbolOf(bare)),
              bare,
              undefined,
            ),
            asked,
          );
        return this.invoke(target.id, [object, ...args()], node, to());
      }
      if (
        !this.accesses.isNamespace(bare.expression) &&
        (bare.questionDotToken || ts.isOptionalChain(bare))
      ) {
        const object = this.accesses.inner(bare.expression, chain);
        if (bare.questionDotToken && chain) this.accesses.leave(object, chain);
      }
      return this.invoke(target.id, args(), node, to());
    }
    if (target) return this.invoke(target.id, args(), node, to());
    const value = this.accesses.inner(bare, chain);
    if (asked) this.accesses.leave(value, asked);
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
    return this.invoke(this.tools.externals.functionCallId(), [value, ...args], node, dest);
  }

  invoke(
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
}
