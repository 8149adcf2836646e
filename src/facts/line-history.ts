import { git } from './git-command.js';

/** The lines of a file as it stands, from 1, that one commit wrote, those of them that are still there. */
export interface LineTouch {
  readonly commit: string;
  readonly lines: readonly number[];
}

/** One hunk of a diff without context: `oldCount` lines from `oldStart` became `newCount` from `newStart`. */
interface Hunk {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/**
 * Which lines of each file, as it stands in the working tree, each of the newest `limit` commits of these files wrote
 * or rewrote, newest first. A line that was rewritten since stands for its predecessors: line i of an old hunk for line
 * i of the new one, so far as that one has as many. Merges and renames are not followed.
 */
export async function lineHistoryOf(
  root: string,
  files: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, readonly LineTouch[]>> {
  if (files.length === 0) return new Map();
  const diff = [
    '-U0',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--no-renames',
    '--relative',
  ];
  const pending = await git(root, ['diff', ...diff, 'HEAD', '--', ...files]).catch(() => '');
  const log = await git(root, [
    'log',
    '--no-merges',
    `--max-count=${limit}`,
    '--format=%x01%H',
    '-p',
    ...diff,
    '--',
    ...files,
  ]);
  const traces = new Map(files.map((file) => [file, new LineTrace()]));
  for (const [file, hunks] of hunksByFile(pending)) traces.get(file)?.step(hunks);
  const touches = new Map<string, LineTouch[]>(files.map((file) => [file, []]));
  for (const entry of log.split('\x01').slice(1)) {
    const commit = entry.slice(0, entry.indexOf('\n'));
    for (const [file, hunks] of hunksByFile(entry)) {
      const lines = traces.get(file)?.step(hunks) ?? [];
      if (lines.length > 0) touches.get(file)!.push({ commit, lines });
    }
  }
  return touches;
}

/** From a version of a file, walking back in time, to the lines of the file as it stands. */
class LineTrace {
  /** Runs of lines by ascending start: `from..` of the version stand for `to..` of today, `null` for lines that are gone. */
  #runs: readonly { readonly from: number; readonly to: number | null }[] = [{ from: 1, to: 1 }];

  today(line: number): number | null {
    const run = this.#runs.findLast(({ from }) => from <= line);
    return run === undefined || run.to === null ? null : run.to + line - run.from;
  }

  /** Steps before a change; gives the lines of today that it wrote. */
  step(hunks: readonly Hunk[]): number[] {
    const written = new Set<number>();
    const runs: { from: number; to: number | null }[] = [];
    // Lines between two hunks keep their run; `next` is the first line of the new version that is not placed yet.
    let next = 1;
    let shift = 0;
    const copy = (before: number): void => {
      if (next >= before) return;
      runs.push({ from: next - shift, to: this.today(next) });
      for (const { from, to } of this.#runs)
        if (from > next && from < before) runs.push({ from: from - shift, to });
      next = before;
    };
    for (const { oldStart, oldCount, newStart, newCount } of hunks) {
      // A hunk of no lines names the line before it.
      const first = newCount === 0 ? newStart + 1 : newStart;
      copy(first);
      for (let i = 0; i < newCount; i++) {
        const line = this.today(first + i);
        if (line !== null) written.add(line);
      }
      const old = oldCount === 0 ? oldStart + 1 : oldStart;
      for (let i = 0; i < oldCount; i++)
        runs.push({ from: old + i, to: i < newCount ? this.today(first + i) : null });
      next = first + newCount;
      shift += newCount - oldCount;
    }
    copy(Infinity);
    this.#runs = runs;
    return [...written].sort((a, b) => a - b);
  }
}

function hunksByFile(text: string): Map<string, Hunk[]> {
  const found = new Map<string, Hunk[]>();
  for (const part of text.split(/^diff --git /m).slice(1)) {
    const [before, after] = [/^--- (?:a\/)?(.*)$/m.exec(part), /^\+\+\+ (?:b\/)?(.*)$/m.exec(part)];
    const name = after?.[1] === '/dev/null' ? before?.[1] : after?.[1];
    if (name === undefined) continue;
    const hunks = [...part.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map(
      ([, oldStart, oldCount, newStart, newCount]) => ({
        oldStart: Number(oldStart),
        oldCount: Number(oldCount ?? 1),
        newStart: Number(newStart),
        newCount: Number(newCount ?? 1),
      }),
    );
    found.set(name.replace(/\t$/, ''), hunks);
  }
  return found;
}
