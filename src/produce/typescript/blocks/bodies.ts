import type { Sink } from '../../../dump/index.js';
import type { Callees } from '../callees.js';
import type { TS } from '../compiler.js';
import type { Entity } from '../entities.js';
import type { Externals } from '../externals.js';
import type { Reading } from '../reading.js';
import { Types, type Tools } from './evaluator.js';
import { Frame } from './frame.js';
import type { Graph, Local, Operand } from './ir.js';
import { Labels } from './labels.js';
import { Scope } from './scope.js';
import { Scopes } from './scopes.js';
import { Statements } from './statements.js';
import { writeBody } from './write-body.js';

/** Third pass: the basic blocks of every function, class and module of a file. */
export class Bodies {
  readonly #labels: Labels;
  readonly #types: Types;

  constructor(
    private readonly reading: Reading,
    private readonly externals: Externals,
    private readonly callees: Callees,
    private readonly sink: Sink,
  ) {
    this.#labels = new Labels(reading, externals);
    this.#types = new Types(reading);
  }

  read(source: TS.SourceFile): void {
    const scopes = new Scopes(this.reading, source);
    this.#visit(source, scopes);
  }

  #visit(node: TS.Node, scopes: Scopes): void {
    const entity = scopes.isBody(node) ? this.reading.entities.ofDeclaration(node) : undefined;
    if (entity) this.#body(node, entity, scopes);
    this.reading.ts.forEachChild(node, (child) => {
      this.#visit(child, scopes);
    });
  }

  #body(node: TS.Node, entity: Entity, scopes: Scopes): void {
    const { syntax } = this.reading;
    if (syntax.isFunction(node) && node.body === undefined) return;
    const graphs: Graph[] = [];
    const tools: Tools = {
      reading: this.reading,
      callees: this.callees,
      externals: this.externals,
      scopes,
      labels: this.#labels,
      types: this.#types,
      closure: (closure, outer) => {
        graphs.push(this.#function(closure, tools, outer));
      },
    };
    const root = syntax.isFunction(node)
      ? this.#function(node, tools, undefined)
      : this.#initialiser(node, entity, tools);
    graphs.push(root);
    // Modules and classes that do nothing have no body worth a row.
    const isIdle = root.blocks.length === 1 && root.entry.statements.length === 0;
    if (isIdle && !syntax.isFunction(node)) return;
    writeBody(entity, graphs, this.sink);
  }

  #function(node: TS.FunctionLikeDeclaration, tools: Tools, outer: Scope | undefined): Graph {
    const { ts } = this.reading;
    const { scopes, types } = tools;
    const frame = new Frame(outer ? scopes.number(node) : 0, this.#returns(node));
    const scope = new Scope(frame, node, this.reading, scopes, this.#labels, this.#types, outer);
    if (outer) scope.environment();
    else if (this.#hasReceiver(node)) scope.receiver(this.#receiverType(node));
    const statements = new Statements(tools, scope);
    const parameters = node.parameters.filter(
      (one) => !(ts.isIdentifier(one.name) && one.name.text === 'this'),
    );
    const locals = parameters.map((parameter) => frame.param(types.text(parameter)));
    parameters.forEach((parameter, index) => {
      this.#parameter(parameter, locals[index]!, statements, scope, frame);
    });
    if (ts.isConstructorDeclaration(node)) this.#construct(node, statements, scope);
    else if (node.body && ts.isBlock(node.body)) statements.all(node.body.statements);
    else if (node.body) {
      statements.expressions.value(node.body as TS.Expression, frame.ret);
      const start = node.getSourceFile().getLineAndCharacterOfPosition(node.body.getStart());
      frame.return({ line: start.line + 1, col: start.character + 1 });
    }
    return frame.finish();
  }

  /** What `return` gives: what a promise resolves to, what a generator ends with. */
  #returns(node: TS.FunctionLikeDeclaration): string {
    const { ts, checker } = this.reading;
    const signature = checker.getSignatureFromDeclaration(node);
    if (!signature) return '?';
    let type: TS.Type | undefined = checker.getReturnTypeOfSignature(signature);
    if (node.asteriskToken) type = checker.getTypeArguments(type as TS.TypeReference)[1];
    else if (
      ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword)
    ) {
      type = checker.getAwaitedType(type) ?? type;
    }
    return type ? this.#types.print(type) : '?';
  }

  #parameter(
    parameter: TS.ParameterDeclaration,
    local: Local,
    statements: Statements,
    scope: Scope,
    frame: Frame,
  ): void {
    const { ts } = this.reading;
    const start = parameter.getSourceFile().getLineAndCharacterOfPosition(parameter.getStart());
    const at = { line: start.line + 1, col: start.character + 1 };
    if (parameter.initializer) {
      const [missing, given] = [frame.block(), frame.block()];
      frame.test('undefined', local, missing, given, at);
      frame.begin(missing);
      statements.expressions.value(parameter.initializer, local);
      frame.goto(given, at);
      frame.begin(given);
    }
    if (!ts.isIdentifier(parameter.name)) {
      statements.patterns.bind(parameter.name, local);
      return;
    }
    const place = scope.bind(parameter, local);
    if (place !== local) frame.move(place, local, true, at);
  }

  /** Field initialisers run before the body, or after `super()` where there's a base. */
  #construct(node: TS.ConstructorDeclaration, statements: Statements, scope: Scope): void {
    const { ts } = this.reading;
    const owner = node.parent;
    const body = node.body?.statements ?? [];
    const superAt = body.findIndex(
      (one) =>
        ts.isExpressionStatement(one) &&
        ts.isCallExpression(one.expression) &&
        one.expression.expression.kind === ts.SyntaxKind.SuperKeyword,
    );
    statements.all(body.slice(0, superAt + 1));
    for (const parameter of node.parameters) {
      if (!ts.isParameterPropertyDeclaration(parameter, owner)) continue;
      const value = scope.variable(parameter, () => 'unknown');
      this.#initialise(parameter.name, value, scope, parameter);
    }
    this.#fields(owner, false, statements, scope);
    statements.all(body.slice(superAt + 1));
    const receiver = scope.this();
    if (receiver) scope.frame.move(scope.frame.ret, receiver, true, { line: 0, col: 0 });
  }

  #fields(
    owner: TS.ClassLikeDeclaration,
    isStatic: boolean,
    statements: Statements,
    scope: Scope,
  ): void {
    const { ts, syntax } = this.reading;
    for (const member of owner.members) {
      if (isStatic && ts.isClassStaticBlockDeclaration(member))
        statements.all(member.body.statements);
      if (
        !ts.isPropertyDeclaration(member) ||
        !member.initializer ||
        syntax.isStatic(member) !== isStatic
      )
        continue;
      if (this.reading.entities.ofDeclaration(member)?.kind === 'method') continue;
      this.#initialise(
        member.name,
        statements.expressions.value(member.initializer),
        scope,
        member,
      );
    }
  }

  #initialise(name: TS.Node, value: Operand, scope: Scope, member: TS.Node): void {
    const receiver = scope.this();
    if (receiver?.sort !== 'local') return;
    const start = member.getSourceFile().getLineAndCharacterOfPosition(member.getStart());
    const field = this.#labels.field(
      this.reading.checker.getSymbolAtLocation(name),
      this.reading.syntax.nameText(name) ?? '?',
    );
    scope.frame.move(
      { sort: 'field', local: receiver, ...field },
      value,
      this.#types.isShared(this.#types.of(member)),
      {
        line: start.line + 1,
        col: start.character + 1,
      },
    );
  }

  /** What a module, namespace or class does when it's made; a class without constructor is its own implicit one. */
  #initialiser(node: TS.Node, entity: Entity, tools: Tools): Graph {
    const { ts } = this.reading;
    const frame = new Frame(0, 'void');
    const scope = new Scope(frame, node, this.reading, tools.scopes, this.#labels, this.#types);
    if (ts.isClassLike(node)) {
      scope.receiver(entity.name);
      this.#class(node, new Statements(tools, scope), scope, tools);
      return frame.finish();
    }
    const statements = new Statements(tools, scope);
    if (ts.isSourceFile(node)) statements.all(node.statements);
    else if (ts.isModuleDeclaration(node) && node.body && ts.isModuleBlock(node.body))
      statements.all(node.body.statements);
    return frame.finish();
  }

  #class(node: TS.ClassLikeDeclaration, statements: Statements, scope: Scope, tools: Tools): void {
    const { ts } = this.reading;
    this.#decorators(node, statements);
    for (const clause of node.heritageClauses ?? []) {
      const base =
        clause.token === ts.SyntaxKind.ExtendsKeyword ? clause.types[0]?.expression : undefined;
      if (base && !ts.isIdentifier(base)) statements.expressions.effect(base);
    }
    this.#fields(node, true, statements, scope);
    if (tools.scopes.constructorOf(node)) return;
    const base = this.callees.classes.baseOf(node);
    const target = base && this.callees.classes.constructorOf(base);
    const receiver = scope.this();
    if (target && receiver)
      scope.frame.call(target.id, [receiver], scope.frame.local('void'), { line: 0, col: 0 });
    this.#fields(node, false, statements, scope);
  }

  /** Decorators of the class and of its members and their parameters. */
  #decorators(node: TS.ClassLikeDeclaration, statements: Statements): void {
    const { ts } = this.reading;
    const parts: TS.Node[] = [node, ...node.members];
    for (const part of parts) {
      for (const decorator of (ts.canHaveDecorators(part) && ts.getDecorators(part)) || []) {
        statements.expressions.effect(decorator.expression);
      }
    }
  }

  #hasReceiver(node: TS.FunctionLikeDeclaration): boolean {
    const { ts } = this.reading;
    if (ts.isMethodDeclaration(node))
      return (
        !ts.isObjectLiteralExpression(node.parent) ||
        this.reading.entities.ofDeclaration(node)?.kind === 'method'
      );
    if (ts.isConstructorDeclaration(node) || ts.isAccessor(node)) return true;
    return this.reading.entities.ofDeclaration(node)?.kind === 'method';
  }

  #receiverType(node: TS.FunctionLikeDeclaration): string {
    const { ts } = this.reading;
    let outer: TS.Node = node.parent;
    while (
      !ts.isClassLike(outer) &&
      !ts.isObjectLiteralExpression(outer) &&
      !ts.isSourceFile(outer)
    )
      outer = outer.parent;
    return ts.isClassLike(outer)
      ? (this.reading.entities.ofDeclaration(outer)?.name ?? '?')
      : 'object';
  }
}
