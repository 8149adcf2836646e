import type { TextPool } from '../dump/index.js';

const BACKTICK = 0x60;

/**
 * Texts of a pool that may hold a word (letters, digits, `_`) once backticks are taken out, ascending: those whose bytes
 * hold it, and those in which a backtick stands within a word. Asks the bytes, so that few texts need decoding.
 */
export class Holding {
  #broken: readonly number[] | null = null;

  constructor(private readonly pool: TextPool) {}

  of(word: string): number[] {
    const { pool } = this;
    const { buffer, byteOffset } = pool.bytes;
    const bytes = Buffer.from(buffer, byteOffset, pool.offsets[pool.length]!);
    const found = new Set((this.#broken ??= this.#brokenWords()));
    let at = bytes.indexOf(word);
    while (at >= 0) {
      const text = this.#textAt(at);
      found.add(text);
      at = bytes.indexOf(word, pool.offsets[text + 1]);
    }
    return [...found].sort((a, b) => a - b);
  }

  #brokenWords(): number[] {
    const { bytes, offsets, length } = this.pool;
    const found: number[] = [];
    const end = offsets[length]!;
    for (let at = 1; at < end - 1; at++) {
      if (bytes[at] !== BACKTICK || !isWord(bytes[at - 1]!)) continue;
      if (!isWord(bytes[at + 1]!) && bytes[at + 1] !== BACKTICK) continue;
      const text = this.#textAt(at);
      if (found.at(-1) !== text) found.push(text);
    }
    return found;
  }

  /** The text that a byte belongs to. */
  #textAt(byte: number): number {
    const { offsets, length } = this.pool;
    let [low, high] = [0, length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (offsets[middle]! <= byte) low = middle;
      else high = middle;
    }
    return low;
  }
}

const isWord = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x5f;
