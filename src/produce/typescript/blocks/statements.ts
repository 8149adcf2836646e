import type { TS } from '../compiler.js';
import { Accesses } from './accesses.js';
import { UNDEFINED, Evaluating, type Tools } from './evaluator.js';
import { Expressions } from './expressions.js';
import type { Target } from './frame.js';
import type { Block, Case, Local, Operand, Position } from './ir.js';
import { Patterns } from './patterns.js';
import type { Scope } from './scope.js';

interface Jumps {
  readonly label: string | undefined;
  readonly leave: Target;
  /** Absent for a switch and a labelled block. */
  readonly again?: Target;
}

/** Writes statements into the graph. */
export class Statements extends Evaluating {
  readonly expressions: Expressions;
  readonly patterns: Patterns;
  readonly #jumps: Jumps[] = [];
  readonly #labelledBlocks = new Set<Jumps>();
  #label: string | undefined;

  constructor(tools: Tools, scope: Scope) {
    super(tools, scope);
    this.expressions = new Expressions(tools, scope);
    this.patterns = new Patterns(
      tools,
      scope,
      this.expressions,
      new Accesses(tools, scope, this.expressions),
    );
  }

  all(nodes: readonly TS.Statement[]): void {
    for (const node of nodes) this.#statement(node);
  }

  /** A variable and its value; `undefined` where it's given none, unless a loop gives it one. */
  declaration(node: TS.VariableDeclaration): void {
    const { ts } = this.tools.reading;
    if (!ts.isIdentifier(node.name)) {
      if (node.initializer)
        this.patterns.bind(
          node.name,
          this.held(this.expressions.value(node.initializer), node.initializer),
        );
      return;
    }
    if (!node.initializer) {
      if (!(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Ambient))
        this.frame.move(this.#variable(node), UNDEFINED, false, this.at(node));
      return;
    }
    // What a function of its own holds needs no write: its name is it.
    if (this.#isNamedFunction(node)) return;
    const place = this.#variable(node);
    const bare = this.tools.reading.syntax.bare(node.initializer);
    if (place.sort === 'local' && !ts.isIdentifier(bare) && !ts.isLiteralExpression(bare)) {
      this.expressions.value(bare, place);
      return;
    }
    const value = this.expressions.value(node.initializer);
    this.move(place, value, node.initializer, this.at(node));
  }

  #isNamedFunction(node: TS.VariableDeclaration): boolean {
    const { entities, syntax } = this.tools.reading;
    if (entities.ofDeclaration(node)?.kind !== 'fn' || !node.initializer) return false;
    return syntax.isFunctionExpression(syntax.bare(node.initializer));
  }

  #variable(node: TS.VariableDeclaration): ReturnType<Scope['variable']> {
    return this.scope.variable(node, () => this.tools.types.text(node));
  }

