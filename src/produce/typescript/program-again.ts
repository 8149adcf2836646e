import type { Compiler, TS } from './compiler.js';

/** A file that stands for an equal copy of its package elsewhere; the compiler tells nobody else. */
interface Redirected {
  readonly redirectInfo?: { readonly unredirected: TS.SourceFile };
}

/**
 * The same program anew: the same file objects, resolved as before, but no checker yet. Undefined where the compiler
 * would not take all of the old one over. Nothing of the new one holds the old one, whose checker is what is to go.
 */
export function programAgain(ts: Compiler, old: TS.Program): TS.Program | undefined {
  const options = old.getCompilerOptions();
  const files = old.getSourceFiles();
  const given: TS.CreateProgramOptions = {
    rootNames: [...old.getRootFileNames()],
    options,
    host: hostOf(ts, options, files, old.getCurrentDirectory()),
    oldProgram: old,
  };
  const again = ts.createProgram(given);
  delete given.oldProgram;
  const same = again.getSourceFiles();
  return files.length === same.length && files.every((file, at) => file === same[at])
    ? again
    : undefined;
}

function hostOf(
  ts: Compiler,
  options: TS.CompilerOptions,
  files: readonly (TS.SourceFile & Redirected)[],
  folder: string,
): TS.CompilerHost {
  const byName = new Map(
    files.map((file) => [file.fileName, file.redirectInfo?.unredirected ?? file]),
  );
  return {
    ...ts.createCompilerHost(options),
    getCurrentDirectory: () => folder,
    writeFile: () => undefined,
    getSourceFile: (name) => byName.get(name),
  };
}
