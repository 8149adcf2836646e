import { textOrder } from './text-order.js';
import { compareRuns, EMPTY_POOL, viewOf, type TextPool } from './text-pool.js';

/** Ids of several units in one order, and how to find each row again. */
export interface MergedIds {
  readonly ids: TextPool;
  /** For each unit, the ordinal of each of its rows, or that of the first where the others follow it. */
  readonly ordinals: readonly (Uint32Array | number)[];
  /** For each ordinal, the row (numbered over all units) that was met first; `null` where they are the same. */
  readonly firstRow: Uint32Array | null;
  /** Ordinals that have several rows, ascending. */
  readonly repeated: readonly number[];
}

/** Row numbers by the bytes of their texts, equal texts in row order; `null` where they stand in that order. */
export function sortedOrder(pool: TextPool): Uint32Array | null {
  return ascends(pool) === 'no' ? textOrder(pool) : null;
}

/** Whether texts ascend: each above the last, or some equal to it. */
export type Ascent = 'strictly' | 'loosely' | 'no';

/** The ids of a unit's rows, and whether they ascend. */
export interface UnitIds {
  readonly pool: TextPool;
  readonly ascent: Ascent;
}

export function ascends(pool: TextPool): Ascent {
  const { offsets, length } = pool;
  const view = viewOf(pool);
  let strictly = true;
  for (let i = 1; i < length; i++) {
    const start = offsets[i]!;
    const difference = compareRuns(view, offsets[i - 1]!, start, view, start, offsets[i + 1]!);
    if (difference > 0) return 'no';
    if (difference === 0) strictly = false;
  }
  return strictly ? 'strictly' : 'loosely';
}

/** Distinct ids of all pools by the bytes of UTF-8. */
export function mergeIds(units: readonly UnitIds[]): MergedIds {
  const pools = units.map(({ pool }) => pool);
  const joined = units.every(({ ascent }) => ascent === 'strictly') ? inOneRun(pools) : null;
  if (joined === null) return new Merge(units).run();
  let rows = 0;
  const ordinals = pools.map((pool) => (rows += pool.length) - pool.length);
  return { ids: joined, ordinals, firstRow: null, repeated: [] };
}

/** Pools that follow one another in memory and in order, as one; `null` where they don't. */
function inOneRun(pools: readonly TextPool[]): TextPool | null {
  const filled = pools.filter((pool) => pool.length > 0);
  const first = filled[0] ?? EMPTY_POOL;
  let length = first.length;
  for (let i = 1; i < filled.length; i++) {
    const before = filled[i - 1]!;
    const { bytes, offsets } = filled[i]!;
    if (
      bytes !== first.bytes ||
      offsets.buffer !== first.offsets.buffer ||
      offsets.byteOffset !== before.offsets.byteOffset + 4 * before.length ||
      compareTexts(before, before.length - 1, filled[i]!, 0) >= 0
    )
      return null;
    length += filled[i]!.length;
  }
  const offsets = new Uint32Array(first.offsets.buffer, first.offsets.byteOffset, length + 1);
  return { bytes: first.bytes, offsets, length };
}

function compareTexts(a: TextPool, i: number, b: TextPool, j: number): number {
  return Buffer.compare(
    a.bytes.subarray(a.offsets[i], a.offsets[i + 1]),
    b.bytes.subarray(b.offsets[j], b.offsets[j + 1]),
  );
}

/**
 * A k-way merge that gallops: units mostly hold whole ranges of ids, so it finds how far one unit stays below the
 * others and moves that block at once.
 */
class Merge {
  readonly #pools: readonly TextPool[];
  readonly #views: readonly DataView[];
  readonly #orders: readonly (Uint32Array | null)[];
  /** Units whose rows stand in strict order: their blocks are moved whole. */
  readonly #strict: readonly boolean[];
  readonly #starts: number[];
  readonly #at: number[];
  readonly #ordinals: Uint32Array[];
  readonly #firstRow: Uint32Array;
  readonly #repeated: number[] = [];
  readonly #offsets: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #count = 0;

