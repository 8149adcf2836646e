import type { NodeKind, Visibility } from '../../dump/index.js';
import type { TS } from './compiler.js';
import type { DeclaredTypes } from './declared-types.js';
import type { Entity } from './entities.js';
import { isGenerated, isTestPath } from './file-marks.js';
import { descriptor, fileDescriptors } from './monikers.js';
import type { Package } from './packages.js';
import type { Reading } from './reading.js';
import type { Shape } from './shapes.js';
import { isTestCase, testName } from './test-cases.js';

interface Place {
  readonly parent: Entity;
  /** What the monikers of things declared here start with. */
  readonly prefix: string;
  readonly inFunction: boolean;
}

const TYPED: ReadonlySet<NodeKind> = new Set(['field', 'const', 'static']);

/** First pass: a node for every declaration of the analysed files, so that uses can be told from anywhere. */
export class Declarer {
  #file!: FileFacts;

  /** `types`: to be told of what has a type; only a package that is written asks for them. */
  constructor(
    private readonly reading: Reading,
    private readonly types?: DeclaredTypes,
  ) {}

  declare(source: TS.SourceFile): void {
    const { sources, checker } = this.reading;
    const pkg = sources.packageOf(source.fileName);
    const file = sources.relative(source.fileName);
    const symbol = checker.getSymbolAtLocation(source);
    this.#file = {
      source,
      pkg,
      file,
      isTest: isTestPath(file),
      generated: isGenerated(file, source),
      exported: symbol ? this.#exportedFrom(symbol) : new Set(),
      literals: new Map(),
    };
    const module = this.module(source);
    const place = { parent: module, prefix: module.id, inFunction: false };
    this.reading.ts.forEachChild(source, (child) => this.#visit(child, place));
  }

  /** The package of a file, as a node. */
  package(pkg: Package, local: boolean, origin: Entity['origin'] = 'local'): Entity {
    const { entities } = this.reading;
    const known = entities.ofId(pkg.id);
    if (known) return known;
    return entities.add({
      id: pkg.id,
      kind: 'package',
      name: pkg.name,
      pkg,
      local,
      origin,
      hasBody: false,
    });
  }

  private module(source: TS.SourceFile): Entity {
    const { entities, sources } = this.reading;
    const { pkg, file } = this.#file;
    const id = pkg.prefix + fileDescriptors(relativeTo(pkg.dir, source.fileName));
    const known = entities.ofId(id);
    if (known) {
      entities.bind(source, known);
      return known;
    }
    const entity = entities.add({
      id,
      kind: 'module',
      name: sources.relative(source.fileName),
      pkg,
      local: true,
      origin: 'local',
      file,
      line: 1,
      endLine: source.getLineAndCharacterOfPosition(source.end).line + 1,
      visibility: 'public',
      isTest: this.#file.isTest,
      generated: this.#file.generated,
      hasBody: true,
      node: source,
      parent: this.package(pkg, true),
    });
    entities.bind(source, entity);
    return entity;
  }

  #visit(node: TS.Node, place: Place): void {
    const { ts, syntax, shapes } = this.reading;
    const shape = shapes.of(node, place.inFunction);
    let inner = place;
    if (shape) {
      const entity = this.#declare(node, shape, place);
      inner = { parent: entity, prefix: entity.id, inFunction: place.inFunction };
      this.#bindValue(node, entity);
    } else if (ts.isTypeLiteralNode(node)) {
      const count = this.#file.literals.get(place.prefix) ?? 0;
      this.#file.literals.set(place.prefix, count + 1);
      inner = { ...place, prefix: place.prefix + descriptor.meta(`typeLiteral${count}`) };
    } else {
      const step = shapes.literalPrefix(node, place.inFunction);
      if (step !== undefined) inner = { ...place, prefix: place.prefix + step };
    }
    if (syntax.isFunction(node)) {
      const entity = this.reading.entities.ofDeclaration(node);
      if (entity) this.#parts(node, entity);
      inner = { ...(entity ? { parent: entity, prefix: entity.id } : inner), inFunction: true };
    } else if (ts.isCallExpression(node)) {
      this.#testCase(node, place);
    }
    ts.forEachChild(node, (child) => this.#visit(child, inner));
  }

