import path from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import type { Sink } from '../../dump/index.js';
import type { Entities, Entity } from './entities.js';
import { packageOf, readManifest, type Package } from './packages.js';

/** DEPENDS_ON by what each analysed package's manifest asks for: dependencies of users, not those of its developers. */
export function dependOnManifests(entities: Entities, root: string, sink: Sink): void {
  const locked = lockedVersions(root);
  const packages = [...entities.all()].filter(
    (entity) => entity.kind === 'package' && entity.local,
  );
  const byName = new Map(packages.map((entity) => [entity.name, entity]));
  for (const entity of packages) {
    for (const needed of dependencyPackages(entity.pkg, locked)) {
      const target = byName.get(needed.name) ?? external(entities, needed);
      if (target !== entity) sink.edge({ kind: 'DEPENDS_ON', src: entity.id, dst: target.id });
    }
  }
}

/** What a manifest asks for, by name: as installed, else in the version that the lock file pins. */
export function dependencyPackages(pkg: Package, locked: ReadonlyMap<string, string>): Package[] {
  const { dependencies, peerDependencies, optionalDependencies } = pkg.manifest;
  const names = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
  return names
    .sort()
    .map((name) => installed(pkg, name) ?? packageOf(name, locked.get(name) ?? '.', '', {}));
}

function external(entities: Entities, pkg: Package): Entity {
  return (
    entities.ofId(pkg.id) ??
    entities.add({
      id: pkg.id,
      kind: 'package',
      name: pkg.name,
      pkg,
      local: false,
      origin: 'registry',
      hasBody: false,
    })
  );
}

function installed(from: Package, name: string): Package | undefined {
  for (let dir = from.dir; ; dir = path.posix.dirname(dir)) {
    const at = path.posix.join(dir, 'node_modules', name);
    const manifest = existsSync(at) ? readManifest(at) : undefined;
    if (manifest) return packageOf(name, manifest.version ?? '.', at, manifest);
    if (path.posix.dirname(dir) === dir) return undefined;
  }
}

/** Versions that a lock file pins, where nothing is installed. */
export function lockedVersions(root: string): Map<string, string> {
  const found = new Map<string, string>();
  const text = (name: string): string | undefined => {
    const file = path.posix.join(root, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const npm = text('package-lock.json');
  if (npm !== undefined) {
    for (const match of npm.matchAll(
      /^ {4}"node_modules\/((?:@[^/"]+\/)?[^/"]+)": \{\n(?: {6}"name": "[^"]*",\n)? {6}"version": "([^"]+)"/gmu,
    )) {
      found.set(match[1]!, match[2]!);
    }
  }
  const yarn = text('yarn.lock');
  if (yarn !== undefined) {
    for (const match of yarn.matchAll(
      /^"?((?:@[^/\s"]+\/)?[^@\s"]+)@[^\n]*:\n {2}version:? "?([^"\n]+)"?/gmu,
    )) {
      if (!found.has(match[1]!)) found.set(match[1]!, match[2]!);
    }
  }
  const pnpm = text('pnpm-lock.yaml');
  if (pnpm !== undefined) {
    for (const match of pnpm.matchAll(
      /^ {2}'?\/?((?:@[^/\s']+\/)?[^@\s'/]+)@([^:('\s]+)[^\n]*:\n/gmu,
    )) {
      if (!found.has(match[1]!)) found.set(match[1]!, match[2]!);
    }
  }
  return found;
}
