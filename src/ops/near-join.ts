import { currentRun, type RunContext } from '../grb/index.js';
import {
  arranged,
  barOf,
  boundedDot,
  checkFloor,
  cosineJoin,
  keepPair,
  nearPairsOf,
  present,
  STRIDE,
  type FoundPair,
  type NearPairs,
  type Vectors,
} from './cosine-join.js';
import { Poll } from './links.js';

/** From so many rows on not every pair is looked at. */
export const EXACT_BELOW = 20_000;

/** Cells that a row is compared with. */
const PROBES = 8;
/** Rows a cell that place its centre. */
const TRAINED = 64;
const ROUNDS = 6;

export interface NearJoin extends NearPairs {
  /** Cells of the inverted file; 0 where it was not needed. */
  readonly cells: number;
}

export interface NearJoinOptions extends RunContext {
  readonly exactBelow?: number;
  readonly probes?: number;
}

/**
 * Pairs of unit vectors with a·b ≥ floor: every one below `exactBelow` rows, nearly every one from there on.
 *
 * An inverted file (IVF-Flat): spherical k-means puts √n/2 centres, each row lies in the cell of its nearest one, and is
 * compared with the rows of its `probes` nearest cells. What is found is exact, cosine and all; what lies in no probed
 * cell is missed. Nothing is drawn at random: centres begin at evenly spaced rows, ties go to the lower number. Cost:
 * n·√n/2 products for the cells, 16·n·√n bounded ones for the pairs.
 *
 * Reference. Sivic, Zisserman 2003 (inverted files of quantised descriptors); Jégou, Douze, Schmid 2011 (probes).
 */
export function nearJoin(
  vectors: Vectors,
  floor: number,
  { exactBelow = EXACT_BELOW, probes = PROBES, ...options }: NearJoinOptions = {},
): NearJoin {
  checkFloor(floor);
  const rows = present(vectors);
  if (rows.length < exactBelow) return { ...cosineJoin(vectors, floor, options), cells: 0 };
  const { task, recorder } = currentRun(options);
  const begin = performance.now();
  const poll = new Poll(task, 'nearJoin');
  const cells = Math.ceil(Math.sqrt(rows.length) / 2);
  const centres = centresOf(vectors, rows, cells, poll);
  const nearest = nearestCells(vectors, rows, centres, Math.min(probes, cells), poll);
  const { pairs, computed } = probedPairs(vectors, rows, nearest, cells, floor, poll);
  recorder?.add({
    op: 'nearJoin',
    semiring: null,
    mask: null,
    shapes: [`${String(rows.length)}×${String(vectors.dimension)}`],
    entriesIn: [rows.length, computed],
    entriesOut: pairs.length,
    milliseconds: performance.now() - begin,
  });
  return { ...nearPairsOf(pairs), computed, exact: false, cells };
}

/** Centres of length 1, one after the other: sums of the rows nearest to each, from evenly spaced rows on. */
function centresOf(
  { dimension: d, values }: Vectors,
  rows: Uint32Array,
  cells: number,
  poll: Poll,
): Float32Array {
  const trained = evenly(rows, Math.min(rows.length, TRAINED * cells));
  const centres = new Float32Array(cells * d);
  evenly(rows, cells).forEach((row, cell) =>
    centres.set(values.subarray(row * d, (row + 1) * d), cell * d),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float64Array(cells * d);
    for (const row of trained) {
      const cell = bestCells({ dimension: d, values }, row, centres, cells, 1)[0]!;
      for (let i = 0; i < d; i++) sums[cell * d + i]! += values[row * d + i]!;
      poll.spend(cells * d);
    }
    for (let cell = 0; cell < cells; cell++) {
      let square = 0;
      for (let i = 0; i < d; i++) square += sums[cell * d + i]! ** 2;
      // A centre that nothing is nearest to stays where it is.
      if (square === 0) continue;
      const length = Math.sqrt(square);
      for (let i = 0; i < d; i++) centres[cell * d + i] = sums[cell * d + i]! / length;
    }
  }
  return centres;
}

