import { BytesInterner } from './bytes-interner.js';
import type { KeyPool, KeySource } from './key-source.js';
import { sortedOrder, type MergedIds } from './merge-ids.js';
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
    const start = typeof ordinals === 'number' ? ordinals : 0;
    const map = typeof ordinals === 'number' ? null : ordinals;
    const numbers = this.#numbersOf(pool);
    const nodeCount = this.#nodes.length;
    for (let i = 0; i < out.length; i++) {
      const code = out[i]!;
      if (code < own) out[i] = map === null ? start + code : map[code]!;
      else {
        const other = code - own;
        if (other >= numbers.length) throw outside();
        let number = numbers[other]!;
        if (number === 0) number = numbers[other] = this.#number(pool.others, other) + 1;
        out[i] = nodeCount + number - 1;
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
    const view = viewOf(pool);
    const { offsets } = pool;
    const nodes = this.#nodes;
    const nodeView = viewOf(nodes);
    const order = sortedOrder(pool);
    const refs = new Uint32Array(pool.length);
    let refCount = 0;
    let at = 0;
    this.#ordinalOf = new Uint32Array(pool.length);
    for (let place = 0; place < pool.length; place++) {
      const id = order?.[place] ?? place;
      const [start, end] = [offsets[id]!, offsets[id + 1]!];
      at = lowerBound(nodes, nodeView, view, start, end, at);
      const here =
        at < nodes.length &&
        compareRuns(nodeView, nodes.offsets[at]!, nodes.offsets[at + 1]!, view, start, end) === 0;
      if (!here) refs[refCount] = id;
      this.#ordinalOf[id] = here ? at : nodes.length + refCount++;
    }
    return pickPool(pool, refs.subarray(0, refCount));
  }

  /** Resolved ends as ordinals, in place. */
  settle(ends: Uint32Array): void {
    const nodeCount = this.#nodes.length;
    const ordinalOf = this.#ordinalOf;
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i]!;
      if (end >= nodeCount) ends[i] = ordinalOf[end - nodeCount]!;
    }
  }
}

/** First entry of a sorted pool not below the run, from `from` on: gallops, then halves. */
export function lowerBound(
  pool: TextPool,
  poolView: DataView,
  view: DataView,
  start: number,
  end: number,
  from = 0,
): number {
  const { offsets, length } = pool;
  let low = from;
  let step = 1;
  while (
    low + step <= length &&
    compareRuns(poolView, offsets[low + step - 1]!, offsets[low + step]!, view, start, end) < 0
  ) {
    low += step;
    step *= 2;
  }
  let high = Math.min(length, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareRuns(poolView, offsets[middle]!, offsets[middle + 1]!, view, start, end) < 0)
      low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Place of a text in a sorted pool, or -1. */
export function findSorted(pool: TextPool, text: string): number {
  const bytes = encodeText(text);
  const wanted = { bytes, offsets: Uint32Array.of(0, bytes.length), length: 1 };
  const at = lowerBound(pool, viewOf(pool), viewOf(wanted), 0, bytes.length);
  return at < pool.length && poolText(pool, at) === text ? at : -1;
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
