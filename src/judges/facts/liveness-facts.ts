import { InvalidArgument } from '../../task/index.js';
import { nearestNames } from '../../table/index.js';
import { PUBLIC_FLAG, judgeLiveness, type DeadNode } from '../liveness.js';
import { KNOBS } from '../knobs.js';
import { isTestPath, type ParsedSources } from './parsed-sources.js';
import { REFERENCE_KINDS, type FileReferences } from './references.js';

/** Flag bit of files that are alive by themselves. */
export const ENTRY_FLAG = 2;

/** File names that programs start from, where no entry is named. */
const ENTRY_NAME =
  /(^|\/)(index|main|cli|bin)\.[cm]?[jt]sx?$|(^|\/)(bin|scripts)\/|\.config\.[cm]?[jt]s$/;

/** Files of which the package or a test runner starts; a named entry that matches no file is an error. */
export function fileFlags(sources: ParsedSources, entries: readonly string[]): Uint32Array {
  for (const entry of entries) {
    if (sources.files.some(({ path }) => path.includes(entry))) continue;
    const near = nearestNames(
      entry,
      sources.files.map(({ path }) => path),
    );
    throw new InvalidArgument(
      `no file matches the entry: ${entry}${near.length > 0 ? `; nearest: ${near.join(', ')}` : ''}`,
    );
  }
  return Uint32Array.from(sources.files, ({ path, parsed }) => {
    const named = entries.some((entry) => path.includes(entry));
    const byName = entries.length === 0 && ENTRY_NAME.test(path);
    const entry = named || byName || isTestPath(path);
    const isPublic = parsed.declarations.some(({ exported }) => exported);
    return (entry ? ENTRY_FLAG : 0) | (isPublic ? PUBLIC_FLAG : 0);
  });
}

export function deadFiles(flags: Uint32Array, { references }: FileReferences): DeadNode[] {
  const inert = new Set(
    KNOBS.liveness.inert.map((kind) => REFERENCE_KINDS.indexOf(kind as 'type_only')),
  );
  return judgeLiveness(flags, references, {
    minRung: KNOBS.liveness.minRung,
    inert,
    entryMask: ENTRY_FLAG,
  });
}
