import type { CodeGraph } from '../../graph/index.js';
import { VISIBILITY_BITS } from '../unmentioned.js';
import type { VisibilityOf } from './mentions.js';

/** How far the dump says that the declarations of some files are seen. */
export interface DumpVisibility {
  readonly of: VisibilityOf;
  /** Files that the dump knows, by the same path or by the end of one. */
  readonly files: number;
}

/** Visibility by file and name. A dump of a folder above or below the sources names the same file by a longer path. */
export function dumpVisibility(graph: CodeGraph, paths: readonly string[]): DumpVisibility {
  const files = matched(graph.file?.dictionary ?? [], paths);
  const bits = new Map<string, number>();
  for (let v = 0; v < graph.nodeCount; v++) {
    const path = files.get(graph.file?.at(v) ?? '');
    if (path === undefined || graph.defined?.[v] === 0) continue;
    const own = bitsOf(graph.visibility?.at(v) ?? null, graph.effectiveVisibility?.at(v) ?? null);
    if (own !== null) bits.set(`${path}\0${graph.nameOf(v)}`, own);
  }
  return { of: (file, name) => bits.get(`${file}\0${name}`), files: files.size };
}

/** Paths of the dump that mean one of the sources. */
function matched(
  dumped: readonly (string | null)[],
  paths: readonly string[],
): ReadonlyMap<string, string> {
  const own = new Set(paths);
  const found = new Map<string, string>();
  for (const name of dumped) {
    if (name === null) continue;
    const path = own.has(name)
      ? name
      : paths.find((one) => one.endsWith(`/${name}`) || name.endsWith(`/${one}`));
    if (path !== undefined) found.set(name, path);
  }
  return found;
}

/** `null` where the dump says nothing. */
function bitsOf(marked: string | null, effective: string | null): number | null {
  const { exported, scopeExported, reexported, restricted, hidden } = VISIBILITY_BITS;
  switch (effective) {
    case 'direct':
    case 'reachable':
      return exported;
    case 'reexported':
      return exported | reexported;
    case 'internal':
      return scopeExported | restricted;
    case 'private':
      return marked === 'public' ? exported | hidden : 0;
    default:
      return marked === null ? null : marked === 'public' ? exported : 0;
  }
}
