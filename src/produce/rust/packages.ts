import type { Sink } from '../../dump/index.js';
import type { Metadata } from './cargo/metadata.js';
import { originOf } from './external.js';
import { packagePrefix } from './ids.js';
import { featureIdOf } from './write-items.js';
import type { World } from './world.js';

/** Packages, what they depend on, their features and what switches them on. */
export function writePackages(
  world: World,
  metadata: readonly Metadata[],
  sink: Sink,
  repo?: string,
): void {
  const written = new Set<string>();
  const node = (id: string): string | null => {
    const pkg = world.package(id);
    if (!pkg) return null;
    const moniker = packagePrefix(pkg.name, pkg.version);
    if (written.has(id)) return moniker;
    written.add(id);
    const isMember = world.isMember(id);
    if (!world.items.has(moniker)) {
      sink.node({
        id: moniker,
        kind: 'crate',
        name: pkg.name,
        crate: pkg.name,
        version: pkg.version,
        origin: originOf(pkg, isMember),
        ...(repo !== undefined && isMember && { repo }),
        ...(!isMember && { defined: false }),
      });
    }
    return moniker;
  };
  for (const one of metadata) {
    for (const [id, { deps }] of one.nodes) {
      const src = node(id);
      for (const dep of deps) {
        const dst = node(dep.id);
        if (src !== null && dst !== null && (world.isMember(id) || world.hasItems(id)))
          sink.edge({ kind: 'DEPENDS_ON', src, dst });
      }
    }
  }
  writeFeatures(world, metadata, sink);
}

/** A feature node each, and ENABLES: from a feature to what it switches on, from a package to what its build has on. */
function writeFeatures(world: World, metadata: readonly Metadata[], sink: Sink): void {
  for (const pkg of world.packages()) {
    if (!world.isMember(pkg.id)) continue;
    const own = packagePrefix(pkg.name, pkg.version);
    const feature = (name: string): string => featureIdOf(pkg.name, pkg.version, name);
    for (const [name, on] of pkg.features) {
      sink.node({
        id: feature(name),
        kind: 'feature',
        name,
        crate: pkg.name,
        version: pkg.version,
        origin: 'local',
      });
      sink.edge({ kind: 'CONTAINS', src: own, dst: feature(name) });
      for (const other of on) {
        const target = enabled(other, pkg.id, world, metadata);
        if (target !== null) sink.edge({ kind: 'ENABLES', src: feature(name), dst: target });
      }
    }
    const active = new Set(metadata.flatMap((one) => one.nodes.get(pkg.id)?.features ?? []));
    for (const name of active) sink.edge({ kind: 'ENABLES', src: own, dst: feature(name) });
  }
}

/** `fast`, `serde/std`, `tokio?/net`: a feature; `dep:serde` is none. */
function enabled(
  text: string,
  packageId: string,
  world: World,
  metadata: readonly Metadata[],
): string | null {
  if (text.startsWith('dep:')) return null;
  const pkg = world.package(packageId)!;
  const cut = text.indexOf('/');
  if (cut < 0) return featureIdOf(pkg.name, pkg.version, text);
  const name = text.slice(0, cut).replace(/\?$/u, '');
  const crate = (
    pkg.dependencies.find((dep) => (dep.rename ?? dep.name) === name)?.rename ?? name
  ).replaceAll('-', '_');
  for (const one of metadata) {
    const dep = one.nodes.get(packageId)?.deps.find((candidate) => candidate.crate === crate);
    const target = dep && world.package(dep.id);
    if (target) return featureIdOf(target.name, target.version, text.slice(cut + 1));
  }
  return null;
}
