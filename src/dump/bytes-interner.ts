import type { TextPool } from './text-pool.js';

/**
 * Byte runs by value: equal runs get one number, 0 upward. Open addressing, no string is made; runs are hashed, compared
 * and copied by words.
 */
export class BytesInterner {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #offsets = new Uint32Array(64);
  /** Pairs: one more than a run's number, 0 = free; and its hash beside it, so that a look costs one line of memory. */
  #slots = new Int32Array(256);
  #count = 0;
  /** A view over the bytes that were given last: callers give one pool's runs after another. */
  #given = this.#bytes;
  #givenView = this.#view;

  get length(): number {
    return this.#count;
  }

  intern(bytes: Uint8Array, start: number, end: number): number {
    const view = this.#viewOf(bytes);
    const hash = hashRun(view, start, end);
    const slot = this.#slot(hash, view, start, end);
    const known = this.#slots[slot]!;
    return known > 0 ? known - 1 : this.#add(slot, hash, bytes, start, end);
  }

  /** The number of a run, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const view = this.#viewOf(bytes);
    return this.#slots[this.#slot(hashRun(view, start, end), view, start, end)]! - 1;
  }

  #viewOf(bytes: Uint8Array): DataView {
    if (bytes !== this.#given) {
      this.#given = bytes as Uint8Array<ArrayBuffer>;
      this.#givenView = new DataView(
        bytes.buffer as ArrayBuffer,
        bytes.byteOffset,
        bytes.byteLength,
      );
    }
    return this.#givenView;
  }

  /** Runs in the order of their numbers. */
  pool(): TextPool {
    return {
      bytes: this.#bytes.subarray(0, this.#offsets[this.#count]),
      offsets: this.#offsets.subarray(0, this.#count + 1),
      length: this.#count,
    };
  }

  #slot(hash: number, view: DataView, start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 2;
    let slot = (hash << 1) & mask;
    for (;;) {
      const known = slots[slot]!;
      if (known === 0) return slot;
      if (slots[slot + 1] === hash && this.#equals(known - 1, view, start, end)) return slot;
      slot = (slot + 2) & mask;
    }
  }

  #equals(at: number, view: DataView, start: number, end: number): boolean {
    const own = this.#offsets[at]!;
    if (this.#offsets[at + 1]! - own !== end - start) return false;
    const known = this.#view;
    const shift = own - start;
    let i = start;
    for (; i + 4 <= end; i += 4)
      if (view.getUint32(i, true) !== known.getUint32(i + shift, true)) return false;
    for (; i < end; i++) if (view.getUint8(i) !== known.getUint8(i + shift)) return false;
    return true;
  }

  #add(slot: number, hash: number, bytes: Uint8Array, start: number, end: number): number {
    const at = this.#count++;
    const own = this.#offsets[at]!;
    const ownEnd = own + (end - start);
    if (ownEnd >= 2 ** 32) throw new RangeError('texts over 4 GiB in one column');
    if (ownEnd > this.#bytes.length) {
      this.#bytes = widen(this.#bytes, Math.max(ownEnd, this.#bytes.length * 2));
      this.#view = new DataView(this.#bytes.buffer);
    }
    const target = this.#bytes;
    for (let i = start, j = own; i < end; i++, j++) target[j] = bytes[i]!;
    if (at + 2 > this.#offsets.length)
      this.#offsets = widen(this.#offsets, this.#offsets.length * 2);
    this.#offsets[at + 1] = ownEnd;
    this.#slots[slot] = at + 1;
    this.#slots[slot + 1] = hash;
    if (this.#count * 4 > this.#slots.length) this.#rehash();
    return at;
  }

  #rehash(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 2;
    for (let from = 0; from < old.length; from += 2) {
      if (old[from] === 0) continue;
      const hash = old[from + 1]!;
      let slot = (hash << 1) & mask;
      while (slots[slot] !== 0) slot = (slot + 2) & mask;
      slots[slot] = old[from]!;
      slots[slot + 1] = hash;
    }
    this.#slots = slots;
  }
}

function widen<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  old: T,
  length: number,
): T {
  const wide = new (old.constructor as new (length: number) => T)(Math.min(length, 2 ** 32 - 1));
  wide.set(old);
  return wide;
}

/** MurmurHash3 (Appleby), 32 bits, as a signed number: the engine keeps every one of these in a word. */
function hashRun(view: DataView, start: number, end: number): number {
  let hash = 0;
  let i = start;
  for (; i + 4 <= end; i += 4) hash = mix(hash, view.getUint32(i, true));
  let rest = 0;
  for (; i < end; i++) rest = (rest << 8) | view.getUint8(i);
  hash = mix(hash, rest) ^ (end - start);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function mix(hash: number, word: number): number {
  const scrambled = Math.imul(word, 0xcc9e2d51);
  const mixed = hash ^ Math.imul((scrambled << 15) | (scrambled >>> 17), 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}
