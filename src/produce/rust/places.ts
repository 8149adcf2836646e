import path from 'node:path';
import type { NodeFact } from '../../dump/index.js';
import type { DocSpan } from './docs.js';
import type { Crate, Item } from './model.js';
import { Sources } from './sources.js';

export interface PlacesOptions {
  /** Where the sources are. */
  readonly root: string;
  /** Where cargo ran. */
  readonly at: string;
  readonly targetDir: string;
}

/** A file as a dump names it, and whether a tool wrote it. */
interface Named {
  readonly file: string;
  readonly generated: boolean;
}

/** Files as the compiler names them, and as a dump may: nothing of the machine is in the latter. */
export class Places {
  readonly sources = new Sources();
  readonly #named = new Map<string, Named>();

  constructor(private readonly options: PlacesOptions) {}

  /** Source files that were looked into. */
  get sourceFiles(): readonly string[] {
    return this.sources.files;
  }

  file(crate: Crate, printed: string): string {
    return this.#name(crate, printed).file;
  }

  spanFacts(
    crate: Crate,
    span: DocSpan | null,
  ): Pick<NodeFact, 'file' | 'line' | 'endLine' | 'generated'> {
    if (span === null) return {};
    const { file, generated } = this.#name(crate, span.filename);
    return { file, line: span.begin[0], endLine: span.end[0], generated };
  }

  /** The text of a file by the name that a dump has for it; `null` for one outside the workspace. */
  sourceOf(file: string): ReturnType<Sources['at']> {
    return OUTSIDE_NAMES.test(file) ? null : this.sources.at(this.options.at, file);
  }

  isGenerated(crate: Crate, printed: string): boolean {
    return this.#name(crate, printed).generated;
  }

  /** Line on which the block ends whose head starts at a place. */
  blockEnd(crate: Crate, printed: string, line: number, col: number): number {
    return this.#source(crate, printed)?.blockEnd(line, col) ?? line;
  }

  /** The word at a place where an impl should begin: the derive that wrote it; `null` for an impl, or a macro's call. */
  wordAt(crate: Crate, span: DocSpan | null): string | null {
    if (span === null) return null;
    const source = this.#source(crate, span.filename);
    if (source === null) return null;
    const at = source.offset(span.begin[0], span.begin[1]);
    const word = /^(?:\w+::)*(\w+)(?=\s*[,)])/u.exec(source.text.slice(at, at + 200))?.[1];
    return word ?? null;
  }

  /** The macro that is called at a place: what a macro writes has its call's place. */
  callAt(crate: Crate, span: DocSpan | null): NonNullable<Item['writtenBy']> | null {
    if (span === null || !crate.isLocal) return null;
    const source = this.#source(crate, span.filename);
    const [line, col] = span.begin;
    const at = source?.offset(line, col) ?? 0;
    const call = /^(?:\w+::)*(\w+)!\s*[({[]/u.exec(source?.text.slice(at, at + 200) ?? '');
    return call === null ? null : { macro: call[1]!, line, col };
  }

  /** The type that a derive at a place is for. */
  typeAfter(
    crate: Crate,
    at: { readonly file: string; readonly line: number; readonly col: number },
  ): string | null {
    const source = this.#source(crate, at.file);
    const from = source?.offset(at.line, at.col) ?? 0;
    return (
      /\b(?:struct|enum|union)\s+(\w+)/u.exec(source?.text.slice(from, from + 2000) ?? '')?.[1] ??
      null
    );
  }

  startsWith(crate: Crate, span: DocSpan | null, text: string): boolean {
    if (span === null) return false;
    const source = this.#source(crate, span.filename);
    return source?.text.startsWith(text, source.offset(span.begin[0], span.begin[1])) ?? false;
  }

  /** Source text between two places. */
  text(
    crate: Crate,
    span: { readonly file: string; readonly line: number; readonly col: number },
    end: { readonly line: number; readonly col: number },
  ): string | null {
    const source = this.#source(crate, span.file);
    return (
      source?.text.slice(source.offset(span.line, span.col), source.offset(end.line, end.col)) ??
      null
    );
  }

  #source(_crate: Crate, printed: string): ReturnType<Sources['at']> {
    return this.sources.at(this.options.at, printed);
  }

  #name(_crate: Crate, printed: string): Named {
    const known = this.#named.get(printed);
    if (known) return known;
    const made = this.#nameOf(printed);
    this.#named.set(printed, made);
    return made;
  }

  #nameOf(printed: string): Named {
    if (!path.isAbsolute(printed)) {
      const file = path.posix.normalize(printed.replaceAll('\\', '/'));
      return { file, generated: /(?:^|\/)generated\//u.test(file) };
    }
    const built = /\/build\/([^/]+)-[0-9a-f]{16}\/out\/(.*)$/u.exec(printed);
    if (built && printed.startsWith(this.options.targetDir))
      return { file: `OUT_DIR/${built[1]!}/${built[2]!}`, generated: true };
    for (const [pattern, folder] of OUTSIDE) {
      const match = pattern.exec(printed);
      if (match) return { file: `${folder}/${match.slice(1).join('/')}`, generated: false };
    }
    for (const root of [this.options.root, this.options.at]) {
      const relative = path.relative(root, printed);
      if (!relative.startsWith('..') && !path.isAbsolute(relative))
        return { file: relative.replaceAll('\\', '/'), generated: false };
    }
    const relative = path.relative(this.options.root, printed).replaceAll('\\', '/');
    // A sibling of the workspace keeps its way there; anything further has its name alone.
    const near = /^(?:\.\.\/){1,2}(?!\.\.\/)(.*)$/u.exec(relative);
    return { file: near ? near[1]! : path.basename(printed), generated: false };
  }
}

const OUTSIDE_NAMES = /^(?:OUT_DIR|rust|registry|git)\//u;

const OUTSIDE: readonly (readonly [RegExp, string])[] = [
  [/^\/rustc\/[0-9a-f]+\/(.*)$/u, 'rust'],
  [/\/lib\/rustlib\/(?:src\/rust|rustc-src\/rust)\/(.*)$/u, 'rust'],
  [/\/registry\/src\/[^/]+\/([^/]+)\/(.*)$/u, 'registry'],
  [/\/git\/checkouts\/([^/]+)-[0-9a-f]{16}\/[^/]+\/(.*)$/u, 'git'],
];
