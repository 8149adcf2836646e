import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CodedError } from '../task/index.js';
import { oneLine } from './dump-error.js';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'its disk is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'no space left for this user',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
  ENOENT: 'no folder can be made there',
};

/** What the system said against writing into a folder, as one line; any other error as it is. */
export function unwritable(dir: string, cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const { code, syscall } = cause as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return cause;
  const message = `folder that cannot be written: ${dir} (${REASONS[code] ?? code}); name another`;
  return new CodedError('not_writable', oneLine(message), { cause });
}

/**
 * A folder to write into, made where it is not there; one level after the other, because Node's recursive way never
 * ends on a file system that takes no folders (such as /proc). A refusal names `asked`, what the user knows it by.
 */
export function makeFolder(dir: string, asked = dir): void {
  const missing = [];
  for (let at = resolve(dir); !existsSync(at); at = dirname(at)) missing.push(at);
  try {
    for (const level of missing.reverse()) makeLevel(level);
    if (!statSync(dir).isDirectory()) mkdirSync(dir);
  } catch (cause) {
    throw unwritable(asked, cause);
  }
}

function makeLevel(dir: string): void {
  try {
    mkdirSync(dir);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(dir)) throw error;
  }
}
