import { readFile } from 'node:fs/promises';
import { sortUtf8 } from '../table/index.js';
import { InvalidArgument } from '../task/index.js';
import { FactStore, type StorePlace } from './fact-store.js';
import { git } from './git-command.js';

/** What one commit did to one file. */
export interface FileChange {
  readonly path: string;
  readonly added: number;
  readonly deleted: number;
}

/** One commit without merges; `time` in seconds. */
export interface Commit {
  readonly hash: string;
  readonly time: number;
  readonly changes: readonly FileChange[];
}

/** Both versions of a file that a change touched; `null` where it is new or gone. */
export interface FilePair {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

export async function isGitTree(root: string): Promise<boolean> {
  return (
    (await git(root, ['rev-parse', '--is-inside-work-tree']).catch(() => '')).trim() === 'true'
  );
}

/** Commits that touched what lies below `root`, newest first, at most `limit`. Paths are relative to `root`. */
export async function historyOf(root: string, limit: number): Promise<readonly Commit[]> {
  return (await historyRead(root, limit)).commits;
}

export interface HistoryOptions {
  /** `off`, a folder, or absent: MIMIR_CACHE, else the user's cache folder. */
  readonly cache?: StorePlace;
  /** Histories of fewer commits are asked for anew: that takes no time and leaves no file behind. */
  readonly smallest?: number;
}

const SMALLEST = 100;

/** A history as it is kept: all commits from `head` on, or the newest `limit`. */
interface KnownHistory {
  readonly head: string;
  readonly limit: number;
  readonly commits: readonly Commit[];
}

/**
 * The same, and how many commits git was asked for: none while HEAD stands still; only the new ones where they follow
 * one another without a merge, since then the older ones keep their order.
 */
export async function historyRead(
  root: string,
  limit: number,
  { cache, smallest = SMALLEST }: HistoryOptions = {},
): Promise<{ readonly commits: readonly Commit[]; readonly asked: number }> {
  const head = (await git(root, ['rev-parse', 'HEAD']).catch(() => '')).trim();
  // A tree without a commit has no history.
  if (head === '') return { commits: [], asked: 0 };
  const store = new FactStore<KnownHistory>('history', root, '1', cache);
  const keep = (history: KnownHistory): void => {
    if (history.commits.length >= smallest) store.write(history);
  };
  const known = store.read();
  if (known !== null && covers(known, limit)) {
    if (known.head === head) return { commits: known.commits.slice(0, limit), asked: 0 };
    if (await followsInLine(root, known.head, head)) {
      const newer = await logOf(root, limit, `${known.head}..${head}`);
      const commits = [...newer, ...known.commits];
      keep({ head, limit: known.limit + newer.length, commits });
      return { commits: commits.slice(0, limit), asked: newer.length };
    }
  }
  const commits = await logOf(root, limit, head);
  keep({ head, limit, commits });
  return { commits, asked: commits.length };
}

const covers = (known: KnownHistory, limit: number): boolean =>
  known.limit >= limit || known.commits.length < known.limit;

async function followsInLine(root: string, old: string, head: string): Promise<boolean> {
  try {
    await git(root, ['merge-base', '--is-ancestor', old, head]);
    return (await git(root, ['rev-list', '--merges', '--count', `${old}..${head}`])).trim() === '0';
  } catch {
    return false;
  }
}

async function logOf(root: string, limit: number, range: string): Promise<Commit[]> {
  const text = await git(root, [
    'log',
    '--no-merges',
    '--no-renames',
    '--numstat',
    '--relative',
    `--max-count=${limit}`,
    '--format=%x01%H %ct',
    range,
    '--',
    '.',
  ]);
  return text
    .split('\x01')
    .slice(1)
    .map((entry) => {
      const [head, ...rows] = entry.trim().split('\n');
      const [hash, time] = head!.split(' ');
      const changes = rows.flatMap((row) => {
        const [added, deleted, path] = row.split('\t');
        if (path === undefined || added === '-') return [];
        return [{ path, added: Number(added), deleted: Number(deleted) }];
      });
      return { hash: hash!, time: Number(time), changes };
    });
}

/**
 * The files that differ between two revisions, with both texts, by path. `to` absent means the working tree. Throws
 * `InvalidArgument` outside of git and for an unknown revision.
 */
export async function changesBetween(root: string, from: string, to?: string): Promise<FilePair[]> {
  if (!(await isGitTree(root)))
    throw new InvalidArgument(`no git tree: ${root}; a change is read from git`);
  for (const revision of to === undefined ? [from] : [from, to]) {
    if (
      revision.startsWith('-') ||
      (await git(root, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]).catch(
        () => '',
      )) === ''
    ) {
      throw new InvalidArgument(
        `unknown git revision: ${revision}; \`git log --oneline\` names them`,
      );
    }
  }
  const range = to === undefined ? [from] : [from, to];
  const listed = (
    await git(root, [
      'diff',
      '--name-only',
      '--no-renames',
      '--relative',
      '-z',
      ...range,
      '--',
      '.',
    ])
  )
    .split('\0')
    .filter((name) => name !== '');
  const pairs: FilePair[] = [];
  for (const path of sortUtf8(listed)) {
    const before = await textAt(root, from, path);
    const after = to === undefined ? await workingText(root, path) : await textAt(root, to, path);
    if (before?.includes('\0') !== true && after?.includes('\0') !== true)
      pairs.push({ path, before, after });
  }
  return pairs;
}

/** Every committed version of one file, newest first, with the time of its commit in seconds. */
export async function versionsOf(
  root: string,
  file: string,
): Promise<{ readonly hash: string; readonly time: number; readonly text: string }[]> {
  if (!(await isGitTree(root))) {
    throw new InvalidArgument(`no git tree: ${root}; the history of ${file} is read from git`);
  }
  const log = await git(root, ['log', '--format=%H %ct', '--', file]);
  const versions: { hash: string; time: number; text: string }[] = [];
  for (const line of log.split('\n').filter((entry) => entry !== '')) {
    const [hash, time] = line.split(' ');
    const text = await textAt(root, hash!, file);
    if (text !== null) versions.push({ hash: hash!, time: Number(time), text });
  }
  return versions;
}

async function textAt(root: string, revision: string, path: string): Promise<string | null> {
  return git(root, ['show', `${revision}:./${path}`]).catch(() => null);
}

async function workingText(root: string, name: string): Promise<string | null> {
  return readFile(`${root}/${name}`, 'utf8').catch(() => null);
}
