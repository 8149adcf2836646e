import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { InvalidArgument } from '../task/index.js';

const run = promisify(execFile);

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
export async function historyOf(root: string, limit: number): Promise<Commit[]> {
  const text = await git(root, [
    'log',
    '--no-merges',
    '--no-renames',
    '--numstat',
    '--relative',
    `--max-count=${limit}`,
    '--format=%x01%H %ct',
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
  const names = (
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
    .filter((name) => name !== '')
    .sort();
  const pairs: FilePair[] = [];
  for (const path of names) {
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

async function git(cwd: string, parameters: readonly string[]): Promise<string> {
  const { stdout } = await run('git', ['-c', 'core.quotePath=false', ...parameters], {
    cwd,
    maxBuffer: 1 << 29,
  });
  return stdout;
}
