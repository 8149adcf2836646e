import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sortUtf8 } from '../table/index.js';
import { InvalidArgument, type Task } from '../task/index.js';
import { git } from './git-command.js';

/** One file of a source tree. */
export interface SourceText {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Line breaks, and one more for a last line without. */
  readonly lines: number;
}

/** Folders that hold what others wrote or tools made. */
const FOREIGN = new Set(['node_modules', '.git', 'dist', 'build', 'target', 'coverage', '.mimir']);

/** The folder of sources, absolute. Throws `InvalidArgument` when it is none. */
export async function sourceRoot(folder: string): Promise<string> {
  const root = path.resolve(folder);
  const found = await stat(root).catch(() => null);
  if (found?.isDirectory() !== true) {
    throw new InvalidArgument(`no folder of sources: ${folder}; name one with --src DIR`);
  }
  return root;
}

/**
 * The files below `root` whose names `wanted` takes, by path in UTF-8 order. In a git tree: what git tracks or would
 * track; elsewhere every file outside of dependency and build folders. Unreadable and binary files are left out and
 * counted in `skipped`.
 */
export async function readSources(
  root: string,
  wanted: (file: string) => boolean,
  task: Task,
): Promise<{ readonly files: readonly SourceText[]; readonly skipped: number }> {
  const names = sortUtf8((await trackedFiles(root)) ?? (await walk(root))).filter(wanted);
  const files: SourceText[] = [];
  let skipped = 0;
  for (const name of names) {
    task.check('reading sources');
    task.progress('reading sources', files.length + skipped, names.length);
    const text = await readFile(path.join(root, name), 'utf8').catch(() => null);
    if (text === null || text.includes('\0')) skipped++;
    else files.push({ path: name, text, lines: lineCount(text) });
  }
  return { files, skipped };
}

export function lineCount(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}

async function trackedFiles(root: string): Promise<string[] | null> {
  try {
    const listed = await git(root, [
      'ls-files',
      '-z',
      '--cached',
      '--others',
      '--exclude-standard',
    ]);
    const names = listed.split('\0').filter((name) => name !== '');
    return names.length === 0 ? null : [...new Set(names)];
  } catch {
    return null;
  }
}

async function walk(root: string): Promise<string[]> {
  const names: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(path.join(root, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!FOREIGN.has(entry.name)) await visit(name);
      } else if (entry.isFile()) names.push(name);
    }
  };
  await visit('');
  return names;
}
