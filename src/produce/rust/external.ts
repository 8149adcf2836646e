import type { NodeKind, Origin } from '../../dump/index.js';
import { descriptor, modulePath, packagePrefix, standardPrefix } from './ids.js';
import type { CargoPackage } from './cargo/metadata.js';
import type { Crate } from './model.js';
import { isStandard } from './names.js';
import { FN_CALL, standardPlace, standardSelf } from './standard.js';
import { COMPILER_CRATES, type World } from './world.js';

/** A node for what nobody read: its name is all that is known. */
export interface External {
  readonly id: string;
  readonly kind: NodeKind;
  readonly name: string;
  readonly crate: string;
  readonly version: string;
  readonly origin: Origin;
}

/** Names what is outside of all documented crates, one node per id. */
export class Externals {
  readonly all = new Map<string, External>();

  constructor(
    private readonly world: World,
    private readonly toolchain: string,
  ) {}

  /** The call of any function, which a call through a value goes to. */
  functionCall(): string {
    if (!this.all.has(FN_CALL))
      this.all.set(FN_CALL, {
        id: FN_CALL,
        kind: 'method',
        name: 'call',
        crate: 'core',
        version: this.toolchain,
        origin: 'std',
      });
    return FN_CALL;
  }

  /** A free function, or an inherent method by `Type::method`, from its path without generics. */
  path(from: Crate, printed: readonly string[]): External | null {
    const segments = this.world.definedPath(from, printed);
    const home = this.#home(from, segments[0] ?? '');
    if (home === null) return null;
    const name = segments.at(-1)!;
    const owner = segments.length > 2 ? segments.at(-2)! : '';
    if (/^[A-Z]/u.test(owner)) return this.#method(from, segments.slice(0, -2), owner, null, name);
    const { prefix, modules } = this.#place(from, segments.slice(0, -1), name);
    const id = prefix + modulePath(modules) + descriptor.method(name);
    return this.#made(id, 'fn', name, from, segments[0]!);
  }

  /** A method of an impl on a type by its printed self: `core::num::<impl u8>::wrapping_add`. */
  implMethod(from: Crate, printed: readonly string[], self: string, name: string): External | null {
    const modules = this.world.definedPath(from, [...printed, self]).slice(0, -1);
    if (this.#home(from, modules[0] ?? '') === null) return null;
    return this.#method(from, modules, self, null, name);
  }

  /** A trait's own method. */
  traitMethod(from: Crate, printed: readonly string[], name: string): External | null {
    const trait = this.world.definedPath(from, printed);
    if (this.#home(from, trait[0] ?? '') === null) return null;
    const owner = trait.at(-1)!;
    const { prefix, modules } = this.#place(from, trait.slice(0, -1), owner);
    const id = prefix + modulePath(modules) + descriptor.type(owner) + descriptor.method(name);
    return this.#made(id, 'method', name, from, trait[0]!);
  }

  /** A trait's method as the impl for a type has it, in the module of the type. */
  implOfTrait(from: Crate, self: readonly string[], trait: string, name: string): External | null {
    if (this.#home(from, self[0] ?? '') === null) return null;
    return this.#method(from, self.slice(0, -1), self.at(-1)!, trait, name);
  }

  /** A type or trait, from a key: `std::ops::Add`, `serde::de::Deserialize`. */
  type(from: Crate, path: readonly string[], kind: 'struct' | 'trait'): External | null {
    if (path.length < 2 || this.#home(from, path[0]!) === null) return null;
    const name = path.at(-1)!;
    const { prefix, modules } = this.#place(from, path.slice(0, -1), name);
    const id = prefix + modulePath(modules) + descriptor.type(name);
    return this.#made(id, kind, name, from, path[0]!);
  }

  macro(from: Crate, path: readonly string[]): External | null {
    if (path.length < 2 || this.#home(from, path[0]!) === null) return null;
    const name = path.at(-1)!;
    const { prefix, modules } = this.#place(from, path.slice(0, -1), name);
    return this.#made(
      prefix + modulePath(modules) + descriptor.macro(name),
      'macro',
      name,
      from,
      path[0]!,
    );
  }

  #method(
    from: Crate,
    modules: readonly string[],
    self: string,
    trait: string | null,
    name: string,
  ): External {
    const place = this.#place(from, modules, self);
    const written = isStandard(`${modules[0]!}::x`) ? standardSelf(self) : self;
    const id =
      place.prefix +
      modulePath(place.modules) +
      descriptor.impl(written, trait) +
      descriptor.method(name);
    return this.#made(id, 'method', name, from, modules[0]!);
  }

  #place(
    from: Crate,
    path: readonly string[],
    name: string,
  ): { readonly prefix: string; readonly modules: readonly string[] } {
    const home = this.#home(from, path[0]!);
    if (home === 'compiler' || home === null) {
      const { crate, modules } = standardPlace(path, name);
      return { prefix: standardPrefix(crate), modules };
    }
    return { prefix: packagePrefix(home.name, home.version), modules: path.slice(1) };
  }

  #home(from: Crate, crate: string): CargoPackage | 'compiler' | null {
    const name = crate.replace(/@.*$/u, '');
    const pkg = COMPILER_CRATES.has(name) ? null : this.world.packageNamed(from, name);
    return pkg ?? (COMPILER_CRATES.has(name) ? 'compiler' : null);
  }

  #made(id: string, kind: NodeKind, name: string, from: Crate, crate: string): External {
    const known = this.all.get(id);
    if (known) return known;
    const home = this.#home(from, crate);
    const made: External =
      home === null || home === 'compiler'
        ? { id, kind, name, crate: id.split(' ')[2]!, version: this.toolchain, origin: 'std' }
        : {
            id,
            kind,
            name,
            crate: home.name,
            version: home.version,
            origin: originOf(home, this.world.isMember(home.id)),
          };
    this.all.set(id, made);
    return made;
  }
}

export function originOf(pkg: CargoPackage, isMember: boolean): Origin {
  if (isMember) return 'local';
  if (pkg.source === null) return 'path';
  return pkg.source.startsWith('git+') ? 'git' : 'registry';
}
