import { damaged, placeFields, type PlacedField } from './arrow-buffers.js';
import { readLayout, type ArrowLayout } from './arrow-messages.js';
import type { ArrowField, ArrowType } from './arrow-schema.js';
import type { ByteSource } from './byte-source.js';
import { BytesInterner } from './bytes-interner.js';
import { DumpError } from './dump-error.js';
import { appendPools, reservedPool, type TextColumn, type TextPool } from './text-pool.js';
import { FLAG_MISSING, type SiteColumns } from './unit-columns.js';

interface DictionaryChunks {
  readonly pool: TextPool;
  /** For each batch of rows, the code that its index 0 stands for. */
  readonly bases: readonly number[];
  /** Codes whose dictionary entry is null. */
  readonly nulls: ReadonlySet<number>;
}

/** An Arrow file's columns, each read when asked for: only its own buffers are touched. */
export class ArrowTable {
  readonly layout: ArrowLayout;
  readonly rows: number;
  readonly #source: ByteSource;
  readonly #batches: PlacedField[][];
  readonly #dictionaries = new Map<number, DictionaryChunks>();

  constructor(source: ByteSource) {
    this.#source = source;
    this.layout = readLayout(source);
    this.#batches = [];
    let rows = 0;
    for (const part of this.layout.parts) {
      if (part.part !== 'rows') continue;
      const placed = placeFields(source, part.layout, this.layout.schema.fields);
      for (const field of placed) {
        if (field.length !== part.layout.rows) throw damaged(source, 'columns of unequal length');
      }
      rows += part.layout.rows;
      this.#batches.push(placed);
    }
    if (rows >= 2 ** 32) throw new DumpError(`more than 2^32 rows: ${source.name}; split the unit`);
    this.rows = rows;
  }

