import { createRequire } from 'node:module';
import { posix } from 'node:path';
import type { Task } from '../task/index.js';
import { rustReader, typescriptReader, type SourceFacts } from '../text/index.js';
import { digestOf, FactStore, type StorePlace } from './fact-store.js';
import { readSources, sourceRoot, type SourceText } from './source-files.js';

/** A source file with what the judges read of it. */
export interface ParsedFile extends SourceText {
  readonly parsed: SourceFacts;
}

export interface ParsedSources {
  readonly root: string;
  readonly files: readonly ParsedFile[];
  /** Files that could not be read as text. */
  readonly skipped: number;
  /** Names of the Rust crates by the folder of their manifest. */
  readonly crates: ReadonlyMap<string, string>;
  /** Rust files that a manifest names as the root of a crate. */
  readonly crateRoots: ReadonlySet<string>;
  /** Files that were parsed now; the others were known by their content. */
  readonly parsedNow: number;
}

const CODE = /\.(?:[cm]?[jt]sx?|rs)$/;
const GENERATED = /(^|\/)(generated|vendor|fixtures)\/|\.min\.js$|\.d\.[cm]?ts$/;

export const isCode = (file: string): boolean => CODE.test(file) && !GENERATED.test(file);

/** The first part is raised when a reader gives other facts of the same text. */
const VERSION = `1 ${typescriptVersion()}`;

/** Trees of fewer characters are parsed anew in each process: that takes no time and leaves no file behind. */
const SMALLEST = 2 ** 20;

export interface ParseOptions {
  /** `off`, a folder, or absent: MIMIR_CACHE, else the user's cache folder. */
  readonly cache?: StorePlace;
  readonly smallest?: number;
}

/**
 * Every TypeScript, JavaScript and Rust file below `src`, parsed. Generated files and declaration files are left out. A
 * file whose content was parsed before, in this process or another, is not parsed again.
 */
export async function parseSources(
  src: string,
  task: Task,
  options: ParseOptions = {},
): Promise<ParsedSources> {
  const root = await sourceRoot(src);
  const wanted = (file: string): boolean => isCode(file) || isManifest(file);
  const { files: read, skipped } = await readSources(root, wanted, task);
  const files = read.filter(({ path }) => isCode(path));
  const size = files.reduce((sum, { text }) => sum + text.length, 0);
  const store =
    size < (options.smallest ?? SMALLEST)
      ? null
      : new FactStore<Map<string, SourceFacts>>('sources', root, VERSION, options.cache);
  const keys = files.map(({ path, text }) => digestOf(`${languageOf(path)}\0${text}`));
  const stored = keys.every((key) => known.has(key)) ? null : store?.read();
  const parse = await sourceReader(files.map(({ path }) => path));
  let parsedNow = 0;
  const parsed = files.map((file, i): ParsedFile => {
    task.check('parsing sources');
    task.progress('parsing sources', i, files.length);
    const key = keys[i]!;
    let facts = known.get(key) ?? stored?.get(key);
    if (facts === undefined) {
      parsedNow++;
      facts = parse(file.path, file.text);
    }
    remember(key, facts, file.text.length);
    return { ...file, parsed: facts };
  });
  if (parsedNow > 0) store?.write(new Map(parsed.map((file, i) => [keys[i]!, file.parsed])));
  return {
    root,
    files: parsed,
    skipped,
    crates: cratesOf(read),
    crateRoots: crateRootsOf(read),
    parsedNow,
  };
}

/** From its manifest: the compiler itself is loaded only for a text that nobody has parsed before. */
function typescriptVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('typescript/package.json');
  return (manifest as { readonly version: string }).version;
}

const isManifest = (file: string): boolean => /(^|\/)Cargo\.toml$/.test(file);

/** `path = "….rs"` of a library, a binary, a test: relative to the manifest. */
function crateRootsOf(files: readonly SourceText[]): ReadonlySet<string> {
  return new Set(
    files
      .filter(({ path }) => isManifest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^\s*path\s*=\s*["']([^"']+\.rs)["']/gm)].map(([, file]) =>
          posix.join(posix.dirname(path), file!),
        ),
      ),
  );
}

function cratesOf(files: readonly SourceText[]): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap(({ path, text }): [string, string][] => {
      if (!isManifest(path)) return [];
      const section = /^\[package\]\s*$([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(text)?.[1] ?? '';
      const name = /^\s*name\s*=\s*["']([^"']+)["']/m.exec(section)?.[1];
      return name === undefined ? [] : [[folderOf(path), name.replace(/-/g, '_')]];
    }),
  );
}

/** Reads a file of any language that the judges know; the grammar of Rust is loaded only for a path that needs it. */
export async function sourceReader(
  paths: readonly string[],
): Promise<(path: string, text: string) => SourceFacts> {
  const rust = paths.some(isRust) ? await rustReader() : null;
  const typescript = paths.every(isRust) ? null : await typescriptReader();
  return (path, text) => (isRust(path) ? rust!(text) : typescript!(path, text));
}

const isRust = (file: string): boolean => file.endsWith('.rs');

/** What of its path decides how a text is read. */
const languageOf = (file: string): string =>
  /\.([cm]?[jt]sx?|rs)$/.exec(file)?.[1]?.replace(/^[cm]/, '') ?? '';

/** Facts of this process by content, the oldest first, up to so many characters of source. */
const known = new Map<string, SourceFacts>();
const sizes = new Map<string, number>();
const MOST = 2 ** 26;
let held = 0;

function remember(key: string, facts: SourceFacts, size: number): void {
  if (known.has(key)) return;
  known.set(key, facts);
  sizes.set(key, size);
  held += size;
  for (const oldest of known.keys()) {
    if (held <= MOST) return;
    held -= sizes.get(oldest)!;
    known.delete(oldest);
    sizes.delete(oldest);
  }
}

/** Whether a path holds tests. */
export const isTestPath = (file: string): boolean =>
  /(^|\/)(tests?|__tests__|spec|benches)\/|\.(test|spec)\.[cm]?[jt]sx?$/.test(file);

/** The folder of a path; `.` for the root. */
export function folderOf(file: string): string {
  const cut = file.lastIndexOf('/');
  return cut < 0 ? '.' : file.slice(0, cut);
}
