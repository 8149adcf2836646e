import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir, hostname } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Task } from '../task/index.js';
import { hashDump } from './dump-key.js';
import type { LoadedDump } from './loaded-dump.js';
import { readSnapshot, writeSnapshot, type ExtraColumns, type Snapshot } from './snapshot.js';
import { BadSnapshot, SNAPSHOT_VERSION } from './snapshot-file.js';

/** What became of the cache while a dump was opened. */
export interface CacheReport {
  readonly state: 'off' | 'hit' | 'written' | 'small' | 'failed' | 'busy';
  readonly path?: string;
  readonly bytes?: number;
  /** Why it failed or what was wrong with the snapshot before. */
  readonly why?: string;
}

export interface CacheOptions {
  /** `off`, a folder, or absent: beside the dump, or in the user's cache folder where the dump can't be written. */
  readonly place?: string | undefined;
  /** Dumps of fewer bytes are read anew each time: that takes milliseconds and leaves no folder behind. */
  readonly smallest?: number;
  /** A shared cache folder is cut down to this many bytes, what was used longest ago first. */
  readonly most?: number;
}

const SMALLEST = 2 ** 25;
const MOST = 20 * 2 ** 30;
const BESIDE = '.mimir-cache';

/** A file system's clock may tick once in two seconds: a younger file may change again without showing it. */
const YOUNG = 2_000;

interface FileState {
  readonly name: string;
  readonly size: number;
  readonly mtime: number;
}

interface Manifest {
  readonly version: number;
  readonly key: string;
  /** Milliseconds; files must be older than this to be trusted. */
  readonly hashedAt: number;
  readonly files: readonly FileState[];
}

/** The snapshots of one dump. */
export class SnapshotCache {
  readonly #files: readonly string[];
  readonly #root: string | null;
  readonly #shared: string | null;
  readonly #smallest: number;
  readonly #most: number;
  readonly #before: readonly FileState[];
  #key: string | null = null;

  constructor(dir: string, files: readonly string[], options: CacheOptions = {}) {
    this.#files = files;
    this.#smallest = options.smallest ?? SMALLEST;
    this.#most = options.most ?? MOST;
    this.#before = files.map(stateOf);
    const { root, shared } = placeOf(dir, options.place);
    this.#root = root;
    this.#shared = shared;
  }

