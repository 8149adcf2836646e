import {
  conditionOf,
  gateRoot,
  genericBounds,
  implItems,
  inherentKey,
  linkName,
  innermostModule,
  printGenerics,
  type ModuleRange,
  visibilityOf,
} from './doc-facts.js';
import { declareParts } from './function-parts.js';
import { DocKeys } from './doc-keys.js';
import { boundTrees, pathTree, printPath, printType, treeOf } from './doc-types.js';
import type { DocFunction, DocItem, Docs } from './docs.js';
import { descriptor, modulePath } from './ids.js';
import type { Crate, Impl, Item } from './model.js';
import type { Places } from './places.js';
import type { World } from './world.js';

export interface DocsOptions {
  readonly crate: Crate;
  readonly docs: Docs;
  readonly world: World;
  readonly places: Places;
}

/** Declares everything that the documentation of one compilation tells. What another build told already stands. */
export function readDocItems(options: DocsOptions): void {
  new DocsReader(options).read();
}

interface Scope {
  readonly parent: Item | null;
  /** Modules from the crate's root, and what else is printed in a path. */
  readonly path: readonly string[];
  readonly idPrefix: string;
  /** The modules alone. */
  readonly module: readonly string[];
}

class DocsReader {
  readonly #docs: Docs;
  readonly #names: DocKeys;
  readonly #crate: Crate;
  readonly #world: World;
  readonly #places: Places;
  /** Inline modules, by file: an impl is in the innermost that holds its place. */
  readonly #modules: ModuleRange[] = [];
  #root!: Item;

  constructor({ crate, docs, world, places }: DocsOptions) {
    this.#docs = docs;
    this.#names = new DocKeys(docs, crate, world);
    this.#crate = crate;
    this.#world = world;
    this.#places = places;
  }

