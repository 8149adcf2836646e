import type { How } from '../../dump/index.js';
import type { Externals } from './external.js';
import { splitOutside } from './mir/brackets.js';
import { parseCallee, type MirCallee } from './mir/index.js';
import type { Crate, Impl, Item } from './model.js';
import { isPrimitive, isStandard } from './names.js';
import { inherentKey } from './doc-facts.js';
import { parseType, peeled, unify, type TypeTree } from './type-tree.js';
import type { World } from './world.js';

export type CallClass = 'resolved' | 'external' | 'by_value' | 'dispatch' | 'unresolved';

export interface Resolution {
  readonly class: CallClass;
  /** Moniker; `null` where there is none to name. */
  readonly id: string | null;
  readonly how: How;
  /** What is called, where it was read. */
  readonly item: Item | null;
}

const FUNCTION_TRAITS = new Set(
  ['Fn', 'FnMut', 'FnOnce', 'AsyncFn', 'AsyncFnMut', 'AsyncFnOnce'].map(
    (one) => `std::ops::${one}`,
  ),
);
const UNRESOLVED: Resolution = { class: 'unresolved', id: null, how: 'direct', item: null };

/** Finds what callees mean, for the bodies of one crate. Asked by text, since MIR says all in it. */
export class Callees {
  readonly #known = new Map<string, Resolution>();
  readonly #keyOf = (path: string): string => this.world.keyOf(this.crate, path);

  constructor(
    private readonly crate: Crate,
    private readonly world: World,
    private readonly externals: Externals,
  ) {}

  type(text: string): TypeTree {
    return parseType(text, this.#keyOf);
  }

  /** `nested`: functions that stand within the body that calls, by name. */
  resolve(callee: MirCallee, nested: ReadonlyMap<string, Item> | null = null): Resolution {
    const known = this.#known.get(callee.text);
    if (known && (known.class !== 'unresolved' || nested === null)) return known;
    const found = this.#resolve(callee, nested);
    this.#known.set(callee.text, found);
    return found;
  }

  #resolve(callee: MirCallee, nested: ReadonlyMap<string, Item> | null): Resolution {
    switch (callee.sort) {
      case 'value':
        return {
          class: 'by_value',
          id: this.externals.functionCall(),
          how: 'fn-pointer',
          item: null,
        };
      case 'trait':
        return orNested(this.#trait(callee, nested), callee, nested);
      case 'path':
        return this.#path(callee, nested);
    }
  }

  #trait(callee: MirCallee, nested: ReadonlyMap<string, Item> | null): Resolution {
    const self = this.type(callee.selfType!);
    const trait = this.type(callee.trait!);
    if (trait.sort !== 'path') return UNRESOLVED;
    if (FUNCTION_TRAITS.has(trait.path)) return this.#functionTrait(self, nested);
    if (isParameter(self)) return this.#member(trait.path, callee, 'generic');
    if (
      self.sort === 'dyn' &&
      self.traits.some((one) => one.sort === 'path' && one.path === trait.path)
    )
      return this.#member(trait.path, callee, 'dyn');
    const impl = this.#impl(self, trait);
    if (impl) {
      const member = impl.members.get(callee.name);
      if (member) return resolved(member, 'method');
      const provided = this.world.traitMembers.get(trait.path)?.get(callee.name);
      if (provided) return resolved(provided, 'method');
    }
    if (self.sort === 'dyn') return this.#member(trait.path, callee, 'dyn');
    return this.#foreignImpl(self, trait, callee);
  }

