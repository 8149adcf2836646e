import { BytesInterner } from './bytes-interner.js';
import { sortedOrder } from './merge-ids.js';
import { appendPools, compareRuns, type TextPool } from './text-pool.js';
import { NO_KEY, type KeyColumn, type UnitColumns } from './unit-columns.js';

/** For each unit, the ordinal of each code of its ids; `null` where code i is ordinal i. */
export interface Ends {
  readonly src: Uint32Array | null;
  readonly dst: Uint32Array | null;
}

export interface ResolvedEnds {
  /** Node ids, then ids that only edges mention, each in byte order. */
  readonly ids: TextPool;
  readonly refCount: number;
  readonly ends: readonly Ends[];
}

/** Finds the node of every id that an edge row uses; ids without one become refs. */
export function resolveEnds(
  units: readonly UnitColumns[],
  nodeIds: TextPool,
  nodeOrdinals: readonly (Uint32Array | null)[],
): ResolvedEnds {
  const resolver = new Resolver(nodeIds);
  const found = units.map(({ nodes, edges: { src, dst } }, unit) => {
    const own = { pool: nodes.ids, ordinals: nodeOrdinals[unit] ?? null };
    if (src.pool === dst.pool) {
      const shared = resolver.resolve(src.pool, usedCodes(src.pool, [src, dst]), own);
      return { src: shared, dst: shared };
    }
    return {
      src: resolver.resolve(src.pool, usedCodes(src.pool, [src]), own),
      dst: resolver.resolve(dst.pool, usedCodes(dst.pool, [dst]), own),
    };
  });
  const { ids, refCount } = resolver.settle();
  return {
    ids,
    refCount,
    ends: found.map(({ src, dst }) => {
      const settled = resolver.ordinals(src);
      return { src: settled, dst: dst === src ? settled : resolver.ordinals(dst) };
    }),
  };
}

/** Which entries some row uses: a dictionary may hold others, and those are no refs. */
function usedCodes(pool: TextPool, columns: readonly KeyColumn[]): Uint8Array {
  const used = new Uint8Array(pool.length);
  for (const { codes } of columns) for (const code of codes) if (code !== NO_KEY) used[code] = 1;
  return used;
}

interface Found {
  /** Codes below it are the unit's own rows. */
  readonly own: number;
  readonly ownOrdinals: Uint32Array | null;
  /** For each later code: an ordinal, or `REF` + the number of a ref, or `NO_KEY`. */
  readonly others: Uint32Array;
}

const REF = 0x80000000;

class Resolver {
  readonly #nodeIds: TextPool;
  readonly #refs = new BytesInterner();
  #rank = new Uint32Array(0);

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
    const nodes = this.#nodeIds;
    let at = 0;
    let last = -1;
    for (let code = own; code < pool.length; code++) {
      if (used[code] === 0) continue;
      const start = offsets[code]!;
      const end = offsets[code + 1]!;
      // Mostly sorted, so the next id is not far beyond the last one.
      if (
        last >= 0 &&
        compareRuns(bytes, offsets[last]!, offsets[last + 1]!, bytes, start, end) > 0
      )
        at = 0;
      at = lowerBound(nodes, bytes, start, end, at);
      last = code;
      const here =
        at < nodes.length &&
        compareRuns(nodes.bytes, nodes.offsets[at]!, nodes.offsets[at + 1]!, bytes, start, end) ===
          0;
      others[code - own] = here ? at : REF + this.#refs.intern(bytes, start, end);
    }
    return { own, ownOrdinals: unit.ordinals, others };
  }

  /** Orders the refs; after it, ordinals can be told. */
  settle(): { readonly ids: TextPool; readonly refCount: number } {
    const pool = this.#refs.pool();
    const order = sortedOrder(pool);
    this.#rank = new Uint32Array(pool.length);
    for (let place = 0; place < pool.length; place++)
      this.#rank[order?.[place] ?? place] = this.#nodeIds.length + place;
    const sorted = order === null ? pool : pickPool(pool, order);
    return {
      ids: pool.length === 0 ? this.#nodeIds : appendPools([this.#nodeIds, sorted], 'the dump'),
      refCount: pool.length,
    };
  }

  ordinals({ own, ownOrdinals, others }: Found): Uint32Array | null {
    for (let i = 0; i < others.length; i++) {
      const found = others[i]!;
      if (found !== NO_KEY && found >= REF) others[i] = this.#rank[found - REF]!;
    }
    if (ownOrdinals === null) {
      let identity = true;
      for (let i = 0; i < others.length && identity; i++)
        identity = others[i] === own + i || others[i] === NO_KEY;
      if (identity) return null;
    }
    const all = new Uint32Array(own + others.length);
    if (ownOrdinals === null) for (let i = 0; i < own; i++) all[i] = i;
    else all.set(ownOrdinals.subarray(0, own));
    all.set(others, own);
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

/** First entry not below the run, from `from` on: gallops, then halves. */
export function lowerBound(
  pool: TextPool,
  bytes: Uint8Array,
  start: number,
  end: number,
  from = 0,
): number {
  const below = (at: number): boolean =>
    compareRuns(pool.bytes, pool.offsets[at]!, pool.offsets[at + 1]!, bytes, start, end) < 0;
  let low = from;
  let step = 1;
  while (low + step <= pool.length && below(low + step - 1)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(pool.length, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (below(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
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
