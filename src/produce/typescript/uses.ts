import type { EdgeFact, EdgeKind, How, Sink, Site } from '../../dump/index.js';
import { Callees } from './callees.js';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Externals } from './externals.js';
import { gateOf } from './gates.js';
import { Imports } from './imports.js';
import type { Reading } from './reading.js';
import { touchesOf } from './tables.js';
import type { Tally } from './tally.js';

/** Second pass: what each function, class and module of a file uses. */
export class Uses {
  readonly #callees: Callees;
  readonly #imports: Imports;
  #source!: TS.SourceFile;
  #file!: string;
  #tally!: Tally;

  constructor(
    private readonly reading: Reading,
    private readonly externals: Externals,
    private readonly sink: Sink,
  ) {
    this.#callees = new Callees(reading, externals);
    this.#imports = new Imports(reading, externals);
  }

  read(source: TS.SourceFile, tally: Tally): void {
    const module = this.reading.entities.ofDeclaration(source);
    if (!module) return;
    this.#source = source;
    this.#file = this.reading.sources.relative(source.fileName);
    this.#tally = tally;
    this.reading.ts.forEachChild(source, (child) => this.#visit(child, module));
  }

  #visit(node: TS.Node, outer: Entity): void {
    const { ts } = this.reading;
    const owner = this.#ownerAt(node, outer);
    if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) this.#heritage(node, owner);
    if (ts.isCallLikeExpression(node)) this.#call(node, owner);
    else if (ts.isTypeReferenceNode(node)) this.#type(node.typeName, owner);
    else if (ts.isTypeQueryNode(node)) this.#type(node.exprName, owner);
    else if (ts.isImportTypeNode(node)) this.#importType(node, owner);
    else if (ts.isPropertyAccessExpression(node)) this.#property(node, node.name, owner);
    else if (ts.isElementAccessExpression(node)) this.#element(node, owner);
    else if (ts.isObjectBindingPattern(node)) this.#pattern(node, owner);
    else if (ts.isObjectLiteralExpression(node)) this.#literal(node, owner);
    else if (ts.isIdentifier(node)) this.#identifier(node, owner);
    else if (
      ts.isImportDeclaration(node) ||
      ts.isExportDeclaration(node) ||
      ts.isImportEqualsDeclaration(node)
    ) {
      this.#import(node, owner);
    }
    if (ts.isCallExpression(node)) this.#dynamicImport(node, owner);
    this.#outside(node, owner);
    if (ts.isPropertyDeclaration(node)) this.#propertyDeclaration(node, owner);
    else ts.forEachChild(node, (child) => this.#visit(child, owner));
  }

