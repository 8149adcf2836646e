import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CodeGraph } from '../../graph/index.js';
import { sourceFolder } from '../clones/index.js';

/** How a crate's own manifest asks for another: for its users, if wanted, for its tests or builds alone, or not at all. */
export type Asked = 'normal' | 'optional' | 'dev' | 'unnamed';

/** What the manifests beside the sources say (S1:1745). */
export interface Manifests {
  /** `null` = no manifest of the crate is at hand. */
  asks(crate: string, library: string): Asked | null;
  /** Crates whose manifest was read. */
  readonly read: number;
}

export const NO_MANIFESTS: Manifests = { asks: () => null, read: 0 };

interface Manifest {
  readonly name: string;
  readonly asks: ReadonlyMap<string, Asked>;
}

/** The manifest of each crate: the nearest `Cargo.toml` or `package.json` of its name above its first file. */
export async function readManifests(graph: CodeGraph, src: string): Promise<Manifests> {
  const folder = await sourceFolder(graph, src);
  if (folder === null) return NO_MANIFESTS;
  const found = new Map<string, Manifest>();
  for (const [crate, file] of firstFiles(graph)) {
    const manifest = await manifestAbove(folder, file, crate);
    if (manifest !== null) found.set(plain(crate), manifest);
  }
  return {
    asks: (crate, library) => {
      const manifest = found.get(plain(crate));
      return manifest === undefined ? null : (manifest.asks.get(plain(library)) ?? 'unnamed');
    },
    read: found.size,
  };
}

function firstFiles(graph: CodeGraph): Map<string, string> {
  const files = new Map<string, string>();
  for (let v = 0; v < graph.nodeCount; v++) {
    const crate = graph.crateOf(v);
    const file = graph.file?.at(v) ?? null;
    if (crate === null || file === null || files.has(crate)) continue;
    if (!path.isAbsolute(file)) files.set(crate, file);
  }
  return files;
}

async function manifestAbove(
  folder: string,
  file: string,
  crate: string,
): Promise<Manifest | null> {
  const isRust = file.endsWith('.rs');
  for (let dir = path.posix.dirname(file); ; dir = path.posix.dirname(dir)) {
    const at = path.join(folder, dir, isRust ? 'Cargo.toml' : 'package.json');
    const text = await readFile(at, 'utf8').catch(() => null);
    const manifest = text === null ? null : isRust ? cargoManifest(text) : npmManifest(text);
    if (manifest !== null && plain(manifest.name) === plain(crate)) return manifest;
    if (dir === '.' || dir === '/') return null;
  }
}

/** Cargo takes `-` and `_` in names for one another. */
const plain = (name: string): string => name.replaceAll('-', '_');

/** `null` = no manifest that names a package. */
export function npmManifest(text: string): Manifest | null {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(data) || typeof data.name !== 'string') return null;
  const asks = new Map<string, Asked>();
  const optional = isRecord(data.peerDependenciesMeta) ? data.peerDependenciesMeta : {};
  // The later overrules: what is asked for in two ways is there for the stronger of them.
  for (const [table, how] of [
    ['devDependencies', 'dev'],
    ['optionalDependencies', 'optional'],
    ['peerDependencies', 'normal'],
    ['dependencies', 'normal'],
  ] as const) {
    const names = data[table];
    if (!isRecord(names)) continue;
    for (const name of Object.keys(names)) {
      const meta = optional[name];
      const isOptional = table === 'peerDependencies' && isRecord(meta) && meta.optional === true;
      asks.set(plain(name), isOptional ? 'optional' : how);
    }
  }
  return { name: data.name, asks };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const STRENGTH: Readonly<Record<Asked, number>> = { unnamed: 0, dev: 1, optional: 2, normal: 3 };

/**
 * The dependency tables of a Cargo.toml, those of targets too. Keys that a table spreads over lines
 * (`[dependencies.serde]`) and renames (`package = "…"`) are read; the rest of TOML is passed over. `null` = no package.
 */
export function cargoManifest(text: string): Manifest | null {
  let name: string | null = null;
  let table: string[] = [];
  const entries = new Map<string, { how: Asked; library: string; optional: boolean }>();
  const entry = (how: Asked, key: string): { library: string; optional: boolean } => {
    const id = `${how} ${key}`;
    const known = entries.get(id) ?? { how, library: key, optional: false };
    entries.set(id, known);
    return known;
  };
  const told = (one: { library: string; optional: boolean }, words: string): void => {
    one.library = /\bpackage\s*=\s*["']([^"']+)["']/.exec(words)?.[1] ?? one.library;
    if (/\boptional\s*=\s*true\b/.test(words)) one.optional = true;
  };
  for (const line of text.split(/\r?\n/)) {
    const words = line.trim();
    const header = /^\[([^[\]]+)\]\s*(?:#.*)?$/.exec(words);
    if (header !== null || words.startsWith('[[')) {
      table = header === null ? [] : keysOf(header[1]!);
      const [how, key] = dependencyTable(table);
      if (how !== null && key !== null) entry(how, key);
      continue;
    }
    if (table.length === 1 && table[0] === 'package')
      name ??= /^name\s*=\s*["']([^"']+)["']/.exec(words)?.[1] ?? null;
    const [how, key] = dependencyTable(table);
    if (how === null) continue;
    if (key !== null) {
      told(entry(how, key), words);
      continue;
    }
    const own = /^["']?([\w-]+)["']?\s*(?:\.\s*\w+\s*)?=(.*)$/.exec(words);
    if (own !== null) told(entry(how, own[1]!), own[2]!);
  }
  if (name === null) return null;
  const asks = new Map<string, Asked>();
  for (const { how, library, optional } of entries.values()) {
    const asked = how === 'normal' && optional ? 'optional' : how;
    const known = asks.get(plain(library)) ?? 'unnamed';
    if (STRENGTH[asked] > STRENGTH[known]) asks.set(plain(library), asked);
  }
  return { name, asks };
}

/** `target.'cfg(unix)'.dependencies` to its three keys. */
const keysOf = (header: string): string[] =>
  [...header.matchAll(/"([^"]*)"|'([^']*)'|([\w-]+)/g)].map(
    ([, quoted, single, bare]) => quoted ?? single ?? bare ?? '',
  );

/** The kind of dependencies that a table holds, and the one that it is about; `null` = it is another table. */
function dependencyTable(table: readonly string[]): readonly [Asked | null, string | null] {
  const keys = table[0] === 'target' ? table.slice(2) : table;
  const how: Asked | null =
    keys[0] === 'dependencies'
      ? 'normal'
      : keys[0] === 'dev-dependencies' || keys[0] === 'build-dependencies'
        ? 'dev'
        : null;
  return [how, keys[1] ?? null];
}