function evenly(rows: Uint32Array, count: number): Uint32Array {
  return Uint32Array.from(
    { length: count },
    (_, i) => rows[Math.floor((i * rows.length) / count)]!,
  );
}

/** The `count` cells nearest to a row, nearest first, of equal ones the lower. */
function bestCells(
  { dimension: d, values }: Vectors,
  row: number,
  centres: Float32Array,
  cells: number,
  count: number,
): Uint32Array {
  const best = new Uint32Array(count);
  const dots = new Float64Array(count).fill(-Infinity);
  for (let cell = 0; cell < cells; cell++) {
    let dot = 0;
    const [x, c] = [row * d, cell * d];
    for (let i = 0; i < d; i++) dot += values[x + i]! * centres[c + i]!;
    if (dot <= dots[count - 1]!) continue;
    let at = count - 1;
    for (; at > 0 && dots[at - 1]! < dot; at--) {
      dots[at] = dots[at - 1]!;
      best[at] = best[at - 1]!;
    }
    dots[at] = dot;
    best[at] = cell;
  }
  return best;
}

/** `probes` cells for each row, one row after the other. */
function nearestCells(
  vectors: Vectors,
  rows: Uint32Array,
  centres: Float32Array,
  probes: number,
  poll: Poll,
): { readonly probes: number; readonly cells: Uint32Array } {
  const cells = new Uint32Array(rows.length * probes);
  const count = centres.length / vectors.dimension;
  rows.forEach((row, i) => {
    cells.set(bestCells(vectors, row, centres, count, probes), i * probes);
    poll.spend(centres.length);
  });
  return { probes, cells };
}

/**
 * Each pair once: from its earlier row, or from the later one where only that probes the other's cell. Rows are laid out
 * cell by cell, so that those of a cell are read one after the other.
 */
function probedPairs(
  vectors: Vectors,
  rows: Uint32Array,
  { probes, cells }: { readonly probes: number; readonly cells: Uint32Array },
  cellCount: number,
  floor: number,
  poll: Poll,
): { readonly pairs: FoundPair[]; readonly computed: number } {
  const { offsets, members } = byCell(cells, probes, cellCount);
  const placed = members.map((i) => rows[i]!);
  const near = arranged(vectors, placed);
  const probed = new Uint32Array(cells.length);
  members.forEach((i, at) => probed.set(cells.subarray(i * probes, (i + 1) * probes), at * probes));
  const bar = barOf(floor);
  const pairs: FoundPair[] = [];
  let computed = 0;
  for (let i = 0; i < placed.length; i++) {
    const home = probed[i * probes]!;
    for (let p = i * probes; p < (i + 1) * probes; p++) {
      const cell = probed[p]!;
      const [from, to] = [offsets[cell]!, offsets[cell + 1]!];
      for (let j = from; j < to; j++) {
        if (j === i || (j < i && probesCell(probed, probes, j, home))) continue;
        const dot = boundedDot(near, i, j, bar);
        if (Number.isNaN(dot)) continue;
        computed++;
        if (dot < bar) continue;
        const [a, b] = [placed[i]!, placed[j]!];
        keepPair(pairs, vectors, Math.min(a, b), Math.max(a, b), floor);
      }
      poll.spend((to - from) * STRIDE);
    }
  }
  return { pairs, computed };
}

function probesCell(probed: Uint32Array, probes: number, row: number, cell: number): boolean {
  for (let p = row * probes; p < (row + 1) * probes; p++) if (probed[p] === cell) return true;
  return false;
}

/** The rows that lie in each cell: those whose first probe it is. */
function byCell(
  cells: Uint32Array,
  probes: number,
  cellCount: number,
): { readonly offsets: Uint32Array; readonly members: Uint32Array } {
  const offsets = new Uint32Array(cellCount + 1);
  const count = cells.length / probes;
  for (let i = 0; i < count; i++) offsets[cells[i * probes]! + 1]!++;
  for (let cell = 0; cell < cellCount; cell++) offsets[cell + 1]! += offsets[cell]!;
  const next = offsets.slice(0, cellCount);
  const members = new Uint32Array(count);
  for (let i = 0; i < count; i++) members[next[cells[i * probes]!]!++] = i;
  return { offsets, members };
}
