import { BytesInterner } from './bytes-interner.js';
import type { KeyPool, KeySource } from './key-source.js';
import { sortedOrder, type MergedIds } from './merge-ids.js';
import type { PairState } from './pair-order.js';
import { compareRuns, encodeText, poolText, viewOf, type TextPool } from './text-pool.js';

/**
 * Finds the node of every id that an edge row uses. Codes of a unit's own rows become ordinals at once; those of other
 * ids become numbers from `nodeCount` on, told apart only by `settle`, which looks each up once, in order: many units
 * mention the same popular ids. Ids without a node become refs.
 */
export class EndResolver {
  readonly #nodes: TextPool;
  readonly #foreign = new BytesInterner();
  /** For each code of a pool's other ids, one more than its number; 0 = no row had it yet. */
  readonly #numbers = new Map<KeyPool, Uint32Array>();
  #ordinalOf = new Uint32Array(0);

  constructor(nodes: TextPool) {
    this.#nodes = nodes;
  }

  /** Codes of one end of a unit's edges, in place. */
  resolve({ pool, outside }: KeySource, ordinals: MergedIds['ordinals'][number], out: Uint32Array) {
    const { own } = pool;
    const numbers = this.#numbersOf(pool);
    const nodeCount = this.#nodes.length;
    const other = (code: number): number => {
      const place = code - own;
      if (place >= numbers.length) throw outside();
      let number = numbers[place]!;
      if (number === 0) number = numbers[place] = this.#number(pool.others, place) + 1;
      return nodeCount + number - 1;
    };
    if (typeof ordinals === 'number') {
      for (let i = 0; i < out.length; i++) {
        const code = out[i]!;
        out[i] = code < own ? ordinals + code : other(code);
      }
    } else {
      for (let i = 0; i < out.length; i++) {
        const code = out[i]!;
        out[i] = code < own ? ordinals[code]! : other(code);
      }
    }
  }

  #numbersOf(pool: KeyPool): Uint32Array {
    let numbers = this.#numbers.get(pool);
    if (numbers === undefined) {
      numbers = new Uint32Array(pool.others.length);
      this.#numbers.set(pool, numbers);
    }
    return numbers;
  }

  #number({ bytes, offsets }: TextPool, other: number): number {
    return this.#foreign.intern(bytes, offsets[other]!, offsets[other + 1]!);
  }

  /** Looks the foreign ids up; those without a node are the refs, in byte order. After it, ends can be settled. */
  refs(): TextPool {
    const pool = this.#foreign.pool();
    const nodeCount = this.#nodes.length;
    const order = sortedOrder(pool);
    const places = placesOf(this.#nodes, pool, order);
    const refs = new Uint32Array(pool.length);
    let refCount = 0;
    this.#ordinalOf = new Uint32Array(pool.length);
    for (let i = 0; i < pool.length; i++) {
      const id = order?.[i] ?? i;
      const place = places[i]!;
      if (place < 0) refs[refCount] = id;
      this.#ordinalOf[id] = place < 0 ? nodeCount + refCount++ : place;
    }
    return pickPool(pool, refs.subarray(0, refCount));
  }

  /** Resolved ends of rows as ordinals, in place; tells how far the rows are in order. */
  settle(src: Uint32Array, dst: Uint32Array): PairState {
    const nodeCount = this.#nodes.length;
    const ordinalOf = this.#ordinalOf;
    let state: PairState = 'strictly';
    let high = -1;
    let low = 0;
    for (let i = 0; i < src.length; i++) {
      let from = src[i]!;
      let to = dst[i]!;
      if (from >= nodeCount) from = src[i] = ordinalOf[from - nodeCount]!;
      if (to >= nodeCount) to = dst[i] = ordinalOf[to - nodeCount]!;
      if (from < high) state = 'no';
      else if (from === high && to <= low && state !== 'no') {
        if (to < low) state = 'by high';
        else if (state === 'strictly') state = 'loosely';
      }
      high = from;
      low = to;
    }
    return state;
  }
}

/**
 * For each text of a pool, taken in byte order, its place in a sorted pool; negative where it is none of its texts. The
 * middle one is looked for first and halves what the others can be: few looks at far apart memory each.
 */
function placesOf(sorted: TextPool, pool: TextPool, order: Uint32Array | null): Int32Array {
  const places = new Int32Array(pool.length);
  const [view, wanted] = [viewOf(sorted), viewOf(pool)];
  /** Texts `[from .. to)` lie in `[low .. high)`. */
  const find = (from: number, to: number, low: number, high: number): void => {
    if (from === to) return;
    const middle = (from + to) >>> 1;
    const id = order?.[middle] ?? middle;
    const [start, end] = [pool.offsets[id]!, pool.offsets[id + 1]!];
    const place = search(sorted, view, low, high, wanted, start, end);
    places[middle] = place;
    find(from, middle, low, place < 0 ? ~place : place);
    find(middle + 1, to, place < 0 ? ~place : place + 1, high);
  };
  find(0, pool.length, 0, sorted.length);
  return places;
}

/** Where a run is among the texts `[low .. high)` of a sorted pool; where it would be, as `~place`, if it is none. */
function search(
  { offsets }: TextPool,
  view: DataView,
  low: number,
  high: number,
  wanted: DataView,
  start: number,
  end: number,
): number {
  let [first, last] = [low, high];
  while (first < last) {
    const at = (first + last) >>> 1;
    const difference = compareRuns(view, offsets[at]!, offsets[at + 1]!, wanted, start, end);
    if (difference === 0) return at;
    if (difference < 0) first = at + 1;
    else last = at;
  }
  return ~first;
}

/** Place of a text in a sorted pool, or -1. */
export function findSorted(pool: TextPool, text: string): number {
  const bytes = encodeText(text);
  const wanted = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const place = search(pool, viewOf(pool), 0, pool.length, wanted, 0, bytes.length);
  return place >= 0 && poolText(pool, place) === text ? place : -1;
}

function pickPool(pool: TextPool, rows: Uint32Array): TextPool {
  const offsets = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    offsets[i + 1] = offsets[i]! + pool.offsets[row + 1]! - pool.offsets[row]!;
  }
  const bytes = new Uint8Array(offsets[rows.length]!);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    bytes.set(pool.bytes.subarray(pool.offsets[row], pool.offsets[row + 1]), offsets[i]);
  }
  return { bytes, offsets, length: rows.length };
}
