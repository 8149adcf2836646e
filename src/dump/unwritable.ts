import { mkdirSync } from 'node:fs';
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
};

/** What the system said against writing into a folder, as one line; any other error as it is. */
export function unwritable(dir: string, cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const { code, syscall } = cause as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return cause;
  const message = `folder that cannot be written: ${dir} (${REASONS[code] ?? code}); name another`;
  return new CodedError('not_writable', oneLine(message), { cause });
}

/** A folder to write into, made where it is not there. */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
  } catch (cause) {
    throw unwritable(dir, cause);
  }
}
