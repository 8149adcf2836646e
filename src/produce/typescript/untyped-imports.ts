import { existsSync } from 'node:fs';
import path from 'node:path';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Externals } from './externals.js';
import { Imports } from './imports.js';
import { lockedVersions } from './manifests.js';
import { descriptor } from './monikers.js';
import { packageOf } from './packages.js';
import type { Reading } from './reading.js';
import { runnerOf } from './test-runners.js';

export type Untyped =
  | { readonly sort: 'external'; readonly entity: Entity }
  /** An export of an analysed script that the hand-written types beside it leave out. */
  | { readonly sort: 'script'; readonly symbol: TS.Symbol };

/** What a specifier leads to. */
type Module =
  | { readonly sort: 'script'; readonly file: TS.SourceFile }
  | { readonly sort: 'package'; readonly package: Entity };

/** A name that a module of its own brings into a file. */
interface Imported {
  readonly specifier: TS.StringLiteralLike;
  /** The export behind the name; undefined for the module itself, whose members are exports. */
  readonly name: string | undefined;
}

/** A specifier that can only name a package: what no package may be called is an alias of some bundler. */
const PACKAGE = /^((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:\/.*)?$/u;

/**
 * Functions of packages that have no types, or are not installed: the checker knows nothing of `f` in
 * `import { f } from 'untyped'`, yet calling it leaves the project for a known package by a known name.
 */
export class UntypedImports {
  readonly #imports: Imports;
  readonly #made = new Set<Entity>();
  #locked: ReadonlyMap<string, string> | undefined;

  constructor(
    private readonly reading: Reading,
    private readonly externals: Externals,
  ) {
    this.#imports = new Imports(reading, externals);
  }

  /** `calleeOf`: what another call calls; what a package without types returns is that package's too. */
  of(
    callee: TS.Expression,
    calleeOf: (call: TS.CallExpression) => readonly Entity[],
  ): Untyped | undefined {
    const { ts, syntax } = this.reading;
    let at = callee;
    while (ts.isPropertyAccessExpression(at) || ts.isAwaitExpression(at))
      at = syntax.bare(at.expression);
    const member = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
    if (ts.isIdentifier(at)) {
      return this.#named(at, member) ?? this.#ofRunner(at, member) ?? this.#held(at, calleeOf);
    }
    const required = this.#required(at);
    if (required) return this.#imported({ specifier: required, name: undefined }, at, member);
    return this.#returned(at, calleeOf);
  }

  #returned(
    at: TS.Expression,
    calleeOf: (call: TS.CallExpression) => readonly Entity[],
  ): Untyped | undefined {
    const entity = this.reading.ts.isCallExpression(at) ? calleeOf(at)[0] : undefined;
    return entity && this.#made.has(entity) ? { sort: 'external', entity } : undefined;
  }

  /** `const agent = untyped(); agent.get()`: a constant is what made it. */
  #held(
    name: TS.Identifier,
    calleeOf: (call: TS.CallExpression) => readonly Entity[],
  ): Untyped | undefined {
    const { ts, checker, syntax } = this.reading;
    const binding = checker.getSymbolAtLocation(name)?.declarations?.[0];
    if (!binding || !ts.isVariableDeclaration(binding) || !binding.initializer) return undefined;
    if (!(ts.getCombinedNodeFlags(binding) & ts.NodeFlags.Const)) return undefined;
    return this.#returned(syntax.bare(binding.initializer), calleeOf);
  }

  /** `describe` and `it`, which a test runner that the package asks for puts into every file. */
  #ofRunner(name: TS.Identifier, member: string | undefined): Untyped | undefined {
    const { checker, sources } = this.reading;
    if (checker.getSymbolAtLocation(name)?.declarations?.length) return undefined;
    const { manifest } = sources.packageOf(name.getSourceFile().fileName);
    // A workspace's members leave the runner to the manifest at its root.
    const shared = sources.packages.ofDir(sources.root).manifest;
    const runner = runnerOf(name.text, manifest) ?? runnerOf(name.text, shared);
    if (runner === undefined) return undefined;
    const called = member === undefined ? name.text : `${name.text}.${member}`;
    return { sort: 'external', entity: this.exportOf(this.#package(runner), called) };
  }

  /** `member`: the name behind the dot, which a module's own name stands for. */
  #named(name: TS.Identifier, member: string | undefined): Untyped | undefined {
    const binding = this.reading.checker.getSymbolAtLocation(name)?.declarations?.[0];
    const imported = binding && this.importOf(binding);
    return imported && this.#imported(imported, name, member);
  }

  /** The import that binds a name. */
  importOf(binding: TS.Node): Imported | undefined {
    const { ts } = this.reading;
    if (ts.isVariableDeclaration(binding)) {
      const specifier = binding.initializer && this.#required(binding.initializer);
      if (specifier) return { specifier, name: undefined };
      const { initializer } = binding;
      if (!initializer || !ts.isPropertyAccessExpression(initializer)) return undefined;
      const whole = this.#required(initializer.expression);
      return whole && { specifier: whole, name: initializer.name.text };
    }
    if (ts.isBindingElement(binding)) {
      const { propertyName: key, name, parent } = binding;
      const from = parent.parent;
      const specifier =
        ts.isObjectBindingPattern(parent) && ts.isVariableDeclaration(from) && from.initializer
          ? this.#required(from.initializer)
          : undefined;
      const property = key ?? name;
      return specifier && ts.isIdentifier(property)
        ? { specifier, name: property.text }
        : undefined;
    }
    const isWhole = ts.isNamespaceImport(binding) || ts.isImportClause(binding);
    if (!isWhole && !ts.isImportSpecifier(binding)) return undefined;
    let outer: TS.Node = binding;
    while (!ts.isImportDeclaration(outer) && !ts.isSourceFile(outer)) outer = outer.parent;
    if (!ts.isImportDeclaration(outer) || !ts.isStringLiteralLike(outer.moduleSpecifier))
      return undefined;
    const name = ts.isImportSpecifier(binding)
      ? (binding.propertyName ?? binding.name).text
      : undefined;
    return { specifier: outer.moduleSpecifier, name };
  }

  /** The specifier of `require('…')`. */
  #required(node: TS.Node): TS.StringLiteralLike | undefined {
    const { ts } = this.reading;
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
    const [specifier] = node.arguments;
    return node.expression.text === 'require' && specifier && ts.isStringLiteralLike(specifier)
      ? specifier
      : undefined;
  }

  #imported(
    { specifier, name }: Imported,
    at: TS.Node,
    member: string | undefined,
  ): Untyped | undefined {
    const { checker } = this.reading;
    const module = this.moduleOf(specifier, at);
    const called = member ?? name ?? 'default';
    if (module?.sort === 'package')
      return { sort: 'external', entity: this.exportOf(module.package, called) };
    const own = module && checker.getSymbolAtLocation(module.file);
    const symbol = own && checker.tryGetMemberInModuleExports(called, own);
    return symbol && { sort: 'script', symbol };
  }

  /** The analysed file, or the package, that a specifier leads to. */
  moduleOf(specifier: TS.StringLiteralLike, at: TS.Node): Module | undefined {
    const found = this.#imports.of(specifier, at.getSourceFile());
    if (found.sort === 'local') {
      const file = found.entity.node;
      return file && { sort: 'script', file: file.getSourceFile() };
    }
    const owner = found.sort === 'external' ? found.package : this.#absent(specifier.text, at);
    return owner && { sort: 'package', package: owner };
  }

  /** The package that a specifier names although it isn't installed; undefined where it may be a folder's alias. */
  #absent(specifier: string, from: TS.Node): Entity | undefined {
    const { program, sources } = this.reading;
    const name = PACKAGE.exec(specifier)?.[1];
    const { baseUrl, paths } = program.getCompilerOptions();
    if (name === undefined || baseUrl !== undefined) return undefined;
    const isAlias = (pattern: string): boolean =>
      pattern === specifier || specifier.startsWith(pattern.split('*')[0]!);
    if (Object.keys(paths ?? {}).some(isAlias)) return undefined;
    const { dir } = sources.packageOf(from.getSourceFile().fileName);
    const folder = name.split('/')[0]!;
    if (['', 'src'].some((at) => existsSync(path.posix.join(dir, at, folder)))) return undefined;
    return this.#package(name);
  }

  #package(name: string): Entity {
    this.#locked ??= lockedVersions(this.reading.sources.root);
    const pkg = packageOf(name, this.#locked.get(name) ?? '.', '', {});
    return this.externals.package(pkg, 'registry');
  }

  /** What a package without types exports by a name. */
  exportOf(owner: Entity, name: string): Entity {
    const { entities } = this.reading;
    const id = owner.pkg.prefix + descriptor.method(name);
    const { pkg, origin } = owner;
    const entity =
      entities.ofId(id) ??
      entities.add({ id, kind: 'fn', name, pkg, local: false, origin, hasBody: false });
    this.#made.add(entity);
    return entity;
  }
}
