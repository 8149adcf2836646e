import { damaged, type PlacedField } from './arrow-buffers.js';
import type { ArrowType } from './arrow-schema.js';
import type { ByteSource } from './byte-source.js';
import type { BytesInterner } from './bytes-interner.js';
import { DumpError } from './dump-error.js';
import type { TextPool } from './text-pool.js';

/** Missing rows as 0; most bytes of a bitmap say the same of eight rows. */
function clearMissing(bitmap: Uint8Array, out: Int32Array): void {
  for (let i = 0; i < out.length; i += 8) {
    const known = bitmap[i >> 3]!;
    if (known === 0xff) continue;
    const most = Math.min(8, out.length - i);
    // No branch: which rows are missing can't be foreseen.
    for (let bit = 0; bit < most; bit++) out[i + bit] = out[i + bit]! & -((known >> bit) & 1);
  }
}

/** Which rows hold a value; `null` = all. */
export function validity(placed: PlacedField): Uint8Array | null {
  if (placed.nulls === 0) return null;
  const bitmap = placed.buffer(0);
  if (bitmap.length === 0) return null;
  if (bitmap.length * 8 < placed.length) return placed.buffer(0, Math.ceil(placed.length / 8));
  return bitmap;
}

export function isSet(bitmap: Uint8Array, row: number): boolean {
  return (bitmap[row >> 3]! & (1 << (row & 7))) !== 0;
}

/** `length + 1` offsets that ascend and end at `end` at most; with `once`, until the next glance. */
export function readOffsets(
  source: ByteSource,
  placed: PlacedField,
  width: 4 | 8,
  end: number,
  once = false,
): Uint32Array {
  if (placed.length === 0) return new Uint32Array(1);
  const least = (placed.length + 1) * width;
  const bytes = once ? placed.glance(1, least) : placed.buffer(1, least);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
  let offsets: Uint32Array;
  if (width === 4) offsets = words.subarray(0, placed.length + 1);
  else {
    offsets = new Uint32Array(placed.length + 1);
    for (let i = 0; i <= placed.length; i++) {
      if (words[2 * i + 1] !== 0) {
        throw new DumpError(`texts over 4 GiB in one batch: ${source.name}; write smaller batches`);
      }
      offsets[i] = words[2 * i]!;
    }
  }
  ascendingWithin(source, placed, offsets, end);
  return offsets;
}

/** Offsets must ascend and end at `end` at most. */
export function ascendingWithin(
  source: ByteSource,
  placed: PlacedField,
  offsets: Uint32Array,
  end: number,
): void {
  let previous = 0;
  for (let i = 0; i <= placed.length; i++) {
    const offset = offsets[i]!;
    if (offset < previous || offset > end) {
      throw damaged(source, `offsets out of order in column ${placed.field.name}`);
    }
    previous = offset;
  }
}

type IntegerType = Extract<ArrowType, { type: 'integer' }>;

/** Beyond what a column of a dump means: every check on a range refuses it. */
const OUT_OF_RANGE = 0xffffffff;

/** An integer buffer as it stands; 64-bit values as words, what doesn't fit in one as 2^32 - 1.
 * With `once`, until the next glance. */
export function integersOf(
  placed: PlacedField,
  type: IntegerType,
  once = false,
): Int8Array | Uint8Array | Int16Array | Uint16Array | Uint32Array {
  const { length } = placed;
  const least = (length * type.bits) / 8;
  const { buffer, byteOffset } = once ? placed.glance(1, least) : placed.buffer(1, least);
  switch (type.bits) {
    case 8:
      return type.signed
        ? new Int8Array(buffer, byteOffset, length)
        : new Uint8Array(buffer, byteOffset, length);
    case 16:
      return type.signed
        ? new Int16Array(buffer, byteOffset, length)
        : new Uint16Array(buffer, byteOffset, length);
    case 32:
      // A negative reads as a number in the upper half: out of every range.
      return new Uint32Array(buffer, byteOffset, length);
    case 64: {
      const pairs = new Uint32Array(buffer, byteOffset, length * 2);
      const words = new Uint32Array(length);
      for (let i = 0; i < length; i++)
        words[i] = pairs[2 * i + 1] === 0 ? pairs[2 * i]! : OUT_OF_RANGE;
      return words;
    }
  }
}

