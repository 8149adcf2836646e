import { statSync } from 'node:fs';
import type { Compiler, TS } from './compiler.js';
import type { Members } from './members.js';
import type { Sources } from './reading.js';

/** Of a source file: more is no one's handwriting, and parsed and checked would take more memory than Node gives. */
const MOST_BYTES = 2 ** 24;

/**
 * A compiler host that only reads, and that hands the same SourceFile object to every program: without that, a
 * declaration reached through one project would be another object than the one declared in its own, and each project
 * would hold the library's declarations once more. The language version is no part of what a file is known by: it
 * decides which letters a name may have, and nothing else that is read here.
 */
export class SharedHosts {
  readonly #files = new Map<string, TS.SourceFile>();
  /** What is there is asked for by each program, a thousand times over. */
  readonly #present = new Map<string, boolean>();
  readonly #folders = new Map<string, boolean>();
  readonly #real = new Map<string, string>();
  readonly #tooLarge = new Set<string>();

  constructor(
    private readonly ts: Compiler,
    private readonly sources: Sources,
    private readonly members: Members,
  ) {}

  for(options: TS.CompilerOptions): TS.CompilerHost {
    const { ts, sources } = this;
    const host = ts.createCompilerHost(options);
    const read = host.getSourceFile.bind(host);
    const shared: TS.CompilerHost = {
      ...host,
      getCurrentDirectory: () => sources.root,
      writeFile: () => undefined,
      trace: () => undefined,
      fileExists: (name) => once(this.#present, name, () => host.fileExists(name)),
      directoryExists: (name) => once(this.#folders, name, () => ts.sys.directoryExists(name)),
      realpath: (name) => once(this.#real, name, () => ts.sys.realpath?.(name) ?? name),
      getSourceFile: (fileName, asked, onError) => {
        const key = `${this.#reading(fileName, asked, options)} ${fileName}`;
        const known = this.#files.get(key);
        if (known) return known;
        const how = this.#options(fileName, asked);
        const file = this.#isTooLarge(fileName)
          ? ts.createSourceFile(fileName, '', how)
          : read(fileName, how, onError);
        if (file) this.#files.set(key, file);
        return file;
      },
    };
    return this.members.isEmpty ? shared : this.#withMembers(shared, options);
  }

  /** Files that stand for empty ones, by name. */
  get tooLarge(): string[] {
    return [...this.#tooLarge].sort();
  }

  #isTooLarge(fileName: string): boolean {
    if ((statSync(fileName, { throwIfNoEntry: false })?.size ?? 0) <= MOST_BYTES) return false;
    this.#tooLarge.add(fileName);
    return true;
  }

  /** Lets go of the files that no program holds; to be called when all are made. */
  release(): void {
    for (const known of [this.#files, this.#present, this.#folders, this.#real]) known.clear();
  }

  /** Members of the workspace are found by name where nothing is installed or built. */
  #withMembers(host: TS.CompilerHost, options: TS.CompilerOptions): TS.CompilerHost {
    const { ts, sources, members } = this;
    const cache = ts.createModuleResolutionCache(sources.root, (name) => name, options);
    return {
      ...host,
      resolveModuleNameLiterals: (literals, containing, redirected, asked, file) =>
        literals.map((literal) => {
          const mode = ts.getModeForUsageLocation(file, literal, asked);
          const found = ts.resolveModuleName(
            literal.text,
            containing,
            asked,
            host,
            cache,
            redirected,
            mode,
          );
          const source = found.resolvedModule ? undefined : members.sourceOf(literal.text);
          if (source === undefined) return found;
          const extension = /(\.d)?\.[cm]?[jt]sx?$/u.exec(source)![0];
          const resolvedFileName = source;
          return {
            resolvedModule: { resolvedFileName, extension, isExternalLibraryImport: false },
          };
        }),
    };
  }

  /** What of a program's options a file is read by, beside its text. */
  #reading(
    fileName: string,
    asked: TS.ScriptTarget | TS.CreateSourceFileOptions,
    { jsx, jsxImportSource }: TS.CompilerOptions,
  ): string {
    const { JsxEmit } = this.ts;
    const format = typeof asked === 'object' ? asked.impliedNodeFormat : undefined;
    // Such a program adds an import of its own to each file that may hold elements.
    const adds = jsx === JsxEmit.ReactJSX || jsx === JsxEmit.ReactJSXDev;
    const runtime = adds && /(x|\.[cm]?js)$/u.test(fileName) ? `${jsx} ${jsxImportSource}` : '';
    return `${format ?? ''} ${runtime}`;
  }

  /** Nobody asks for the comments of installed declarations, and they are half of what parsing those would make. */
  #options(
    fileName: string,
    asked: TS.ScriptTarget | TS.CreateSourceFileOptions,
  ): TS.ScriptTarget | TS.CreateSourceFileOptions {
    const { ts, sources } = this;
    if (!sources.isInstalled(fileName) || !fileName.endsWith('ts')) return asked;
    const options = typeof asked === 'object' ? asked : { languageVersion: asked };
    // Older compilers have no such mode, and parse all comments.
    const mode = (ts as Partial<Pick<Compiler, 'JSDocParsingMode'>>).JSDocParsingMode?.ParseNone;
    return mode === undefined ? options : { ...options, jsDocParsingMode: mode };
  }
}

function once<V>(known: Map<string, V>, key: string, find: () => V): V {
  const had = known.get(key);
  if (had !== undefined) return had;
  const found = find();
  known.set(key, found);
  return found;
}
