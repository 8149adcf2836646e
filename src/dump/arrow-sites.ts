import type { PlacedField } from './arrow-buffers.js';
import { BytesInterner } from './bytes-interner.js';
import { isSet, readOffsets, validity } from './arrow-values.js';
import type { ByteSource } from './byte-source.js';
import { reservedPool, type TextColumn } from './text-pool.js';
import type { SiteColumns } from './unit-columns.js';

/** What this file needs of a table's own readers. */
export interface ChildReader {
  integers(placed: PlacedField, out: Int32Array): void;
  texts(placed: PlacedField, batch: number): TextColumn;
}

/** One list column over all batches: structs {file, line, col}. A null list has no sites. */
export function readSites(
  source: ByteSource,
  batches: readonly PlacedField[],
  offsetWidth: 4 | 8,
  rows: number,
  read: ChildReader,
): SiteColumns {
  const offsets = new Uint32Array(rows + 1);
  const parts: { line: Int32Array; col: Int32Array; file: TextColumn | null }[] = [];
  let row = 0;
  let total = 0;
  batches.forEach((placed, batch) => {
    const item = placed.children[0]!;
    const own = readOffsets(source, placed, offsetWidth, item.length);
    const bitmap = validity(placed);
    for (let i = 0; i < placed.length; i++, row++) {
      if (bitmap === null || isSet(bitmap, i)) total += own[i + 1]! - own[i]!;
      offsets[row + 1] = total;
    }
    const keep = keeper(own, bitmap, placed.length);
    const child = (name: string): PlacedField | undefined =>
      item.children.find((field) => field.field.name.toLowerCase() === name);
    const numbers = (name: string): Int32Array => {
      const field = child(name);
      const values = new Int32Array(item.length);
      if (field && field.length >= item.length) read.integers(field, values);
      return keep(values);
    };
    const file = child('file');
    let files: TextColumn | null = null;
    if (file && file.length >= item.length) {
      const coded = read.texts(file, batch);
      const kept = keep(
        new Int32Array(coded.codes.buffer, coded.codes.byteOffset, coded.codes.length),
      );
      files = {
        codes: new Uint32Array(kept.buffer, kept.byteOffset, kept.length),
        pool: coded.pool,
      };
    }
    parts.push({ line: numbers('line'), col: numbers('col'), file: files });
  });
  return {
    offsets,
    line: joinInts(parts.map((part) => part.line)),
    col: joinInts(parts.map((part) => part.col)),
    file: joinTexts(
      parts.map((part) => part.file),
      parts.map((part) => part.line.length),
    ),
  };
}

/** Picks the items that the lists hold: all between the ends, or, since a null list may span some, run by run. */
function keeper(
  offsets: Uint32Array,
  bitmap: Uint8Array | null,
  lists: number,
): (values: Int32Array) => Int32Array {
  if (bitmap === null) return (values) => values.subarray(offsets[0], offsets[lists]);
  return (values) => {
    const kept: number[] = [];
    for (let i = 0; i < lists; i++) {
      if (isSet(bitmap, i))
        for (let j = offsets[i]!; j < offsets[i + 1]!; j++) kept.push(values[j]!);
    }
    return Int32Array.from(kept);
  };
}

function joinInts(parts: readonly Int32Array[]): Int32Array {
  if (parts.length === 1) return parts[0]!;
  const out = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Text columns of several batches as one; their pools may be shared or not. */
function joinTexts(
  parts: readonly (TextColumn | null)[],
  lengths: readonly number[],
): TextColumn | null {
  if (parts.every((part) => part === null)) return null;
  if (parts.length === 1) return parts[0]!;
  const interner = new BytesInterner();
  const codes = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
  let row = 0;
  parts.forEach((part, at) => {
    if (part === null) {
      row += lengths[at]!;
      return;
    }
    const { pool } = part;
    const map = new Uint32Array(pool.length);
    for (const code of part.codes) {
      if (code !== 0 && map[code] === 0) {
        map[code] = interner.intern(pool.bytes, pool.offsets[code]!, pool.offsets[code + 1]!) + 1;
      }
      codes[row++] = map[code]!;
    }
  });
  return { codes, pool: reservedPool(interner.pool()) };
}