/** An integer buffer as 32-bit words. What is 32 bits wide in the file is not copied. */
export function integerWords(placed: PlacedField, type: IntegerType): Uint32Array {
  const values = integersOf(placed, type);
  // The conversion keeps a negative's sign, so it lands in the upper half: out of every range.
  return values instanceof Uint32Array ? values : new Uint32Array(values);
}

/** Counting down, since an iterator over millions of words costs more than the comparison. */
export function allBelow(words: Uint32Array, most: number): boolean {
  let i = words.length;
  while (i-- > 0) if (words[i]! >= most) return false;
  return true;
}

/** A dictionary as the reader of its indices needs it. */
interface Entries {
  readonly pool: TextPool;
  /** For each entry its code in the texts that all units share; 0 = not looked up yet. */
  readonly map: Uint32Array;
  readonly base: number;
  readonly nulls: ReadonlySet<number>;
}

/**
 * Indices, in place, as codes into shared texts: an entry is looked up when a row first has it. False where an index is
 * outside its dictionary.
 */
function fillCodes(
  bitmap: Uint8Array | null,
  { pool, map, base, nulls }: Entries,
  texts: BytesInterner,
  out: Uint32Array,
): boolean {
  const hasNulls = nulls.size > 0;
  const lookUp = (entry: number): number => {
    if (hasNulls && nulls.has(entry)) return 0;
    const code = texts.intern(pool.bytes, pool.offsets[entry]!, pool.offsets[entry + 1]!) + 1;
    map[entry] = code;
    return code;
  };
  const most = pool.length - base;
  for (let i = 0; i < out.length; i++) {
    const index = out[i]!;
    if (bitmap !== null && (bitmap[i >> 3]! & (1 << (i & 7))) === 0) {
      out[i] = 0;
      continue;
    }
    if (index >= most) return false;
    const code = map[base + index]!;
    out[i] = code === 0 ? lookUp(base + index) : code;
  }
  return true;
}

/** Whether all numbers are 0, in a buffer that was just read: by words, since most columns are as long as the dump. */
function allZero({ buffer, byteOffset, byteLength }: ArrayBufferView): boolean {
  const words = new Uint32Array(buffer, byteOffset, byteLength >> 2);
  if (!allBelow(words, 1)) return false;
  const rest = new Uint8Array(buffer, byteOffset + words.byteLength, byteLength & 3);
  return rest.every((byte) => byte === 0);
}

/**
 * A dictionary's indices as codes into shared texts. Many a column says one thing of a whole unit: its crate, its
 * version.
 */
export function readCodes(
  source: ByteSource,
  placed: PlacedField,
  type: IntegerType,
  bitmap: Uint8Array | null,
  entries: Entries,
  texts: BytesInterner,
  out: Uint32Array,
): boolean {
  if (out.length === 0) return true;
  if (type.bits === 32) wordReader(source, placed, type)(0, out);
  else {
    const indices = integersOf(placed, type, true);
    if (bitmap === null && entries.pool.length === 1 && allZero(indices)) {
      if (!fillCodes(null, entries, texts, out.subarray(0, 1))) return false;
      out.fill(out[0]!);
      return true;
    }
    // The conversion keeps a negative's sign, so it lands in the upper half: outside every dictionary.
    out.set(indices);
  }
  return fillCodes(bitmap, entries, texts, out);
}

/** Integers; null, negative and beyond 2^31 - 1 become 0. What is 32 bits wide is read into its place. */
export function readIntegers(
  source: ByteSource,
  placed: PlacedField,
  type: IntegerType,
  out: Int32Array,
): void {
  const bitmap = validity(placed);
  const region = type.bits === 32 ? placed.region(1) : null;
  if (region !== null && region.length >= out.byteLength) {
    source.readInto(region.offset, new Uint8Array(out.buffer, out.byteOffset, out.byteLength));
    if (bitmap !== null) clearMissing(bitmap, out);
    for (let i = 0; i < out.length; i++) if (out[i]! < 0) out[i] = 0;
    return;
  }
  const words = integerWords(placed, type);
  for (let i = 0; i < out.length; i++) {
    if (words[i]! <= 0x7fffffff && (bitmap === null || isSet(bitmap, i))) out[i] = words[i]!;
  }
}

