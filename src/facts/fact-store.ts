import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** Where facts that cost reading are kept: `off`, a folder, or absent: MIMIR_CACHE, else the user's cache folder. */
export type StorePlace = string | undefined;

/** A shared folder is cut down to this many bytes, what was written longest ago first. */
const MOST = 2 ** 30;
const ENDING = '.facts';

/**
 * One value that outlives the process: facts of one kind, read of one tree. Of another version, cut short or spoilt, it
 * is as if it were not there. A store that cannot be written is no error: facts are read again.
 */
export class FactStore<T> {
  readonly #file: string | null;
  readonly #version: string;

  constructor(kind: string, root: string, version: string, place?: StorePlace) {
    const folder = folderOf(place ?? process.env['MIMIR_CACHE']);
    const name = `${kind}-${digestOf(path.resolve(root)).slice(0, 32)}${ENDING}`;
    this.#file = folder === null ? null : path.join(folder, name);
    this.#version = version;
  }

  read(): T | null {
    if (this.#file === null) return null;
    try {
      const bytes = readFileSync(this.#file);
      const body = bytes.subarray(DIGEST_BYTES);
      if (!bytes.subarray(0, DIGEST_BYTES).equals(this.#seal(body))) return null;
      return deserialize(body) as T;
    } catch {
      return null;
    }
  }

  write(value: T): void {
    if (this.#file === null) return;
    const aside = `${this.#file}.${process.pid}.tmp`;
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true });
    } catch {
      return;
    }
    try {
      const body = serialize(value);
      writeFileSync(aside, Buffer.concat([this.#seal(body), body]));
      renameSync(aside, this.#file);
      shrink(path.dirname(this.#file), this.#file);
    } catch {
      rmSync(aside, { force: true });
    }
  }

  /** Over the version too: a value of another version is no value. */
  #seal(body: Uint8Array): Buffer {
    return createHash('sha256').update(`${this.#version}\0`).update(body).digest();
  }
}

const DIGEST_BYTES = 32;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function folderOf(place: string | undefined): string | null {
  if (place === 'off') return null;
  if (place !== undefined && place !== '') return path.join(path.resolve(place), 'facts');
  return path.join(
    process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'),
    'mimir',
    'facts',
  );
}

function shrink(folder: string, keep: string): void {
  const all = readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, ...statSync(file) }))
    .sort((a, b) => a.mtimeMs - b.mtimeMs);
  let total = all.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size } of all) {
    if (total <= MOST) return;
    if (file === keep) continue;
    rmSync(file, { force: true });
    total -= size;
  }
}
