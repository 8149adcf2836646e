import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { DumpError } from './dump-error.js';

/** Bytes that are read by range: a file over 2 GiB is never held whole. */
export interface ByteSource {
  /** What errors call it: the file's name. */
  readonly name: string;
  readonly size: number;
  /** The bytes `[offset .. offset + length)`; the start is 8-aligned in its buffer. */
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read: (offset, length) => bytes.slice(offset, offset + length),
    close: () => undefined,
  };
}

/** Longest single read that the system takes. */
const LONGEST_READ = 2 ** 30;

export function fileSource(path: string): ByteSource {
  const name = basename(path);
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (cause) {
    throw unreadable(name, cause);
  }
  const stat = fstatSync(fd);
  if (!stat.isFile()) {
    closeSync(fd);
    throw new DumpError(
      `not a file: ${name}; a dump holds Arrow files, remove what else bears such a name`,
    );
  }
  return {
    name,
    size: stat.size,
    read(offset, length) {
      const bytes = new Uint8Array(new ArrayBuffer(length));
      let done = 0;
      try {
        while (done < length) {
          const got = readSync(
            fd,
            bytes,
            done,
            Math.min(LONGEST_READ, length - done),
            offset + done,
          );
          if (got === 0) break;
          done += got;
        }
      } catch (cause) {
        throw unreadable(name, cause);
      }
      if (done < length) throw new DumpError(`truncated Arrow file: ${name}; make the dump again`);
      return bytes;
    },
    close() {
      closeSync(fd);
    },
  };
}

function unreadable(name: string, cause: unknown): DumpError {
  const code = (cause as NodeJS.ErrnoException).code;
  const why =
    code === 'EACCES' || code === 'EPERM'
      ? 'no permission'
      : code === 'ENOENT'
        ? 'it is gone'
        : (code ?? 'read failed');
  return new DumpError(`unreadable file: ${name} (${why})`, { cause });
}
