import { damaged, placeFields, type PlacedField } from './arrow-buffers.js';
import { readLayout, type ArrowLayout } from './arrow-messages.js';
import type { ArrowField, ArrowType } from './arrow-schema.js';
import { readSites } from './arrow-sites.js';
import {
  allBelow,
  countReader,
  integerWords,
  isSet,
  readCodes,
  readFlags,
  readIntegers,
  readOffsets,
  validity,
  type ReadRows,
  viewTexts,
} from './arrow-values.js';
import type { ByteSource } from './byte-source.js';
import { BytesInterner } from './bytes-interner.js';
import { DumpError } from './dump-error.js';
import {
  appendPools,
  EMPTY_POOL,
  reservedPool,
  type TextColumn,
  type TextPool,
} from './text-pool.js';
import { FLAG_MISSING, NO_KEY, type KeyColumn, type SiteColumns } from './unit-columns.js';

/** A dictionary of a file, its batches one after another. */
interface Dictionary {
  readonly pool: TextPool;
  /** For each batch of rows, the entry that its index 0 stands for. */
  readonly bases: readonly number[];
  /** Entries that are null. */
  readonly nulls: ReadonlySet<number>;
}

/** An Arrow file's columns, each read when asked for: only its own buffers are touched. */
export class ArrowTable {
  readonly layout: ArrowLayout;
  readonly rows: number;
  readonly #source: ByteSource;
  readonly #batches: PlacedField[][] = [];
  readonly #dictionaries = new Map<number, Dictionary>();

  constructor(source: ByteSource) {
    this.#source = source;
    this.layout = readLayout(source);
    let rows = 0;
    for (const part of this.layout.parts) {
      if (part.part !== 'rows') continue;
      const placed = placeFields(source, part.layout, this.layout.schema.fields);
      for (const field of placed) {
        if (field.length !== part.layout.rows) throw damaged(source, 'columns of unequal length');
      }
      // A bit a row is the least that a column takes; more rows than that is damage, and filling them would hang.
      const bytes = part.layout.buffers.reduce((sum, buffer) => sum + buffer.length, 64);
      if (part.layout.rows > bytes * (part.layout.compression === null ? 8 : 8 * 4096)) {
        throw damaged(source, 'absurd lengths');
      }
      rows += part.layout.rows;
      this.#batches.push(placed);
    }
    if (rows >= NO_KEY) throw new DumpError(`more than 2^32 rows: ${source.name}; split the unit`);
    this.rows = rows;
  }

  /** A column of a file that has one batch. */
  onlyBatch(column: number): PlacedField | null {
    return this.#batches.length === 1 ? (this.#batches[0]![column] ?? null) : null;
  }

  /** A dictionary that was written once, without null entries; none of it is read. */
  onlyDictionary(id: number, type: ArrowType): PlacedField | null {
    const own = this.layout.parts.filter((part) => part.part === 'dictionary' && part.id === id);
    if (own.length !== 1) return null;
    const [placed] = placeFields(this.#source, own[0]!.layout, [{ name: 'dictionary', type }]);
    return placed!.nulls === 0 ? placed! : null;
  }

  /** A column's texts without coding: row r is text r. A null is an error, told by `what`. */
  pool(column: number, what: string): TextPool {
    const { type } = this.#field(column);
    const missing = (row: number): DumpError =>
      new DumpError(`${what}: row ${row} of ${this.#source.name}; every row needs one`);
    if (type.type === 'dictionary') return plainPool(this.keys(column), missing);
    let first = 0;
    const pools = this.#batches.map((batch) => {
      const placed = batch[column]!;
      const bitmap = validity(placed);
      if (bitmap) {
        for (let row = 0; row < placed.length; row++)
          if (!isSet(bitmap, row)) throw missing(first + row);
      }
      first += placed.length;
      return this.#texts(placed, type);
    });
    return appendPools(pools, this.#source.name);
  }