  read(): void {
    const root = this.#docs.index[this.#docs.root];
    if (!root?.inner.module) return;
    const file = root.span && this.#places.file(this.#crate, root.span.filename);
    this.#root = this.#world.rootOf(this.#crate, file);
    gateRoot(this.#root, root);
    this.#module(root, { parent: this.#root, path: [], idPrefix: this.#crate.prefix, module: [] });
    for (const impl of implItems(this.#docs)) this.#impl(impl);
  }

  #module(doc: DocItem, scope: Scope): void {
    for (const id of doc.inner.module?.items ?? []) {
      const child = this.#docs.index[id];
      if (child) this.#item(child, scope);
    }
  }

  #item(doc: DocItem, scope: Scope): void {
    const { inner } = doc;
    if (inner.use) this.#use(doc, scope);
    else if (inner.extern_crate) this.#externCrate(doc, scope);
    else if (inner.module) this.#submodule(doc, scope);
    else if (inner.function) this.#function(doc, inner.function, scope);
    else if (inner.struct || inner.union || inner.enum) this.#adt(doc, scope);
    else if (inner.trait) this.#trait(doc, scope);
    else if (inner.type_alias) {
      const item = this.#declare(doc, 'type_alias', descriptor.type(doc.name!), scope);
      item.facts.ty ??= printType(inner.type_alias.type);
      item.mentions ??= [treeOf(inner.type_alias.type, this.#names)];
      this.#world.types.set(this.#keyAt(item.path), item);
    } else if (inner.constant && doc.name !== '_')
      this.#value(doc, 'const', inner.constant.type, scope);
    else if (inner.static) this.#value(doc, 'static', inner.static.type, scope);
    else if (inner.macro !== undefined || inner.proc_macro)
      this.#world.addMacro(
        this.#declare(doc, 'macro', descriptor.macro(doc.name!), scope),
        inner.proc_macro !== undefined,
      );
  }

  #use(doc: DocItem, scope: Scope): void {
    const use = doc.inner.use!;
    if (use.id === null) return;
    const at = [this.#crate.key, ...scope.path].join('::');
    const target = this.#docs.index[use.id];
    if (!use.is_glob) {
      const key = this.#names.key(use.id);
      if (key !== null)
        this.#world.reexport(`${at}::${use.name}`, key, doc.visibility === 'public');
      return;
    }
    const key = this.#names.key(use.id);
    if (key === null) return;
    if (target?.inner.module || target?.inner.enum || this.#docs.paths[use.id]?.crate_id !== 0)
      this.#world.reexportAll(at, key, doc.visibility === 'public');
  }

  #externCrate(doc: DocItem, scope: Scope): void {
    // rustdoc's `name` is the one here, and `rename` what it was renamed from.
    const { name, rename } = doc.inner.extern_crate!;
    const original = rename ?? name;
    const pkg = this.#world.packageNamed(this.#crate, original);
    if (pkg === null || original === 'self') return;
    // MIR prints a path through a renamed crate by the crate's own name: `grep::grep_regex::…`.
    for (const known of new Set([name, original])) {
      const at = [this.#crate.key, ...scope.path, known].join('::');
      this.#world.reexport(at, this.#world.libraryKey(pkg), doc.visibility === 'public');
    }
  }

  #submodule(doc: DocItem, scope: Scope): void {
    const name = doc.name!;
    const item = this.#declare(doc, 'module', descriptor.namespace(name), scope);
    const path = [...scope.path, name];
    if (doc.span) {
      const { filename, begin } = doc.span;
      const inline = item.parent?.facts.file === item.facts.file;
      const to = inline
        ? this.#places.blockEnd(this.#crate, filename, begin[0], begin[1])
        : Number.MAX_SAFE_INTEGER;
      if (inline) item.facts.endLine = to;
      this.#modules.push({ item, path, file: filename, from: begin[0], to });
    }
    this.#world.modules.add(this.#keyAt(path.join('::')));
    this.#module(doc, { parent: item, path, idPrefix: item.id, module: path });
  }

  #value(
    doc: DocItem,
    kind: 'const' | 'static',
    type: Parameters<typeof treeOf>[0],
    scope: Scope,
  ): Item {
    const item = this.#declare(doc, kind, descriptor.term(doc.name!), scope);
    item.facts.ty ??= printType(type);
    item.mentions ??= [treeOf(type, this.#names)];
    this.#world.values.set(this.#keyAt(item.path), item);
    return item;
  }

  #function(doc: DocItem, fn: DocFunction, scope: Scope, isMember = false): Item {
    const foreign = !fn.has_body && !isMember;
    const kind = foreign ? 'ffi' : isMember ? 'method' : 'fn';
    const item = this.#declare(doc, kind, descriptor.method(doc.name!), scope);
    if (foreign) item.facts.linkName ??= linkName(doc) ?? doc.name!;
    else {
      const exported = linkName(doc);
      if (exported !== null) item.facts.linkName ??= exported;
    }
    item.hasBody = fn.has_body;
    if (!isMember) this.#world.values.set(this.#keyAt(item.path), item);
    if (item.signature) return item;
    item.signature = {
      inputs: fn.sig.inputs.map(([, type]) => treeOf(type, this.#names)),
      output: treeOf(fn.sig.output, this.#names),
    };
    item.mentions = [
      ...item.signature.inputs,
      item.signature.output,
      ...genericBounds(fn.generics, this.#names),
    ];
    const generics = printGenerics(fn.generics);
    if (generics !== '') item.facts.generics = generics;
    declareParts(this.#world, item, fn);
    return item;
  }

  #adt(doc: DocItem, scope: Scope): void {
    const { inner } = doc;
    const kind = inner.struct ? 'struct' : inner.union ? 'union' : 'enum';
    const item = this.#declare(doc, kind, descriptor.type(doc.name!), scope);
    const generics = (inner.struct ?? inner.union ?? inner.enum)!.generics;
    const printed = printGenerics(generics);
    if (printed !== '') item.facts.generics ??= printed;
    item.mentions ??= genericBounds(generics, this.#names);
    item.fields ??= new Map();
    const key = this.#keyAt(item.path);
    this.#world.types.set(key, item);
    const own = {
      parent: item,
      path: [...scope.path, doc.name!],
      idPrefix: item.id,
      module: scope.module,
    };
    if (inner.struct) {
      const { kind: form } = inner.struct;
      if (typeof form === 'object') {
        this.#fields(item, '', 'tuple' in form ? form.tuple : form.plain.fields, own);
        if ('tuple' in form) this.#world.values.set(key, item);
      } else this.#world.values.set(key, item);
    } else if (inner.union) this.#fields(item, '', inner.union.fields, own);
    else {
      for (const id of inner.enum!.variants) {
        const variant = this.#docs.index[id];
        if (variant?.inner.variant) this.#variant(item, variant, own);
      }
    }
  }

  #variant(owner: Item, doc: DocItem, scope: Scope): void {
    const item = this.#declare(doc, 'variant', descriptor.type(doc.name!), scope);
    if (owner.facts.visibility !== undefined) item.facts.visibility = owner.facts.visibility;
    this.#world.values.set(this.#keyAt(item.path), item);
    const form = doc.inner.variant!.kind;
    if (form === 'plain') return;
    const fields = 'tuple' in form ? form.tuple : form.struct.fields;
    const own = {
      parent: item,
      path: [...scope.path, doc.name!],
      idPrefix: item.id,
      module: scope.module,
    };
    this.#fields(owner, doc.name!, fields, own);
  }

  #fields(owner: Item, variant: string, ids: readonly (number | null)[], scope: Scope): void {
    ids.forEach((id, index) => {
      const doc = id === null ? undefined : this.#docs.index[id];
      const type = doc?.inner.struct_field;
      if (!doc || type === undefined) return;
      const item = this.#declare(doc, 'field', descriptor.term(doc.name ?? String(index)), scope);
      item.facts.ty ??= printType(type);
      item.mentions ??= [treeOf(type, this.#names)];
      if (variant !== '' && scope.parent?.facts.visibility !== undefined)
        item.facts.visibility = scope.parent.facts.visibility;
      owner.fields!.set(`${variant}#${index}`, item);
    });
  }

  #trait(doc: DocItem, scope: Scope): void {
    const trait = doc.inner.trait!;
    const item = this.#declare(doc, 'trait', descriptor.type(doc.name!), scope);
    const generics = printGenerics(trait.generics);
    if (generics !== '') item.facts.generics ??= generics;
    item.mentions ??= [
      ...boundTrees(trait.bounds, this.#names),
      ...genericBounds(trait.generics, this.#names),
    ];
    const key = this.#keyAt(item.path);
    this.#world.types.set(key, item);
    const members = this.#world.traitMembers.get(key) ?? new Map<string, Item>();
    this.#world.traitMembers.set(key, members);
    const own = {
      parent: item,
      path: [...scope.path, doc.name!],
      idPrefix: item.id,
      module: scope.module,
    };
    for (const member of this.#members(trait.items, own)) {
      member.facts.visibility = item.facts.visibility ?? 'private';
      members.set(member.name, member);
    }
  }

  #members(ids: readonly number[], scope: Scope): Item[] {
    return ids.flatMap((id) => {
      const doc = this.#docs.index[id];
      if (!doc) return [];
      if (doc.inner.function) return [this.#function(doc, doc.inner.function, scope, true)];
      if (doc.inner.assoc_const)
        return [this.#value(doc, 'const', doc.inner.assoc_const.type, scope)];
      if (!doc.inner.assoc_type) return [];
      const item = this.#declare(doc, 'type_alias', descriptor.type(doc.name!), scope);
      const { type, bounds } = doc.inner.assoc_type;
      if (type !== null) item.facts.ty ??= printType(type);
      item.mentions ??= [
        ...(type === null ? [] : [treeOf(type, this.#names)]),
        ...boundTrees(bounds, this.#names),
      ];
      return [item];
    });
  }

  #impl(doc: DocItem): void {
    const data = doc.inner.impl!;
    const home = innermostModule(this.#modules, doc.span) ?? { item: this.#root, path: [] };
    const self = treeOf(data.for, this.#names);
    const trait = data.trait === null ? null : pathTree(data.trait, this.#names);
    const traitName =
      data.trait === null ? null : (data.is_negative ? '!' : '') + printPath(data.trait);
    const identity = JSON.stringify([self, trait]);
    const text = this.#world.implText(
      modulePath(home.path),
      this.#crate,
      printType(data.for),
      traitName,
      identity,
    );
    const derived = doc.attrs.some(
      (one) =>
        one === 'automatically_derived' || JSON.stringify(one).includes('automatically_derived'),
    );
    const deriving = this.#places.wordAt(this.#crate, doc.span);
    const scope = {
      parent: home.item,
      path: home.path,
      idPrefix: home.item.kind === 'crate' ? this.#crate.prefix : home.item.id,
      module: home.path,
    };
    const item = this.#declare(
      {
        ...doc,
        name: traitName === null ? printType(data.for) : `${traitName} for ${printType(data.for)}`,
      },
      'impl',
      text,
      scope,
    );
    const generics = printGenerics(data.generics);
    if (generics !== '') item.facts.generics ??= generics;
    item.mentions ??= [
      ...(trait?.sort === 'path' ? trait.args : []),
      ...(self.sort === 'path' ? self.args : [self]),
      ...genericBounds(data.generics, this.#names),
    ];
    const members = new Map<string, Item>();
    const own = {
      parent: item,
      path: [...home.path, '<impl>'],
      idPrefix: item.id,
      module: home.path,
    };
    for (const member of this.#members(data.items, own)) {
      members.set(member.name, member);
      if (trait !== null) member.facts.visibility = 'public';
    }
    const impl: Impl = {
      item,
      self,
      trait,
      members,
      file: doc.span?.filename ?? '',
      line: doc.span?.begin[0] ?? 0,
      col: doc.span?.begin[1] ?? 0,
      derived: derived || deriving !== null,
      deriving,
    };
    this.#world.addImpl(impl);
    if (trait !== null || data.is_negative) return;
    const typeKey = inherentKey(self);
    for (const [name, member] of members) this.#world.addInherent(typeKey, name, member, impl);
  }

  #declare(doc: DocItem, kind: Item['kind'], text: string, scope: Scope): Item {
    const id = scope.idPrefix + text;
    const known = this.#world.items.get(id);
    if (known) return known;
    const condition = conditionOf(doc);
    const visibility = visibilityOf(doc, scope.module, this.#crate, this.#places);
    const writtenBy = this.#places.callAt(this.#crate, doc.span);
    const facts: Item['facts'] = {
      hasDoc: doc.docs !== null && doc.docs !== '',
      docHidden: doc.attrs.some((one) => JSON.stringify(one).includes('doc(hidden)')),
      ...(visibility !== null && { visibility }),
      ...(condition !== null && { cfg: condition.text }),
      ...this.#places.spanFacts(this.#crate, doc.span),
    };
    const item: Item = {
      id,
      kind,
      name: doc.name ?? '',
      crate: this.#crate,
      parent: scope.parent,
      path: [...scope.path, doc.name ?? ''].join('::'),
      facts,
      ...(condition !== null && { condition }),
      ...(writtenBy !== null && { writtenBy }),
    };
    return this.#world.add(item);
  }

  #keyAt(path: string): string {
    return `${this.#crate.key}::${path}`;
  }
}
