import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

type RawArray = Uint8Array | Uint32Array | Int32Array;
type RawType = 'u8' | 'u32' | 'i32';

interface Piece {
  readonly file: number;
  readonly offset: number;
  readonly bytes: number;
}

interface RawColumn {
  readonly type: RawType;
  readonly length: number;
  readonly pieces: readonly Piece[];
}

interface RawHeader {
  readonly format: string;
  readonly version: number;
  readonly key: string;
  readonly body: unknown;
  readonly columns: Readonly<Record<string, RawColumn>>;
  readonly files: readonly { readonly bytes: number; readonly crc: number }[];
}

const FORMAT = 'mimir-snapshot';
/** Part of the cache key: another number makes every old snapshot foreign. */
export const SNAPSHOT_VERSION = 1;
const ALIGNMENT = 64;
const LONGEST_FILE = 2 ** 31 - ALIGNMENT;
const PIECE = 2 ** 26;
const HEADER = 'header.json';
const MAKERS = { u8: Uint8Array, u32: Uint32Array, i32: Int32Array } as const;

const fileName = (file: number): string => `columns-${file}.bin`;

/** Writes raw columns into a folder: files under 2 GiB, each column from a 64-byte boundary, a JSON header last. */
export class RawWriter {
  readonly #dir: string;
  readonly #columns: Record<string, RawColumn> = {};
  readonly #files: { bytes: number; crc: number }[] = [];
  #fd: number | null = null;
  readonly #check: () => void;

  constructor(dir: string, check: () => void) {
    this.#dir = dir;
    this.#check = check;
  }

  add(name: string, array: RawArray): void {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    const pieces: Piece[] = [];
    for (let at = 0; at < bytes.length;) {
      const file = this.#file();
      const offset = this.#files[file]!.bytes;
      const length = Math.min(bytes.length - at, LONGEST_FILE - offset);
      this.#write(bytes.subarray(at, at + length));
      this.#write(new Uint8Array((ALIGNMENT - (length % ALIGNMENT)) % ALIGNMENT));
      pieces.push({ file, offset, bytes: length });
      at += length;
    }
    const type = array instanceof Uint8Array ? 'u8' : array instanceof Uint32Array ? 'u32' : 'i32';
    this.#columns[name] = { type, length: array.length, pieces };
  }

  finish(key: string, body: unknown): void {
    this.close();
    const header: RawHeader = {
      format: FORMAT,
      version: SNAPSHOT_VERSION,
      key,
      body,
      columns: this.#columns,
      files: this.#files,
    };
    writeFileSync(join(this.#dir, HEADER), JSON.stringify(header));
  }

  close(): void {
    if (this.#fd === null) return;
    fsyncSync(this.#fd);
    closeSync(this.#fd);
    this.#fd = null;
  }

  #file(): number {
    const last = this.#files.length - 1;
    if (last >= 0 && this.#files[last]!.bytes < LONGEST_FILE) return last;
    this.close();
    this.#fd = openSync(join(this.#dir, fileName(last + 1)), 'wx');
    this.#files.push({ bytes: 0, crc: 0 });
    return last + 1;
  }

  #write(bytes: Uint8Array): void {
    const file = this.#files[this.#files.length - 1]!;
    for (let at = 0; at < bytes.length;) {
      this.#check();
      const piece = bytes.subarray(at, at + PIECE);
      const done = writeSync(this.#fd!, piece);
      file.crc = crc32(piece.subarray(0, done), file.crc);
      file.bytes += done;
      at += done;
    }
  }
}

/** A snapshot that is not to be used: cut, foreign, of another version, or damaged. */
export class BadSnapshot extends Error {}

/** Reads columns that `RawWriter` wrote, each when asked for. */
export class RawReader {
  readonly body: unknown;
  readonly bytes: number;
  readonly #dir: string;
  readonly #header: RawHeader;

  /** With `verify`, the bytes are checked too; else their number is. */
  constructor(dir: string, key: string, verify: boolean) {
    this.#dir = dir;
    let header: RawHeader | null;
    try {
      header = JSON.parse(readFileSync(join(dir, HEADER), 'utf8')) as RawHeader | null;
    } catch (cause) {
      throw new BadSnapshot('unreadable header', { cause });
    }
    if (header?.format !== FORMAT || header.version !== SNAPSHOT_VERSION || header.key !== key) {
      throw new BadSnapshot('another format, version or dump');
    }
    this.#header = header;
    this.body = header.body;
    this.bytes = header.files.reduce((sum, file) => sum + file.bytes, 0);
    header.files.forEach(({ bytes, crc }, file) => {
      this.#withFile(file, (fd) => {
        if (fstatSync(fd).size !== bytes) throw new BadSnapshot('cut file');
        if (verify && crcOf(fd, bytes) !== crc) throw new BadSnapshot('damaged file');
      });
    });
  }

  has(name: string): boolean {
    return name in this.#header.columns;
  }

  u8(name: string): Uint8Array<ArrayBuffer> {
    return this.#read(name, 'u8') as Uint8Array<ArrayBuffer>;
  }

  u32(name: string): Uint32Array<ArrayBuffer> {
    return this.#read(name, 'u32') as Uint32Array<ArrayBuffer>;
  }

  i32(name: string): Int32Array<ArrayBuffer> {
    return this.#read(name, 'i32') as Int32Array<ArrayBuffer>;
  }

  #read(name: string, type: RawType): RawArray {
    const column = this.#header.columns[name];
    if (column?.type !== type) throw new BadSnapshot(`no column ${name}`);
    const width = MAKERS[type].BYTES_PER_ELEMENT;
    const bytes = new Uint8Array(new ArrayBuffer(column.length * width));
    let at = 0;
    for (const piece of column.pieces) {
      this.#withFile(piece.file, (fd) => {
        for (let done = 0; done < piece.bytes;) {
          const got = readSync(
            fd,
            bytes,
            at + done,
            Math.min(2 ** 30, piece.bytes - done),
            piece.offset + done,
          );
          if (got === 0) throw new BadSnapshot('cut file');
          done += got;
        }
      });
      at += piece.bytes;
    }
    if (at !== bytes.length) throw new BadSnapshot(`cut column ${name}`);
    return new MAKERS[type](bytes.buffer, 0, column.length);
  }

  #withFile(file: number, use: (fd: number) => void): void {
    let fd: number;
    try {
      fd = openSync(join(this.#dir, fileName(file)), 'r');
    } catch (cause) {
      throw new BadSnapshot('missing file', { cause });
    }
    try {
      use(fd);
    } finally {
      closeSync(fd);
    }
  }
}

function crcOf(fd: number, bytes: number): number {
  const piece = new Uint8Array(PIECE);
  let crc = 0;
  for (let at = 0; at < bytes;) {
    const got = readSync(fd, piece, 0, Math.min(PIECE, bytes - at), at);
    if (got === 0) break;
    crc = crc32(piece.subarray(0, got), crc);
    at += got;
  }
  return crc;
}
