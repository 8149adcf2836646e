import type { TextPool } from './text-pool.js';

/** Byte runs by value: equal runs get one number, 0 upward. Open addressing, no string is made. */
export class BytesInterner {
  #bytes = new Uint8Array(1024);
  #offsets = new Uint32Array(64);
  #hashes = new Uint32Array(64);
  #slots = new Int32Array(128).fill(-1);
  #count = 0;

  get length(): number {
    return this.#count;
  }

  intern(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashBytes(bytes, start, end);
    const slot = this.#slot(hash, bytes, start, end);
    const known = this.#slots[slot]!;
    if (known >= 0) return known;
    return this.#add(slot, hash, bytes, start, end);
  }

  /** The number of a run, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    return this.#slots[this.#slot(hashBytes(bytes, start, end), bytes, start, end)]!;
  }

  /** Runs in the order of their numbers. */
  pool(): TextPool {
    return {
      bytes: this.#bytes.subarray(0, this.#offsets[this.#count]),
      offsets: this.#offsets.subarray(0, this.#count + 1),
      length: this.#count,
    };
  }

  #slot(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const at = this.#slots[slot]!;
      if (at < 0) return slot;
      if (this.#hashes[at] === hash && this.#equals(at, bytes, start, end)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #equals(at: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#offsets[at]!;
    if (this.#offsets[at + 1]! - own !== end - start) return false;
    for (let i = start, j = own; i < end; i++, j++) if (bytes[i] !== this.#bytes[j]) return false;
    return true;
  }

  #add(slot: number, hash: number, bytes: Uint8Array, start: number, end: number): number {
    const at = this.#count++;
    const own = this.#offsets[at]!;
    const ownEnd = own + (end - start);
    if (ownEnd >= 2 ** 32) throw new RangeError('texts over 4 GiB in one column');
    if (ownEnd > this.#bytes.length)
      this.#bytes = widen(this.#bytes, Math.max(ownEnd, this.#bytes.length * 2));
    this.#bytes.set(bytes.subarray(start, end), own);
    if (at + 2 > this.#offsets.length)
      this.#offsets = widen(this.#offsets, this.#offsets.length * 2);
    this.#offsets[at + 1] = ownEnd;
    if (at >= this.#hashes.length) this.#hashes = widen(this.#hashes, this.#hashes.length * 2);
    this.#hashes[at] = hash;
    this.#slots[slot] = at;
    if (this.#count * 2 > this.#slots.length) this.#rehash();
    return at;
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let at = 0; at < this.#count; at++) {
      let slot = this.#hashes[at]! & mask;
      while (slots[slot]! >= 0) slot = (slot + 1) & mask;
      slots[slot] = at;
    }
    this.#slots = slots;
  }
}

function widen<T extends Uint8Array | Uint32Array>(old: T, length: number): T {
  const wide = new (old.constructor as new (length: number) => T)(Math.min(length, 2 ** 32 - 1));
  wide.set(old);
  return wide;
}

function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
