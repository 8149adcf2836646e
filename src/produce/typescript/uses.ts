import type { EdgeKind, Sink } from '../../dump/index.js';
import type { Callees } from './callees.js';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Externals } from './externals.js';
import { gateOf } from './gates.js';
import { Imports } from './imports.js';
import { lossOf } from './lost-imports.js';
import { Mentions } from './mentions.js';
import { isScript } from './projects.js';
import type { Reading } from './reading.js';
import { SiteSink } from './site-sink.js';
import { touchesOf } from './tables.js';
import type { Tally } from './tally.js';

/** Second pass: what each function, class and module of a file uses. */
export class Uses {
  readonly #callees: Callees;
  readonly #imports: Imports;
  readonly #mentions: Mentions;
  readonly #sites: SiteSink;
  #source!: TS.SourceFile;
  #tally!: Tally;

  constructor(
    private readonly reading: Reading,
    private readonly externals: Externals,
    callees: Callees,
    sink: Sink,
  ) {
    this.#callees = callees;
    this.#imports = new Imports(reading, externals);
    this.#sites = new SiteSink(reading, sink);
    this.#mentions = new Mentions(reading, externals, this.#callees, this.#sites);
  }

  read(source: TS.SourceFile, tally: Tally): void {
    const module = this.reading.entities.ofDeclaration(source);
    if (!module) return;
    this.#source = source;
    this.#sites.enter(source);
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
    else if (ts.isPropertyAccessExpression(node)) this.#mentions.property(node, node.name, owner);
    else if (ts.isElementAccessExpression(node)) this.#mentions.element(node, owner);
    else if (ts.isObjectBindingPattern(node)) this.#mentions.pattern(node, owner);
    else if (ts.isObjectLiteralExpression(node)) this.#mentions.literal(node, owner);
    else if (ts.isIdentifier(node)) this.#mentions.identifier(node, owner);
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
      this.#sites.sink.node({ id: gate.id, kind: 'feature', name: gate.name });
      // Part of the function only: what the test leads to.
      this.#sites.sink.edge({
        kind: 'GATED_BY',
        src: owner.id,
        dst: gate.id,
        site: this.#sites.site(owner, node),
        partial: true,
      });
    }
    for (const { id, name, access } of touchesOf(this.reading, node)) {
      this.#sites.sink.node({ id, kind: 'table', name });
      this.#sites.sink.edge({
        kind: 'TOUCHES_TABLE',
        src: owner.id,
        dst: id,
        site: this.#sites.site(owner, node),
        access,
      });
    }
  }

  /** An initialiser runs in the constructor; a static one when the class is made. */
  #propertyDeclaration(node: TS.PropertyDeclaration, owner: Entity): void {
    const { ts, syntax } = this.reading;
    const instance = !syntax.isStatic(node) && ts.isClassLike(node.parent);
    const runner =
      (instance ? this.#callees.classes.constructorOf(node.parent) : undefined) ?? owner;
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
        const named = this.#callees.names.symbolOf(base.expression)?.declarations ?? [];
        const made = (ts.isClassLike(node) && this.#callees.classes.baseOf(node)) || undefined;
        const declaration =
          named.find(
            (one) =>
              ts.isClassLike(one) ||
              ts.isInterfaceDeclaration(one) ||
              ts.isTypeAliasDeclaration(one),
          ) ?? (kind === 'EXTENDS' ? made : undefined);
        const target = declaration && this.externals.entityOf(declaration);
        if (target) this.#sites.edge(kind, owner, target, base);
      }
    }
    if (ts.isClassLike(node)) this.#implicitConstructor(node, owner);
  }

  /** A class without constructor runs its base's. */
  #implicitConstructor(node: TS.ClassLikeDeclaration, owner: Entity): void {
    const { ts } = this.reading;
    if (node.members.some(ts.isConstructorDeclaration)) return;
    const base = this.#callees.classes.baseOf(node);
    const target = base && this.#callees.classes.constructorOf(base);
    const clause = node.heritageClauses?.find((one) => one.token === ts.SyntaxKind.ExtendsKeyword);
    if (target && clause?.types[0])
      this.#sites.edge('CALLS', owner, target, clause.types[0], 'super');
  }

  #call(node: TS.CallLikeExpression, owner: Entity): void {
    const callee = this.#callees.of(node);
    if (!callee) return;
    const inScript = isScript(this.#source.fileName);
    this.#tally.call(callee.class, inScript);
    if (callee.class === 'unresolved' && inScript && this.#isOfParameter(node))
      this.#tally.callOfParameter();
    for (const target of callee.targets) {
      this.#sites.edge('CALLS', owner, target, node, callee.how);
      if (owner.isTest && target.local && !target.isTest)
        this.#sites.edge('TESTS', owner, target, node);
    }
  }

  /** `res.status(1).send()`, where `res` is a parameter. */
  #isOfParameter(call: TS.CallLikeExpression): boolean {
    const { ts, checker, syntax } = this.reading;
    if (!ts.isCallExpression(call)) return false;
    let at = syntax.bare(call.expression);
    while (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at))
      at = syntax.bare(at.expression);
    const declaration = ts.isIdentifier(at)
      ? checker.getSymbolAtLocation(at)?.valueDeclaration
      : undefined;
    return declaration !== undefined && ts.isParameter(declaration);
  }

  #type(name: TS.EntityName, owner: Entity): void {
    const { ts } = this.reading;
    const symbol = this.#callees.names.symbolOf(ts.isQualifiedName(name) ? name.right : name);
    this.#useOfType(symbol, owner, name);
  }

  #importType(node: TS.ImportTypeNode, owner: Entity): void {
    const { ts } = this.reading;
    const qualifier = node.qualifier;
    if (qualifier)
      this.#useOfType(
        this.#callees.names.symbolOf(ts.isQualifiedName(qualifier) ? qualifier.right : qualifier),
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
    if (target && target !== owner) this.#sites.edge('USES_TYPE', owner, target, at);
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
    if (found.sort === 'unresolved') {
      const { cause, name } = lossOf(this.reading, specifier.text, this.#source.fileName);
      this.#tally.losses.add(cause, name);
      return;
    }
    const module = this.reading.entities.ofDeclaration(this.#source) ?? owner;
    if (found.entity !== module) this.#sites.edge('DEPENDS_ON', module, found.entity, specifier);
    if (found.package && module.pkg.id !== found.package.id && module.parent) {
      this.#sites.edge('DEPENDS_ON', module.parent, found.package, specifier);
    }
  }
}
