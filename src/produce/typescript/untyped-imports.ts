import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Externals } from './externals.js';
import { Imports } from './imports.js';
import { descriptor } from './monikers.js';
import type { Reading } from './reading.js';

export type Untyped =
  | { readonly sort: 'external'; readonly entity: Entity }
  /** An export of an analysed script that the hand-written types beside it leave out. */
  | { readonly sort: 'script'; readonly symbol: TS.Symbol };

/**
 * Functions of packages that have no types: the checker knows nothing of `f` in `import { f } from 'untyped'`, yet
 * calling it leaves the project for a known package by a known name.
 */
export class UntypedImports {
  readonly #imports: Imports;

  constructor(
    private readonly reading: Reading,
    externals: Externals,
  ) {
    this.#imports = new Imports(reading, externals);
  }

  of(callee: TS.Expression): Untyped | undefined {
    const { ts } = this.reading;
    if (ts.isIdentifier(callee)) return this.#named(callee);
    if (!ts.isPropertyAccessExpression(callee) || !ts.isIdentifier(callee.expression))
      return undefined;
    return this.#named(callee.expression, callee.name.text);
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
    if (found.sort === 'external')
      return { sort: 'external', entity: this.#entity(found.package, called) };
    if (found.sort !== 'local' || !found.entity.node) return undefined;
    const module = checker.getSymbolAtLocation(found.entity.node);
    const symbol = module && checker.tryGetMemberInModuleExports(called, module);
    return symbol && { sort: 'script', symbol };
  }

  #entity(owner: Entity, name: string): Entity {
    const { entities } = this.reading;
    const id = owner.pkg.prefix + descriptor.method(name);
    const { pkg, origin } = owner;
    return (
      entities.ofId(id) ??
      entities.add({ id, kind: 'fn', name, pkg, local: false, origin, hasBody: false })
    );
  }
}