/** Reads the rows from `from` on, as many as `out` has places. */
export type ReadRows = (from: number, out: Uint32Array) => void;

/** Integers as words, any rows at a time. What is 32 bits wide stays in the file until its place is known. */
export function wordReader(source: ByteSource, placed: PlacedField, type: IntegerType): ReadRows {
  const region = type.bits === 32 ? placed.region(1) : null;
  if (region !== null && region.length >= 4 * placed.length) {
    return (from, out) => {
      const bytes = new Uint8Array(out.buffer, out.byteOffset, out.byteLength);
      source.readInto(region.offset + 4 * from, bytes);
    };
  }
  const values = integersOf(placed, type);
  return (from, out) => {
    // The conversion keeps a negative's sign, so it lands in the upper half: out of every range.
    out.set(values.subarray(from, from + out.length));
  };
}

/** Counts, any rows at a time: null, 0 and what is out of range count once. */
export function countReader(source: ByteSource, placed: PlacedField, type: IntegerType): ReadRows {
  const bitmap = validity(placed);
  const read = wordReader(source, placed, type);
  return (from, out) => {
    read(from, out);
    for (let i = 0; i < out.length; i++) {
      const missing = bitmap !== null && !isSet(bitmap, from + i);
      if (missing || out[i] === 0 || out[i]! > 0x7fffffff) out[i] = 1;
    }
  };
}

/** The eight bits of a byte as eight bytes, in two words. */
const SPREAD = new Uint32Array(512);
for (let byte = 0; byte < 256; byte++) {
  for (let bit = 0; bit < 8; bit++)
    SPREAD[2 * byte + (bit >> 2)]! |= ((byte >> bit) & 1) << (8 * (bit & 3));
}

/** Bits as 0 and 1; a row without a value keeps what `out` holds. */
export function readFlags(bits: Uint8Array, bitmap: Uint8Array | null, out: Uint8Array): void {
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  for (let i = 0; i < out.length; i += 8) {
    const byte = bits[i >> 3]!;
    const known = bitmap === null ? 0xff : bitmap[i >> 3]!;
    if (known === 0) continue;
    const most = Math.min(8, out.length - i);
    if (known === 0xff && most === 8) {
      view.setUint32(i, SPREAD[2 * byte]!, true);
      view.setUint32(i + 4, SPREAD[2 * byte + 1]!, true);
    } else
      for (let bit = 0; bit < most; bit++)
        if ((known & (1 << bit)) !== 0) out[i + bit] = (byte >> bit) & 1;
  }
}

/** Texts of a string-view column, copied into one pool. */
export function viewTexts(source: ByteSource, placed: PlacedField): TextPool {
  const views = placed.buffer(1, placed.length * 16);
  const words = new DataView(views.buffer, views.byteOffset, views.length);
  const buffers = Array.from({ length: placed.variadic }, (_, i) => placed.buffer(2 + i));
  const offsets = new Uint32Array(placed.length + 1);
  let total = 0;
  for (let i = 0; i < placed.length; i++) {
    const length = words.getInt32(16 * i, true);
    if (length < 0) throw damaged(source, 'absurd lengths');
    total += length;
    if (total >= 2 ** 32) throw damaged(source, 'absurd lengths');
    offsets[i + 1] = total;
  }
  const bytes = new Uint8Array(total);
  for (let i = 0; i < placed.length; i++) {
    const length = words.getInt32(16 * i, true);
    if (length <= 12) bytes.set(views.subarray(16 * i + 4, 16 * i + 4 + length), offsets[i]);
    else {
      const from = buffers[words.getInt32(16 * i + 8, true)];
      const start = words.getInt32(16 * i + 12, true);
      if (from === undefined || start < 0 || start + length > from.length)
        throw damaged(source, 'view out of bounds');
      bytes.set(from.subarray(start, start + length), offsets[i]);
    }
  }
  return { bytes, offsets, length: placed.length };
}
