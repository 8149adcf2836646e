import { historyOf, isGitTree, type Commit } from '../../facts/index.js';
import { compareUtf8, sortUtf8 } from '../../table/index.js';
import { KNOBS } from '../knobs.js';

/** Churn of files and of pairs, over the newest commits. `null` outside of git. */
export interface Churn {
  readonly commits: readonly Commit[];
  /** Lines added and deleted, by file. */
  readonly lines: ReadonlyMap<string, { readonly added: number; readonly deleted: number }>;
  /** Commits that touched both files of a pair, keyed `a\0b` with a before b. */
  readonly together: ReadonlyMap<string, number>;
}

export async function churnOf(
  root: string,
  commits: number,
  sweep = KNOBS.history.sweep,
): Promise<Churn | null> {
  if (!(await isGitTree(root))) return null;
  const history = await historyOf(root, commits);
  const lines = new Map<string, { added: number; deleted: number }>();
  const together = new Map<string, number>();
  for (const { changes } of history) {
    for (const { path, added, deleted } of changes) {
      const sum = lines.get(path) ?? { added: 0, deleted: 0 };
      lines.set(path, { added: sum.added + added, deleted: sum.deleted + deleted });
    }
    if (changes.length > sweep) continue;
    const names = sortUtf8(changes.map(({ path }) => path));
    names.forEach((a, i) => {
      for (const b of names.slice(i + 1))
        together.set(pairKey(a, b), (together.get(pairKey(a, b)) ?? 0) + 1);
    });
  }
  return { commits: history, lines, together };
}

export const pairKey = (a: string, b: string): string =>
  compareUtf8(a, b) < 0 ? `${a}\0${b}` : `${b}\0${a}`;
