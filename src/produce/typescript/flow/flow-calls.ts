import type { TS } from '../compiler.js';
import type { Constraints, FlowTools } from './constraints.js';
import { Library } from './library.js';
import type { Modules } from './modules.js';
import type { Cell } from './solver.js';
import type { FunctionValue, ObjectValue, Value } from './values.js';

/** A call as the analysis sees it. */
export interface SeenCall {
  readonly node: TS.CallExpression | TS.NewExpression | TS.TaggedTemplateExpression;
  readonly callee: Cell;
  readonly receiver: Cell | undefined;
  readonly args: readonly Cell[];
  /** Elements of arrays that are spread into arguments: they may be any. */
  readonly spread: Cell | undefined;
  readonly result: Cell;
}

/** Calls: arguments flow to parameters, results flow back. */
export class FlowCalls {
  readonly seen = new Map<TS.Node, SeenCall>();
  readonly #library: Library;

  constructor(
    private readonly tools: FlowTools,
    private readonly constraints: Constraints,
    private readonly modules: Modules,
  ) {
    this.#library = new Library(tools, constraints, (callee, call) => {
      this.#follow({ ...call, callee });
    });
  }

  draw(node: TS.CallExpression | TS.NewExpression, result: Cell): void {
    const { ts, syntax } = this.tools.reading;
    const callee = syntax.bare(node.expression);
    const given = node.arguments ?? ts.factory.createNodeArray();
    const [first] = given;
    const isImport = callee.kind === ts.SyntaxKind.ImportKeyword;
    const isRequire = ts.isIdentifier(callee) && callee.text === 'require';
    if ((isImport || isRequire) && first && ts.isStringLiteralLike(first)) {
      const module = this.modules.required(first);
      if (module) this.tools.solver.flow(module, result);
    }
    if (isImport || callee.kind === ts.SyntaxKind.SuperKeyword) {
      if (!isImport) this.#super(node, given, result);
      return;
    }
    const isMember = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
    const receiver = isMember ? this.constraints.of(callee.expression) : undefined;
    const call: SeenCall = {
      node,
      callee: this.constraints.of(callee),
      receiver,
      ...this.#arguments(given),
      result,
    };
    if (receiver && ts.isPropertyAccessExpression(callee))
      this.#member(call, receiver, callee.name.text);
    else this.#call(call);
  }

  /** Runs what computed keys have given, with every receiver as `this`. */
  drawComputed(): void {
    for (const call of this.seen.values()) {
      if (call.callee.values.size > 0 || !call.receiver) continue;
      this.tools.properties.readComputed(call.receiver, call.callee);
      this.#follow(call);
    }
  }

  #member(call: SeenCall, receiver: Cell, name: string): void {
    const { solver, properties } = this.tools;
    this.#call({ ...call, receiver: undefined });
    this.seen.set(call.node, call);
    properties.readEach(receiver, name, (holder, callee) => {
      const self = solver.cell();
      solver.add(self, holder);
      this.#follow({ ...call, callee, receiver: self });
    });
  }

  tagged(node: TS.TaggedTemplateExpression, result: Cell): void {
    const { ts, syntax } = this.tools.reading;
    const values = ts.isTemplateExpression(node.template)
      ? node.template.templateSpans.map((span) => this.constraints.of(span.expression))
      : [];
    this.#call({
      node,
      callee: this.constraints.of(syntax.bare(node.tag)),
      receiver: undefined,
      args: [this.tools.solver.cell(), ...values],
      spread: undefined,
      result,
    });
  }

  /** The object `arguments` of a function. */
  argumentsOf(node: TS.FunctionLikeDeclaration): ObjectValue {
    return this.tools.values.object('array', node.body ?? node);
  }

  #call(call: SeenCall): void {
    this.seen.set(call.node, call);
    this.#library.call(call);
    this.#follow(call);
  }

  #arguments(given: readonly TS.Expression[]): Pick<SeenCall, 'args' | 'spread'> {
    const { ts } = this.tools.reading;
    const args: Cell[] = [];
    let spread: Cell | undefined;
    for (const one of given) {
      if (ts.isSpreadElement(one)) {
        spread ??= this.tools.solver.cell();
        this.constraints.elements(this.constraints.of(one.expression), spread);
      } else if (spread) this.tools.solver.flow(this.constraints.of(one), spread);
      else args.push(this.constraints.of(one));
    }
    return { args, spread };
  }

  /** `super(…)` passes its arguments to the constructors of what the class extends. */
  #super(
    node: TS.CallExpression | TS.NewExpression,
    given: readonly TS.Expression[],
    result: Cell,
  ): void {
    const { ts } = this.tools.reading;
    let outer: TS.Node = node;
    while (!ts.isClassLike(outer) && !ts.isSourceFile(outer)) outer = outer.parent;
    if (!ts.isClassLike(outer)) return;
    const call: SeenCall = {
      node,
      callee: this.tools.values.function(outer).above,
      receiver: undefined,
      ...this.#arguments(given),
      result,
    };
    this.#follow(call);
  }

  #follow(call: SeenCall): void {
    this.tools.solver.watch(call.callee, (value) => {
      this.#invoke(value, call);
    });
  }

  #invoke(value: Value, call: SeenCall): void {
    const { solver, values } = this.tools;
    if (value.sort === 'external')
      solver.add(call.result, values.external(value.owner, value.name, true));
    if (value.sort !== 'function') return;
    const { ts } = this.tools.reading;
    if (ts.isClassLike(value.node)) this.#make(value, value.node, call);
    else this.#enter(value.node, call);
  }

  /** A class that is called is made; its own constructor, else that of the next class above. */
  #make(value: FunctionValue, node: TS.ClassLikeDeclaration, call: SeenCall): void {
    const { ts, syntax } = this.tools.reading;
    const { solver, values } = this.tools;
    if (ts.isNewExpression(call.node)) solver.add(call.result, values.object('instance', node));
    const own = node.members.find((one) => ts.isConstructorDeclaration(one) && syntax.hasBody(one));
    const result = solver.cell();
    if (own) this.#enter(own as TS.ConstructorDeclaration, { ...call, result });
    else this.#follow({ ...call, callee: value.above, result });
  }

  #enter(node: TS.FunctionLikeDeclaration, call: SeenCall): void {
    const { ts } = this.tools.reading;
    const { solver, values } = this.tools;
    node.parameters.forEach((parameter, index) => {
      const cell = this.constraints.place('parameter', parameter);
      if (parameter.dotDotDotToken) {
        const rest = values.object('array', parameter);
        solver.add(cell, rest);
        call.args.slice(index).forEach((one, at) => {
          solver.flow(one, values.property(rest, String(at)));
        });
        if (call.spread) solver.flow(call.spread, rest.computed);
        return;
      }
      const given =
        call.args[index] ??
        call.spread ??
        (parameter.initializer && this.constraints.of(parameter.initializer));
      if (given) solver.flow(given, cell);
    });
    const all = this.argumentsOf(node);
    call.args.forEach((one, at) => {
      solver.flow(one, values.property(all, String(at)));
    });
    if (call.spread) solver.flow(call.spread, all.computed);
    const isMade = ts.isNewExpression(call.node) && !ts.isConstructorDeclaration(node);
    if (isMade) {
      const instance = values.object('instance', node);
      solver.add(this.constraints.place('this', node), instance);
      solver.add(call.result, instance);
    } else if (call.receiver && !ts.isArrowFunction(node) && !ts.isConstructorDeclaration(node)) {
      solver.flow(call.receiver, this.constraints.place('this', node));
    }
    solver.flow(this.constraints.place('return', node), call.result);
  }
}
