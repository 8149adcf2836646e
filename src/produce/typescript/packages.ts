import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { descriptor, packagePrefix } from './monikers.js';

/** A package.json, as far as a dump needs it. */
export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly type?: string;
  readonly exports?: unknown;
  readonly main?: unknown;
  readonly module?: unknown;
  readonly types?: unknown;
  readonly bin?: unknown;
  readonly workspaces?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Package {
  readonly name: string;
  /** `.` when the manifest has none. */
  readonly version: string;
  /** Absolute, forward slashes. */
  readonly dir: string;
  readonly manifest: Manifest;
  /** What every moniker of the package starts with. */
  readonly prefix: string;
  /** Moniker of the package itself: that of its manifest. */
  readonly id: string;
}

/** The nearest named package above each file. Reads each manifest once. */
export class Packages {
  readonly #byDir = new Map<string, Package>();

  /** `dir` is absolute. A folder under no named manifest is a package of its own, named like the topmost folder asked for. */
  constructor(private readonly fallbackDir: string) {}

  of(file: string): Package {
    return this.ofDir(path.posix.dirname(file));
  }

  ofDir(dir: string): Package {
    const known = this.#byDir.get(dir);
    if (known) return known;
    const found = this.#read(dir);
    this.#byDir.set(dir, found);
    return found;
  }

  #read(dir: string): Package {
    const manifest = readManifest(dir);
    if (manifest?.name !== undefined) return made(manifest.name, manifest.version, dir, manifest);
    const up = path.posix.dirname(dir);
    if (dir === this.fallbackDir || up === dir)
      return made(path.posix.basename(this.fallbackDir), undefined, this.fallbackDir, {
        ...(dir === this.fallbackDir && manifest),
      });
    return this.ofDir(up);
  }
}

function made(name: string, version: string | undefined, dir: string, manifest: Manifest): Package {
  const known = version === undefined || version === '' ? '.' : version;
  return packageOf(name, known, dir, manifest);
}

export function packageOf(name: string, version: string, dir: string, manifest: Manifest): Package {
  const prefix = packagePrefix(name, version);
  return {
    name,
    version,
    dir,
    manifest,
    prefix,
    id: prefix + descriptor.namespace('package.json'),
  };
}

/** Manifests that are there and do not parse: their packages have the names of folders, and no entry points. */
export function brokenManifests(dirs: readonly string[]): string[] {
  return [...new Set(dirs)].flatMap((dir) => {
    const file = path.posix.join(dir, 'package.json');
    if (!existsSync(file) || readManifest(dir) !== undefined) return [];
    return [`manifest that does not parse: ${file}; the package is read without it`];
  });
}

export function readManifest(dir: string): Manifest | undefined {
  try {
    const json: unknown = JSON.parse(readFileSync(path.posix.join(dir, 'package.json'), 'utf8'));
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}
