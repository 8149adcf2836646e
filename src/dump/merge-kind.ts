import { compareUtf8 } from '../table/index.js';
import type { EdgeRows } from './edge-rows.js';
import { allSites, sitesOf, spanOf, type EdgeOrigin } from './edge-sites.js';
import type { LoadedEdges } from './loaded-dump.js';
import { identity, pairOrder, sortLows, type PairState } from './pair-order.js';
import { PoolBuilder, poolText, type TextColumn } from './text-pool.js';
import { FLAG_MISSING } from './unit-columns.js';
import { ACCESSES, HOWS, type EdgeKind } from './vocabulary.js';

/** Rows of one kind: their ends as ordinals, and where each came from. */
export interface KindRows {
  readonly src: Uint32Array;
  readonly dst: Uint32Array;
  /** At least 1. */
  readonly counts: Uint32Array;
  /** Run r holds the rows from `starts[r]` on; the first of them is row `rows[r]` of all units. */
  readonly runs: { readonly starts: readonly number[]; readonly rows: readonly number[] };
}

/** Sorts and merges rows; their columns are the edges' own afterwards, or given up. */
export function mergeKind(
  kind: EdgeKind,
  part: KindRows,
  state: PairState,
  rows: EdgeRows,
): LoadedEdges {
  const { order, src, dst, counts } = inOrder(part, state);
  const at =
    order === null
      ? (i: number) => rowOf(part.runs, i)
      : (i: number) => rowOf(part.runs, order[i]!);
  const repeats = state === 'strictly' ? 0 : countRepeats(src, dst);
  if (repeats === 0) {
    return edgesOf(kind, { src, dst, counts }, { count: src.length, rows: at, starts: null }, rows);
  }
  const count = src.length - repeats;
  const starts = new Uint32Array(count + 1);
  const merged = {
    src: new Uint32Array(count),
    dst: new Uint32Array(count),
    counts: new Uint32Array(count),
  };
  for (let edge = 0, from = 0; edge < count; edge++) {
    let to = from + 1;
    while (to < src.length && src[to] === src[from] && dst[to] === dst[from]) to++;
    merged.src[edge] = src[from]!;
    merged.dst[edge] = dst[from]!;
    merged.counts[edge] = to === from + 1 ? counts[from]! : unitedCount(from, to, counts, at, rows);
    starts[edge + 1] = to;
    from = to;
  }
  return edgesOf(kind, merged, { count, rows: at, starts }, rows);
}

/** The greatest sum of any unit. */
function unitedCount(
  from: number,
  to: number,
  counts: Uint32Array,
  at: (i: number) => number,
  rows: EdgeRows,
): number {
  let best = 0;
  let inUnit = 0;
  let unit = -1;
  for (let i = from; i < to; i++) {
    const owner = rows.unit(at(i));
    if (owner !== unit) inUnit = 0;
    unit = owner;
    inUnit += counts[i]!;
    if (inUnit > best) best = inUnit;
  }
  return best;
}

function rowOf({ starts, rows }: KindRows['runs'], i: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle]! <= i) low = middle;
    else high = middle - 1;
  }
  return rows[low]! + i - starts[low]!;
}

/** `order`: the row that each edge was; `null` where they are the same. */
interface Sorted extends Pick<KindRows, 'src' | 'dst' | 'counts'> {
  readonly order: Uint32Array | null;
}

function inOrder({ src, dst, counts }: KindRows, state: PairState): Sorted {
  if (state === 'strictly' || state === 'loosely') return { order: null, src, dst, counts };
  if (state === 'by high') {
    const order = identity(src.length);
    sortLows(src, dst, [order, counts]);
    return { order, src, dst, counts };
  }
  const order = pairOrder(src, dst);
  if (order === null) return { order, src, dst, counts };
  const moved = (column: Uint32Array): Uint32Array => {
    const out = new Uint32Array(order.length);
    for (let i = 0; i < order.length; i++) out[i] = column[order[i]!]!;
    return out;
  };
  return { order, src: moved(src), dst: moved(dst), counts: moved(counts) };
}

function countRepeats(src: Uint32Array, dst: Uint32Array): number {
  let repeats = 0;
  for (let i = 1; i < src.length; i++)
    if (dst[i] === dst[i - 1] && src[i] === src[i - 1]) repeats++;
  return repeats;
}

function edgesOf(
  kind: EdgeKind,
  ends: Pick<LoadedEdges, 'src' | 'dst' | 'counts'>,
  origin: EdgeOrigin,
  rows: EdgeRows,
): LoadedEdges {
  return {
    ...ends,
    count: origin.count,
    partial: mergePartials(rows.partial, origin),
    access: mergeWords(rows.access, origin, ACCESSES, uniteAccess, false),
    how: mergeWords(rows.how, origin, HOWS, firstWord, kind === 'CFG_SUCC'),
    sites: (edge) => sitesOf(rows, origin, edge),
    siteColumns: () => allSites(rows, origin),
  };
}

/** An edge is certain once any of its rows is. `null` where no row says anything. */
function mergePartials(column: Uint8Array | null, origin: EdgeOrigin): Uint8Array | null {
  if (column === null) return null;
  const out = new Uint8Array(origin.count);
  let said = false;
  for (let edge = 0; edge < origin.count; edge++) {
    const [from, to] = spanOf(origin, edge);
    let value = FLAG_MISSING;
    for (let i = from; i < to; i++) value = Math.min(value, column[origin.rows(i)]!);
    out[edge] = value;
    said ||= value !== FLAG_MISSING;
  }
  return said ? out : null;
}

type Unite = (a: string, b: string, vocabulary: readonly string[]) => string;

const uniteAccess: Unite = (a, b) =>
  a === 'unknown' || a === b ? b : b === 'unknown' ? a : 'both';

/** The word that stands first in the vocabulary; words outside it by bytes, after it. */
const firstWord: Unite = (a, b, vocabulary) => {
  const place = (word: string): number =>
    vocabulary.includes(word) ? vocabulary.indexOf(word) : vocabulary.length;
  return (place(a) - place(b) || compareUtf8(a, b)) <= 0 ? a : b;
};

/** `absentStands`: a missing word is a fact of its own (normal flow) and wins. `null` where no edge has a word. */
function mergeWords(
  column: TextColumn | null,
  origin: EdgeOrigin,
  vocabulary: readonly string[],
  unite: Unite,
  absentStands: boolean,
): TextColumn | null {
  if (column === null) return null;
  const words: (string | null)[] = [null];
  for (let code = 1; code < column.pool.length; code++) words.push(poolText(column.pool, code));
  const pool = new PoolBuilder();
  const codes = new Uint32Array(origin.count);
  const ownCode = new Uint32Array(words.length);
  for (let edge = 0; edge < origin.count; edge++) {
    const [from, to] = spanOf(origin, edge);
    const first = column.codes[origin.rows(from)]!;
    if (to === from + 1) {
      if (first !== 0 && ownCode[first] === 0) ownCode[first] = pool.code(words[first]);
      codes[edge] = ownCode[first]!;
      continue;
    }
    let word = words[first] ?? null;
    for (let i = from + 1; i < to; i++) {
      const next = words[column.codes[origin.rows(i)]!] ?? null;
      if (word === null || next === null) word = absentStands ? null : (word ?? next);
      else word = unite(word, next, vocabulary);
    }
    codes[edge] = pool.code(word);
  }
  return pool.length > 1 ? { codes, pool: pool.build() } : null;
}
