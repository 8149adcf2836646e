import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BodyHead, BodyRange } from './body-head.js';
import type { FactTables, GroupFacts } from './group-facts.js';
import type { Asked } from './traced-names.js';

export interface StoredGroup {
  readonly head: BodyHead;
  readonly range: BodyRange | null;
  /** Where its facts stand in the file beside this one; `null` where nobody asked for them. */
  readonly at: readonly [from: number, to: number] | null;
}

/** What the bodies of one compilation told, but the facts themselves. */
export interface StoredIndex extends FactTables {
  readonly groups: readonly StoredGroup[];
  /** Paths of test functions, by the harness's own list. */
  readonly tests: readonly string[];
  readonly lines: number;
  readonly unparsed: number;
  readonly samples: readonly string[];
  readonly asked: readonly Asked[];
}

/**
 * Facts of compilations on disk, in our part of cargo's target folder: of each one an index and a line a function. What
 * is there under another key is of other MIR, or of another version of this reader.
 */
export class FactStore {
  constructor(private readonly dir: string) {
    mkdirSync(dir, { recursive: true });
  }

  /** The index of a compilation; `null` where there is none of this key. */
  index(stem: string, key: string): StoredIndex | null {
    try {
      const text = readFileSync(this.#path(stem, 'index.json'), 'utf8');
      const cut = text.indexOf('\n');
      return text.slice(0, cut) === key ? (JSON.parse(text.slice(cut + 1)) as StoredIndex) : null;
    } catch {
      // Missing, or cut off by a full disk: it's made again.
      return null;
    }
  }

  writer(stem: string): StoreWriter {
    return new StoreWriter(this.#path(stem, 'groups'), this.#path(stem, 'index.json'));
  }

  /** The facts of groups, in the order in which they are asked for. */
  reader(stem: string): GroupReader {
    return new GroupReader(this.#path(stem, 'groups'));
  }

  #path(stem: string, what: string): string {
    return path.join(this.dir, `${stem}.${what}`);
  }
}

const CHUNK = 1 << 20;

/** Writes aside; the index comes last, and only then is anything there. */
class StoreWriter {
  readonly #handle: number;
  readonly #aside: string;
  #lines: string[] = [];
  #waiting = 0;
  #at = 0;

  constructor(
    private readonly groups: string,
    private readonly index: string,
  ) {
    this.#aside = `${groups}.${process.pid}.new`;
    this.#handle = openSync(this.#aside, 'w');
  }

  add(facts: GroupFacts): readonly [from: number, to: number] {
    const line = `${JSON.stringify(facts)}\n`;
    const bytes = Buffer.byteLength(line);
    this.#lines.push(line);
    this.#waiting += bytes;
    if (this.#waiting > CHUNK) this.#flush();
    this.#at += bytes;
    return [this.#at - bytes, this.#at];
  }

  commit(key: string, index: StoredIndex): void {
    this.#flush();
    closeSync(this.#handle);
    const aside = `${this.index}.${process.pid}.new`;
    writeFileSync(aside, `${key}\n${JSON.stringify(index)}`);
    rmSync(this.index, { force: true });
    renameSync(this.#aside, this.groups);
    renameSync(aside, this.index);
  }

  abandon(): void {
    closeSync(this.#handle);
    rmSync(this.#aside, { force: true });
  }

  #flush(): void {
    writeSync(this.#handle, this.#lines.join(''));
    this.#lines = [];
    this.#waiting = 0;
  }
}

class GroupReader {
  readonly #handle: number;
  #chunk: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  #from = 0;

  constructor(file: string) {
    this.#handle = openSync(file, 'r');
  }

  read([from, to]: readonly [from: number, to: number]): GroupFacts {
    if (from < this.#from || to > this.#from + this.#chunk.length) {
      const chunk = Buffer.alloc(Math.max(CHUNK, to - from));
      const length = readSync(this.#handle, chunk, 0, chunk.length, from);
      this.#chunk = chunk.subarray(0, length);
      this.#from = from;
    }
    return JSON.parse(
      this.#chunk.toString('utf8', from - this.#from, to - this.#from),
    ) as GroupFacts;
  }

  close(): void {
    closeSync(this.#handle);
  }
}

let version: string | undefined;

/** Of the sources of the producers and of the dump's writer as they run: facts that others made are not these. */
export function readerVersion(): string {
  if (version !== undefined) return version;
  const hash = createHash('sha256');
  for (const room of ['produce', 'dump']) {
    const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..', room);
    for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
      if (/(?<!\.d)\.[jt]s$/u.test(name))
        hash.update(`${name}\0`).update(readFileSync(path.join(root, name)));
    }
  }
  return (version = hash.digest('hex').slice(0, 16));
}
