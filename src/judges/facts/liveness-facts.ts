import { InvalidArgument } from '../../task/index.js';
import { nearestNames } from '../../table/index.js';
import { PUBLIC_FLAG, judgeLiveness, type DeadNode, type ReferenceColumns } from '../liveness.js';
import { KNOBS, type Knobs } from '../knobs.js';
import { isTestPath, type ParsedSources } from '../../facts/index.js';
import { REFERENCE_KINDS } from './references.js';

/** Flag bit of files that are alive by themselves. */
export const ENTRY_FLAG = 2;

/** File names that programs start from, where no entry is named; of Rust those that Cargo makes a crate of. */
const ENTRY_NAME =
  /(^|\/)(index|main|cli|bin)\.[cm]?[jt]sx?$|(^|\/)(bin|scripts)\/|\.config\.[cm]?[jt]s$|(^|\/)(main|lib|build)\.rs$|(^|\/)examples\/([^/]+|[^/]+\/main)\.rs$/;

export const startsByName = (file: string): boolean => ENTRY_NAME.test(file) || isTestPath(file);

/** Files of which the package or a test runner starts; a named entry that matches no file is an error. */
export function fileFlags(sources: ParsedSources, entries: readonly string[]): Uint32Array {
  checkEntries(
    entries,
    sources.files.map(({ path }) => path),
  );
  return Uint32Array.from(sources.files, ({ path, parsed }) => {
    const named = entries.some((entry) => path.includes(entry));
    const own = startsByName(path) || sources.crateRoots.has(path);
    const entry = named || isTestPath(path) || (entries.length === 0 && own);
    const isPublic = parsed.declarations.some(({ exported }) => exported);
    return (entry ? ENTRY_FLAG : 0) | (isPublic ? PUBLIC_FLAG : 0);
  });
}

/** Every entry must be part of some path. */
export function checkEntries(entries: readonly string[], paths: readonly string[]): void {
  for (const entry of entries) {
    if (paths.some((path) => path.includes(entry))) continue;
    const near = nearestNames(entry, paths);
    throw new InvalidArgument(
      `no file matches the entry: ${entry}${near.length > 0 ? `; nearest: ${near.join(', ')}` : ''}`,
    );
  }
}

export function deadFiles(
  flags: Uint32Array,
  references: ReferenceColumns,
  { minRung, inert }: Knobs['liveness'] = KNOBS.liveness,
): DeadNode[] {
  return judgeLiveness(flags, references, {
    minRung,
    inert: new Set(REFERENCE_KINDS.flatMap((kind, i) => (inert.includes(kind) ? [i] : []))),
    entryMask: ENTRY_FLAG,
  });
}
