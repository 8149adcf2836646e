import type { PlacedField } from './arrow-buffers.js';
import { ascendingWithin } from './arrow-values.js';
import type { ByteSource } from './byte-source.js';
import { ColumnRoom } from './column-room.js';
import { ascends, type UnitIds } from './merge-ids.js';
import { hasMark, normalIds } from './normal-ids.js';
import { within, type OpenFile } from './read-unit.js';
import { EMPTY_POOL, type TextPool } from './text-pool.js';

/** Ids as they lie in a file, which can be read into any place: plain, of one batch, not compressed. */
interface PlainIds {
  readonly source: ByteSource;
  readonly placed: PlacedField;
  readonly rows: number;
  readonly offsets: number;
  readonly bytes: number;
  readonly length: number;
  /** Bytes of all files before it: no unit's ids come to stay behind there. */
  readonly start: number;
}

/**
 * The ids of all units, read one after another into one run of bytes: where units follow one another in the order of
 * their ids, as crates and packages do, that run is already what merging them would give.
 */
export class IdReader {
  readonly #plain = new Map<OpenFile, PlainIds>();
  readonly #run: Run | null;

  constructor(files: readonly (OpenFile | null)[]) {
    let rows = 0;
    let length = 0;
    for (const file of files) {
      const part = file && plainIds(file);
      if (!part) continue;
      this.#plain.set(file, { ...part, start: length });
      rows += part.rows;
      length += part.length;
    }
    this.#run = length < 2 ** 32 ? new Run(length, rows) : null;
  }

  /** Has a file's ids read to where they will stay, should all before it be as long as their files say. */
  ahead(file: OpenFile): Promise<void> {
    const part = this.#plain.get(file);
    if (!part || !this.#run) return Promise.resolve();
    return file.source.ahead({ offset: part.bytes, target: this.#run.place(part) });
  }

  /** Each file once. The ids are looked through at once, while they are near. */
  read(file: OpenFile): UnitIds {
    const part = this.#plain.get(file);
    const pool = within(file.source, () =>
      part && this.#run ? this.#run.take(part) : idsOf(file),
    );
    return { pool, ascent: ascends(pool) };
  }
}

function idsOf({ table, columns }: OpenFile): TextPool {
  const column = columns.get('id');
  return column === undefined ? EMPTY_POOL : normalIds(table.pool(column.at, 'node without an id'));
}

function plainIds({ source, table, columns }: OpenFile): Omit<PlainIds, 'start'> | null {
  const column = columns.get('id');
  const placed = column === undefined ? null : table.onlyBatch(column.at);
  if (placed === null || placed.length === 0 || placed.nulls > 0) return null;
  const { type } = placed.field;
  if (type.type !== 'text' || type.offsets !== 4) return null;
  const offsets = placed.region(1);
  const bytes = placed.region(2);
  if (offsets === null || bytes === null || offsets.length < 4 * (placed.length + 1)) return null;
  // Buffers are padded: the last offset says where the texts end.
  const end = new Uint32Array(1);
  source.readInto(offsets.offset + 4 * placed.length, new Uint8Array(end.buffer));
  if (end[0]! > bytes.length) return null;
  return {
    source,
    placed,
    rows: placed.length,
    offsets: offsets.offset,
    bytes: bytes.offset,
    length: end[0]!,
  };
}

class Run {
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  #row = 0;
  #end = 0;

  constructor(length: number, rows: number) {
    const room = new ColumnRoom(4 * (rows + 1) + length);
    this.#offsets = room.words(rows + 1);
    this.#bytes = room.bytes(length);
  }

  place({ start, length }: PlainIds): Uint8Array {
    return this.#bytes.subarray(start, start + length);
  }

  /** Reads a unit's ids behind those that were taken before; its first offset is the end of theirs. */
  take({ source, placed, rows, offsets: at, bytes: from, length }: PlainIds): TextPool {
    const offsets = this.#offsets.subarray(this.#row, this.#row + rows + 1);
    source.readInto(at, new Uint8Array(offsets.buffer, offsets.byteOffset, offsets.byteLength));
    ascendingWithin(source, placed, offsets, length);
    const start = offsets[0]!;
    const size = offsets[rows]! - start;
    const shift = this.#end - start;
    const bytes = this.#bytes.subarray(this.#end, this.#end + size);
    source.readInto(from + start, bytes);
    if (shift !== 0) for (let i = 0; i <= rows; i++) offsets[i] = offsets[i]! + shift;
    const pool = { bytes: this.#bytes, offsets, length: rows };
    // Ids that change their length go elsewhere, and the next unit takes this place.
    if (hasMark(bytes)) return normalIds(pool);
    this.#row += rows;
    this.#end += size;
    return pool;
  }
}
