import type { EffectiveVisibility } from '../../dump/index.js';
import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import { entryPoints } from './entry-points.js';
import type { Package } from './packages.js';
import type { Reading } from './reading.js';

/**
 * How far a declaration is visible from outside its package: exported by an entry point that declares it (`direct`) or
 * not (`reexported`), named by the signature of one that is (`reachable`), exported by its module only (`internal`), or
 * not at all (`private`). Absent where a package has no entry point among the analysed files.
 */
export function markEffectiveVisibility(reading: Reading, files: readonly TS.SourceFile[]): void {
  const byPackage = new Map<Package, TS.SourceFile[]>();
  for (const file of files) {
    const pkg = reading.sources.packageOf(file.fileName);
    byPackage.set(pkg, [...(byPackage.get(pkg) ?? []), file]);
  }
  for (const [pkg, own] of byPackage) {
    const byName = new Map(own.map((file) => [file.fileName, file]));
    const entries = entryPoints(pkg.manifest, pkg.dir, (name) => byName.has(name));
    if (entries.length === 0) continue;
    const marks = new Marks(reading, pkg);
    for (const name of entries) marks.exports(byName.get(name)!);
    marks.reach();
    marks.rest();
  }
}

class Marks {
  readonly #queue: Entity[] = [];

  constructor(
    private readonly reading: Reading,
    private readonly pkg: Package,
  ) {}

  exports(entry: TS.SourceFile): void {
    const module = this.reading.checker.getSymbolAtLocation(entry);
    if (module) this.#exportsOf(module, entry);
    const entity = this.reading.entities.ofDeclaration(entry);
    if (entity) entity.effectiveVisibility = 'direct';
  }

  /** Types that public signatures name. */
  reach(): void {
    for (let entity = this.#queue.shift(); entity; entity = this.#queue.shift()) {
      for (const named of this.#signatureTypes(entity)) this.#mark(named, 'reachable');
    }
  }

  rest(): void {
    for (const entity of this.reading.entities.all()) {
      if (entity.pkg !== this.pkg || !entity.local || entity.effectiveVisibility !== undefined)
        continue;
      if (entity.kind === 'param' || entity.kind === 'ret' || entity.kind === 'package') continue;
      entity.effectiveVisibility =
        entity.visibility === 'public' && this.#isExported(entity.parent) ? 'internal' : 'private';
    }
  }

  #isExported(parent: Entity | undefined): boolean {
    for (let at = parent; at; at = at.parent) {
      if (at.kind === 'module' || at.kind === 'package') return true;
      if (at.visibility !== 'public') return false;
    }
    return true;
  }

  #exportsOf(module: TS.Symbol, entry: TS.SourceFile): void {
    const { checker, ts, entities } = this.reading;
    for (const exported of checker.getExportsOfModule(module)) {
      const target =
        exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      for (const declaration of target.declarations ?? []) {
        const entity = entities.ofDeclaration(declaration);
        if (!entity) continue;
        const isNew = this.#mark(
          entity,
          declaration.getSourceFile() === entry ? 'direct' : 'reexported',
        );
        // `export * as ns` and namespaces hand on what they hold.
        if (isNew && (ts.isSourceFile(declaration) || ts.isModuleDeclaration(declaration)))
          this.#exportsOf(target, entry);
      }
    }
  }

  /** Marks an entity and its visible members; true when it was not marked before. */
  #mark(entity: Entity, as: EffectiveVisibility): boolean {
    // What a package hands on of another is that other's to tell.
    if (!entity.local || entity.pkg !== this.pkg || entity.effectiveVisibility !== undefined)
      return false;
    entity.effectiveVisibility = as;
    this.#queue.push(entity);
    const node = entity.node;
    if (node && this.reading.ts.isClassLike(node)) this.#members(node.members, as);
    else if (node && this.reading.ts.isInterfaceDeclaration(node)) this.#members(node.members, as);
    else if (node && this.reading.ts.isEnumDeclaration(node)) this.#members(node.members, as);
    return true;
  }

  #members(members: readonly TS.Node[], as: EffectiveVisibility): void {
    for (const member of members) {
      const entity = this.reading.entities.ofDeclaration(member);
      if (entity && entity.visibility !== 'private') this.#mark(entity, as);
    }
  }

  #signatureTypes(entity: Entity): Entity[] {
    const { ts, checker, entities } = this.reading;
    const found: Entity[] = [];
    const visit = (node: TS.Node): void => {
      if (ts.isBlock(node) || ts.isExpressionStatement(node)) return;
      if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
        const named = checker.getSymbolAtLocation(
          ts.isTypeReferenceNode(node) ? node.typeName : node.expression,
        );
        const target =
          named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
        for (const declaration of target?.declarations ?? []) {
          const type = entities.ofDeclaration(declaration);
          if (type) found.push(type);
        }
      }
      ts.forEachChild(node, visit);
    };
    if (entity.node && !ts.isSourceFile(entity.node)) visit(entity.node);
    return found;
  }
}
