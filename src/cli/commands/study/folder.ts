import path from 'node:path';
import type { Io } from '../../io.js';

export interface FolderFlag {
  readonly studies: string;
}

export const folderOf = (flags: FolderFlag, io: Io): string => path.resolve(io.cwd, flags.studies);

/** Build servers say so by `CI`; there nothing is accepted, and an improvement that was not committed fails. */
export const isCi = (io: Io): boolean => !['', 'false', '0', undefined].includes(io.env['CI']);

/** A path as it is written in a file: with slashes, relative to a folder. */
export const relativeTo = (folder: string, target: string): string =>
  path.relative(folder, target).split(path.sep).join('/') || '.';
