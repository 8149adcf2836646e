import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { basename } from 'node:path';
import { DumpError } from './dump-error.js';
import { covers, readAhead, type Piece } from './read-ahead.js';

/** Bytes that are read by range: a file over 2 GiB is never held whole. */
export interface ByteSource {
  /** What errors call it: the file's name. */
  readonly name: string;
  readonly size: number;
  /** The bytes `[offset .. offset + length)`; the start is 8-aligned in its buffer. */
  readonly read: (offset: number, length: number) => Uint8Array;
  /** The same for what is looked at once: the next call, of any source, may overwrite the bytes. */
  readonly glance: (offset: number, length: number) => Uint8Array;
  /** The bytes from an offset on, as many as `target` holds, put there. */
  readInto(offset: number, target: Uint8Array): void;
  /**
   * Has bytes read to where they stay while other work is done; `readInto` of them, all or some, finds them there. The
   * place may not be used before the promise, which never rejects, has resolved.
   */
  ahead(piece: Piece): Promise<void>;
  /** Opens again what was closed, for several reads; false where it was open. */
  open(): boolean;
  close(): void;
}

let glanced = new Uint8Array(0);
/** Most that is kept for the next glance. */
const MOST_GLANCED = 2 ** 24;

/** Memory that was used before costs less than new memory, which the system hands out page by page. */
function spare(length: number): Uint8Array<ArrayBuffer> {
  if (length > MOST_GLANCED) return new Uint8Array(length);
  if (glanced.length < length) glanced = new Uint8Array(Math.max(length, 2 * glanced.length));
  return glanced.subarray(0, length);
}

export function memorySource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read: (offset, length) => bytes.slice(offset, offset + length),
    glance: (offset, length) => bytes.slice(offset, offset + length),
    readInto: (offset, target) => {
      target.set(bytes.subarray(offset, offset + target.length));
    },
    ahead: () => Promise.resolve(),
    open: () => false,
    close: () => undefined,
  };
}

/** Longest single read that the system takes. */
const LONGEST_READ = 2 ** 30;

/**
 * A file, opened when first read. After `close` a later read opens it again, for columns that are read late; a file
 * that changed meanwhile is refused.
 */
export function fileSource(path: string): ByteSource {
  const name = basename(path);
  let fd: number | null = null;
  const open = (): { readonly fd: number; readonly stat: Stats } => {
    let opened: number;
    try {
      opened = openSync(path, 'r');
    } catch (cause) {
      throw unreadable(name, cause);
    }
    return { fd: opened, stat: fstatSync(opened) };
  };
  const first = open();
  if (!first.stat.isFile()) {
    closeSync(first.fd);
    throw new DumpError(
      `not a file: ${name}; a dump holds Arrow files, remove what else bears such a name`,
    );
  }
  fd = first.fd;
  const { size, mtimeMs } = first.stat;
  const reopened = (): number => {
    const again = open();
    if (again.stat.size === size && again.stat.mtimeMs === mtimeMs) return again.fd;
    closeSync(again.fd);
    throw new DumpError(`dump that changed while it was in use: ${name}; open it again`);
  };
  let there: Piece | null = null;
  const readInto = (offset: number, target: Uint8Array): void => {
    if (there !== null && covers(there, offset, target)) return;
    const late = fd === null;
    const from = fd ?? reopened();
    const { length } = target;
    let done = 0;
    try {
      while (done < length) {
        const most = Math.min(LONGEST_READ, length - done);
        const got = readSync(from, target, done, most, offset + done);
        if (got === 0) break;
        done += got;
      }
    } catch (cause) {
      throw unreadable(name, cause);
    } finally {
      if (late) closeSync(from);
    }
    if (done < length) throw new DumpError(`truncated Arrow file: ${name}; make the dump again`);
  };
  return {
    name,
    size,
    read(offset, length) {
      const bytes = new Uint8Array(new ArrayBuffer(length));
      readInto(offset, bytes);
      return bytes;
    },
    glance(offset, length) {
      const bytes = spare(length);
      readInto(offset, bytes);
      return bytes;
    },
    readInto,
    async ahead(piece) {
      let own: number;
      try {
        own = reopened();
      } catch {
        // Who reads next is told why.
        return;
      }
      if (await readAhead(own, piece)) there = piece;
    },
    open() {
      if (fd !== null) return false;
      fd = reopened();
      return true;
    },
    close() {
      if (fd !== null) closeSync(fd);
      fd = null;
      there = null;
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