  /** An impl that nobody read: in the crate of the type, or in the trait's where the type is the language's. */
  #foreignImpl(self: TypeTree, trait: TypeTree & { sort: 'path' }, callee: MirCallee): Resolution {
    const declared = this.world.traitMembers.get(trait.path)?.get(callee.name);
    // All impls of a type that was read are known: without one of its own, the trait's default runs.
    const isRead = self.sort === 'path' && this.world.types.has(self.path);
    if (declared || isRead) return this.#member(trait.path, callee, 'method');
    const owner =
      self.sort === 'path' && self.path.includes('::') ? printedPath(callee.selfType!) : null;
    const traitPath = printedPath(callee.trait!);
    const traitIsStandard = isStandard(traitPath.join('::'));
    if (owner !== null && (traitIsStandard || !isStandard(owner.join('::')))) {
      const found = this.externals.implOfTrait(this.crate, owner, traitPath.at(-1)!, callee.name);
      if (found) return { class: 'external', id: found.id, how: 'method', item: null };
    }
    return this.#member(trait.path, callee, 'method');
  }

  /** The trait's own declaration: who runs isn't known here. */
  #member(traitKey: string, callee: MirCallee, how: How): Resolution {
    const item = this.world.traitMembers.get(traitKey)?.get(callee.name);
    if (item)
      return { class: item.crate.isLocal ? 'dispatch' : 'external', id: item.id, how, item };
    const found = this.externals.traitMethod(this.crate, printedPath(callee.trait!), callee.name);
    return found ? { class: 'external', id: found.id, how, item: null } : UNRESOLVED;
  }

  #functionTrait(self: TypeTree, nested: ReadonlyMap<string, Item> | null): Resolution {
    const inner = peeled(self);
    if (inner.sort === 'fn-item') return this.resolve(parseCallee(inner.callee), nested);
    if (inner.sort === 'closure')
      return { class: 'resolved', id: this.externals.functionCall(), how: 'direct', item: null };
    const how = inner.sort === 'fn' ? 'fn-pointer' : inner.sort === 'dyn' ? 'dyn' : 'param-value';
    return { class: 'by_value', id: this.externals.functionCall(), how, item: null };
  }

  #impl(self: TypeTree, trait: TypeTree & { sort: 'path' }): Impl | null {
    let best: Impl | null = null;
    let score = -1;
    for (const impl of this.world.implsOfTrait.get(trait.path) ?? []) {
      const bound = new Map<string, TypeTree>();
      const own = unify(impl.self, self, bound);
      const args = own === null ? null : unifyTraits(impl, self, trait, bound);
      if (own === null || args === null || own + args <= score) continue;
      best = impl;
      score = own + args;
    }
    return best;
  }

  #path(callee: MirCallee, nested: ReadonlyMap<string, Item> | null): Resolution {
    const value = this.world.values.get(this.#keyOf(callee.path));
    if (value)
      return value.kind === 'ffi'
        ? { ...resolved(value, 'direct'), class: 'external' }
        : resolved(value, 'direct');
    const segments = splitOutside(callee.path, '::');
    const inImpl = segments.at(-2);
    const implType = inImpl === undefined ? null : /^<(?:impl )?(.*)>$/su.exec(inImpl);
    const owner =
      implType !== null
        ? this.type(implType[1]!.replace(/^.* for (?=\S)/u, ''))
        : callee.selfType === null
          ? null
          : this.type(callee.selfType);
    const method = owner === null ? null : this.#inherent(owner, callee.name);
    if (method) return resolved(method, 'method');
    const local = nested?.get(callee.name);
    if (local) return resolved(local, 'direct');
    if (implType !== null) {
      const modules = segments.length > 2 ? segments.slice(0, -2) : moduleOfType(implType[1]!);
      const found = this.externals.implMethod(
        this.crate,
        modules,
        shortType(implType[1]!),
        callee.name,
      );
      return found ? { class: 'external', id: found.id, how: 'method', item: null } : UNRESOLVED;
    }
    const found = segments.length > 1 ? this.externals.path(this.crate, segments) : null;
    if (found === null) return UNRESOLVED;
    return {
      class: 'external',
      id: found.id,
      how: found.kind === 'method' ? 'method' : 'direct',
      item: null,
    };
  }

  #inherent(owner: TypeTree, name: string): Item | null {
    const candidates = this.world.inherent.get(inherentKey(owner))?.get(name) ?? [];
    if (candidates.length <= 1) return candidates[0]?.item ?? null;
    let best = candidates[0]!.item;
    let score = -1;
    for (const { item, impl } of candidates) {
      const fit = unify(impl.self, owner) ?? -1;
      if (fit > score) [best, score] = [item, fit];
    }
    return best;
  }
}

function resolved(item: Item, how: How): Resolution {
  return { class: item.crate.isLocal ? 'resolved' : 'external', id: item.id, how, item };
}

/** Arguments of a trait; one that is left out is `Self`, as in `PartialEq` and the operators. */
function unifyTraits(
  impl: Impl,
  self: TypeTree,
  trait: TypeTree & { sort: 'path' },
  bound: Map<string, TypeTree>,
): number | null {
  const own = impl.trait?.sort === 'path' ? impl.trait.args : [];
  let score = 0;
  for (let i = 0; i < Math.max(own.length, trait.args.length); i++) {
    const fit = unify(own[i] ?? impl.self, trait.args[i] ?? self, bound);
    if (fit === null) return null;
    score += fit;
  }
  return score;
}

/** A trait that stands in a function has its impls there. */
function orNested(
  found: Resolution,
  callee: MirCallee,
  nested: ReadonlyMap<string, Item> | null,
): Resolution {
  const item = found.class === 'unresolved' ? nested?.get(callee.name) : undefined;
  return item ? resolved(item, 'method') : found;
}

/** A type parameter, `Self`, an associated or opaque type. */
function isParameter(tree: TypeTree): boolean {
  const at = tree;
  if (at.sort === 'opaque') return true;
  return (
    at.sort === 'path' && at.args.length === 0 && !at.path.includes('::') && !isPrimitive(at.path)
  );
}

/** Segments of a printed type's path, without references and generics. */
function printedPath(text: string): string[] {
  const bare = text.replace(/^(?:&(?:'\w+ )?(?:mut )?|\*(?:const|mut) )+/u, '');
  return splitOutside(bare, '::').flatMap((segment) => {
    const open = segment.indexOf('<');
    if (open === 0) return [];
    return [open < 0 ? segment : segment.slice(0, open)];
  });
}

function moduleOfType(text: string): string[] {
  const path = printedPath(text.replace(/^\(?dyn /u, ''));
  return path.length > 1 ? path.slice(0, -1) : ['core'];
}

function shortType(text: string): string {
  // The language's own types have their impls for any element.
  if (text.startsWith('[')) return text.includes(';') ? '[T; N]' : '[T]';
  const pointer = /^\*(?:const|mut) /u.exec(text);
  if (pointer) return `${pointer[0]}T`;
  return text.replaceAll(/(?:[A-Za-z_]\w*::)+(?=[A-Za-z_])/gu, '').replace(/^\((.*)\)$/u, '$1');
}
