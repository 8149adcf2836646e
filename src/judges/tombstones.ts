/**
 * Family 14: changes that delete a name and write it back as an absence (S2:180–187): "(no cache)", `without_cache`,
 * "the cache is no longer needed".
 *
 * R = names before, less names still alive after, both from structural positions. A sentence is a site iff it spells
 * at least one name of R, and prose needs a mark of absence as well.
 */
export const SITE_KINDS = { bracketed: 0, bare: 1, prose: 2 } as const;
export type SiteKind = (typeof SITE_KINDS)[keyof typeof SITE_KINDS];

export interface TombstoneRow {
  readonly kind: SiteKind;
  /** Words of absence in the sentence. */
  readonly marks: number;
  /** Removed names that it spells. */
  readonly names: number;
}

export function removedNames(before: Iterable<string>, alive: Iterable<string>): Set<string> {
  const kept = new Set(alive);
  return new Set([...before].filter((name) => !kept.has(name)));
}

export const isSite = ({ kind, marks, names }: TombstoneRow): boolean =>
  names >= 1 && (kind !== SITE_KINDS.prose || marks >= 1);

export interface TombstoneVerdict {
  readonly sites: number;
  /** Only a declared budget can be exceeded. */
  readonly over: boolean;
}

export function judgeTombstones(
  rows: readonly TombstoneRow[],
  budget: number | null,
): TombstoneVerdict {
  const sites = rows.filter(isSite).length;
  return { sites, over: budget !== null && sites > budget };
}