  /** A column's texts without coding: row r is text r. A null is an error, told by `what`. */
  pool(column: number, what: string): TextPool {
    const field = this.#field(column);
    if (field.type.type === 'dictionary') {
      const coded = this.text(column);
      return plainPool(
        coded,
        (row) => new DumpError(`${what}: row ${row} of ${this.#source.name}; every row needs one`),
      );
    }
    const pools = this.#batches.map((batch, at) => {
      const placed = batch[column]!;
      const bitmap = validity(placed);
      if (bitmap) {
        for (let row = 0; row < placed.length; row++) {
          if (!isSet(bitmap, row)) {
            throw new DumpError(
              `${what}: row ${this.#firstRow(at) + row} of ${this.#source.name}; every row needs one`,
            );
          }
        }
      }
      return this.#texts(placed, field.type);
    });
    return appendPools(pools, this.#source.name);
  }

  /** A text column: dictionary-coded as it stands in the file, or interned where it is plain. */
  text(column: number): TextColumn {
    const field = this.#field(column);
    const codes = new Uint32Array(this.rows);
    if (field.type.type === 'dictionary') {
      const { pool, bases, nulls } = this.#dictionary(field.type.id, field.type.value);
      let row = 0;
      this.#batches.forEach((batch, at) => {
        const placed = batch[column]!;
        const base = bases[at] ?? 1;
        this.#indices(
          placed,
          field.type,
          base,
          pool.length,
          codes.subarray(row, row + placed.length),
        );
        row += placed.length;
      });
      if (nulls.size > 0)
        for (let i = 0; i < codes.length; i++) if (nulls.has(codes[i]!)) codes[i] = 0;
      return { codes, pool };
    }
    const interner = new BytesInterner();
    let row = 0;
    for (const batch of this.#batches) {
      const placed = batch[column]!;
      if (field.type.type === 'null') {
        row += placed.length;
        continue;
      }
      const pool = this.#texts(placed, field.type);
      const bitmap = validity(placed);
      for (let i = 0; i < placed.length; i++, row++) {
        if (bitmap === null || isSet(bitmap, i)) {
          codes[row] = interner.intern(pool.bytes, pool.offsets[i]!, pool.offsets[i + 1]!) + 1;
        }
      }
    }
    return { codes, pool: reservedPool(interner.pool()) };
  }

  /** An integer column of any width; null, negative and beyond 2^31 - 1 become 0. */
  integers(column: number): Int32Array {
    const out = new Int32Array(this.rows);
    let row = 0;
    for (const batch of this.#batches) {
      const placed = batch[column]!;
      this.#integers(placed, out.subarray(row, row + placed.length));
      row += placed.length;
    }
    return out;
  }

  /** A column of yes and no: Bool, or integers where anything but 0 is yes. */
  flags(column: number): Uint8Array {
    const out = new Uint8Array(this.rows).fill(FLAG_MISSING);
    let row = 0;
    for (const batch of this.#batches) {
      const placed = batch[column]!;
      const bitmap = validity(placed);
      const value = this.#flagReader(placed);
      for (let i = 0; i < placed.length; i++, row++) {
        if (bitmap === null || isSet(bitmap, i)) out[row] = value(i);
      }
    }
    return out;
  }

  /** A list of structs {file, line, col}. */
  sites(column: number): SiteColumns {
    const offsets = new Uint32Array(this.rows + 1);
    const parts: { line: Int32Array; col: Int32Array; file: TextColumn | null }[] = [];
    let row = 0;
    let total = 0;
    const { type } = this.#field(column);
    if (type.type !== 'list') throw this.#wrongType(column, 'a list of {file, line, col}');
    this.#batches.forEach((batch, at) => {
      const placed = batch[column]!;
      const item = placed.children[0]!;
      if (type.item.type.type !== 'struct')
        throw this.#wrongType(column, 'a list of {file, line, col}');
      const own = readOffsets(this.#source, placed, type.offsets, item.length);
      const bitmap = validity(placed);
      const first = own[0]!;
      for (let i = 0; i < placed.length; i++, row++) {
        const length = bitmap === null || isSet(bitmap, i) ? own[i + 1]! - own[i]! : 0;
        total += length;
        offsets[row + 1] = total;
      }
      // A null list may still span items; those rows are dropped by copying the kept runs.
      const keep = (values: Int32Array): Int32Array => {
        if (bitmap === null) return values.subarray(first, own[placed.length]!);
        const kept: number[] = [];
        for (let i = 0; i < placed.length; i++) {
          if (isSet(bitmap, i)) for (let j = own[i]!; j < own[i + 1]!; j++) kept.push(values[j]!);
        }
        return Int32Array.from(kept);
      };
      const child = (name: string): PlacedField | undefined =>
        item.children.find((field) => field.field.name === name);
      const number = (name: string): Int32Array => {
        const field = child(name);
        const values = new Int32Array(item.length);
        if (field) this.#integers(field, values);
        return keep(values);
      };
      const fileField = child('file');
      let file: TextColumn | null = null;
      if (fileField) {
        const codes = new Int32Array(item.length);
        const coded = this.#nestedText(fileField, at);
        codes.set(coded.codes);
        file = { codes: Uint32Array.from(keep(codes)), pool: coded.pool };
      }
      parts.push({ line: number('line'), col: number('col'), file });
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

  #nestedText(placed: PlacedField, batch: number): TextColumn {
    const { type } = placed.field;
    const codes = new Uint32Array(placed.length);
    if (type.type === 'dictionary') {
      const { pool, bases } = this.#dictionary(type.id, type.value);
      this.#indices(placed, type, bases[batch] ?? 1, pool.length, codes);
      return { codes, pool };
    }
    if (type.type === 'null')
      return {
        codes,
        pool: reservedPool({ bytes: new Uint8Array(0), offsets: new Uint32Array(1), length: 0 }),
      };
    const pool = this.#texts(placed, type);
    const bitmap = validity(placed);
    for (let i = 0; i < codes.length; i++)
      codes[i] = bitmap === null || isSet(bitmap, i) ? i + 1 : 0;
    return { codes, pool: reservedPool(pool) };
  }

  #field(column: number): ArrowField {
    return this.layout.schema.fields[column]!;
  }

  #firstRow(batch: number): number {
    let row = 0;
    for (let i = 0; i < batch; i++) row += this.#batches[i]![0]?.length ?? 0;
    return row;
  }

  #wrongType(column: number, wanted: string): DumpError {
    const field = this.#field(column);
    const found = field.type.type === 'other' ? field.type.name : field.type.type;
    return new DumpError(
      `column of a wrong type: ${field.name} is ${found} in ${this.#source.name}; it must be ${wanted}`,
    );
  }

  #dictionary(id: number, type: ArrowType): DictionaryChunks {
    const known = this.#dictionaries.get(id);
    if (known) return known;
    const chunks: TextPool[] = [];
    const bases: number[] = [];
    const nulls = new Set<number>();
    let base = 1;
    let total = 1;
    for (const part of this.layout.parts) {
      if (part.part === 'rows') {
        bases.push(base);
        continue;
      }
      if (part.id !== id) continue;
      if (!part.delta) base = total;
      const placed = placeFields(this.#source, part.layout, [{ name: 'dictionary', type }])[0]!;
      const bitmap = validity(placed);
      if (bitmap)
        for (let i = 0; i < placed.length; i++) if (!isSet(bitmap, i)) nulls.add(total + i);
      const pool = this.#texts(placed, type);
      total += pool.length;
      chunks.push(pool);
    }
    const made = { pool: reservedPool(appendPools(chunks, this.#source.name)), bases, nulls };
    this.#dictionaries.set(id, made);
    return made;
  }

  #indices(
    placed: PlacedField,
    type: ArrowType,
    base: number,
    poolLength: number,
    out: Uint32Array,
  ): void {
    if (type.type !== 'dictionary' || type.index.type !== 'integer')
      throw damaged(this.#source, 'dictionary without index');
    const bitmap = validity(placed);
    const at = integerReader(this.#source, placed, type.index);
    const most = poolLength - base;
    for (let i = 0; i < placed.length; i++) {
      if (bitmap !== null && !isSet(bitmap, i)) continue;
      const index = at(i);
      if (!(index >= 0 && index < most))
        throw damaged(this.#source, `index outside its dictionary in column ${placed.field.name}`);
      out[i] = base + index;
    }
  }

  #integers(placed: PlacedField, out: Int32Array): void {
    const { type } = placed.field;
    if (type.type === 'null') return;
    if (type.type !== 'integer') {
      throw new DumpError(
        `column of a wrong type: ${placed.field.name} is ${type.type} in ${this.#source.name}; it must be an integer`,
      );
    }
    const bitmap = validity(placed);
    const at = integerReader(this.#source, placed, type);
    for (let i = 0; i < placed.length; i++) {
      if (bitmap !== null && !isSet(bitmap, i)) continue;
      const value = at(i);
      if (value > 0 && value <= 0x7fffffff) out[i] = value;
    }
  }

  #flagReader(placed: PlacedField): (row: number) => number {
    const { type } = placed.field;
    if (type.type === 'null') return () => FLAG_MISSING;
    if (type.type === 'boolean') {
      const bits = placed.buffer(1, Math.ceil(placed.length / 8));
      return (row) => (isSet(bits, row) ? 1 : 0);
    }
    if (type.type === 'integer') {
      const at = integerReader(this.#source, placed, type);
      return (row) => (at(row) === 0 ? 0 : 1);
    }
    throw new DumpError(
      `column of a wrong type: ${placed.field.name} is ${type.type} in ${this.#source.name}; it must be Bool`,
    );
  }

  #texts(placed: PlacedField, type: ArrowType): TextPool {
    if (type.type === 'text_view') return viewTexts(this.#source, placed);
    if (type.type !== 'text') {
      const found = type.type === 'other' ? type.name : type.type;
      throw new DumpError(
        `column of a wrong type: ${placed.field.name} is ${found} in ${this.#source.name}; it must be text`,
      );
    }
    if (placed.length === 0)
      return { bytes: new Uint8Array(0), offsets: new Uint32Array(1), length: 0 };
    const bytes = placed.buffer(2);
    return {
      bytes,
      offsets: readOffsets(this.#source, placed, type.offsets, bytes.length),
      length: placed.length,
    };
  }
}

function validity(placed: PlacedField): Uint8Array | null {
  if (placed.nulls === 0) return null;
  const bitmap = placed.buffer(0);
  if (bitmap.length === 0) return null;
  return placed.buffer(0, Math.ceil(placed.length / 8));
}

function isSet(bitmap: Uint8Array, row: number): boolean {
  return (bitmap[row >> 3]! & (1 << (row & 7))) !== 0;
}

function readOffsets(
  source: ByteSource,
  placed: PlacedField,
  width: 4 | 8,
  end: number,
): Uint32Array {
  if (placed.length === 0) return new Uint32Array(1);
  const bytes = placed.buffer(1, (placed.length + 1) * width);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
  let offsets: Uint32Array;
  if (width === 4) offsets = words.subarray(0, placed.length + 1);
  else {
    offsets = new Uint32Array(placed.length + 1);
    for (let i = 0; i <= placed.length; i++) {
      if (words[2 * i + 1] !== 0)
        throw new DumpError(`texts over 4 GiB in one batch: ${source.name}; write smaller batches`);
      offsets[i] = words[2 * i]!;
    }
  }
  let previous = 0;
  for (let i = 0; i <= placed.length; i++) {
    const offset = offsets[i]!;
    if (offset < previous || offset > end)
      throw damaged(source, `offsets out of order in column ${placed.field.name}`);
    previous = offset;
  }
  return offsets;
}

function integerReader(
  source: ByteSource,
  placed: PlacedField,
  type: Extract<ArrowType, { type: 'integer' }>,
): (row: number) => number {
  const bytes = placed.buffer(1, (placed.length * type.bits) / 8);
  const { buffer, byteOffset } = bytes;
  const { length } = placed;
  switch (type.bits) {
    case 8: {
      const values = type.signed ? new Int8Array(buffer, byteOffset, length) : bytes;
      return (row) => values[row]!;
    }
    case 16: {
      const values = type.signed
        ? new Int16Array(buffer, byteOffset, length)
        : new Uint16Array(buffer, byteOffset, length);
      return (row) => values[row]!;
    }
    case 32: {
      const values = type.signed
        ? new Int32Array(buffer, byteOffset, length)
        : new Uint32Array(buffer, byteOffset, length);
      return (row) => values[row]!;
    }
    case 64: {
      const low = new Uint32Array(buffer, byteOffset, length * 2);
      const high = type.signed ? new Int32Array(buffer, byteOffset, length * 2) : low;
      return (row) => high[2 * row + 1]! * 2 ** 32 + low[2 * row]!;
    }
    default:
      throw damaged(source, 'absurd integer width');
  }
}

function viewTexts(source: ByteSource, placed: PlacedField): TextPool {
  const views = placed.buffer(1, placed.length * 16);
  const words = new DataView(views.buffer, views.byteOffset, views.length);
  const buffers = Array.from({ length: placed.variadic }, (_, i) => placed.buffer(2 + i));
  const offsets = new Uint32Array(placed.length + 1);
  let total = 0;
  for (let i = 0; i < placed.length; i++) {
    total += words.getInt32(16 * i, true);
    offsets[i + 1] = total;
  }
  if (!(total >= 0 && total < 2 ** 32)) throw damaged(source, 'absurd lengths');
  const bytes = new Uint8Array(total);
  for (let i = 0; i < placed.length; i++) {
    const length = words.getInt32(16 * i, true);
    if (length < 0) throw damaged(source, 'absurd lengths');
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

function plainPool(column: TextColumn, missing: (row: number) => DumpError): TextPool {
  const { codes, pool } = column;
  const offsets = new Uint32Array(codes.length + 1);
  let total = 0;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (code === 0) throw missing(row);
    total += pool.offsets[code + 1]! - pool.offsets[code]!;
    if (total >= 2 ** 32) throw new DumpError('texts over 4 GiB in one column; split the unit');
    offsets[row + 1] = total;
  }
  const bytes = new Uint8Array(total);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    bytes.set(pool.bytes.subarray(pool.offsets[code], pool.offsets[code + 1]), offsets[row]);
  }
  return { bytes, offsets, length: codes.length };
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
    const map = new Uint32Array(part.pool.length);
    for (let code = 1; code < map.length; code++) {
      map[code] =
        interner.intern(part.pool.bytes, part.pool.offsets[code]!, part.pool.offsets[code + 1]!) +
        1;
    }
    for (const code of part.codes) codes[row++] = map[code]!;
  });
  return { codes, pool: reservedPool(interner.pool()) };
}
