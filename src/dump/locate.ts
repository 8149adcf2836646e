import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
// The file, not the room's door: the terminal's prompt waits for what this loads.
import { compareUtf8 } from '../table/utf8-order.js';
import { DumpError, NoDump } from './dump-error.js';

/** Where a folder may hold its dump, first match wins. */
export const DUMP_PLACES = ['.', 'target/dwarves/mimir', 'dwarves/mimir', '.mimir/dump'] as const;

const NODES = '.nodes.arrow';
const EDGES = '.edges.arrow';

/** One unit's files in a dump; a unit may have nodes only or edges only. */
export interface UnitPaths {
  readonly unit: string;
  readonly nodes: string | null;
  readonly edges: string | null;
}

/** The dump's directory: the path itself, or the place in it that holds one. */
export function locateDump(path: string): string {
  if (!existsSync(path))
    throw new NoDump(`no such dump: ${path}; make one with \`mimir dump ts PATH --out DIR\``);
  if (!isDirectory(path)) {
    throw new NoDump(
      `not a dump: ${path} is a file; name the folder that holds the *${NODES} files`,
    );
  }
  for (const place of DUMP_PLACES) {
    const dir = resolve(path, place);
    if (isDirectory(dir) && entries(dir).some(isArrowName)) return dir;
  }
  throw new NoDump(
    `no dump in: ${path} (looked in ${DUMP_PLACES.join(', ')}); make one with \`mimir dump ts PATH --out DIR\``,
  );
}

/** True where `locateDump` would find one. */
export function holdsDump(path: string): boolean {
  try {
    locateDump(path);
    return true;
  } catch (error) {
    if (error instanceof NoDump) return false;
    throw error;
  }
}

/** The units of a dump's directory, by name. Folders in it, caches among them, are no part of it. */
export function listUnits(dir: string): UnitPaths[] {
  const names = entries(dir);
  const units = new Map<string, { nodes: string | null; edges: string | null }>();
  for (const name of names) {
    const suffix = name.endsWith(NODES) ? NODES : name.endsWith(EDGES) ? EDGES : null;
    if (suffix === null) continue;
    const unit = name.slice(0, -suffix.length);
    const paths = units.get(unit) ?? { nodes: null, edges: null };
    paths[suffix === NODES ? 'nodes' : 'edges'] = join(dir, name);
    units.set(unit, paths);
  }
  return [...units]
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([unit, paths]) => ({ unit, ...paths }));
}

function isArrowName(name: string): boolean {
  return name.endsWith(NODES) || name.endsWith(EDGES);
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function entries(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (cause) {
    throw new DumpError(
      `unreadable folder: ${dir} (${(cause as NodeJS.ErrnoException).code ?? 'read failed'})`,
      { cause },
    );
  }
}
