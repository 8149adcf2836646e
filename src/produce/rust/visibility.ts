import type { EffectiveVisibility } from '../../dump/index.js';
import type { Crate, Item } from './model.js';
import { pathsOf } from './type-tree.js';
import { push, type World } from './world.js';

/**
 * How far an item can be seen from outside its library: named where it stands (`direct`) or through a re-export
 * (`reexported`), only got hold of by the signature of one that is (`reachable`), public and out of reach (`internal`),
 * or not public (`private`). A binary shows nothing.
 */
export function markEffectiveVisibility(world: World): void {
  const marks = new Marks(world);
  for (const crate of new Set([...world.items.values()].map((item) => item.crate))) {
    if (crate.isLibrary) marks.exports(crate);
  }
  marks.reach();
  marks.rest();
}

const RANK: readonly EffectiveVisibility[] = ['direct', 'reexported', 'reachable'];

class Marks {
  readonly #children = new Map<Item, Item[]>();
  readonly #queue: Item[] = [];
  readonly #reexportsOf = new Map<string, { readonly name: string; readonly key: string }[]>();
  readonly #seen = new Set<string>();

  constructor(private readonly world: World) {
    for (const item of world.items.values())
      if (item.parent) push(this.#children, item.parent, item);
    for (const [at, { key, isPublic }] of world.reexports) {
      const cut = at.lastIndexOf('::');
      if (isPublic) push(this.#reexportsOf, at.slice(0, cut), { name: at.slice(cut + 2), key });
    }
  }

  exports(crate: Crate): void {
    const root = this.world.rootOf(crate, null);
    root.facts.effectiveVisibility = 'direct';
    this.#module(root, crate.key, 'direct');
  }

  /** What a visible module shows: its public items, and what it re-exports. */
  #module(module: Item, key: string, as: EffectiveVisibility): void {
    if (this.#seen.has(`${key} ${as}`)) return;
    this.#seen.add(`${key} ${as}`);
    for (const child of this.#children.get(module) ?? []) {
      if (child.facts.visibility !== 'public' && child.kind !== 'macro') continue;
      if (child.kind === 'macro' && child.facts.visibility !== 'public') continue;
      if (child.kind === 'feature' || child.kind === 'impl') continue;
      if (child.kind === 'module' && child.crate !== module.crate) continue;
      this.#show(child, as);
    }
    for (const { key: target } of this.#reexportsOf.get(key) ?? []) this.#showKey(target, false);
    for (const glob of this.world.globs.get(key) ?? []) {
      if (glob.isPublic) this.#showKey(glob.key, true);
    }
  }

  #showKey(key: string, contents: boolean): void {
    const resolved = this.world.resolve(key);
    const module = this.#moduleAt(resolved);
    if (module) {
      if (contents) this.#module(module, resolved, 'reexported');
      else this.#show(module, 'reexported');
      return;
    }
    for (const item of [this.world.types.get(resolved), this.world.values.get(resolved)])
      if (item) this.#show(item, 'reexported');
  }

  #moduleAt(key: string): Item | null {
    if (!this.world.modules.has(key)) return null;
    const cut = key.indexOf('::');
    const crate = this.world.crates.get(key.slice(0, cut));
    if (!crate) return null;
    const id =
      crate.prefix +
      key
        .slice(cut + 2)
        .split('::')
        .map((name) => `${name}/`)
        .join('');
    return this.world.items.get(id) ?? null;
  }

  #show(item: Item, as: EffectiveVisibility): void {
    if (!this.#mark(item, as)) return;
    if (item.kind === 'module') this.#module(item, `${item.crate.key}::${item.path}`, as);
  }

  /** Marks an item with its visible parts; true when it was not as visible before. */
  #mark(item: Item, as: EffectiveVisibility): boolean {
    const known = item.facts.effectiveVisibility;
    if (known !== undefined && RANK.indexOf(known) <= RANK.indexOf(as)) return false;
    item.facts.effectiveVisibility = as;
    this.#queue.push(item);
    if (item.kind === 'module' || item.kind === 'fn') return true;
    for (const part of this.#children.get(item) ?? []) {
      const isPart =
        part.kind === 'field' ||
        part.kind === 'variant' ||
        part.kind === 'method' ||
        part.kind === 'const' ||
        part.kind === 'type_alias' ||
        part.kind === 'cfg_gated_out';
      if (isPart && part.facts.visibility === 'public') this.#mark(part, as);
    }
    return true;
  }

  /** Impl members are seen with their type; types that a visible signature names are reachable. */
  reach(): void {
    const members = new Map<Item, Item[]>();
    const throughTrait = new Set<Item>();
    for (const impl of this.world.impls) {
      const type = impl.self.sort === 'path' ? this.world.types.get(impl.self.path) : undefined;
      for (const member of impl.members.values()) {
        if (impl.trait !== null) throughTrait.add(member);
        if (type) push(members, type, member);
      }
    }
    for (let item = this.#queue.shift(); item; item = this.#queue.shift()) {
      const as = item.facts.effectiveVisibility!;
      for (const member of members.get(item) ?? [])
        if (member.facts.visibility === 'public')
          this.#mark(member, throughTrait.has(member) ? 'reachable' : as);
      for (const tree of item.mentions ?? []) {
        for (const key of pathsOf(tree)) {
          const named = this.world.types.get(key);
          if (named?.crate.isLocal) this.#mark(named, 'reachable');
        }
      }
    }
  }

  rest(): void {
    for (const item of this.world.items.values()) {
      if (item.facts.effectiveVisibility !== undefined || item.facts.visibility === undefined)
        continue;
      const isOpen = item.facts.visibility === 'public' && this.#isOpen(item.parent);
      item.facts.effectiveVisibility = isOpen ? 'internal' : 'private';
    }
  }

  #isOpen(parent: Item | null): boolean {
    for (let at = parent; at; at = at.parent) {
      if (at.kind === 'module' || at.kind === 'crate' || at.kind === 'impl') return true;
      if (at.facts.visibility !== 'public') return false;
    }
    return true;
  }
}
