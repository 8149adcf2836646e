import { accessSync, constants, readdirSync, type Dirent } from 'node:fs';
import path from 'node:path';

/** What a folder holds that is not read. */
interface Survey {
  /** Endings of component files that hold code, with their number. */
  readonly notRead: ReadonlyMap<string, number>;
  /** Folders that may not be listed. */
  readonly closed: readonly string[];
}

const COMPONENTS = /\.(vue|svelte|astro)$/u;
const PASSED_BY = new Set(['node_modules', '.git', 'bower_components']);

type List = (folder: string) => readonly Pick<Dirent, 'name' | 'isDirectory' | 'isFile'>[];

/** Looks through a folder and all below it. */
export function surveyOf(
  folder: string,
  list: List = (at) => readdirSync(at, { withFileTypes: true }),
): Survey {
  const notRead = new Map<string, number>();
  const closed: string[] = [];
  const visit = (at: string): void => {
    for (const entry of listed(at)) {
      if (entry.isDirectory()) {
        if (!PASSED_BY.has(entry.name)) visit(path.posix.join(at, entry.name));
      } else if (entry.isFile() && COMPONENTS.test(entry.name)) {
        const ending = path.posix.extname(entry.name);
        notRead.set(ending, (notRead.get(ending) ?? 0) + 1);
      }
    }
  };
  const listed = (at: string): ReturnType<List> => {
    try {
      return list(at);
    } catch {
      closed.push(at);
      return [];
    }
  };
  visit(folder);
  return { notRead, closed };
}

export function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** One line about files that are too large to be sources that someone wrote. */
export function largeFiles(names: readonly string[]): string[] {
  return names.length === 0
    ? []
    : [
        `source files of more than 16 MiB, which are not read: ${listed(names)}; what they hold is missing`,
      ];
}

/** One line about files or folders that are there, or should be, and cannot be read. */
export function lostFiles(sort: string, names: readonly string[]): string[] {
  return names.length === 0
    ? []
    : [`${sort} that cannot be read: ${listed(names)}; what they hold is missing`];
}

function listed([first, ...more]: readonly string[]): string {
  return more.length === 0 ? first! : `${first!} and ${more.length} more`;
}