  #statement(node: TS.Statement): void {
    const { ts } = this.tools.reading;
    if (!this.frame.live) return;
    const label = this.#label;
    this.#label = undefined;
    if (ts.isBlock(node)) this.all(node.statements);
    else if (ts.isVariableStatement(node))
      node.declarationList.declarations.forEach((one) => {
        this.declaration(one);
      });
    else if (ts.isExpressionStatement(node)) this.expressions.effect(node.expression);
    else if (ts.isReturnStatement(node)) this.#return(node);
    else if (ts.isIfStatement(node)) this.#if(node);
    else if (ts.isForStatement(node)) this.#for(node, label);
    else if (ts.isForOfStatement(node) || ts.isForInStatement(node)) this.#forEach(node, label);
    else if (ts.isWhileStatement(node)) this.#while(node, label);
    else if (ts.isDoStatement(node)) this.#do(node, label);
    else if (ts.isSwitchStatement(node)) this.#switch(node, label);
    else if (ts.isThrowStatement(node))
      this.frame.throw(this.expressions.value(node.expression), this.at(node));
    else if (ts.isTryStatement(node)) this.#try(node);
    else if (ts.isBreakOrContinueStatement(node)) this.#jump(node);
    else if (ts.isLabeledStatement(node)) this.#labelled(node);
    else if (ts.isExportAssignment(node)) this.#export(node);
    else if (ts.isWithStatement(node)) {
      this.expressions.effect(node.expression);
      this.#statement(node.statement);
    }
  }

  #return(node: TS.ReturnStatement): void {
    if (node.expression) this.expressions.value(node.expression, this.frame.ret);
    this.frame.return(this.at(node));
  }

  #if(node: TS.IfStatement): void {
    const [yes, join] = [this.frame.block(), this.frame.block()];
    const no = node.elseStatement ? this.frame.block() : join;
    this.expressions.branch(node.expression, yes, no);
    this.frame.begin(yes);
    this.#statement(node.thenStatement);
    this.frame.goto(join, this.at(node));
    if (node.elseStatement) {
      this.frame.begin(no);
      this.#statement(node.elseStatement);
      this.frame.goto(join, this.at(node));
    }
    this.frame.begin(join);
  }

  #loop(label: string | undefined, leave: Block, again: Block, body: () => void): void {
    this.#jumps.push({ label, leave: this.frame.target(leave), again: this.frame.target(again) });
    body();
    this.#jumps.pop();
  }

  #while(node: TS.WhileStatement, label: string | undefined): void {
    const [head, body, leave] = [this.frame.block(), this.frame.block(), this.frame.block()];
    this.frame.goto(head, this.at(node));
    this.frame.begin(head);
    this.expressions.branch(node.expression, body, leave);
    this.frame.begin(body);
    this.#loop(label, leave, head, () => {
      this.#statement(node.statement);
    });
    this.frame.goto(head, this.at(node));
    this.frame.begin(leave);
  }

  #do(node: TS.DoStatement, label: string | undefined): void {
    const [body, test, leave] = [this.frame.block(), this.frame.block(), this.frame.block()];
    this.frame.goto(body, this.at(node));
    this.frame.begin(body);
    this.#loop(label, leave, test, () => {
      this.#statement(node.statement);
    });
    this.frame.goto(test, this.at(node));
    this.frame.begin(test);
    if (this.frame.live) this.expressions.branch(node.expression, body, leave);
    this.frame.begin(leave);
  }

  #for(node: TS.ForStatement, label: string | undefined): void {
    const { ts } = this.tools.reading;
    if (node.initializer) {
      if (ts.isVariableDeclarationList(node.initializer))
        node.initializer.declarations.forEach((one) => {
          this.declaration(one);
        });
      else this.expressions.effect(node.initializer);
    }
    const [head, body, step, leave] = [
      this.frame.block(),
      this.frame.block(),
      this.frame.block(),
      this.frame.block(),
    ];
    this.frame.goto(head, this.at(node));
    this.frame.begin(head);
    if (node.condition) this.expressions.branch(node.condition, body, leave);
    else this.frame.goto(body, this.at(node));
    this.frame.begin(body);
    this.#loop(label, leave, step, () => {
      this.#statement(node.statement);
    });
    this.frame.goto(step, this.at(node));
    this.frame.begin(step);
    if (this.frame.live) {
      if (node.incrementor) this.expressions.effect(node.incrementor);
      this.frame.goto(head, this.at(node));
    }
    this.frame.begin(leave);
  }

  /** The iterator protocol in words: `iter` (or `keys`), `next`, `done`, `value`. */
  #forEach(node: TS.ForOfStatement | TS.ForInStatement, label: string | undefined): void {
    const { ts } = this.tools.reading;
    const at = this.at(node);
    const isOf = ts.isForOfStatement(node);
    const iterator = this.frame.op(
      isOf ? 'iter' : 'keys',
      [this.expressions.value(node.expression)],
      'iterator',
      at,
    );
    const [head, body, leave] = [this.frame.block(), this.frame.block(), this.frame.block()];
    this.frame.goto(head, at);
    this.frame.begin(head);
    let step: Local = this.frame.op('next', [iterator], 'step', at);
    if (isOf && node.awaitModifier) {
      const settled = this.frame.local('step');
      this.frame.suspend('await', step, settled, at);
      step = settled;
    }
    this.frame.branch(this.frame.op('done', [step], 'boolean', at), leave, body, at);
    this.frame.begin(body);
    this.#each(node.initializer, step);
    this.#loop(label, leave, head, () => {
      this.#statement(node.statement);
    });
    this.frame.goto(head, at);
    this.frame.begin(leave);
  }

  #each(initializer: TS.ForInitializer, step: Local): void {
    const { ts } = this.tools.reading;
    const at = this.at(initializer);
    if (!ts.isVariableDeclarationList(initializer)) {
      const value = this.frame.op('value', [step], '?', at);
      if (ts.isArrayLiteralExpression(initializer) || ts.isObjectLiteralExpression(initializer))
        this.patterns.assign(initializer, value);
      else this.patterns.deliver(initializer, value);
      return;
    }
    const declared = initializer.declarations[0];
    if (!declared) return;
    const type = this.tools.types.text(declared.name);
    if (!ts.isIdentifier(declared.name)) {
      this.patterns.bind(declared.name, this.frame.op('value', [step], type, at));
      return;
    }
    const place = this.scope.variable(declared, () => type);
    if (place.sort === 'local') this.frame.op('value', [step], type, at, place);
    else this.frame.move(place, this.frame.op('value', [step], type, at), true, at);
  }

  #switch(node: TS.SwitchStatement, label: string | undefined): void {
    const { ts } = this.tools.reading;
    const on = this.expressions.value(node.expression);
    const leave = this.frame.block();
    const { clauses } = node.caseBlock;
    const blocks = clauses.map(() => this.frame.block());
    const otherwise = clauses.findIndex((clause) => ts.isDefaultClause(clause));
    const fallback = otherwise >= 0 ? blocks[otherwise]! : leave;
    const values = clauses.map((clause) =>
      ts.isCaseClause(clause) ? this.caseValue(clause.expression) : null,
    );
    if (values.every((value) => value !== undefined)) {
      const cases: Case[] = values.flatMap((value, index) =>
        value === null ? [] : [{ value, block: blocks[index]! }],
      );
      this.frame.switch(on, [...cases, { value: 'otherwise', block: fallback }], this.at(node));
    } else this.#tests(clauses, blocks, on, fallback);
    this.#jumps.push({ label, leave: this.frame.target(leave) });
    clauses.forEach((clause, index) => {
      if (this.frame.live) this.frame.goto(blocks[index]!, this.at(clause));
      this.frame.begin(blocks[index]!);
      this.all(clause.statements);
    });
    this.#jumps.pop();
    this.frame.goto(leave, this.at(node));
    this.frame.begin(leave);
  }

  /** Cases that are no constants are tried one after the other. */
  #tests(
    clauses: TS.NodeArray<TS.CaseOrDefaultClause>,
    blocks: readonly Block[],
    on: Operand,
    fallback: Block,
  ): void {
    const { ts } = this.tools.reading;
    clauses.forEach((clause, index) => {
      if (!ts.isCaseClause(clause) || !this.frame.live) return;
      const next = this.frame.block();
      const equal = this.frame.op(
        'eq',
        [on, this.expressions.value(clause.expression)],
        'boolean',
        this.at(clause),
      );
      this.frame.branch(equal, blocks[index]!, next, this.at(clause));
      this.frame.begin(next);
    });
    this.frame.goto(fallback, this.at(clauses[0]!));
  }

  #try(node: TS.TryStatement): void {
    const { catchClause, finallyBlock } = node;
    const caught =
      catchClause &&
      ((exception: Local): void => {
        const name = catchClause.variableDeclaration?.name;
        if (name && catchClause.variableDeclaration)
          this.#catch(catchClause.variableDeclaration, exception);
        this.all(catchClause.block.statements);
      });
    const always = finallyBlock && {
      body: (): void => {
        this.all(finallyBlock.statements);
      },
      at: this.#finallyAt(finallyBlock),
    };
    this.frame.guard(
      () => {
        this.all(node.tryBlock.statements);
      },
      caught,
      always,
      {
        caught: this.at(catchClause?.variableDeclaration ?? catchClause ?? node),
        end: this.at(node),
        unknown: 'unknown',
      },
    );
  }

  /** Of the keyword before the block. */
  #finallyAt(block: TS.Block): Position {
    const source = block.getSourceFile();
    const start = source.getLineAndCharacterOfPosition(
      source.text.lastIndexOf('finally', block.getStart()),
    );
    return { line: start.line + 1, col: start.character + 1 };
  }

  #catch(declaration: TS.VariableDeclaration, exception: Local): void {
    const { ts } = this.tools.reading;
    if (!ts.isIdentifier(declaration.name)) {
      this.patterns.bind(declaration.name, exception);
      return;
    }
    const place = this.scope.bind(declaration, exception);
    if (place !== exception) this.frame.move(place, exception, true, this.at(declaration));
  }

  #jump(node: TS.BreakOrContinueStatement): void {
    const { ts } = this.tools.reading;
    const again = ts.isContinueStatement(node);
    const to = [...this.#jumps]
      .reverse()
      .find((one) =>
        node.label
          ? one.label === node.label.text
          : again
            ? one.again
            : this.#isUnlabelledTarget(one),
      );
    const target = to && (again ? to.again : to.leave);
    if (target) this.frame.jump(target, this.at(node));
  }

  /** A labelled block is left by its label only. */
  #isUnlabelledTarget(one: Jumps): boolean {
    return !this.#labelledBlocks.has(one);
  }

  #labelled(node: TS.LabeledStatement): void {
    const { ts } = this.tools.reading;
    if (ts.isIterationStatement(node.statement, false) || ts.isSwitchStatement(node.statement)) {
      this.#label = node.label.text;
      this.#statement(node.statement);
      return;
    }
    const leave = this.frame.block();
    const jumps: Jumps = { label: node.label.text, leave: this.frame.target(leave) };
    this.#labelledBlocks.add(jumps);
    this.#jumps.push(jumps);
    this.#statement(node.statement);
    this.#jumps.pop();
    this.frame.goto(leave, this.at(node));
    this.frame.begin(leave);
  }

  #export(node: TS.ExportAssignment): void {
    const entity = this.tools.reading.entities.ofDeclaration(node);
    if (entity?.kind === 'fn') return;
    const value = this.expressions.value(node.expression);
    if (entity)
      this.frame.move(
        { sort: 'static', name: this.tools.labels.static(node) },
        value,
        true,
        this.at(node),
      );
  }
}
