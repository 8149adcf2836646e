import path from 'node:path';
import type { Origin } from '../../dump/index.js';
import type { Task } from '../../task/index.js';
import type { CallSignatures } from './call-signatures.js';
import type { Compiler, TS } from './compiler.js';
import type { Entities } from './entities.js';
import { Packages, type Package } from './packages.js';
import { isDeclaration, scriptTwins } from './projects.js';
import type { Shapes } from './shapes.js';
import type { Syntax } from './syntax.js';
import type { TypeText } from './type-text.js';

/** One program being read. The entities outlive it: all programs of a dump share them. */
export interface Reading {
  readonly ts: Compiler;
  readonly syntax: Syntax;
  readonly shapes: Shapes;
  readonly program: TS.Program;
  readonly checker: TS.TypeChecker;
  readonly signatures: CallSignatures;
  readonly texts: TypeText;
  /** Another file is read from here on: what was asked of the checker need not be kept. */
  readonly forget: () => Promise<void>;
  readonly entities: Entities;
  readonly sources: Sources;
  readonly task: Task;
  /** How often a value may be offered to a place of a script before following them is given up; absent: many times. */
  readonly mostOffers?: number;
}

/** Which files are analysed, which package each file is of, and what it's called in the dump. */
export class Sources {
  readonly packages: Packages;
  readonly #local = new Set<string>();

  constructor(readonly root: string) {
    this.packages = new Packages(root);
  }

  /** The analysed files of a program: its roots and what they import, but nothing that was installed. */
  analysed(program: TS.Program): TS.SourceFile[] {
    const roots = new Set(program.getRootFileNames());
    return program.getSourceFiles().filter((file) => {
      if (/\.(json|css|svg)$/u.test(file.fileName) || program.isSourceFileDefaultLibrary(file))
        return false;
      if (roots.has(file.fileName)) return true;
      return !isDeclaration(file.fileName) && !this.isInstalled(file.fileName);
    });
  }

  /** From here on these files are the project's own. */
  admit(files: readonly TS.SourceFile[]): void {
    for (const file of files) this.#local.add(file.fileName);
  }

  isLocal(file: TS.SourceFile): boolean {
    return this.#local.has(file.fileName);
  }

  /** The analysed script that a declaration file beside it gives types to. */
  scriptOf(file: TS.SourceFile): string | undefined {
    if (!isDeclaration(file.fileName)) return undefined;
    return scriptTwins(file.fileName).find((name) => this.#local.has(name));
  }

  /** Relative to the dump's root, forward slashes. */
  relative(fileName: string): string {
    return path.posix.relative(this.root, fileName);
  }

  packageOf(fileName: string): Package {
    return this.packages.of(fileName);
  }

  origin(program: TS.Program, file: TS.SourceFile): Origin {
    if (this.isLocal(file)) return 'local';
    if (program.isSourceFileDefaultLibrary(file)) return 'std';
    if (this.packageOf(file.fileName).name === '@types/node') return 'builtin';
    return file.fileName.includes('/node_modules/') ? 'registry' : 'path';
  }

  /** Seen from the dump's root, which may itself lie in a folder of installed packages. */
  isInstalled(fileName: string): boolean {
    return this.relative(fileName).split('/').includes('node_modules');
  }
}
