import { damaged, type PlacedField } from './arrow-buffers.js';
import type { ArrowTable } from './arrow-table.js';
import { readOffsets, wordReader, type ReadRows } from './arrow-values.js';
import type { ByteSource } from './byte-source.js';
import { normalIds } from './normal-ids.js';
import type { TextPool } from './text-pool.js';
import type { KeyColumn } from './unit-columns.js';

/** Ids of one end of a unit's edges: the first `own` codes are the unit's own rows, the others have their texts here. */
export interface KeyPool {
  readonly own: number;
  readonly others: TextPool;
}

/** One end of a unit's edges. */
export interface KeySource {
  /** The same one for both ends where they share it. */
  readonly pool: KeyPool;
  /** Puts the codes of the rows from `from` on, as many as `out` has places; none is missing. */
  readonly read: ReadRows;
  readonly outside: () => Error;
}

/** A pool of ids, told apart from the unit's own where it begins with these. */
export function splitPool(pool: TextPool, own: TextPool): KeyPool {
  if (!startsWith(pool, own)) return { own: 0, others: pool };
  const { bytes, offsets, length } = pool;
  const others = { bytes, offsets: offsets.subarray(own.length), length: length - own.length };
  return { own: own.length, others };
}

/** Whether a pool's first texts are exactly the other's. */
function startsWith(pool: TextPool, start: TextPool): boolean {
  if (!sameLengths(pool, start)) return false;
  const from = pool.bytes.subarray(pool.offsets[0], pool.offsets[start.length]);
  const other = start.bytes.subarray(start.offsets[0], start.offsets[start.length]);
  return Buffer.compare(from, other) === 0;
}

function sameLengths({ offsets, length }: Omit<TextPool, 'bytes'>, start: TextPool): boolean {
  if (start.length === 0 || length < start.length) return false;
  const shift = offsets[0]! - start.offsets[0]!;
  for (let i = 1; i <= start.length; i++)
    if (offsets[i]! - start.offsets[i]! !== shift) return false;
  return true;
}

export function decodedKeys({ codes }: KeyColumn, pool: KeyPool): KeySource {
  return {
    pool,
    read: (from, out) => {
      out.set(codes.subarray(from, from + out.length));
    },
    outside: () => new RangeError('a code beyond its pool'),
  };
}

/**
 * Both ends as they lie in a file: each a dictionary's indices, of one batch, none missing. `null` where the file has
 * them otherwise.
 */
export function keysInFile(
  source: ByteSource,
  table: ArrowTable,
  columns: readonly [src: number, dst: number],
  own: TextPool,
): readonly [src: KeySource, dst: KeySource] | null {
  const [src, dst] = columns.map((column) => table.onlyBatch(column));
  if (!src || !dst || src.nulls > 0 || dst.nulls > 0) return null;
  const a = dictionaryOf(table, src);
  const b = dictionaryOf(table, dst);
  if (a === null || b === null) return null;
  const read = (placed: PlacedField): KeyPool => poolOf(source, placed, own);
  const pool = read(a.placed);
  const other = a.id === b.id ? pool : read(b.placed);
  return [indices(source, src, pool), indices(source, dst, other)];
}

function dictionaryOf(
  table: ArrowTable,
  { field: { type } }: PlacedField,
): { readonly id: number; readonly placed: PlacedField } | null {
  if (type.type !== 'dictionary' || type.index.type !== 'integer') return null;
  if (type.value.type !== 'text' || type.value.offsets !== 4) return null;
  const placed = table.onlyDictionary(type.id, type.value);
  return placed === null ? null : { id: type.id, placed };
}

function indices(source: ByteSource, placed: PlacedField, pool: KeyPool): KeySource {
  const { type } = placed.field;
  const outside = (): Error =>
    damaged(source, `index outside its dictionary in column ${placed.field.name}`);
  if (type.type !== 'dictionary' || type.index.type !== 'integer') throw outside();
  return { pool, read: wordReader(source, placed, type.index), outside };
}

/** Bytes that are compared and not kept. */
const piece = new Uint8Array(2 ** 18);

/** A dictionary's texts. Those that are the unit's own ids, in their order, are compared piece by piece and not kept. */
function poolOf(source: ByteSource, placed: PlacedField, own: TextPool): KeyPool {
  const region = placed.region(2);
  if (region === null || placed.length === 0)
    return splitPool(normalIds(textsOf(source, placed)), own);
  const offsets = readOffsets(source, placed, 4, region.length, true);
  const begins =
    sameLengths({ offsets, length: placed.length }, own) &&
    sameBytes(source, region.offset + offsets[0]!, own);
  const from = begins ? own.length : 0;
  const start = offsets[from]!;
  const bytes = source.read(region.offset + start, offsets[placed.length]! - start);
  const others = offsets.slice(from, placed.length + 1);
  for (let i = 0; i < others.length; i++) others[i] = others[i]! - start;
  const read = normalIds({ bytes, offsets: others, length: placed.length - from });
  return begins ? { own: from, others: read } : splitPool(read, own);
}

function textsOf(source: ByteSource, placed: PlacedField): TextPool {
  const bytes = placed.buffer(2);
  return { bytes, offsets: readOffsets(source, placed, 4, bytes.length), length: placed.length };
}

function sameBytes(
  source: ByteSource,
  from: number,
  { bytes, offsets, length }: TextPool,
): boolean {
  const [start, end] = [offsets[0]!, offsets[length]!];
  for (let at = start; at < end; at += piece.length) {
    const here = piece.subarray(0, Math.min(piece.length, end - at));
    source.readInto(from + at - start, here);
    if (Buffer.compare(here, bytes.subarray(at, at + here.length)) !== 0) return false;
  }
  return true;
}
