import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Externals } from './externals.js';
import type { Reading } from './reading.js';

/** What an import specifier leads to. */
export type Import =
  | { readonly sort: 'local'; readonly entity: Entity; readonly package?: Entity }
  | { readonly sort: 'external'; readonly entity: Entity; readonly package: Entity }
  /** A stylesheet, a picture, a JSON file: no code. */
  | { readonly sort: 'asset' }
  | { readonly sort: 'unresolved' };

const ASSET =
  /\.(json|css|scss|sass|less|svg|png|jpe?g|gif|webp|woff2?|ttf|wasm|html|md|txt|node)(\?.*)?$/u;

export class Imports {
  constructor(
    private readonly reading: Reading,
    private readonly externals: Externals,
  ) {}

  of(specifier: TS.StringLiteralLike, from: TS.SourceFile): Import {
    const file = this.#fileOf(specifier, from);
    if (file) return this.#toFile(file);
    return { sort: ASSET.test(specifier.text) ? 'asset' : 'unresolved' };
  }

  #fileOf(specifier: TS.StringLiteralLike, from: TS.SourceFile): TS.SourceFile | undefined {
    const { ts, checker, program } = this.reading;
    const declaration = checker.getSymbolAtLocation(specifier)?.declarations?.[0];
    if (declaration) return declaration.getSourceFile();
    // A script without exports has no symbol, yet importing it depends on it.
    const resolved = ts.resolveModuleName(
      specifier.text,
      from.fileName,
      program.getCompilerOptions(),
      ts.sys,
    );
    const name = resolved.resolvedModule?.resolvedFileName;
    return name === undefined ? undefined : program.getSourceFile(name);
  }

  #toFile(file: TS.SourceFile): Import {
    const { entities, sources, program } = this.reading;
    const pkg = sources.packageOf(file.fileName);
    if (sources.isLocal(file)) {
      const entity = entities.ofDeclaration(file);
      const owner = entities.ofId(pkg.id);
      if (entity) return { sort: 'local', entity, ...(owner && { package: owner }) };
    }
    if (ASSET.test(file.fileName)) return { sort: 'asset' };
    const external = this.externals.package(pkg, sources.origin(program, file));
    return { sort: 'external', entity: external, package: external };
  }
}
