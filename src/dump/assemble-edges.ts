import { compareUtf8 } from '../table/index.js';
import { pickPool, sortedOrder, mergeTexts } from './assemble-nodes.js';
import { BytesInterner } from './bytes-interner.js';
import type { LoadedEdges, LoadedSite, SkippedRows } from './loaded-dump.js';
import { radixOrder } from './radix-order.js';
import { appendPools, compareRuns, poolText, type TextColumn, type TextPool } from './text-pool.js';
import {
  FLAG_MISSING,
  type EdgeColumns,
  type EdgeTextColumn,
  type UnitColumns,
} from './unit-columns.js';
import { ACCESSES, EDGE_KINDS, HOWS, type EdgeKind } from './vocabulary.js';

export interface AssembledEdges {
  /** Node ids, then refs. */
  readonly ids: TextPool;
  readonly refCount: number;
  readonly edges: ReadonlyMap<EdgeKind, LoadedEdges>;
  readonly edgeColumns: readonly EdgeTextColumn[];
  readonly skipped: SkippedRows;
}

/**
 * Edges of all units, one table a kind, merged by (src, dst): inside one unit counts add up; across units, which may
 * have compiled the same code twice, the greater count stands and sites are united.
 */
export function assembleEdges(units: readonly UnitColumns[], nodeIds: TextPool): AssembledEdges {
  const edges = units.map((unit) => unit.edges);
  const { ids, refCount, ordinals } = resolveEnds(edges, nodeIds);
  const unknown = new Map<string, number>();
  let withoutEnd = 0;
  const kindOf = edges.map((columns) => kindCodes(columns.kind));
  const totals = new Uint32Array(EDGE_KINDS.length);
  edges.forEach((columns, unit) => {
    const kinds = kindOf[unit]!;
    for (let row = 0; row < columns.rows; row++) {
      const code = columns.kind.codes[row]!;
      if (code === 0 || columns.src.codes[row] === 0 || columns.dst.codes[row] === 0) withoutEnd++;
      else if (kinds[code]! >= 0) totals[kinds[code]!]!++;
      else {
        const word = poolText(columns.kind.pool, code);
        unknown.set(word, (unknown.get(word) ?? 0) + 1);
      }
    }
  });
  const parts = EDGE_KINDS.map((_, kind) => ({
    src: new Uint32Array(totals[kind]!),
    dst: new Uint32Array(totals[kind]!),
    row: new Uint32Array(totals[kind]!),
    fill: 0,
  }));
  const unitStarts = new Float64Array(edges.length + 1);
  edges.forEach((columns, unit) => {
    const kinds = kindOf[unit]!;
    const srcOrdinal = ordinals[unit]!.src;
    const dstOrdinal = ordinals[unit]!.dst;
    const start = unitStarts[unit]!;
    for (let row = 0; row < columns.rows; row++) {
      const code = columns.kind.codes[row]!;
      const src = columns.src.codes[row]!;
      const dst = columns.dst.codes[row]!;
      if (code === 0 || src === 0 || dst === 0) continue;
      const kind = kinds[code]!;
      if (kind < 0) continue;
      const part = parts[kind]!;
      part.src[part.fill] = srcOrdinal[src]!;
      part.dst[part.fill] = dstOrdinal[dst]!;
      part.row[part.fill++] = start + row;
    }
    unitStarts[unit + 1] = start + columns.rows;
  });
  const rowStore = new EdgeRows(edges, unitStarts);
  const made = new Map<EdgeKind, LoadedEdges>();
  parts.forEach((part, kind) => {
    if (part.fill > 0) made.set(EDGE_KINDS[kind]!, mergeKind(EDGE_KINDS[kind]!, part, rowStore));
  });
  return {
    ids,
    refCount,
    edges: made,
    edgeColumns: (['access', 'how'] as const).filter((name) =>
      edges.some((columns) => columns.text[name]),
    ),
    skipped: { unknownEdgeKinds: unknown, edgesWithoutEnd: withoutEnd },
  };
}

/** For each code of a kind column, the kind's place in the vocabulary or -1. */
function kindCodes(column: TextColumn): Int32Array {
  const kinds = new Int32Array(column.pool.length).fill(-1);
  for (let code = 1; code < kinds.length; code++) {
    kinds[code] = EDGE_KINDS.indexOf(poolText(column.pool, code) as EdgeKind);
  }
  return kinds;
}

interface Ends {
  readonly src: Uint32Array;
  readonly dst: Uint32Array;
}

