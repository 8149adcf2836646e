import type { CargoPackage, Metadata } from './cargo/metadata.js';
import { descriptor, packagePrefix } from './ids.js';
import type { Crate, Impl, Item } from './model.js';
import { isPrimitive, isStandard, standardKey } from './names.js';

/** Crates that come with the compiler. */
export const COMPILER_CRATES = new Set([
  'std',
  'core',
  'alloc',
  'proc_macro',
  'test',
  'std_detect',
]);

export interface Reexport {
  readonly key: string;
  readonly isPublic: boolean;
}

/** Everything that is known of all crates, by key. */
export class World {
  readonly crates = new Map<string, Crate>();
  readonly items = new Map<string, Item>();
  readonly types = new Map<string, Item>();
  /** Functions, constants, statics, and constructors by their type or variant. */
  readonly values = new Map<string, Item>();
  /** Type to its inherent members; several where impls of other arguments have the name too. */
  readonly inherent = new Map<string, Map<string, { item: Item; impl: Impl }[]>>();
  readonly impls: Impl[] = [];
  readonly implsOfTrait = new Map<string, Impl[]>();
  readonly traitMembers = new Map<string, Map<string, Item>>();
  readonly modules = new Set<string>();
  /** Derive macros by name; `null` where several have it. */
  readonly derives = new Map<string, Item | null>();
  /** Macros that are called, by name. */
  readonly macros = new Map<string, Item[]>();
  /** Paths that re-exports make visible, to the key of what is meant. */
  readonly reexports = new Map<string, Reexport>();
  /** Modules, to what they re-export whole. */
  readonly globs = new Map<string, Reexport[]>();
  readonly #implAt = new Map<string, Impl>();
  readonly #implIds = new Map<string, string>();
  readonly #packages = new Map<string, CargoPackage>();
  readonly #byLib = new Map<string, CargoPackage[]>();
  readonly #nearest = new Map<string, CargoPackage | null>();
  readonly #keys = new Map<string, string>();
  readonly #resolved = new Map<string, string>();