  /** A column of ids: a dictionary as it stands in the file, its indices not copied where they are 32 bits wide. */
  keys(column: number): KeyColumn {
    const { type } = this.#field(column);
    if (type.type !== 'dictionary') {
      const { codes, pool } = this.#interned(column);
      return { codes, pool };
    }
    const { pool, bases, nulls } = this.#dictionary(type.id, type.value);
    const parts = this.#batches.map((batch, at) =>
      this.#indices(batch[column]!, type, bases[at] ?? 0, pool.length),
    );
    const codes = parts.length === 1 ? parts[0]! : joinWords(parts, this.rows);
    const complete = this.#batches.every((batch) => validity(batch[column]!) === null);
    if (nulls.size === 0) return { codes, pool, complete };
    return { codes: codes.map((code) => (nulls.has(code) ? NO_KEY : code)), pool };
  }

  /** A text column as codes into `texts`, each one more than its number; 0 = missing. `out` has a place a row. */
  fillText(column: number, out: Uint32Array, texts: BytesInterner): void {
    const { type } = this.#field(column);
    if (type.type !== 'dictionary' || type.index.type !== 'integer') {
      this.#internRows(column, out, texts);
      return;
    }
    const { pool, bases, nulls } = this.#dictionary(type.id, type.value);
    const map = new Uint32Array(pool.length);
    let row = 0;
    for (const [at, batch] of this.#batches.entries()) {
      const placed = batch[column]!;
      const base = bases[at] ?? 0;
      const part = out.subarray(row, row + placed.length);
      const bitmap = validity(placed);
      const entries = { pool, map, base, nulls };
      if (!readCodes(this.#source, placed, type.index, bitmap, entries, texts, part))
        throw this.#outside(placed);
      row += placed.length;
    }
  }

  /** A text column; code 0 is the missing value. */
  text(column: number): TextColumn {
    const codes = new Uint32Array(this.rows);
    const interner = new BytesInterner();
    this.fillText(column, codes, interner);
    return { codes, pool: reservedPool(interner.pool()) };
  }

  /** An integer column of any width; null, negative and beyond 2^31 - 1 become 0. */
  integers(column: number): Int32Array {
    const out = new Int32Array(this.rows);
    this.fillIntegers(column, out);
    return out;
  }

  fillIntegers(column: number, out: Int32Array): void {
    let row = 0;
    for (const batch of this.#batches) {
      const placed = batch[column]!;
      this.#integers(placed, out.subarray(row, row + placed.length));
      row += placed.length;
    }
  }

  /** A column of counts: null, 0 and what is out of range count once. */
  counts(column: number): Uint32Array {
    const out = new Uint32Array(this.rows);
    let row = 0;
    for (const batch of this.#batches) {
      const { length } = batch[column]!;
      this.#countReader(batch[column]!)(0, out.subarray(row, row + length));
      row += length;
    }
    return out;
  }

  /** The same of a file that has one batch, any rows at a time. */
  countReader(column: number): ReadRows {
    return this.#countReader(this.onlyBatch(column)!);
  }

  #countReader(placed: PlacedField): ReadRows {
    const { type } = placed.field;
    if (type.type !== 'integer') throw this.#wrongType(placed.field, 'an integer');
    return countReader(this.#source, placed, type);
  }

  /** A column of yes and no: Bool, or integers where anything but 0 is yes. */
  flags(column: number): Uint8Array {
    const out = new Uint8Array(this.rows).fill(FLAG_MISSING);
    this.fillFlags(column, out);
    return out;
  }

  /** `out` is full of FLAG_MISSING before. */
  fillFlags(column: number, out: Uint8Array): void {
    let row = 0;
    for (const batch of this.#batches) {
      const placed = batch[column]!;
      this.#flags(placed, out.subarray(row, row + placed.length));
      row += placed.length;
    }
  }

  /** A list of structs {file, line, col}. */
  sites(column: number): SiteColumns {
    const { type } = this.#field(column);
    if (type.type !== 'list' || type.item.type.type !== 'struct') {
      throw this.#wrongType(this.#field(column), 'a list of {file, line, col}');
    }
    const batches = this.#batches.map((batch) => batch[column]!);
    return readSites(this.#source, batches, type.offsets, this.rows, {
      integers: (placed, out) => {
        this.#integers(placed, out);
      },
      texts: (placed, batch) => this.#nestedText(placed, batch),
    });
  }

  #nestedText(placed: PlacedField, batch: number): TextColumn {
    const { type } = placed.field;
    if (type.type === 'null')
      return { codes: new Uint32Array(placed.length), pool: reservedPool(EMPTY_POOL) };
    if (type.type === 'dictionary') {
      const { pool, bases } = this.#dictionary(type.id, type.value);
      const indices = this.#indices(placed, type, bases[batch] ?? 0, pool.length);
      return { codes: indices.map((index) => index + 1), pool: reservedPool(pool) };
    }
    const pool = this.#texts(placed, type);
    const bitmap = validity(placed);
    const codes = new Uint32Array(placed.length);
    for (let i = 0; i < codes.length; i++)
      codes[i] = bitmap === null || isSet(bitmap, i) ? i + 1 : 0;
    return { codes, pool: reservedPool(pool) };
  }

  /** Plain texts as codes into the distinct ones. */
  #interned(column: number): KeyColumn {
    const codes = new Uint32Array(this.rows);
    const interner = new BytesInterner();
    this.#internRows(column, codes, interner);
    // 0 less one is 2^32 - 1, which is NO_KEY.
    for (let row = 0; row < codes.length; row++) codes[row] = codes[row]! - 1;
    return { codes, pool: interner.pool() };
  }

  #internRows(column: number, out: Uint32Array, texts: BytesInterner): void {
    const { type } = this.#field(column);
    let row = 0;
    for (const batch of this.#batches) {
      const placed = batch[column]!;
      if (type.type === 'null') continue;
      const { bytes, offsets } = this.#texts(placed, type);
      const bitmap = validity(placed);
      for (let i = 0; i < placed.length; i++, row++) {
        if (bitmap === null || isSet(bitmap, i))
          out[row] = texts.intern(bytes, offsets[i]!, offsets[i + 1]!) + 1;
      }
    }
  }

  /** The texts of a dictionary column. */
  textsOf(type: Extract<ArrowType, { type: 'dictionary' }>): TextPool {
    return this.#dictionary(type.id, type.value).pool;
  }

  #field(column: number): ArrowField {
    return this.layout.schema.fields[column]!;
  }

  #wrongType(field: ArrowField, wanted: string, type = field.type): DumpError {
    const found = type.type === 'other' ? type.name : type.type;
    return new DumpError(
      `column of a wrong type: ${field.name} is ${found} in ${this.#source.name}; it must be ${wanted}`,
    );
  }

  #dictionary(id: number, type: ArrowType): Dictionary {
    const known = this.#dictionaries.get(id);
    if (known) return known;
    const chunks: TextPool[] = [];
    const bases: number[] = [];
    const nulls = new Set<number>();
    let base = 0;
    let total = 0;
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
    const made = { pool: appendPools(chunks, this.#source.name), bases, nulls };
    this.#dictionaries.set(id, made);
    return made;
  }

  #indices(placed: PlacedField, type: ArrowType, base: number, entries: number): Uint32Array {
    if (type.type !== 'dictionary' || type.index.type !== 'integer') {
      throw damaged(this.#source, 'dictionary without index');
    }
    const bitmap = validity(placed);
    const words = integerWords(placed, type.index);
    const most = entries - base;
    if (bitmap === null) {
      if (!allBelow(words, most)) throw this.#outside(placed);
      return base === 0 ? words : words.map((index) => base + index);
    }
    const codes = new Uint32Array(words.length).fill(NO_KEY);
    for (let i = 0; i < words.length; i++) {
      if (!isSet(bitmap, i)) continue;
      if (words[i]! >= most) throw this.#outside(placed);
      codes[i] = base + words[i]!;
    }
    return codes;
  }

  #outside(placed: PlacedField): DumpError {
    return damaged(this.#source, `index outside its dictionary in column ${placed.field.name}`);
  }

  #integers(placed: PlacedField, out: Int32Array): void {
    const { type } = placed.field;
    if (type.type === 'null') return;
    if (type.type !== 'integer') throw this.#wrongType(placed.field, 'an integer');
    readIntegers(this.#source, placed, type, out);
  }

  #flags(placed: PlacedField, out: Uint8Array): void {
    const { type } = placed.field;
    if (type.type === 'null') return;
    const bitmap = validity(placed);
    if (type.type === 'boolean') {
      readFlags(placed.glance(1, Math.ceil(placed.length / 8)), bitmap, out);
    } else if (type.type === 'integer') {
      const words = integerWords(placed, type);
      for (let i = 0; i < out.length; i++)
        if (bitmap === null || isSet(bitmap, i)) out[i] = words[i] === 0 ? 0 : 1;
    } else throw this.#wrongType(placed.field, 'Bool');
  }

  #texts(placed: PlacedField, type: ArrowType): TextPool {
    if (type.type === 'text_view') return viewTexts(this.#source, placed);
    if (type.type !== 'text') throw this.#wrongType(placed.field, 'text', type);
    if (placed.length === 0) return EMPTY_POOL;
    const bytes = placed.buffer(2);
    return {
      bytes,
      offsets: readOffsets(this.#source, placed, type.offsets, bytes.length),
      length: placed.length,
    };
  }
}

function joinWords(parts: readonly Uint32Array[], length: number): Uint32Array {
  const out = new Uint32Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function plainPool({ codes, pool }: KeyColumn, missing: (row: number) => DumpError): TextPool {
  const offsets = new Uint32Array(codes.length + 1);
  let total = 0;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (code === NO_KEY) throw missing(row);
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
