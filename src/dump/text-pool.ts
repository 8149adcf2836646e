import { DumpError } from './dump-error.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Texts as one run of UTF-8 bytes: text i is `bytes[offsets[i] .. offsets[i + 1])`. In a pool that a coded column
 * uses, entry 0 is empty and stands for the missing value.
 */
export interface TextPool {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly length: number;
}

/** A text column: row r holds text `codes[r]` of the pool, code 0 = missing. */
export interface TextColumn {
  readonly codes: Uint32Array;
  readonly pool: TextPool;
}

export const EMPTY_POOL: TextPool = {
  bytes: new Uint8Array(0),
  offsets: new Uint32Array(1),
  length: 0,
};

export function poolText(pool: TextPool, index: number): string {
  return decodeBytes(pool.bytes, pool.offsets[index]!, pool.offsets[index + 1]!);
}

/** Short ASCII runs are most of what a pool holds, and TextDecoder costs more than they do. */
export function decodeBytes(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= 24) {
    let text = '';
    for (let i = start; i < end; i++) {
      const byte = bytes[i]!;
      if (byte >= 0x80) return decoder.decode(bytes.subarray(start, end));
      text += String.fromCharCode(byte);
    }
    return text;
  }
  return decoder.decode(bytes.subarray(start, end));
}

/** A view over a pool's bytes, for comparing runs by words. */
export function viewOf(pool: TextPool): DataView {
  return new DataView(pool.bytes.buffer, pool.bytes.byteOffset, pool.bytes.byteLength);
}

/** Order of two byte runs: the order of ids. Eight bytes a step while they are equal: ids share long beginnings. */
export function compareRuns(
  a: DataView,
  aStart: number,
  aEnd: number,
  b: DataView,
  bStart: number,
  bEnd: number,
): number {
  const aLength = aEnd - aStart;
  const bLength = bEnd - bStart;
  const shared = aLength < bLength ? aLength : bLength;
  let i = 0;
  for (const wide = shared - 7; i < wide; i += 8) {
    const x = a.getFloat64(aStart + i, true);
    // Numbers that are equal are equal bytes, but for the two zeros; what is no number is equal to nothing.
    if (x !== b.getFloat64(bStart + i, true) || x === 0) break;
  }
  for (const words = shared - 3; i < words; i += 4) {
    const x = a.getUint32(aStart + i);
    const y = b.getUint32(bStart + i);
    if (x !== y) return x < y ? -1 : 1;
  }
  for (; i < shared; i++) {
    const difference = a.getUint8(aStart + i) - b.getUint8(bStart + i);
    if (difference !== 0) return difference;
  }
  return aLength - bLength;
}

/** Collects texts into a pool; equal texts get one code. */
export class PoolBuilder {
  readonly #codes = new Map<string, number>();
  readonly #texts: string[] = [''];

  /** Code of a text; 0 for a missing one. */
  code(text: string | null | undefined): number {
    if (text === undefined || text === null) return 0;
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.#texts.length;
      this.#texts.push(text);
      this.#codes.set(text, code);
    }
    return code;
  }

  /** Code of a text, -1 where it is none of these. */
  find(text: string): number {
    return this.#codes.get(text) ?? -1;
  }

  get length(): number {
    return this.#texts.length;
  }

  text(code: number): string {
    return this.#texts[code]!;
  }

  build(): TextPool {
    return poolOf(this.#texts);
  }
}

/** A pool of the given texts, in the given order. */
export function poolOf(texts: readonly string[]): TextPool {
  const offsets = new Uint32Array(texts.length + 1);
  let total = 0;
  for (const text of texts) total += text.length;
  let bytes = new Uint8Array(Math.ceil(total * 1.1) + 16);
  let end = 0;
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i]!;
    if (end + text.length * 3 > bytes.length) {
      const wider = new Uint8Array(Math.max(bytes.length * 2, end + text.length * 3));
      wider.set(bytes.subarray(0, end));
      bytes = wider;
    }
    end += encoder.encodeInto(text, bytes.subarray(end)).written;
    offsets[i + 1] = end;
  }
  return { bytes: bytes.subarray(0, end), offsets, length: texts.length };
}

export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The same texts behind the reserved entry 0 of a coded column. */
export function reservedPool(pool: TextPool): TextPool {
  const offsets = new Uint32Array(pool.length + 2);
  offsets.set(pool.offsets.subarray(0, pool.length + 1), 1);
  offsets[0] = offsets[1]!;
  return { bytes: pool.bytes, offsets, length: pool.length + 1 };
}

/** Pools one after another. */
export function appendPools(pools: readonly TextPool[], source: string): TextPool {
  if (pools.length === 1) return pools[0]!;
  let length = 0;
  let total = 0;
  for (const pool of pools) {
    length += pool.length;
    total += pool.offsets[pool.length]! - pool.offsets[0]!;
  }
  if (total >= 2 ** 32)
    throw new DumpError(`texts over 4 GiB in one column: ${source}; split the unit`);
  const bytes = new Uint8Array(total);
  const offsets = new Uint32Array(length + 1);
  let at = 0;
  let end = 0;
  for (const pool of pools) {
    const start = pool.offsets[0]!;
    bytes.set(pool.bytes.subarray(start, pool.offsets[pool.length]), end);
    for (let i = 0; i < pool.length; i++) offsets[++at] = end + pool.offsets[i + 1]! - start;
    end = offsets[at]!;
  }
  return { bytes, offsets, length };
}
