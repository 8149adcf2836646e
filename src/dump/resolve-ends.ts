import { BytesInterner } from './bytes-interner.js';
import { sortedOrder } from './merge-ids.js';
import { compareRuns, encodeText, poolText, viewOf, type TextPool } from './text-pool.js';
import { NO_KEY, type KeyColumn, type UnitColumns } from './unit-columns.js';

/** For each unit, the ordinal of each code of its ids; `null` where code i is ordinal i. */
export interface Ends {
  readonly src: Uint32Array | null;
  readonly dst: Uint32Array | null;
}

export interface ResolvedEnds {
  /** Ids that only edges mention, in byte order; their ordinals follow those of the nodes. */
  readonly refs: TextPool;
  readonly ends: readonly Ends[];
}

/** Rows of a unit that become edges. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Finds the node of every id that an edge row uses; ids without one become refs. */
export function resolveEnds(
  units: readonly Pick<UnitColumns, 'nodes' | 'edges'>[],
  nodeIds: TextPool,
  nodeOrdinals: readonly (Uint32Array | null)[],
  kept: readonly (readonly RowRange[])[],
): ResolvedEnds {
  const resolver = new Resolver(nodeIds);
  const found = units.map(({ nodes, edges: { src, dst } }, unit) => {
    const own = { pool: nodes.ids, ordinals: nodeOrdinals[unit] ?? null };
    if (src.pool === dst.pool) {
      const shared = resolver.resolve(src.pool, usedCodes(src.pool, [src, dst], kept[unit]!), own);
      return { src: shared, dst: shared };
    }
    return {
      src: resolver.resolve(src.pool, usedCodes(src.pool, [src], kept[unit]!), own),
      dst: resolver.resolve(dst.pool, usedCodes(dst.pool, [dst], kept[unit]!), own),
    };
  });
  return {
    refs: resolver.settle(),
    ends: found.map(({ src, dst }) => {
      const settled = resolver.ordinals(src);
      return { src: settled, dst: dst === src ? settled : resolver.ordinals(dst) };
    }),
  };
}

/** Which entries some row that is kept uses: what others use, or none does, is no ref. */
function usedCodes(
  pool: TextPool,
  columns: readonly KeyColumn[],
  kept: readonly RowRange[],
): Uint8Array {
  const used = new Uint8Array(pool.length);
  for (const { codes } of columns) {
    for (const { from, to } of kept) {
      let row = to;
      while (row-- > from) used[codes[row]!] = 1;
    }
  }
  return used;
}

interface Found {
  /** Codes below it are the unit's own rows. */
  readonly own: number;
  readonly ownOrdinals: Uint32Array | null;
  /** For each later code the number of a foreign id, or `NO_KEY`. */
  readonly others: Uint32Array;
}

/** Many units mention the same popular ids: each is looked up once, in order. */
class Resolver {
  readonly #nodeIds: TextPool;
  readonly #foreign = new BytesInterner();
  #ordinalOf = new Uint32Array(0);

  constructor(nodeIds: TextPool) {
    this.#nodeIds = nodeIds;
  }

  resolve(
    pool: TextPool,
    used: Uint8Array,
    unit: { readonly pool: TextPool; readonly ordinals: Uint32Array | null },
  ): Found {
    const own = startsWith(pool, unit.pool) ? unit.pool.length : 0;
    const others = new Uint32Array(pool.length - own).fill(NO_KEY);
    const { bytes, offsets } = pool;
    for (let code = own; code < pool.length; code++) {
      if (used[code] === 0) continue;
      others[code - own] = this.#foreign.intern(bytes, offsets[code]!, offsets[code + 1]!);
    }
    return { own, ownOrdinals: unit.ordinals, others };
  }

  /** Looks the foreign ids up; those without a node are the refs, in byte order. After it, ordinals can be told. */
  settle(): TextPool {
    const pool = this.#foreign.pool();
    const view = viewOf(pool);
    const { offsets } = pool;
    const nodes = this.#nodeIds;
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

  ordinals({ own, ownOrdinals, others }: Found): Uint32Array | null {
    let identity = ownOrdinals === null;
    const settled = new Uint32Array(others.length).fill(NO_KEY);
    for (let i = 0; i < others.length; i++) {
      if (others[i] === NO_KEY) continue;
      settled[i] = this.#ordinalOf[others[i]!]!;
      if (settled[i] !== own + i) identity = false;
    }
    if (identity) return null;
    const all = new Uint32Array(own + others.length);
    if (ownOrdinals === null) for (let i = 0; i < own; i++) all[i] = i;
    else all.set(ownOrdinals.subarray(0, own));
    all.set(settled, own);
    return all;
  }
}

/** Whether a pool's first texts are exactly the other's. */
function startsWith(pool: TextPool, start: TextPool): boolean {
  if (start.length === 0 || pool.length < start.length) return false;
  const shift = pool.offsets[0]! - start.offsets[0]!;
  for (let i = 1; i <= start.length; i++)
    if (pool.offsets[i]! - start.offsets[i]! !== shift) return false;
  const from = pool.bytes.subarray(pool.offsets[0], pool.offsets[start.length]);
  return (
    Buffer.compare(from, start.bytes.subarray(start.offsets[0], start.offsets[start.length])) === 0
  );
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
