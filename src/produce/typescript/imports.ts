import type { TS } from './compiler.js';
import type { Entity } from './entities.js';
import type { Externals } from './externals.js';
import { slashes } from './projects.js';
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
    const { checker, program } = this.reading;
    const declaration = checker.getSymbolAtLocation(specifier)?.declarations?.[0];
    if (declaration) return this.#toFile(declaration.getSourceFile());
    const name = this.#resolved(specifier.text, from);
    const file = name === undefined ? undefined : program.getSourceFile(name);
    if (file) return this.#toFile(file);
    if (ASSET.test(name ?? specifier.text)) return { sort: 'asset' };
    return name === undefined ? { sort: 'unresolved' } : this.#toUntyped(name);
  }

  /** A script without exports has no symbol, and neither has a package without types, yet both are imported. */
  #resolved(specifier: string, from: TS.SourceFile): string | undefined {
    const { ts, program } = this.reading;
    const options = { ...program.getCompilerOptions(), allowJs: true };
    const { resolvedModule } = ts.resolveModuleName(specifier, from.fileName, options, ts.sys);
    return resolvedModule && slashes(resolvedModule.resolvedFileName);
  }

  #toUntyped(fileName: string): Import {
    const pkg = this.reading.sources.packageOf(fileName);
    const external = this.externals.package(pkg, 'registry');
    return { sort: 'external', entity: external, package: external };
  }

  #toFile(file: TS.SourceFile): Import {
    const { entities, sources, program } = this.reading;
    const pkg = sources.packageOf(file.fileName);
    const script = sources.scriptOf(file);
    const local = script === undefined ? file : (program.getSourceFile(script) ?? file);
    if (sources.isLocal(local)) {
      const entity = entities.ofDeclaration(local);
      const owner = entities.ofId(pkg.id);
      if (entity) return { sort: 'local', entity, ...(owner && { package: owner }) };
    }
    if (ASSET.test(file.fileName)) return { sort: 'asset' };
    const external = this.externals.package(pkg, sources.origin(program, file));
    return { sort: 'external', entity: external, package: external };
  }
}
