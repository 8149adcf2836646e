import { folderOf } from '../../facts/index.js';
import { joined, numbersOf } from './module-paths.js';

/** Files that Cargo makes the root of a crate, beside `lib.rs` and `main.rs`. */
const OWN_ROOT = /(^|\/)(build|(tests|benches|examples|src\/bin)\/[^/]+)\.rs$/;

/** Which file holds a Rust module, read off the paths alone. */
export class RustModules {
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #roots: ReadonlySet<string>;
  /** Folder of `lib.rs` or `main.rs` by crate name. */
  readonly #crates: ReadonlyMap<string, string>;

  constructor(
    numbers: ReadonlyMap<string, number>,
    crates: ReadonlyMap<string, string>,
    roots: ReadonlySet<string>,
  ) {
    this.#numbers = numbers;
    this.#roots = roots;
    this.#crates = new Map([...crates].map(([folder, name]) => [name, under(folder, 'src')]));
  }

  /** `mod name;`, the inline modules around it before its name; `./file.rs` where an attribute gives the path. */
  moduleLadder(from: string, specifier: string): number[][] {
    const names = specifier.startsWith('./')
      ? [joined(from, specifier)]
      : filesOf(under(this.#moduleFolder(from), specifier));
    return [numbersOf(names, this.#numbers)];
  }

  /** The module of the whole path, then of the path without its last name, and so on. */
  pathLadder(from: string, path: string): number[][] {
    const segments = path.split('::').filter((segment) => segment !== '*' && segment !== '');
    const base = this.#base(from, segments);
    if (base === null) return [];
    return Array.from({ length: segments.length + 1 }, (_, dropped) =>
      this.#moduleAt(base, segments.slice(0, segments.length - dropped)),
    );
  }

  /** The folder that the rest of a path starts from; takes the names off that lead there. */
  #base(from: string, segments: string[]): string | null {
    const [first] = segments;
    let folder: string | null;
    if (first === 'crate') folder = this.#crateRoot(from);
    else if (first === 'self' || first === 'super') folder = this.#moduleFolder(from);
    else if (first !== undefined && this.#moduleAt(this.#moduleFolder(from), [first]).length > 0)
      return this.#moduleFolder(from);
    else folder = this.#crates.get(first ?? '') ?? null;
    segments.shift();
    if (first === 'super') folder = folderOf(folder!);
    for (; segments[0] === 'super'; segments.shift()) folder = folderOf(folder!);
    return folder;
  }

  #crateRoot(from: string): string {
    if (this.#isOwnRoot(from)) return folderOf(from);
    for (let folder = folderOf(from); ; folder = folderOf(folder)) {
      if (this.#rootIn(folder).length > 0) return folder;
      if (folder === '.') return folderOf(from);
    }
  }

  /** The folder of the modules below the one that a file holds. */
  #moduleFolder(file: string): string {
    if (/(^|\/)(mod|lib|main)\.rs$/.test(file) || this.#isOwnRoot(file)) return folderOf(file);
    return file.replace(/\.rs$/, '');
  }

  #isOwnRoot(file: string): boolean {
    return this.#roots.has(file) || OWN_ROOT.test(file);
  }

  #moduleAt(base: string, segments: readonly string[]): number[] {
    if (segments.length > 0)
      return numbersOf(filesOf(under(base, segments.join('/'))), this.#numbers);
    const root = this.#rootIn(base);
    return root.length === 0 ? numbersOf(filesOf(base), this.#numbers) : root;
  }

  /** A package with both has its modules in the library. */
  #rootIn(folder: string): number[] {
    const roots = [under(folder, 'lib.rs'), under(folder, 'main.rs')];
    return numbersOf(roots, this.#numbers).slice(0, 1);
  }
}

const under = (folder: string, name: string): string =>
  folder === '.' ? name : `${folder}/${name}`;

/** The two places of a module's file. */
const filesOf = (module: string): string[] => [`${module}.rs`, `${module}/mod.rs`];