  constructor(units: readonly UnitIds[]) {
    const pools = units.map(({ pool }) => pool);
    this.#pools = pools;
    this.#views = pools.map(viewOf);
    this.#strict = units.map(({ ascent }) => ascent === 'strictly');
    this.#orders = units.map(({ pool, ascent }) => (ascent === 'no' ? textOrder(pool) : null));
    this.#starts = [];
    let rows = 0;
    let bytes = 0;
    for (const pool of pools) {
      this.#starts.push(rows);
      rows += pool.length;
      bytes += pool.offsets[pool.length]! - pool.offsets[0]!;
    }
    if (bytes >= 2 ** 32) throw new RangeError('ids over 4 GiB');
    this.#at = pools.map(() => 0);
    this.#ordinals = pools.map((pool) => new Uint32Array(pool.length));
    this.#firstRow = new Uint32Array(rows);
    this.#offsets = new Uint32Array(rows + 1);
    this.#bytes = new Uint8Array(bytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  run(): MergedIds {
    const heap = this.#pools.map((_, unit) => unit).filter((unit) => this.#pools[unit]!.length > 0);
    heap.sort((a, b) => this.#compareHeads(a, b));
    while (heap.length > 0) {
      const unit = heap[0]!;
      const next = heap[1];
      const end = next === undefined ? this.#pools[unit]!.length : this.#upTo(unit, next);
      this.#take(unit, end);
      // Few units are there, and a head moves far at once: keeping the list sorted is cheap.
      heap.shift();
      if (end < this.#pools[unit]!.length) {
        let place = 0;
        while (place < heap.length && this.#compareHeads(heap[place]!, unit) < 0) place++;
        heap.splice(place, 0, unit);
      }
    }
    const count = this.#count;
    const bytes = this.#bytes.subarray(0, this.#offsets[count]);
    return {
      ids: { bytes, offsets: this.#offsets.subarray(0, count + 1), length: count },
      ordinals: this.#ordinals,
      firstRow: this.#firstRow.subarray(0, count),
      repeated: this.#repeated,
    };
  }

  #row(unit: number, place: number): number {
    return this.#orders[unit]?.[place] ?? place;
  }

  #compare(unitA: number, placeA: number, unitB: number, placeB: number): number {
    const a = this.#pools[unitA]!;
    const b = this.#pools[unitB]!;
    const i = this.#row(unitA, placeA);
    const j = this.#row(unitB, placeB);
    return compareRuns(
      this.#views[unitA]!,
      a.offsets[i]!,
      a.offsets[i + 1]!,
      this.#views[unitB]!,
      b.offsets[j]!,
      b.offsets[j + 1]!,
    );
  }

  #compareHeads(a: number, b: number): number {
    return this.#compare(a, this.#at[a]!, b, this.#at[b]!) || a - b;
  }

  /** How far this unit's ids stay below the other's head; at least its own head. */
  #upTo(unit: number, next: number): number {
    const { length } = this.#pools[unit]!;
    const head = this.#at[next]!;
    let low = this.#at[unit]! + 1;
    let step = 1;
    while (low + step <= length && this.#compare(unit, low + step - 1, next, head) < 0) {
      low += step;
      step *= 2;
    }
    let high = Math.min(length, low + step - 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(unit, middle, next, head) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #take(unit: number, end: number): void {
    const from = this.#at[unit]!;
    // Only the first can be the last unit's id again, unless a unit repeats ids or has them out of order.
    const single = this.#strict[unit] ? Math.min(from + 1, end) : end;
    for (let place = from; place < single; place++) this.#takeOne(unit, this.#row(unit, place));
    if (single < end) this.#takeBlock(unit, single, end);
    this.#at[unit] = end;
  }

  #takeOne(unit: number, row: number): void {
    const { bytes, offsets } = this.#pools[unit]!;
    const start = offsets[row]!;
    const stop = offsets[row + 1]!;
    const last = this.#count - 1;
    const target = this.#offsets[this.#count]!;
    if (
      last >= 0 &&
      compareRuns(this.#view, this.#offsets[last]!, target, this.#views[unit]!, start, stop) === 0
    ) {
      this.#ordinals[unit]![row] = last;
      if (this.#repeated[this.#repeated.length - 1] !== last) this.#repeated.push(last);
      return;
    }
    this.#bytes.set(bytes.subarray(start, stop), target);
    this.#ordinals[unit]![row] = this.#count;
    this.#firstRow[this.#count] = this.#starts[unit]! + row;
    this.#offsets[++this.#count] = target + stop - start;
  }

  #takeBlock(unit: number, from: number, to: number): void {
    const { bytes, offsets } = this.#pools[unit]!;
    const target = this.#offsets[this.#count]!;
    this.#bytes.set(bytes.subarray(offsets[from], offsets[to]), target);
    const ordinals = this.#ordinals[unit]!;
    const shift = target - offsets[from]!;
    const count = this.#count - from;
    const start = this.#starts[unit]!;
    for (let row = from; row < to; row++) {
      ordinals[row] = count + row;
      this.#firstRow[count + row] = start + row;
      this.#offsets[count + row + 1] = shift + offsets[row + 1]!;
    }
    this.#count = count + to;
  }
}