  /** What a function touches that is no code: environment variables that gate it, tables. */
  #outside(node: TS.Node, owner: Entity): void {
    const { ts } = this.reading;
    const gate =
      ts.isIdentifier(node) ||
      ts.isPropertyAccessExpression(node) ||
      ts.isElementAccessExpression(node)
        ? gateOf(this.reading, node)
        : undefined;
    if (gate) {
      this.sink.node({ id: gate.id, kind: 'feature', name: gate.name });
      // Part of the function only: what the test leads to.
      this.sink.edge({
        kind: 'GATED_BY',
        src: owner.id,
        dst: gate.id,
        site: this.#site(owner, node),
        partial: true,
      });
    }
    for (const { id, name, access } of touchesOf(this.reading, node)) {
      this.sink.node({ id, kind: 'table', name });
      this.sink.edge({
        kind: 'TOUCHES_TABLE',
        src: owner.id,
        dst: id,
        site: this.#site(owner, node),
        access,
      });
    }
  }

  /** An initialiser runs in the constructor; a static one when the class is made. */
  #propertyDeclaration(node: TS.PropertyDeclaration, owner: Entity): void {
    const { ts, syntax } = this.reading;
    const instance = !syntax.isStatic(node) && ts.isClassLike(node.parent);
    const runner = (instance ? this.#callees.constructorOf(node.parent) : undefined) ?? owner;
    ts.forEachChild(node, (child) =>
      this.#visit(child, child === node.initializer ? runner : owner),
    );
  }

  #ownerAt(node: TS.Node, outer: Entity): Entity {
    const { ts, entities, syntax } = this.reading;
    const holds =
      syntax.isFunction(node) ||
      ts.isClassLike(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isEnumDeclaration(node) ||
      ts.isModuleDeclaration(node) ||
      ts.isMethodSignature(node);
    return (holds ? entities.ofDeclaration(node) : undefined) ?? outer;
  }

  #heritage(node: TS.ClassLikeDeclaration | TS.InterfaceDeclaration, owner: Entity): void {
    const { ts } = this.reading;
    for (const clause of node.heritageClauses ?? []) {
      const kind: EdgeKind =
        clause.token === ts.SyntaxKind.ImplementsKeyword ? 'IMPLEMENTS' : 'EXTENDS';
      for (const base of clause.types) {
        const named = this.#callees.symbolOf(base.expression)?.declarations ?? [];
        const made = (ts.isClassLike(node) && this.#callees.baseOf(node)) || undefined;
        const declaration =
          named.find(
            (one) =>
              ts.isClassLike(one) ||
              ts.isInterfaceDeclaration(one) ||
              ts.isTypeAliasDeclaration(one),
          ) ?? (kind === 'EXTENDS' ? made : undefined);
        const target = declaration && this.externals.entityOf(declaration);
        if (target) this.#edge(kind, owner, target, base);
      }
    }
    if (ts.isClassLike(node)) this.#implicitConstructor(node, owner);
  }

  /** A class without constructor runs its base's. */
  #implicitConstructor(node: TS.ClassLikeDeclaration, owner: Entity): void {
    const { ts } = this.reading;
    if (node.members.some(ts.isConstructorDeclaration)) return;
    const base = this.#callees.baseOf(node);
    const target = base && this.#callees.constructorOf(base);
    const clause = node.heritageClauses?.find((one) => one.token === ts.SyntaxKind.ExtendsKeyword);
    if (target && clause?.types[0]) this.#edge('CALLS', owner, target, clause.types[0], 'super');
  }

  #call(node: TS.CallLikeExpression, owner: Entity): void {
    const callee = this.#callees.of(node);
    if (!callee) return;
    this.#tally.call(callee.class);
    for (const target of callee.targets) {
      this.#edge('CALLS', owner, target, node, callee.how);
      if (owner.isTest && target.local && !target.isTest) this.#edge('TESTS', owner, target, node);
    }
  }

  #type(name: TS.EntityName, owner: Entity): void {
    const { ts } = this.reading;
    const symbol = this.#callees.symbolOf(ts.isQualifiedName(name) ? name.right : name);
    this.#useOfType(symbol, owner, name);
  }

  #importType(node: TS.ImportTypeNode, owner: Entity): void {
    const { ts } = this.reading;
    const qualifier = node.qualifier;
    if (qualifier)
      this.#useOfType(
        this.#callees.symbolOf(ts.isQualifiedName(qualifier) ? qualifier.right : qualifier),
        owner,
        node,
      );
    if (ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
      this.#depend(node.argument.literal, owner);
  }

  #useOfType(symbol: TS.Symbol | undefined, owner: Entity, at: TS.Node): void {
    const { ts } = this.reading;
    const declaration = symbol?.declarations?.find(
      (one) =>
        ts.isClassLike(one) ||
        ts.isInterfaceDeclaration(one) ||
        ts.isTypeAliasDeclaration(one) ||
        ts.isEnumDeclaration(one),
    );
    const target = declaration && this.externals.entityOf(declaration);
    if (target && target !== owner) this.#edge('USES_TYPE', owner, target, at);
  }

  #property(node: TS.PropertyAccessExpression, name: TS.Node, owner: Entity): void {
    const symbol = this.#callees.symbolOf(node);
    if (symbol) this.#mention(symbol, node, name, owner);
  }

  #element(node: TS.ElementAccessExpression, owner: Entity): void {
    const symbol = this.#callees.symbolOf(node);
    if (symbol) this.#mention(symbol, node, node.argumentExpression, owner);
  }

  /** Any expression that names something: a field, an accessor, a module variable, a function as a value. */
  #mention(symbol: TS.Symbol, node: TS.Expression, at: TS.Node, owner: Entity): void {
    const { ts, sources, syntax } = this.reading;
    for (const declaration of symbol.declarations ?? []) {
      if (!sources.isLocal(declaration.getSourceFile())) {
        if (ts.isFunctionDeclaration(declaration) && this.#isPassed(node))
          this.#passes(declaration, owner, at);
        continue;
      }
      if (ts.isAccessor(declaration)) this.#accessor(symbol, node, at, owner);
      else if (this.#isField(declaration))
        this.#field(declaration, syntax.accessOf(node), owner, at);
      else if (ts.isEnumMember(declaration)) this.#typeOfMember(declaration, owner, at);
      else if (ts.isClassLike(declaration) || ts.isEnumDeclaration(declaration))
        this.#typeValue(declaration, node, owner, at);
      else if (syntax.isFunction(declaration) && this.#isPassed(node))
        this.#passes(declaration, owner, at);
    }
  }

  #isField(declaration: TS.Node): boolean {
    const { ts, entities } = this.reading;
    if (ts.isPropertyDeclaration(declaration) || ts.isPropertySignature(declaration)) return true;
    if (ts.isVariableDeclaration(declaration) || ts.isBindingElement(declaration))
      return entities.ofDeclaration(declaration) !== undefined;
    return ts.isParameter(declaration) && entities.ofDeclaration(declaration.name) !== undefined;
  }

  #field(
    declaration: TS.Node,
    access: 'read' | 'write' | 'both',
    owner: Entity,
    at: TS.Node,
  ): void {
    const { entities, ts } = this.reading;
    const target =
      (ts.isParameter(declaration) ? entities.ofDeclaration(declaration.name) : undefined) ??
      entities.ofDeclaration(declaration);
    if (!target) return;
    if (target.kind === 'fn' || target.kind === 'method') {
      if (at.parent && this.#isPassed(this.#whole(at))) this.#edge('PASSES_FN', owner, target, at);
      return;
    }
    // A read is every mention (S1:201).
    this.#edge('READS_FIELD', owner, target, at);
    if (access !== 'read') this.#edge('WRITES_FIELD', owner, target, at);
  }

  #whole(at: TS.Node): TS.Expression {
    const { ts } = this.reading;
    const parent = at.parent;
    if (ts.isPropertyAccessExpression(parent) && parent.name === at) return parent;
    if (ts.isElementAccessExpression(parent) && parent.argumentExpression === at) return parent;
    return at as TS.Expression;
  }

  #accessor(symbol: TS.Symbol, node: TS.Expression, at: TS.Node, owner: Entity): void {
    const { ts, syntax } = this.reading;
    const access = syntax.accessOf(node);
    const asked = [
      ...(access === 'write' ? [] : [symbol.declarations?.find(ts.isGetAccessor)]),
      ...(access === 'read' ? [] : [symbol.declarations?.find(ts.isSetAccessor)]),
    ];
    for (const accessor of asked) {
      const target = accessor && this.externals.entityOf(accessor);
      if (!target) continue;
      this.#edge('CALLS', owner, target, at, 'accessor');
      if (owner.isTest && target.local && !target.isTest) this.#edge('TESTS', owner, target, at);
    }
  }

  #typeOfMember(declaration: TS.EnumMember, owner: Entity, at: TS.Node): void {
    const target = this.externals.entityOf(declaration.parent);
    if (target && target !== owner) this.#edge('USES_TYPE', owner, target, at);
  }

  /** A class as a value: `x instanceof C`, `C.make()`, `f(C)`. What `new` and `extends` say is said already. */
  #typeValue(declaration: TS.Node, node: TS.Expression, owner: Entity, at: TS.Node): void {
    const { ts } = this.reading;
    const parent = node.parent;
    if (ts.isNewExpression(parent) && parent.expression === node) return;
    if (ts.isExpressionWithTypeArguments(parent)) return;
    const target = this.externals.entityOf(declaration);
    if (target && target !== owner) this.#edge('USES_TYPE', owner, target, at);
  }

  #passes(declaration: TS.Node, owner: Entity, at: TS.Node): void {
    const target = this.externals.entityOf(declaration);
    if (target) this.#edge('PASSES_FN', owner, target, at);
  }

  /** Whether an expression is used as a value: neither called, nor the object of an access, nor a target. */
  #isPassed(node: TS.Expression): boolean {
    const { ts, syntax } = this.reading;
    const parent = node.parent;
    if (
      ts.isParenthesizedExpression(parent) ||
      ts.isAsExpression(parent) ||
      ts.isNonNullExpression(parent)
    ) {
      return this.#isPassed(parent);
    }
    if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression === node)
      return false;
    if (
      ts.isTaggedTemplateExpression(parent) ||
      ts.isJsxOpeningLikeElement(parent) ||
      ts.isJsxClosingElement(parent)
    )
      return false;
    if (ts.isDecorator(parent) || ts.isExpressionWithTypeArguments(parent)) return false;
    if (
      (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) &&
      parent.expression === node
    )
      return false;
    return syntax.accessOf(node) === 'read';
  }

  #identifier(node: TS.Identifier, owner: Entity): void {
    const { ts, checker, entities } = this.reading;
    const parent = node.parent;
    if (this.#isNameOf(node, parent)) return;
    let symbol =
      ts.isShorthandPropertyAssignment(parent) && parent.name === node
        ? checker.getShorthandAssignmentValueSymbol(parent)
        : checker.getSymbolAtLocation(node);
    symbol &&= this.#callees.aliased(symbol);
    if (!symbol) return;
    const declaration = symbol.valueDeclaration;
    // Parameters that are fields too are mentioned by their own name inside the constructor: that is the parameter.
    if (declaration && ts.isParameter(declaration) && entities.ofDeclaration(declaration)) return;
    this.#mention(symbol, node, node, owner);
  }

  /** Identifiers that declare, or that another branch of the walk reads. */
  #isNameOf(node: TS.Identifier, parent: TS.Node): boolean {
    const { ts } = this.reading;
    if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
    if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isImportClause(parent))
      return true;
    if (
      ts.isNamespaceImport(parent) ||
      ts.isNamespaceExport(parent) ||
      ts.isImportEqualsDeclaration(parent)
    )
      return true;
    if (ts.isTypeNode(parent) && !ts.isExpressionWithTypeArguments(parent)) return true;
    if (
      ts.isQualifiedName(parent) ||
      ts.isLabeledStatement(parent) ||
      ts.isBreakOrContinueStatement(parent)
    )
      return true;
    if (ts.isShorthandPropertyAssignment(parent)) return parent.name !== node;
    if (ts.isBindingElement(parent)) return parent.name === node || parent.propertyName === node;
    if (ts.isJsxAttribute(parent) || ts.isMetaProperty(parent) || ts.isTypePredicateNode(parent))
      return true;
    if (ts.isExportAssignment(parent)) return false;
    return (parent as { name?: TS.Node }).name === node;
  }

  #pattern(node: TS.ObjectBindingPattern, owner: Entity): void {
    const { checker, syntax } = this.reading;
    const type = checker.getTypeAtLocation(node);
    for (const element of node.elements) {
      if (element.dotDotDotToken) continue;
      const name = syntax.nameText(element.propertyName ?? element.name);
      const property = name === undefined ? undefined : type.getProperty(name);
      for (const declaration of (property && this.#callees.aliased(property))?.declarations ?? []) {
        if (!this.reading.sources.isLocal(declaration.getSourceFile())) continue;
        if (this.#isField(declaration)) this.#field(declaration, 'read', owner, element);
        else if (this.reading.ts.isGetAccessor(declaration))
          this.#getter(declaration, owner, element);
      }
    }
  }

  #getter(declaration: TS.Node, owner: Entity, at: TS.Node): void {
    const target = this.externals.entityOf(declaration);
    if (target) this.#edge('CALLS', owner, target, at, 'accessor');
  }

  /** An object literal writes the fields of the type that its context asks for. */
  #literal(node: TS.ObjectLiteralExpression, owner: Entity): void {
    const { ts, checker, syntax, sources } = this.reading;
    if (syntax.isDestructuringTarget(node)) return;
    const type = checker.getContextualType(node);
    if (!type) return;
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) continue;
      const name = syntax.nameText(property.name);
      const field = name === undefined ? undefined : type.getProperty(name);
      for (const declaration of field?.declarations ?? []) {
        if (!sources.isLocal(declaration.getSourceFile())) continue;
        this.#candidate(property, declaration);
        if (this.#isField(declaration)) this.#field(declaration, 'write', owner, property);
      }
    }
  }

  /** A function of an object literal may be what a call of its type's member runs. */
  #candidate(property: TS.ObjectLiteralElementLike, declared: TS.Node): void {
    const { entities } = this.reading;
    const named = this.#functionOf(property);
    const member = entities.ofDeclaration(declared);
    const body = named && entities.ofDeclaration(named);
    if (!member || !body || member === body || (body.kind !== 'fn' && body.kind !== 'method'))
      return;
    this.#edge('DISPATCH', member, body, property, 'object-literal');
    if (named === property)
      this.#edge('IMPLEMENTS_MEMBER', body, member, property, 'object-literal');
  }

  #functionOf(property: TS.ObjectLiteralElementLike): TS.Node | undefined {
    const { ts, checker } = this.reading;
    if (ts.isShorthandPropertyAssignment(property)) {
      const value = checker.getShorthandAssignmentValueSymbol(property);
      return value && this.#callees.aliased(value)?.valueDeclaration;
    }
    if (ts.isPropertyAssignment(property) && ts.isIdentifier(property.initializer)) {
      return this.#callees.symbolOf(property.initializer)?.valueDeclaration;
    }
    return property;
  }

  #import(
    node: TS.ImportDeclaration | TS.ExportDeclaration | TS.ImportEqualsDeclaration,
    owner: Entity,
  ): void {
    const { ts } = this.reading;
    const specifier = ts.isImportEqualsDeclaration(node)
      ? ts.isExternalModuleReference(node.moduleReference)
        ? node.moduleReference.expression
        : undefined
      : node.moduleSpecifier;
    if (specifier && ts.isStringLiteralLike(specifier)) this.#depend(specifier, owner);
  }

  #dynamicImport(node: TS.CallExpression, owner: Entity): void {
    const { ts } = this.reading;
    const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const isRequire =
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'require' &&
      node.arguments.length === 1;
    const specifier = node.arguments[0];
    if ((isImport || isRequire) && specifier && ts.isStringLiteralLike(specifier))
      this.#depend(specifier, owner);
  }

  /** Modules depend on modules, and packages on packages; a module on another package's modules, by that package. */
  #depend(specifier: TS.StringLiteralLike, owner: Entity): void {
    const found = this.#imports.of(specifier, this.#source);
    if (found.sort === 'asset') return;
    this.#tally.import(found.sort !== 'unresolved');
    if (found.sort === 'unresolved') return;
    const module = this.reading.entities.ofDeclaration(this.#source) ?? owner;
    if (found.entity !== module) this.#edge('DEPENDS_ON', module, found.entity, specifier);
    if (found.package && module.pkg.id !== found.package.id && module.parent) {
      this.#edge('DEPENDS_ON', module.parent, found.package, specifier);
    }
  }

  #edge(kind: EdgeKind, src: Entity, dst: Entity, at: TS.Node, how?: How): void {
    const fact: EdgeFact = {
      kind,
      src: src.id,
      dst: dst.id,
      site: this.#site(src, at),
      ...(how !== undefined && { how }),
    };
    this.sink.edge(fact);
  }

  #site(src: Entity, at: TS.Node): Site {
    const start = this.#source.getLineAndCharacterOfPosition(at.getStart(this.#source));
    return {
      ...(src.file === this.#file ? {} : { file: this.#file }),
      line: start.line + 1,
      col: start.character + 1,
    };
  }
}