  constructor(private readonly metadata: readonly Metadata[]) {
    for (const one of metadata) {
      for (const pkg of one.packages) {
        if (this.#packages.has(pkg.id)) continue;
        this.#packages.set(pkg.id, pkg);
        if (pkg.lib !== null) push(this.#byLib, pkg.lib, pkg);
      }
    }
  }

  package(id: string): CargoPackage | undefined {
    return this.#packages.get(id);
  }

  packages(): Iterable<CargoPackage> {
    return this.#packages.values();
  }

  isMember(id: string): boolean {
    return this.metadata.some((one) => one.members.has(id));
  }

  /** The package whose library a crate knows by this name, the nearest along dependencies where several have it. */
  packageNamed(from: Crate, name: string): CargoPackage | null {
    const candidates = this.#byLib.get(name) ?? [];
    if (candidates.length <= 1) return candidates[0] ?? null;
    const key = `${from.packageId} ${name}`;
    const known = this.#nearest.get(key);
    if (known !== undefined) return known;
    const wanted = new Set(candidates.map((pkg) => pkg.id));
    const seen = new Set([from.packageId]);
    let layer = [from.packageId];
    let found: CargoPackage | null = wanted.has(from.packageId)
      ? this.#packages.get(from.packageId)!
      : null;
    while (found === null && layer.length > 0) {
      const next: string[] = [];
      for (const id of layer) {
        for (const one of this.metadata) {
          for (const dep of one.nodes.get(id)?.deps ?? []) {
            if (seen.has(dep.id)) continue;
            seen.add(dep.id);
            next.push(dep.id);
            if (wanted.has(dep.id)) found ??= this.#packages.get(dep.id) ?? null;
          }
        }
      }
      layer = next;
    }
    this.#nearest.set(key, found ?? candidates[0]!);
    return found ?? candidates[0]!;
  }

  /** First segment of the keys of a package's library: its name, with the version where several versions are there. */
  libraryKey(pkg: CargoPackage): string {
    const name = pkg.lib ?? pkg.name.replaceAll('-', '_');
    return (this.#byLib.get(name) ?? []).length > 1 ? `${name}@${pkg.version}` : name;
  }

  /**
   * A path from the segment that names a crate on: macros bring crates in under names of their own, and MIR then prints
   * `_::_serde::de::Error`, `tests::test::assert_test_result`.
   */
  foreignPath(from: Crate, path: readonly string[]): readonly string[] {
    for (let at = 0; at < path.length - 1; at++) {
      const name = path[at]!;
      const own = name.startsWith('_') ? name.replace(/^_+/u, '') : name;
      const isCrate = at === 0 ? this.isCrate(from, name) : this.isCrate(from, own);
      if (isCrate) return at === 0 ? path : [own, ...path.slice(at + 1)];
    }
    return path;
  }

  /** Where a path of another crate leads, as far as its re-exports were read. */
  definedPath(from: Crate, printed: readonly string[]): readonly string[] {
    const path = this.foreignPath(from, printed);
    if (COMPILER_CRATES.has(path[0] ?? '')) return path;
    const [crate = '', ...rest] = this.keyOfForeign(from, path.join('::')).split('::');
    return [crate.replace(/@.*$/u, ''), ...rest];
  }

  isCrate(from: Crate, name: string): boolean {
    return COMPILER_CRATES.has(name) || this.packageNamed(from, name) !== null;
  }

  /** The key of a path whose first segment names a crate. */
  keyOfForeign(from: Crate, printed: string): string {
    const path = this.foreignPath(from, printed.split('::')).join('::');
    if (isStandard(path)) return standardKey(path);
    const cut = path.indexOf('::');
    if (cut < 0) return path;
    const name = path.slice(0, cut);
    const pkg = COMPILER_CRATES.has(name) ? null : this.packageNamed(from, name);
    const key = pkg === null ? path : this.libraryKey(pkg) + path.slice(cut);
    return this.resolve(key);
  }

  /** The key of a path as MIR prints it in a crate; the path itself for what is no item: a type parameter. */
  keyOf(crate: Crate, path: string): string {
    if (isPrimitive(path)) return path;
    const cached = `${crate.key}|${path}`;
    const known = this.#keys.get(cached);
    if (known !== undefined) return known;
    const key = this.#keyOf(crate, path);
    this.#keys.set(cached, key);
    return key;
  }

  #keyOf(crate: Crate, path: string): string {
    const own = `${crate.key}::${path}`;
    const resolved = this.resolve(own);
    if (this.#exists(resolved)) return resolved;
    return path.includes('::') ? this.keyOfForeign(crate, path) : path;
  }

  #exists(key: string): boolean {
    return this.types.has(key) || this.values.has(key) || this.modules.has(key);
  }

  /** Follows re-exports, of the whole path and of the modules in it. */
  resolve(key: string, depth = 0): string {
    if (depth > 24 || this.#exists(key)) return key;
    const known = this.#resolved.get(key);
    if (known !== undefined) return known;
    const found = this.#search(key, depth);
    if (depth === 0) this.#resolved.set(key, found);
    return found;
  }

  #search(key: string, depth: number): string {
    const exact = this.reexports.get(key);
    if (exact && exact.key !== key) return this.resolve(exact.key, depth + 1);
    const cut = key.lastIndexOf('::');
    if (cut < 0) return key;
    const [parent, name] = [key.slice(0, cut), key.slice(cut + 2)];
    for (const glob of this.globs.get(parent) ?? []) {
      if (glob.key === parent) continue;
      const found = this.resolve(`${glob.key}::${name}`, depth + 1);
      if (this.#exists(found)) return found;
    }
    const owner = this.resolve(parent, depth + 1);
    return owner === parent ? key : this.resolve(`${owner}::${name}`, depth + 1);
  }

  reexport(at: string, key: string, isPublic: boolean): void {
    const known = this.reexports.get(at);
    if (!known?.isPublic) this.reexports.set(at, { key, isPublic });
  }

  reexportAll(at: string, key: string, isPublic: boolean): void {
    const known = this.globs.get(at) ?? [];
    if (!known.some((one) => one.key === key && one.isPublic === isPublic))
      this.globs.set(at, [...known, { key, isPublic }]);
  }

  /** Declares an item; what is there already stands. */
  add(item: Item): Item {
    const known = this.items.get(item.id);
    if (known) return known;
    this.items.set(item.id, item);
    return item;
  }

  /** The crate's own node: the package for a library, a module for another target. */
  rootOf(crate: Crate, file: string | null): Item {
    this.crates.set(crate.key, crate);
    const root = this.add({
      id: packagePrefix(crate.packageName, crate.version),
      kind: 'crate',
      name: crate.packageName,
      crate,
      parent: null,
      path: '',
      facts: {},
    });
    if (crate.isLibrary) {
      if (file !== null) root.facts.file ??= file;
      return root;
    }
    return this.add({
      id: crate.prefix,
      kind: 'module',
      name: crate.name,
      crate,
      parent: root,
      path: '',
      facts: file === null ? {} : { file, line: 1 },
    });
  }

  /** Descriptors of an impl: told apart by a number where types of one name are meant. */
  implText(
    module: string,
    crate: Crate,
    self: string,
    trait: string | null,
    identity: string,
  ): string {
    for (let n = 0; ; n++) {
      const text = descriptor.impl(n === 0 ? self : `${self}+${n}`, trait);
      const id = crate.prefix + module + text;
      const known = this.#implIds.get(id);
      if (known === undefined) this.#implIds.set(id, identity);
      if (known === undefined || known === identity) return text;
    }
  }

  /** True once an item of the package was read. */
  hasItems(packageId: string): boolean {
    for (const crate of this.crates.values()) if (crate.packageId === packageId) return true;
    return false;
  }

  /** Declares an impl block; another build's report of one adds the members that only that build has. */
  addImpl(impl: Impl): Impl {
    const place = `${impl.item.id} ${impl.file}:${impl.line}:${impl.col}`;
    const known = this.#implAt.get(place);
    if (known) {
      for (const [name, member] of impl.members)
        if (!known.members.has(name)) known.members.set(name, member);
      return known;
    }
    this.#implAt.set(place, impl);
    this.impls.push(impl);
    if (impl.trait?.sort === 'path') push(this.implsOfTrait, impl.trait.path, impl);
    return impl;
  }

  addMacro(item: Item, isProcedural: boolean): void {
    if (!this.macros.get(item.name)?.includes(item)) push(this.macros, item.name, item);
    if (!isProcedural) return;
    const known = this.derives.get(item.name);
    this.derives.set(item.name, known === undefined || known === item ? item : null);
  }

  addInherent(typeKey: string, name: string, item: Item, impl: Impl): void {
    let members = this.inherent.get(typeKey);
    if (!members) this.inherent.set(typeKey, (members = new Map()));
    const known = members.get(name) ?? [];
    if (!known.some((one) => one.item === item)) members.set(name, [...known, { item, impl }]);
  }
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
