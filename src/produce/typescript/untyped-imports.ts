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

export type Untyped =
  | { readonly sort: 'external'; readonly entity: Entity }
  /** An export of an analysed script that the hand-written types beside it leave out. */
  | { readonly sort: 'script'; readonly symbol: TS.Symbol };

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
    if (ts.isIdentifier(callee)) return this.#named(callee);
    let at = callee;
    while (ts.isPropertyAccessExpression(at) || ts.isAwaitExpression(at))
      at = syntax.bare(at.expression);
    if (ts.isIdentifier(at) && ts.isPropertyAccessExpression(callee))
      return this.#named(at, callee.name.text);
    const entity = ts.isCallExpression(at) ? calleeOf(at)[0] : undefined;
    return entity && this.#made.has(entity) ? { sort: 'external', entity } : undefined;
  }

  /** `member`: the name behind the dot, which a namespace or default import's own name stands for. */
  #named(name: TS.Identifier, member?: string): Untyped | undefined {
    const { ts, checker } = this.reading;
    const binding = checker.getSymbolAtLocation(name)?.declarations?.[0];
    if (!binding) return undefined;
    const isWhole = ts.isNamespaceImport(binding) || ts.isImportClause(binding);
    if (!isWhole && !ts.isImportSpecifier(binding)) return undefined;
    let outer: TS.Node = binding;
    while (!ts.isImportDeclaration(outer) && !ts.isSourceFile(outer)) outer = outer.parent;
    if (!ts.isImportDeclaration(outer) || !ts.isStringLiteralLike(outer.moduleSpecifier))
      return undefined;
    const found = this.#imports.of(outer.moduleSpecifier, name.getSourceFile());
    const imported = ts.isImportSpecifier(binding)
      ? (binding.propertyName ?? binding.name).text
      : 'default';
    const called = member ?? imported;
    const owner =
      found.sort === 'external' ? found.package : this.#absent(outer.moduleSpecifier.text, name);
    if (owner && found.sort !== 'local')
      return { sort: 'external', entity: this.#entity(owner, called) };
    if (found.sort !== 'local' || !found.entity.node) return undefined;
    const module = checker.getSymbolAtLocation(found.entity.node);
    const symbol = module && checker.tryGetMemberInModuleExports(called, module);
    return symbol && { sort: 'script', symbol };
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
    this.#locked ??= lockedVersions(sources.root);
    const pkg = packageOf(name, this.#locked.get(name) ?? '.', '', {});
    return this.externals.package(pkg, 'registry');
  }

  #entity(owner: Entity, name: string): Entity {
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