  /** Where this dump's snapshots are, and the bytes of the one that would serve it now. */
  place(): { readonly place: string | null; readonly bytes: number | null } {
    const key = this.#knownKey();
    const path = key === null || this.#root === null ? null : this.#snapshotPath(key);
    return { place: this.#root, bytes: path !== null && existsSync(path) ? sizeOf(path) : null };
  }

  /** The dump's key: out of the manifest while no file changed, else by hashing. */
  key(task: Task, verify = false): string {
    if (this.#key === null || verify) {
      const known = verify ? null : this.#knownKey();
      this.#key = known ?? hashDump(this.#files, task);
      if (known === null) this.#remember(this.#key);
    }
    return this.#key;
  }

  /** A good snapshot of the dump as it is now, or why there is none. */
  open(
    task: Task,
    verify = false,
  ):
    | { readonly snapshot: Snapshot; readonly report: CacheReport }
    | { readonly why: string | null } {
    if (this.#root === null || !existsSync(this.#root)) return { why: null };
    const key = verify ? this.key(task, true) : this.#knownKey();
    if (key === null) return { why: null };
    this.#key = key;
    const path = this.#snapshotPath(key);
    if (!existsSync(path)) return { why: null };
    try {
      const snapshot = readSnapshot(path, key, verify);
      touch(path);
      return { snapshot, report: { state: 'hit', path, bytes: snapshot.bytes } };
    } catch (error) {
      if (!(error instanceof BadSnapshot)) throw error;
      rmSync(path, { recursive: true, force: true });
      return { why: error.message };
    }
  }

  /** Writes the snapshot aside and renames it. A cache that can't be written is a note, never an error. */
  write(dump: LoadedDump, extra: () => ExtraColumns, task: Task, why: string | null): CacheReport {
    if (this.#root === null) return { state: 'off' };
    if (this.#before.reduce((sum, file) => sum + file.size, 0) < this.#smallest)
      return { state: 'small' };
    const because = why === null ? {} : { why };
    try {
      mkdirSync(this.#root, { recursive: true });
      const key = this.key(task);
      if (!sameStates(this.#before, this.#files.map(stateOf)))
        return { state: 'failed', why: 'the dump changed meanwhile' };
      const path = this.#snapshotPath(key);
      const lock = takeLock(`${path}.lock`);
      if (lock === null) return { state: 'busy', path };
      const aside = `${path}.${process.pid}.tmp`;
      try {
        sweep(this.#root, basename(path));
        rmSync(aside, { recursive: true, force: true });
        mkdirSync(aside);
        task.progress('writing the snapshot', 0);
        writeSnapshot(aside, key, dump, extra(), () => {
          task.check('writing the snapshot');
        });
        rmSync(path, { recursive: true, force: true });
        renameSync(aside, path);
      } finally {
        rmSync(aside, { recursive: true, force: true });
        lock.release();
      }
      if (this.#shared !== null) shrink(this.#shared, path, this.#most);
      return { state: 'written', path, ...because };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined || error instanceof RangeError) throw error;
      return { state: 'failed', why: code === 'ENOSPC' ? 'no space left on the disk' : code };
    }
  }

  #snapshotPath(key: string): string {
    return join(this.#root!, `${key.slice(0, 32)}-v${SNAPSHOT_VERSION}.snapshot`);
  }

  #manifestPath(): string {
    return join(this.#root!, 'manifest.json');
  }

  #knownKey(): string | null {
    if (this.#key !== null) return this.#key;
    if (this.#root === null) return null;
    try {
      const manifest = JSON.parse(readFileSync(this.#manifestPath(), 'utf8')) as Manifest;
      const old = manifest.files.every((file) => file.mtime < manifest.hashedAt - YOUNG);
      if (
        manifest.version !== SNAPSHOT_VERSION ||
        !old ||
        !sameStates(manifest.files, this.#before)
      )
        return null;
      return /^[0-9a-f]{64}$/u.test(manifest.key) ? manifest.key : null;
    } catch {
      return null;
    }
  }

  #remember(key: string): void {
    if (this.#root === null || !existsSync(this.#root)) return;
    const manifest: Manifest = {
      version: SNAPSHOT_VERSION,
      key,
      hashedAt: Date.now(),
      files: this.#before,
    };
    const aside = `${this.#manifestPath()}.${process.pid}.tmp`;
    try {
      writeFileSync(aside, JSON.stringify(manifest));
      renameSync(aside, this.#manifestPath());
    } catch {
      rmSync(aside, { force: true });
    }
  }
}

function stateOf(path: string): FileState {
  const { size, mtimeMs } = statSync(path);
  return { name: basename(path), size, mtime: mtimeMs };
}

function sameStates(a: readonly FileState[], b: readonly FileState[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      (file, i) =>
        file.name === b[i]!.name && file.size === b[i]!.size && file.mtime === b[i]!.mtime,
    )
  );
}

function placeOf(
  dir: string,
  place: string | undefined,
): { root: string | null; shared: string | null } {
  if (place === 'off') return { root: null, shared: null };
  const own = createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 32);
  if (place !== undefined && place !== '')
    return { root: join(resolve(place), own), shared: resolve(place) };
  try {
    accessSync(dir, constants.W_OK);
    return { root: join(dir, BESIDE), shared: null };
  } catch {
    const user = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'mimir');
    return { root: join(user, own), shared: user };
  }
}

/** One writer at a time. A lock whose owner is gone is taken over. */
function takeLock(path: string): { release: () => void } | null {
  // Written aside and linked: a lock is there with its owner's name or not at all, whenever its owner is killed.
  const aside = `${path}.${process.pid}.tmp`;
  writeFileSync(aside, `${hostname()} ${process.pid}`);
  try {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        linkSync(aside, path);
        return {
          release: () => {
            rmSync(path, { force: true });
          },
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        if (!isAbandoned(path)) return null;
        rmSync(path, { force: true });
      }
    }
  } finally {
    rmSync(aside, { force: true });
  }
  return null;
}

const LONGEST_WRITE = 60 * 60_000;

function isAbandoned(lock: string): boolean {
  try {
    const [host, pid] = readFileSync(lock, 'utf8').split(' ');
    // Locks of earlier versions may be empty: their owner was killed between making and naming them.
    if (!pid) return Date.now() - statSync(lock).mtimeMs > YOUNG;
    if (host !== hostname()) return Date.now() - statSync(lock).mtimeMs > LONGEST_WRITE;
    return !isAlive(Number(pid));
  } catch {
    return true;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes what killed writers left, and the snapshots of what the dump was before. */
function sweep(root: string, keep: string): void {
  for (const name of readdirSync(root)) {
    const aside = /\.(\d+)\.tmp$/u.exec(name);
    const left = aside ? !isAlive(Number(aside[1])) : name.endsWith('.snapshot') && name !== keep;
    if (left) rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** Cuts a shared cache folder down, what was used longest ago first. */
function shrink(shared: string, keep: string, most: number): void {
  const all = readdirSync(shared)
    .flatMap((own) => childrenOf(join(shared, own)))
    .filter((path) => path.endsWith('.snapshot'))
    .map((path) => ({ path, used: statSync(path).mtimeMs, bytes: sizeOf(path) }))
    .sort((a, b) => a.used - b.used);
  let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes } of all) {
    if (total <= most) return;
    if (path === keep) continue;
    rmSync(path, { recursive: true, force: true });
    total -= bytes;
  }
}

function childrenOf(dir: string): string[] {
  try {
    return readdirSync(dir).map((name) => join(dir, name));
  } catch {
    return [];
  }
}

function sizeOf(dir: string): number {
  return childrenOf(dir).reduce((sum, path) => sum + statSync(path).size, 0);
}

function touch(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // A cache that may only be read is of use all the same.
  }
}
