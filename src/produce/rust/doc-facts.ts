import type { Visibility } from '../../dump/index.js';
import { allOf, parseCfgTrace, type Condition } from './cfg-trace.js';
import { boundTrees, printPath, printType, type DocNames } from './doc-types.js';
import type { DocGenerics, DocItem, Docs, DocSpan } from './docs.js';
import type { Crate, Item } from './model.js';
import type { Places } from './places.js';
import type { TypeTree } from './type-tree.js';

/** Written beside what a derive is for, without code; no user names them. */
const COMPILER_MARKERS = new Set(['StructuralPartialEq', 'TrivialClone']);

/** In the order of the sources, so that ids never depend on rustdoc's. */
export function implItems(docs: Docs): DocItem[] {
  const order = (span: DocSpan | null): string =>
    span === null
      ? ''
      : `${span.filename}:${String(span.begin[0]).padStart(8, '0')}:${String(span.begin[1]).padStart(6, '0')}`;
  return Object.values(docs.index)
    .filter((doc) => {
      const impl = doc.inner.impl;
      if (doc.crate_id !== 0 || !impl || impl.is_synthetic || impl.blanket_impl !== null)
        return false;
      return !COMPILER_MARKERS.has(impl.trait?.path ?? '');
    })
    .map((doc) => ({
      doc,
      at: `${order(doc.span)} ${printType(doc.inner.impl!.for)} ${doc.inner.impl!.trait ? printPath(doc.inner.impl!.trait) : ''}`,
    }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ doc }) => doc);
}

/** Under which key the members of an inherent impl are found: the type's, a primitive's name, `[T]`, `dyn Trait`. */
export function inherentKey(self: TypeTree): string {
  switch (self.sort) {
    case 'path':
      return self.path;
    case 'dyn': {
      const trait = self.traits[0];
      return trait?.sort === 'path' ? trait.path : 'dyn';
    }
    case 'ref':
    case 'pointer':
      return inherentKey(self.of);
    default:
      return self.sort;
  }
}

export function conditionOf(doc: DocItem): Condition | null {
  return allOf(
    doc.attrs.flatMap((one) => {
      const text = typeof one === 'object' ? one['other'] : null;
      const condition = typeof text === 'string' ? parseCfgTrace(text) : null;
      return condition === null ? [] : [condition];
    }),
  );
}

/** A crate's own attributes stand in its root file, and gate all of it. */
export function gateRoot(root: Item, doc: DocItem): void {
  const condition = conditionOf(doc);
  if (condition === null) return;
  root.condition ??= condition;
  root.facts.cfg ??= condition.text;
}

/** `#[link_name]`, `#[export_name]`, `#[no_mangle]`. */
export function linkName(doc: DocItem): string | null {
  for (const one of doc.attrs) {
    if (one === 'no_mangle') return doc.name;
    if (typeof one !== 'object') continue;
    if (typeof one['export_name'] === 'string') return one['export_name'];
    const other = one['other'];
    const match =
      typeof other === 'string' ? /LinkName \{\s*name: "((?:[^"\\]|\\.)*)"/u.exec(other) : null;
    if (match) return match[1]!;
  }
  return null;
}

export function genericBounds(generics: DocGenerics, names: DocNames): TypeTree[] {
  return [
    ...generics.params.flatMap((param) => boundTrees(param.kind.type?.bounds ?? [], names)),
    ...generics.where_predicates.flatMap((one) =>
      boundTrees(one.bound_predicate?.bounds ?? [], names),
    ),
  ];
}

export function printGenerics(generics: DocGenerics): string {
  const names = generics.params
    .filter((param) => param.kind.type?.is_synthetic !== true)
    .map((param) => (param.kind.const ? `const ${param.name}` : param.name));
  return names.length === 0 ? '' : `<${names.join(', ')}>`;
}

/** rustdoc says of a private item which module it is private to, and in the root what `pub(crate)` says. */
export function visibilityOf(
  doc: DocItem,
  module: readonly string[],
  crate: Crate,
  places: Places,
): Visibility | null {
  const { visibility } = doc;
  if (visibility === 'public') return 'public';
  if (visibility === 'default') return doc.inner.impl ? null : 'private';
  if (visibility === 'crate') {
    const isPrivate = module.length === 0 && !places.startsWith(crate, doc.span, 'pub');
    return isPrivate ? 'private' : 'crate';
  }
  return visibility.restricted.path === `::${module.join('::')}` ? 'private' : 'restricted';
}

/** The lines of a file that a module's items stand in. */
export interface ModuleRange {
  readonly item: Item;
  readonly path: readonly string[];
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

export function innermostModule(
  modules: readonly ModuleRange[],
  span: DocSpan | null,
): ModuleRange | null {
  let best: ModuleRange | null = null;
  for (const module of modules) {
    if (span === null || module.file !== span.filename) continue;
    if (span.begin[0] < module.from || span.begin[0] > module.to) continue;
    if (best === null || module.from >= best.from) best = module;
  }
  return best;
}