/** Ordinals of every id that an edge row uses; ids without a node become refs, in byte order. */
function resolveEnds(
  edges: readonly EdgeColumns[],
  nodeIds: TextPool,
): { ids: TextPool; refCount: number; ordinals: Ends[] } {
  const refs = new BytesInterner();
  const missing = 0x80000000;
  const resolve = (pool: TextPool, used: Uint8Array): Uint32Array => {
    const found = new Uint32Array(pool.length);
    let at = 0;
    let last = 0;
    for (let code = 1; code < pool.length; code++) {
      if (used[code] === 0) continue;
      const start = pool.offsets[code]!;
      const end = pool.offsets[code + 1]!;
      // Dictionaries that our writers make are sorted, so the next id is mostly near the last one.
      if (
        last > 0 &&
        compareRuns(
          pool.bytes,
          pool.offsets[last]!,
          pool.offsets[last + 1]!,
          pool.bytes,
          start,
          end,
        ) > 0
      )
        at = 0;
      at = lowerBound(nodeIds, pool.bytes, start, end, at);
      last = code;
      const here =
        at < nodeIds.length &&
        compareRuns(
          nodeIds.bytes,
          nodeIds.offsets[at]!,
          nodeIds.offsets[at + 1]!,
          pool.bytes,
          start,
          end,
        ) === 0;
      found[code] = here ? at : missing + refs.intern(pool.bytes, start, end);
    }
    return found;
  };
  const ordinals = edges.map(({ src, dst, rows }) => {
    const used = (
      column: TextColumn,
      into: Uint8Array = new Uint8Array(column.pool.length),
    ): Uint8Array => {
      for (let row = 0; row < rows; row++) into[column.codes[row]!] = 1;
      return into;
    };
    if (src.pool === dst.pool) {
      const shared = resolve(src.pool, used(dst, used(src)));
      return { src: shared, dst: shared };
    }
    return { src: resolve(src.pool, used(src)), dst: resolve(dst.pool, used(dst)) };
  });
  const refPool = refs.pool();
  const order = sortedOrder(refPool);
  const rank = new Uint32Array(order.length);
  order.forEach((ref, place) => (rank[ref] = nodeIds.length + place));
  const settle = (found: Uint32Array): void => {
    for (let i = 0; i < found.length; i++)
      if (found[i]! >= missing) found[i] = rank[found[i]! - missing]!;
  };
  for (const { src, dst } of ordinals) {
    settle(src);
    if (dst !== src) settle(dst);
  }
  const ids =
    refPool.length === 0 ? nodeIds : appendPools([nodeIds, pickPool(refPool, order)], 'the dump');
  return { ids, refCount: refPool.length, ordinals };
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

/** Attributes of edge rows, by row number over all units. */
class EdgeRows {
  readonly #edges: readonly EdgeColumns[];
  readonly #starts: Float64Array;
  readonly partial: Uint8Array | null;
  readonly access: TextColumn | null;
  readonly how: TextColumn | null;

  constructor(edges: readonly EdgeColumns[], starts: Float64Array) {
    this.#edges = edges;
    this.#starts = starts;
    this.access = mergeTexts(
      edges.map((columns) => ({ rows: columns.rows, column: columns.text.access ?? null })),
    );
    this.how = mergeTexts(
      edges.map((columns) => ({ rows: columns.rows, column: columns.text.how ?? null })),
    );
    this.partial = null;
    if (edges.some((columns) => columns.partial)) {
      this.partial = new Uint8Array(starts[edges.length]!).fill(FLAG_MISSING);
      edges.forEach((columns, unit) => {
        if (columns.partial) this.partial!.set(columns.partial, starts[unit]);
      });
    }
  }

  unit(row: number): number {
    let unit = 0;
    while (row >= this.#starts[unit + 1]!) unit++;
    return unit;
  }

  count(row: number): number {
    const unit = this.unit(row);
    return Math.max(1, this.#edges[unit]!.count?.[row - this.#starts[unit]!] ?? 1);
  }

  sites(row: number): LoadedSite[] {
    const unit = this.unit(row);
    const columns = this.#edges[unit]!.sites;
    if (columns === null) return [];
    const local = row - this.#starts[unit]!;
    const made: LoadedSite[] = [];
    for (let i = columns.offsets[local]!; i < columns.offsets[local + 1]!; i++) {
      const code = columns.file?.codes[i] ?? 0;
      made.push({
        file: code === 0 ? null : poolText(columns.file!.pool, code),
        line: columns.line[i]!,
        col: columns.col[i]!,
      });
    }
    return made;
  }
}

interface KindRows {
  readonly src: Uint32Array;
  readonly dst: Uint32Array;
  readonly row: Uint32Array;
}

function mergeKind(kind: EdgeKind, part: KindRows, rows: EdgeRows): LoadedEdges {
  const order = radixOrder(part.src, part.dst);
  const length = part.src.length;
  const at = (i: number): number => (order === null ? i : order[i]!);
  const src = new Uint32Array(length);
  const dst = new Uint32Array(length);
  const counts = new Uint32Array(length);
  const sorted = new Uint32Array(length);
  const starts = new Uint32Array(length + 1);
  let count = 0;
  for (let from = 0; from < length;) {
    const s = part.src[at(from)]!;
    const d = part.dst[at(from)]!;
    let to = from;
    let best = 0;
    let inUnit = 0;
    let unit = -1;
    for (; to < length && part.src[at(to)] === s && part.dst[at(to)] === d; to++) {
      const row = part.row[at(to)]!;
      sorted[to] = row;
      const owner = rows.unit(row);
      if (owner !== unit) inUnit = 0;
      unit = owner;
      inUnit += rows.count(row);
      if (inUnit > best) best = inUnit;
    }
    src[count] = s;
    dst[count] = d;
    counts[count] = best;
    starts[count++] = from;
    from = to;
  }
  starts[count] = length;
  const group = { starts, sorted, count };
  return {
    count,
    src: src.subarray(0, count),
    dst: dst.subarray(0, count),
    counts: counts.subarray(0, count),
    partial: mergePartials(rows.partial, group),
    access: mergeWords(
      rows.access,
      group,
      (a, b) => (a === 'unknown' ? b : b === 'unknown' || a === b ? a : 'both'),
      ACCESSES,
    ),
    how: mergeWords(rows.how, group, firstOf(HOWS), HOWS, kind === 'CFG_SUCC'),
    sites: (edge) => sitesOf(rows, sorted.subarray(starts[edge], starts[edge + 1])),
  };
}

interface Groups {
  readonly starts: Uint32Array;
  readonly sorted: Uint32Array;
  readonly count: number;
}

/** An edge is certain once any of its rows is. */
function mergePartials(
  column: Uint8Array | null,
  { starts, sorted, count }: Groups,
): Uint8Array | null {
  if (column === null) return null;
  const out = new Uint8Array(count);
  for (let edge = 0; edge < count; edge++) {
    let value = FLAG_MISSING;
    for (let i = starts[edge]!; i < starts[edge + 1]!; i++)
      value = Math.min(value, column[sorted[i]!]!);
    out[edge] = value;
  }
  return out;
}

function firstOf(words: readonly string[]): (a: string, b: string) => string {
  const place = (word: string): number =>
    words.includes(word) ? words.indexOf(word) : words.length;
  return (a, b) => ((place(a) - place(b) || compareUtf8(a, b)) <= 0 ? a : b);
}

/** `absentStands`: a missing word is a fact of its own (normal flow) and wins. */
function mergeWords(
  column: TextColumn | null,
  { starts, sorted, count }: Groups,
  pick: (a: string, b: string) => string,
  words: readonly string[],
  absentStands = false,
): TextColumn | null {
  if (column === null) return null;
  const known: string[] = ['', ...words];
  const remap = new Uint32Array(column.pool.length);
  for (let code = 1; code < remap.length; code++) {
    const word = poolText(column.pool, code);
    let place = known.indexOf(word, 1);
    if (place < 0) place = known.push(word) - 1;
    remap[code] = place;
  }
  const codes = new Uint32Array(count);
  let any = false;
  for (let edge = 0; edge < count; edge++) {
    let code = remap[column.codes[sorted[starts[edge]!]!]!]!;
    for (let i = starts[edge]! + 1; i < starts[edge + 1]!; i++) {
      const next = remap[column.codes[sorted[i]!]!]!;
      if (code === 0 || next === 0) code = absentStands ? 0 : code || next;
      else if (code !== next) code = known.indexOf(pick(known[code]!, known[next]!), 1);
    }
    codes[edge] = code;
    any ||= code !== 0;
  }
  if (!any) return null;
  const interner = new BytesInterner();
  const encoder = new TextEncoder();
  const used = new Uint32Array(known.length);
  for (let edge = 0; edge < count; edge++) {
    const code = codes[edge]!;
    if (code === 0) continue;
    if (used[code] === 0) {
      const bytes = encoder.encode(known[code]);
      used[code] = interner.intern(bytes, 0, bytes.length) + 1;
    }
    codes[edge] = used[code]!;
  }
  const pool = interner.pool();
  const offsets = new Uint32Array(pool.length + 2);
  offsets.set(pool.offsets, 1);
  return { codes, pool: { bytes: pool.bytes, offsets, length: pool.length + 1 } };
}

function sitesOf(rows: EdgeRows, own: Uint32Array): LoadedSite[] {
  const sites = Array.from(own, (row) => rows.sites(row)).flat();
  sites.sort((a, b) => compareUtf8(a.file ?? '', b.file ?? '') || a.line - b.line || a.col - b.col);
  const units = new Set(Array.from(own, (row) => rows.unit(row)));
  if (units.size === 1) return sites;
  return sites.filter((site, i) => {
    const before = sites[i - 1];
    return before?.file !== site.file || before.line !== site.line || before.col !== site.col;
  });
}
