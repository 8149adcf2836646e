import type { Compiler, TS } from './compiler.js';

/**
 * A compiler host that only reads, and that hands the same SourceFile object to every program: without that, a
 * declaration reached through one project would be another object than the one declared in its own.
 */
export class SharedHosts {
  readonly #files = new Map<string, TS.SourceFile>();

  constructor(
    private readonly ts: Compiler,
    private readonly root: string,
  ) {}

  for(options: TS.CompilerOptions): TS.CompilerHost {
    const { ts, root } = this;
    const host = ts.createCompilerHost(options, true);
    const read = host.getSourceFile.bind(host);
    return {
      ...host,
      getCurrentDirectory: () => root,
      writeFile: () => undefined,
      trace: () => undefined,
      getSourceFile: (fileName, languageVersionOrOptions, onError) => {
        const how =
          typeof languageVersionOrOptions === 'object'
            ? `${languageVersionOrOptions.languageVersion} ${languageVersionOrOptions.impliedNodeFormat ?? ''}`
            : String(languageVersionOrOptions);
        const key = `${how} ${fileName}`;
        const known = this.#files.get(key);
        if (known) return known;
        const file = read(fileName, languageVersionOrOptions, onError);
        if (file) this.#files.set(key, file);
        return file;
      },
    };
  }
}
