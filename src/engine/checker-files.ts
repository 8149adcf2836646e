import { createRequire } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { packageName, packageRoot } from './locations.js';

/** What cells are checked with. Cells run on Node's own modules, resolved as a bundler would. */
export const CHECK_OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.esnext.decorators.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  allowImportingTsExtensions: true,
  allowJs: true,
  checkJs: false,
  skipLibCheck: true,
  noEmit: true,
  jsx: ts.JsxEmit.React,
  types: [],
};

interface VirtualFile {
  readonly text: string;
  readonly version: string;
  readonly snapshot: ts.IScriptSnapshot;
}

/**
 * The files that the language service sees: cells and generated declarations in memory, everything else on disk.
 * Names that are not found from the user's folder are looked for from this package's.
 */
export class CheckerFiles implements ts.LanguageServiceHost {
  readonly #virtual = new Map<string, VirtualFile>();
  readonly #nodeTypes: string | null;
  readonly #cache: ts.ModuleResolutionCache;
  #version = 0;
  roots: readonly string[] = [];

  constructor(
    readonly cwd: string,
    readonly options: ts.CompilerOptions = CHECK_OPTIONS,
  ) {
    this.#nodeTypes = findNodeTypes(cwd);
    this.#cache = ts.createModuleResolutionCache(cwd, (name) => name, options);
  }

  write(file: string, text: string): void {
    if (this.#virtual.get(file)?.text === text) return;
    this.#virtual.set(file, {
      text,
      version: `v${++this.#version}`,
      snapshot: ts.ScriptSnapshot.fromString(text),
    });
  }

  remove(file: string): void {
    this.#virtual.delete(file);
  }

  getCompilationSettings(): ts.CompilerOptions {
    return this.options;
  }

  getScriptFileNames(): string[] {
    return this.#nodeTypes === null ? [...this.roots] : [this.#nodeTypes, ...this.roots];
  }

  getScriptVersion(file: string): string {
    const known = this.#virtual.get(file);
    if (known !== undefined) return known.version;
    // Installed packages and this package don't change under a session; the user's own files do.
    if (file.includes('/node_modules/') || file.startsWith(`${packageRoot}/dist/`)) return '1';
    return String(ts.sys.getModifiedTime?.(file)?.getTime() ?? 0);
  }

  getScriptSnapshot(file: string): ts.IScriptSnapshot | undefined {
    const known = this.#virtual.get(file);
    if (known !== undefined) return known.snapshot;
    const text = ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  }

  getCurrentDirectory(): string {
    return this.cwd;
  }

  getDefaultLibFileName(options: ts.CompilerOptions): string {
    return ts.getDefaultLibFilePath(options);
  }

  fileExists(file: string): boolean {
    return this.#virtual.has(file) || ts.sys.fileExists(file);
  }

  readFile(file: string): string | undefined {
    return this.#virtual.get(file)?.text ?? ts.sys.readFile(file);
  }

  readDirectory(
    folder: string,
    extensions?: readonly string[],
    exclude?: readonly string[],
    include?: readonly string[],
    depth?: number,
  ): string[] {
    return ts.sys.readDirectory(folder, extensions, exclude, include, depth);
  }

  directoryExists(folder: string): boolean {
    return ts.sys.directoryExists(folder);
  }

  getDirectories(folder: string): string[] {
    return ts.sys.getDirectories(folder);
  }

  realpath(file: string): string {
    return this.#virtual.has(file) ? file : (ts.sys.realpath?.(file) ?? file);
  }

  useCaseSensitiveFileNames(): boolean {
    return true;
  }

  resolveModuleNameLiterals(
    literals: readonly ts.StringLiteralLike[],
    from: string,
  ): readonly ts.ResolvedModuleWithFailedLookupLocations[] {
    return literals.map(({ text }) => this.#resolve(text, from));
  }

  #resolve(name: string, from: string): ts.ResolvedModuleWithFailedLookupLocations {
    if (name === packageName) return found(path.join(packageRoot, 'dist/session/index.d.ts'));
    const local = path.resolve(path.dirname(from), `${name}.ts`);
    if (name.startsWith('./') && this.#virtual.has(local)) return found(local);
    // Files of the user come and go, so only packages are remembered.
    const cache = name.startsWith('.') ? undefined : this.#cache;
    const there = ts.resolveModuleName(name, from, this.options, this, cache);
    if (there.resolvedModule !== undefined || name.startsWith('.') || path.isAbsolute(name))
      return there;
    const ours = ts.resolveModuleName(
      name,
      path.join(packageRoot, 'cell.ts'),
      this.options,
      this,
      this.#cache,
    );
    return ours.resolvedModule === undefined ? there : ours;
  }

  resolveTypeReferenceDirectiveReferences<T extends ts.FileReference | string>(
    references: readonly T[],
    from: string,
    redirected: ts.ResolvedProjectReference | undefined,
    options: ts.CompilerOptions,
  ): readonly ts.ResolvedTypeReferenceDirectiveWithFailedLookupLocations[] {
    return references.map((reference) => {
      const name = typeof reference === 'string' ? reference : reference.fileName;
      // Two copies of Node's types would contradict each other.
      if (name === 'node' && this.#nodeTypes !== null) {
        return {
          resolvedTypeReferenceDirective: { primary: true, resolvedFileName: this.#nodeTypes },
          failedLookupLocations: [],
        };
      }
      return ts.resolveTypeReferenceDirective(name, from, options, this, redirected);
    });
  }
}

const found = (file: string): ts.ResolvedModuleWithFailedLookupLocations =>
  ({
    resolvedModule: {
      resolvedFileName: file,
      extension: file.endsWith('.d.ts') ? ts.Extension.Dts : ts.Extension.Ts,
      isExternalLibraryImport: false,
      resolvedUsingTsExtension: false,
    },
    failedLookupLocations: [],
  }) as ts.ResolvedModuleWithFailedLookupLocations;

function findNodeTypes(cwd: string): string | null {
  for (const place of [cwd, packageRoot]) {
    try {
      return path.join(
        path.dirname(
          createRequire(path.join(place, 'cell.js')).resolve('@types/node/package.json'),
        ),
        'index.d.ts',
      );
    } catch {
      continue;
    }
  }
  return null;
}
