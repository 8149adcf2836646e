import type { Callees } from './callees.js';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Externals } from './externals.js';
import type { Reading } from './reading.js';
import type { SiteSink } from './site-sink.js';

/** What expressions name without calling it: fields, accessors, functions and classes as values. */
export class Mentions {
  constructor(
    private readonly reading: Reading,
    private readonly externals: Externals,
    private readonly callees: Callees,
    private readonly sites: SiteSink,
  ) {}

  property(node: TS.PropertyAccessExpression, name: TS.Node, owner: Entity): void {
    const symbol = this.callees.names.symbolOf(node);
    if (symbol) this.#mention(symbol, node, name, owner);
  }

  element(node: TS.ElementAccessExpression, owner: Entity): void {
    const symbol = this.callees.names.symbolOf(node);
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
      if (at.parent && this.#isPassed(this.#whole(at)))
        this.sites.edge('PASSES_FN', owner, target, at);
      return;
    }
    // A read is every mention (S1:201).
    this.sites.edge('READS_FIELD', owner, target, at);
    if (access !== 'read') this.sites.edge('WRITES_FIELD', owner, target, at);
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
      this.sites.edge('CALLS', owner, target, at, 'accessor');
      if (owner.isTest && target.local && !target.isTest)
        this.sites.edge('TESTS', owner, target, at);
    }
  }

  #typeOfMember(declaration: TS.EnumMember, owner: Entity, at: TS.Node): void {
    const target = this.externals.entityOf(declaration.parent);
    if (target && target !== owner) this.sites.edge('USES_TYPE', owner, target, at);
  }

  /** A class as a value: `x instanceof C`, `C.make()`, `f(C)`. What `new` and `extends` say is said already. */
  #typeValue(declaration: TS.Node, node: TS.Expression, owner: Entity, at: TS.Node): void {
    const { ts } = this.reading;
    const parent = node.parent;
    if (ts.isNewExpression(parent) && parent.expression === node) return;
    if (ts.isExpressionWithTypeArguments(parent)) return;
    const target = this.externals.entityOf(declaration);
    if (target && target !== owner) this.sites.edge('USES_TYPE', owner, target, at);
  }

  #passes(declaration: TS.Node, owner: Entity, at: TS.Node): void {
    const target = this.externals.entityOf(declaration);
    if (target) this.sites.edge('PASSES_FN', owner, target, at);
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

  identifier(node: TS.Identifier, owner: Entity): void {
    const { ts, checker, entities } = this.reading;
    const parent = node.parent;
    if (this.#isNameOf(node, parent)) return;
    let symbol =
      ts.isShorthandPropertyAssignment(parent) && parent.name === node
        ? checker.getShorthandAssignmentValueSymbol(parent)
        : checker.getSymbolAtLocation(node);
    symbol &&= this.callees.names.aliased(symbol);
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

  pattern(node: TS.ObjectBindingPattern, owner: Entity): void {
    const { checker, syntax } = this.reading;
    const type = checker.getTypeAtLocation(node);
    for (const element of node.elements) {
      if (element.dotDotDotToken) continue;
      const name = syntax.nameText(element.propertyName ?? element.name);
      const property = name === undefined ? undefined : type.getProperty(name);
      for (const declaration of (property && this.callees.names.aliased(property))?.declarations ??
        []) {
        if (!this.reading.sources.isLocal(declaration.getSourceFile())) continue;
        if (this.#isField(declaration)) this.#field(declaration, 'read', owner, element);
        else if (this.reading.ts.isGetAccessor(declaration))
          this.#getter(declaration, owner, element);
      }
    }
  }

  #getter(declaration: TS.Node, owner: Entity, at: TS.Node): void {
    const target = this.externals.entityOf(declaration);
    if (target) this.sites.edge('CALLS', owner, target, at, 'accessor');
  }

  /** An object literal writes the fields of the type that its context asks for. */
  literal(node: TS.ObjectLiteralExpression, owner: Entity): void {
    const { ts, checker, signatures, syntax, sources } = this.reading;
    if (syntax.isDestructuringTarget(node) || signatures.isInferredFrom(node)) return;
    const context = this.#attributeType(node) ?? checker.getContextualType(node);
    // What is optional may be left out: what is given is not.
    const type = context?.getNonNullableType();
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

  /**
   * What `<div style={{ … }}>` asks of its style: the checker would first see whether all that stands in the element
   * suits it.
   */
  #attributeType(literal: TS.ObjectLiteralExpression): TS.Type | undefined {
    const { ts, checker } = this.reading;
    const attribute = literal.parent.parent;
    if (!ts.isJsxExpression(literal.parent) || !ts.isJsxAttribute(attribute)) return undefined;
    const tag = attribute.parent.parent.tagName;
    if (!ts.isIdentifier(tag) || !/^[a-z]/u.test(tag.text)) return undefined;
    const element = checker.getSymbolAtLocation(tag);
    // Where any name is an element, that is no property.
    if (!element || (element.flags & ts.SymbolFlags.Property) === 0) return undefined;
    const asked = checker
      .getTypeOfSymbolAtLocation(element, tag)
      .getProperty(attribute.name.getText());
    return asked && checker.getTypeOfSymbolAtLocation(asked, literal);
  }

  /** A function of an object literal may be what a call of its type's member runs. */
  #candidate(property: TS.ObjectLiteralElementLike, declared: TS.Node): void {
    const { entities } = this.reading;
    const named = this.#functionOf(property);
    const member = entities.ofDeclaration(declared);
    const body = named && entities.ofDeclaration(named);
    if (!member || !body || member === body || (body.kind !== 'fn' && body.kind !== 'method'))
      return;
    this.sites.edge('DISPATCH', member, body, property, 'object-literal');
    if (named === property)
      this.sites.edge('IMPLEMENTS_MEMBER', body, member, property, 'object-literal');
  }

  #functionOf(property: TS.ObjectLiteralElementLike): TS.Node | undefined {
    const { ts, checker } = this.reading;
    if (ts.isShorthandPropertyAssignment(property)) {
      const value = checker.getShorthandAssignmentValueSymbol(property);
      return value && this.callees.names.aliased(value)?.valueDeclaration;
    }
    if (ts.isPropertyAssignment(property) && ts.isIdentifier(property.initializer)) {
      return this.callees.names.symbolOf(property.initializer)?.valueDeclaration;
    }
    return property;
  }
}
