/**
 * Family 09: every supervised edit as four counts of lines: matched, novel, moved, deleted (S2:115–126), so that
 * piling on and changing become measurable.
 *
 * A moved block opens a site only if describing it as moved is strictly cheaper than writing its lines plainly; one
 * line across files breaks even, and a tie does not open. L2 is one-way: a plain line may become moved, never back.
 */
export interface MoveCosts {
  readonly moved: bigint;
  readonly plain: bigint;
  readonly siteCross: bigint;
  /** Opening a site in the same file; the source gives none, ours. */
  readonly siteSame: bigint;
  /** Alphanumeric characters that the widest line of a site needs. */
  readonly anchorFloor: bigint;
}

export const siteOpens = (site: bigint, n: bigint, costs: MoveCosts): boolean =>
  n * costs.moved + site < n * costs.plain;

/** The least n that opens a site, or `null` when moving never pays. */
export function destFloor(site: bigint, costs: MoveCosts): bigint | null {
  if (costs.plain <= costs.moved) return null;
  return site / (costs.plain - costs.moved) + 1n;
}

/** One file pair as a line diff: the lines of both versions that the diff did not match, and how many it did. */
export interface FileEdit {
  readonly file: string;
  readonly matched: number;
  /** Deleted and added lines in order; `at` is the line number in its own version. */
  readonly deleted: readonly { readonly at: number; readonly text: string }[];
  readonly added: readonly { readonly at: number; readonly text: string }[];
}

export interface EditCounts {
  readonly file: string;
  readonly matched: number;
  readonly novel: number;
  readonly moved: number;
  readonly deleted: number;
}

export interface MovedSite {
  readonly fromFile: string;
  readonly fromLine: number;
  readonly toFile: string;
  readonly toLine: number;
  readonly lines: number;
}

export const alnumWidth = (text: string): bigint =>
  BigInt(text.replace(/[^\p{L}\p{N}]/gu, '').length);

/** Whether a run of moved lines is accepted: enough distinct lines, and one wide enough to be no coincidence. */
export function siteAccepted(
  lines: readonly string[],
  acrossFiles: boolean,
  costs: MoveCosts,
): boolean {
  const least = destFloor(acrossFiles ? costs.siteCross : costs.siteSame, costs);
  const distinct = new Set(lines.map((line) => line.trim()).filter((line) => line !== ''));
  return (
    least !== null &&
    BigInt(distinct.size) >= least &&
    [...distinct].some((line) => alnumWidth(line) >= costs.anchorFloor)
  );
}

/**
 * Classifies the edits of a change together. Added lines are walked in file order; the longest run of equal
 * consecutive deleted lines that has not been used yet is the candidate source of each.
 */
export function classifyEdits(
  edits: readonly FileEdit[],
  costs: MoveCosts,
): { readonly counts: readonly EditCounts[]; readonly sites: readonly MovedSite[] } {
  const origins = new Map<string, { edit: number; index: number }[]>();
  edits.forEach(({ deleted }, edit) => {
    deleted.forEach(({ text }, index) => {
      const key = text.trim();
      if (key === '') return;
      const list = origins.get(key);
      if (list === undefined) origins.set(key, [{ edit, index }]);
      else list.push({ edit, index });
    });
  });
  const used = edits.map(({ deleted }) => new Uint8Array(deleted.length));
  const sites: MovedSite[] = [];
  const moved = edits.map(() => 0);
  edits.forEach((edit, e) => {
    for (let i = 0; i < edit.added.length;) {
      const run = longestRun(edits, used, edit.added, i, origins);
      const lines = edit.added.slice(i, i + run.length).map(({ text }) => text);
      if (run.length === 0 || !siteAccepted(lines, run.edit !== e, costs)) {
        i++;
        continue;
      }
      const source = edits[run.edit]!;
      used[run.edit]!.fill(1, run.index, run.index + run.length);
      sites.push({
        fromFile: source.file,
        fromLine: source.deleted[run.index]!.at,
        toFile: edit.file,
        toLine: edit.added[i]!.at,
        lines: run.length,
      });
      moved[e]! += run.length;
      i += run.length;
    }
  });
  const counts = edits.map((edit, e) => ({
    file: edit.file,
    matched: edit.matched,
    novel: edit.added.length - moved[e]!,
    moved: moved[e]!,
    deleted: edit.deleted.length,
  }));
  return { counts, sites };
}

function longestRun(
  edits: readonly FileEdit[],
  used: readonly Uint8Array[],
  added: FileEdit['added'],
  from: number,
  origins: ReadonlyMap<string, readonly { edit: number; index: number }[]>,
): { edit: number; index: number; length: number } {
  let best = { edit: -1, index: -1, length: 0 };
  for (const { edit, index } of origins.get(added[from]!.text.trim()) ?? []) {
    const { deleted } = edits[edit]!;
    let length = 0;
    while (
      from + length < added.length &&
      index + length < deleted.length &&
      used[edit]![index + length] === 0 &&
      added[from + length]!.text.trim() === deleted[index + length]!.text.trim() &&
      (length === 0 || followsOn(added, from + length, deleted, index + length))
    ) {
      length++;
    }
    if (length > best.length) best = { edit, index, length };
  }
  return best;
}

/** Both lines follow directly on the ones before them. */
function followsOn(
  added: FileEdit['added'],
  i: number,
  deleted: FileEdit['deleted'],
  j: number,
): boolean {
  return added[i]!.at === added[i - 1]!.at + 1 && deleted[j]!.at === deleted[j - 1]!.at + 1;
}
