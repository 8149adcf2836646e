import type { NodeFact, Sink } from '../../dump/index.js';
import type { Externals } from './external.js';
import { descriptor, packagePrefix } from './ids.js';
import type { Crate, Item } from './model.js';
import { isStandard } from './names.js';
import { pathsOf } from './type-tree.js';
import { isTest } from './write-body.js';
import type { World } from './world.js';

/** Tells every item, and the edges that declarations make. */
export function writeItems(world: World, externals: Externals, sink: Sink, repo?: string): void {
  for (const item of world.items.values()) {
    sink.node(nodeOf(item, repo));
    if (item.parent) sink.edge({ kind: 'CONTAINS', src: item.parent.id, dst: item.id });
    writeMentions(item, world, externals, sink);
    for (const feature of item.condition?.features ?? []) {
      sink.edge({
        kind: 'GATED_BY',
        src: item.id,
        dst: featureId(item.crate, feature.name),
        partial: feature.partial,
        site: { line: feature.line, col: feature.col },
      });
    }
    writeExpansion(item, world, externals, sink);
  }
  for (const impl of world.impls) writeImpl(impl, world, externals, sink);
  for (const external of externals.all.values()) {
    const { id, kind, name, crate, version, origin } = external;
    if (!world.items.has(id)) sink.node({ id, kind, name, crate, version, origin, defined: false });
  }
}

export function featureId(crate: Crate, name: string): string {
  return featureIdOf(crate.packageName, crate.version, name);
}

export function featureIdOf(packageName: string, version: string, name: string): string {
  return (
    packagePrefix(packageName, version) + descriptor.namespace('feature') + descriptor.meta(name)
  );
}

function nodeOf(item: Item, repo: string | undefined): NodeFact {
  const { crate, facts } = item;
  const judged = item.kind === 'param' || item.kind === 'ret' || item.kind === 'local';
  return {
    ...facts,
    id: item.id,
    kind: item.kind,
    name: item.name,
    crate: crate.packageName,
    version: crate.version,
    origin: crate.origin,
    ...(repo !== undefined && crate.isLocal && { repo }),
    ...(judged ? {} : { isTest: isTest(item) }),
  };
}

function writeMentions(item: Item, world: World, externals: Externals, sink: Sink): void {
  for (const tree of item.mentions ?? []) {
    for (const key of pathsOf(tree)) {
      const id = typeId(key, item.crate, world, externals);
      if (id === null || id === item.id) continue;
      const line = item.facts.line;
      sink.edge({
        kind: 'USES_TYPE',
        src: item.id,
        dst: id,
        ...(line !== undefined && { site: { line, col: 1 } }),
      });
    }
  }
}

/** A type or trait by its key; `null` for a type parameter or a primitive. */
export function typeId(
  key: string,
  from: Crate,
  world: World,
  externals: Externals,
  kind: 'struct' | 'trait' = 'struct',
): string | null {
  const known = world.types.get(key);
  if (known) return known.id;
  if (!key.includes('::')) return null;
  return externals.type(from, key.split('::'), kind)?.id ?? null;
}

function writeImpl(
  impl: World['impls'][number],
  world: World,
  externals: Externals,
  sink: Sink,
): void {
  const { item, self, trait } = impl;
  const site =
    item.facts.line === undefined ? {} : { site: { line: item.facts.line, col: impl.col } };
  const selfPath = self.sort === 'path' ? self.path : null;
  const own = selfPath === null ? null : typeId(selfPath, item.crate, world, externals);
  if (own !== null) sink.edge({ kind: 'FOR_TYPE', src: item.id, dst: own, ...site });
  if (trait?.sort !== 'path') return;
  const traitId = typeId(trait.path, item.crate, world, externals, 'trait');
  if (traitId === null) return;
  if (!item.name.startsWith('!'))
    sink.edge({ kind: 'IMPLEMENTS', src: item.id, dst: traitId, ...site });
  if (impl.derived) {
    const macro = derivingMacro(impl.deriving, trait.path, item.crate, world, externals);
    const { file, line } = item.facts;
    // A site without a file is in the source's own, and that is the macro's.
    const at =
      file === undefined || line === undefined ? {} : { site: { file, line, col: impl.col } };
    if (macro !== null) sink.edge({ kind: 'EXPANDS', src: macro, dst: item.id, ...at });
  }
  const declared = world.traitMembers.get(trait.path);
  for (const [name, member] of impl.members) {
    if (member.kind !== 'method') continue;
    const target = declared?.get(name)?.id ?? `${traitId}${descriptor.method(name)}`;
    if (declared === undefined)
      sink.node({
        id: target,
        kind: 'method',
        name,
        crate: traitId.split(' ')[2]!,
        origin: isStandard(trait.path) ? 'std' : 'registry',
        defined: false,
      });
    sink.edge({ kind: 'IMPLEMENTS_MEMBER', src: member.id, dst: target });
    sink.edge({ kind: 'DISPATCH', src: target, dst: member.id, how: 'hierarchy' });
  }
}

/** What a macro called in an item's place writes: what stands in that is told by CONTAINS. */
function writeExpansion(item: Item, world: World, externals: Externals, sink: Sink): void {
  const { writtenBy, parent, facts } = item;
  if (writtenBy === undefined || item.kind === 'macro') return;
  const { macro, line, col } = writtenBy;
  const outer = parent?.writtenBy;
  if (outer?.line === line && outer.col === col && parent?.facts.file === facts.file) return;
  const src =
    calledMacro(macro, item, world) ??
    (STANDARD_MACROS.has(macro) ? externals.macro(item.crate, ['std', macro])?.id : undefined);
  if (src === undefined) return;
  // A site without a file is in the source's own, and that is the macro's.
  const site = { ...(facts.file !== undefined && { file: facts.file }), line, col };
  sink.edge({ kind: 'EXPANDS', src, dst: item.id, how: 'direct', site });
}

/** Macros of the standard library that write items. */
const STANDARD_MACROS = new Set(['thread_local']);

/** Of several macros of a name the crate's own, the last one before the call; else that of a package that it uses. */
function calledMacro(name: string, item: Item, world: World): string | undefined {
  const known = world.macros.get(name) ?? [];
  const own = known.filter((one) => one.crate === item.crate);
  const above = own.filter(
    ({ facts }) =>
      facts.file === item.facts.file && (facts.line ?? 0) <= (item.writtenBy?.line ?? 0),
  );
  const used = known.filter(
    ({ crate }) =>
      crate.isLibrary && world.packageNamed(item.crate, crate.name)?.id === crate.packageId,
  );
  return (above.at(-1) ?? own.at(-1) ?? used.at(-1))?.id;
}

/** The derive macro has its trait's name and, by custom, its crate. */
function derivingMacro(
  name: string | null,
  key: string,
  from: Crate,
  world: World,
  externals: Externals,
): string | null {
  const read = name === null ? null : world.derives.get(name);
  if (read) return read.id;
  if (world.types.has(key)) return null;
  return externals.macro(from, key.split('::'))?.id ?? null;
}