  /** A function that is a variable's or property's value is that variable's or property's entity. */
  #bindValue(node: TS.Node, entity: Entity): void {
    const { syntax, entities } = this.reading;
    const value = this.#valueOf(node);
    if (value === undefined) return;
    const bare = syntax.functionOf(value);
    if (!bare || (bare !== syntax.bare(value) && entity.kind !== 'fn')) return;
    entities.bind(bare, entity);
    entity.hasBody = true;
  }

  #valueOf(node: TS.Node): TS.Expression | undefined {
    const { ts } = this.reading;
    if (
      ts.isVariableDeclaration(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isPropertyAssignment(node)
    ) {
      return node.initializer;
    }
    if (ts.isPropertyAccessExpression(node) && ts.isBinaryExpression(node.parent))
      return node.parent.right;
    return ts.isExportAssignment(node) ? node.expression : undefined;
  }

  /** `it('adds', () => …)`: the closure of a test case is a test function of its own. */
  #testCase(call: TS.CallExpression, place: Place): void {
    const { entities, syntax } = this.reading;
    if (!isTestCase(this.reading, call, this.#file.isTest)) return;
    const body = call.arguments.find((argument) =>
      syntax.isFunctionExpression(syntax.bare(argument)),
    );
    if (!body) return;
    const name = testName(this.reading, call);
    const shape: Shape = {
      kind: 'fn',
      name,
      descriptor: (extra = '') => descriptor.method(name, extra),
    };
    const entity = this.#declare(syntax.bare(body), shape, { ...place, parent: place.parent });
    entity.isTest = true;
    entities.bind(syntax.bare(body), entity);
  }

  #declare(node: TS.Node, shape: Shape, place: Place): Entity {
    const { entities } = this.reading;
    // Programs share source files: what another program declared stands.
    const bound = entities.ofDeclaration(node);
    if (bound) return bound;
    const hasBody = this.#hasBody(node);
    let id = place.prefix + shape.descriptor();
    for (let n = 1; ; n++) {
      const known = entities.ofId(id);
      if (!known) break;
      if (this.#merges(known, shape.kind, hasBody))
        return this.#merge(known, node, shape.kind, hasBody);
      id = place.prefix + shape.descriptor(`+${n}`);
    }
    const entity = entities.add({
      id,
      kind: shape.kind,
      name: shape.name,
      pkg: this.#file.pkg,
      local: true,
      origin: 'local',
      file: this.#file.file,
      hasBody,
      parent: place.parent,
      ...(this.#file.isTest || place.parent.isTest ? { isTest: true } : { isTest: false }),
      generated: this.#file.generated,
    });
    this.#describe(entity, node, place);
    entities.bind(node, entity);
    return entity;
  }

  #hasBody(node: TS.Node): boolean {
    const { ts, syntax } = this.reading;
    return syntax.isFunction(node) ? node.body !== undefined : ts.isClassLike(node);
  }

  /** Two function bodies, two classes or two variables under one moniker are two things; all else is one thing told twice. */
  #merges(known: Entity, kind: NodeKind, hasBody: boolean): boolean {
    if (known.hasBody && hasBody) return false;
    if (known.kind === kind)
      return (
        !['const', 'static', 'type_alias'].includes(kind) ||
        this.#file.source !== known.node?.getSourceFile()
      );
    const merging: readonly NodeKind[] = ['class', 'interface', 'enum', 'method', 'field'];
    return merging.includes(known.kind) && merging.includes(kind);
  }

  #merge(known: Entity, node: TS.Node, kind: NodeKind, hasBody: boolean): Entity {
    if (hasBody && !known.hasBody) {
      known.kind = kind;
      known.hasBody = true;
      this.#span(known, node);
    }
    this.reading.entities.bind(node, known);
    return known;
  }

  #describe(entity: Entity, node: TS.Node, place: Place): void {
    const { ts } = this.reading;
    this.#span(entity, node);
    const visibility = this.#visibility(node, place);
    if (visibility) entity.visibility = visibility;
    const docs = ts.getJSDocCommentsAndTags(node);
    entity.hasDoc = docs.length > 0;
    const tags = ts.getJSDocTags(node);
    if (tags.some((tag) => ['internal', 'hidden', 'ignore', 'private'].includes(tag.tagName.text)))
      entity.docHidden = true;
    const generics = (node as { typeParameters?: TS.NodeArray<TS.TypeParameterDeclaration> })
      .typeParameters;
    if (generics?.length) entity.generics = generics.map((one) => one.name.text).join(', ');
    if (TYPED.has(entity.kind)) this.#type(entity, node);
  }

  #type(entity: Entity, node: TS.Node): void {
    this.types?.note(this.#file.source, entity, node);
  }

  #span(entity: Entity, node: TS.Node): void {
    const { source } = this.#file;
    entity.line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    entity.endLine = source.getLineAndCharacterOfPosition(node.end).line + 1;
    entity.node = node;
  }

  #visibility(node: TS.Node, place: Place): Visibility | undefined {
    const { ts, syntax } = this.reading;
    const S = ts.SyntaxKind;
    if (ts.isClassElement(node) || ts.isTypeElement(node) || ts.isParameter(node)) {
      const name = (node as { name?: TS.Node }).name;
      if (syntax.hasModifier(node, S.PrivateKeyword) || (name && ts.isPrivateIdentifier(name)))
        return 'private';
      return syntax.hasModifier(node, S.ProtectedKeyword) ? 'protected' : 'public';
    }
    if (ts.isEnumMember(node)) return place.parent.visibility;
    if (place.inFunction) return 'private';
    if (ts.isPropertyAssignment(node)) return place.parent.visibility;
    return this.#file.exported.has(node) || ts.isExportAssignment(node) ? 'public' : 'module';
  }

  #exportedFrom(module: TS.Symbol): Set<TS.Node> {
    const { checker, ts } = this.reading;
    const exported = new Set<TS.Node>();
    const add = (symbol: TS.Symbol): void => {
      const target =
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      for (const declaration of target.declarations ?? []) {
        if (exported.has(declaration)) continue;
        exported.add(declaration);
        if (ts.isModuleDeclaration(declaration)) checker.getExportsOfModule(target).forEach(add);
      }
    };
    checker.getExportsOfModule(module).forEach(add);
    return exported;
  }

  #parts(node: TS.FunctionLikeDeclaration, entity: Entity): void {
    const { ts, syntax, entities } = this.reading;
    // Parameters are those of the implementation, or of the first signature where there is none.
    if (entity.hasBody && !syntax.hasBody(node)) return;
    node.parameters.forEach((parameter, index) => {
      const name = ts.isIdentifier(parameter.name) ? parameter.name.text : `_${index}`;
      if (name === 'this') return;
      const place = { parent: entity, prefix: entity.id, inFunction: true };
      const shape: Shape = { kind: 'param', name, descriptor: () => descriptor.parameter(name) };
      if (entities.ofDeclaration(parameter)) return;
      const made = this.#declare(parameter, shape, place);
      delete made.visibility;
      this.#type(made, parameter);
      if (ts.isParameterPropertyDeclaration(parameter, node))
        this.#parameterProperty(parameter, entity, name);
    });
    this.types?.noteResult(this.#file.source, entity, node);
  }

  /** `constructor(private x: T)` declares a field too; mentions of it resolve to the parameter's node. */
  #parameterProperty(parameter: TS.ParameterDeclaration, constructor: Entity, name: string): void {
    const owner = constructor.parent;
    if (!owner) return;
    const shape: Shape = { kind: 'field', name, descriptor: () => descriptor.term(name) };
    const { entities } = this.reading;
    const id = owner.id + shape.descriptor();
    const field =
      entities.ofId(id) ??
      entities.add({
        id,
        kind: 'field',
        name,
        pkg: owner.pkg,
        local: true,
        origin: 'local',
        file: this.#file.file,
        hasBody: false,
        parent: owner,
        isTest: owner.isTest ?? false,
        generated: this.#file.generated,
      });
    this.#describe(field, parameter, { parent: owner, prefix: owner.id, inFunction: false });
    this.#type(field, parameter);
    entities.bind(parameter.name, field);
  }
}

interface FileFacts {
  readonly source: TS.SourceFile;
  readonly pkg: Package;
  readonly file: string;
  readonly isTest: boolean;
  readonly generated: boolean;
  readonly exported: ReadonlySet<TS.Node>;
  /** Type literals seen under each prefix. */
  readonly literals: Map<string, number>;
}

function relativeTo(dir: string, file: string): string {
  return file.startsWith(`${dir}/`) ? file.slice(dir.length + 1) : file.replace(/^\/+/u, '');
}
