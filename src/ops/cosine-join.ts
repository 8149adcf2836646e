import { currentRun, type RunContext } from '../grb/index.js';
import { InvalidArgument } from '../task/index.js';
import { Poll } from './links.js';

/** Vectors of one dimension, one after the other. */
export interface Vectors {
  readonly dimension: number;
  readonly values: Float32Array;
}

/** Pairs a < b by falling cosine, then (a, b). */
export interface NearPairs {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly cosine: Float64Array;
  /** Pairs that could not be told apart early. */
  readonly computed: number;
  /** Every pair was looked at. */
  readonly exact: boolean;
}

/** Dimensions that are summed between two looks at the bound. */
export const STRIDE = 8;

/**
 * All pairs of unit vectors with a·b ≥ floor: exact, every pair is looked at.
 *
 * A pair is given up once what is left of both vectors cannot reach the floor: a·b ≤ Σ_{i<k} aᵢbᵢ + ‖a_{≥k}‖·‖b_{≥k}‖
 * (Cauchy–Schwarz); for unlike vectors that is after a few dimensions. Dimensions are visited by falling variance, so
 * that early ones tell most. The cosine itself is summed in ascending dimension, in doubles. Vectors of length 0 pair
 * with nothing. No product: cost O(n²·d) at worst, n²·STRIDE when all are unlike.
 */
export function cosineJoin(vectors: Vectors, floor: number, options: RunContext = {}): NearPairs {
  checkFloor(floor);
  const { task, recorder } = currentRun(options);
  const begin = performance.now();
  const poll = new Poll(task, 'cosineJoin');
  const { dimension: d } = vectors;
  const rows = present(vectors);
  const near = arranged(vectors, rows);
  const found: FoundPair[] = [];
  let computed = 0;
  const bar = barOf(floor);
  for (let i = 0; i < rows.length; i++) {
    for (let j = i + 1; j < rows.length; j++) {
      const dot = boundedDot(near, i, j, bar);
      if (Number.isNaN(dot)) continue;
      computed++;
      if (dot >= bar) keepPair(found, vectors, rows[i]!, rows[j]!, floor);
    }
    poll.spend((rows.length - i) * STRIDE);
  }
  recorder?.add({
    op: 'cosineJoin',
    semiring: null,
    mask: null,
    shapes: [`${String(rows.length)}×${String(d)}`],
    entriesIn: [rows.length, computed],
    entriesOut: found.length,
    milliseconds: performance.now() - begin,
  });
  return { ...nearPairsOf(found), computed, exact: true };
}

export function checkFloor(floor: number): void {
  if (!(floor > 0 && floor <= 1))
    throw new InvalidArgument(`floor of a cosine outside 0..1: ${String(floor)}`);
}

/** A pair of rows a < b. */
export interface FoundPair {
  readonly a: number;
  readonly b: number;
  readonly cosine: number;
}

/** The bound is in floats: it may be low by its rounding, so its bar lies that much lower. */
export const barOf = (floor: number): number => floor - 1e-5;

/** Keeps a pair whose cosine, in doubles, reaches the floor. */
export function keepPair(
  found: FoundPair[],
  vectors: Vectors,
  a: number,
  b: number,
  floor: number,
): void {
  const cosine = dotProduct(vectors, a, b);
  if (cosine >= floor) found.push({ a, b, cosine });
}

/** In their total order: by falling cosine, then (a, b). */
export function nearPairsOf(found: FoundPair[]): Pick<NearPairs, 'a' | 'b' | 'cosine'> {
  found.sort((p, q) => q.cosine - p.cosine || p.a - q.a || p.b - q.b);
  return {
    a: Uint32Array.from(found, ({ a }) => a),
    b: Uint32Array.from(found, ({ b }) => b),
    cosine: Float64Array.from(found, ({ cosine }) => cosine),
  };
}

/** The dot product of two rows, summed in ascending dimension; at most 1 where rounding would pass it. */
export function dotProduct({ dimension, values }: Vectors, a: number, b: number): number {
  let dot = 0;
  for (let i = 0; i < dimension; i++)
    dot += values[a * dimension + i]! * values[b * dimension + i]!;
  return Math.min(1, dot);
}

/** Each row divided by its length; a row of zeros stays. */
export function normalised({ dimension, values }: Vectors): Vectors {
  const made = new Float32Array(values.length);
  for (let row = 0; row * dimension < values.length; row++) {
    let square = 0;
    for (let i = row * dimension; i < (row + 1) * dimension; i++) square += values[i]! * values[i]!;
    if (square === 0) continue;
    const length = Math.sqrt(square);
    for (let i = row * dimension; i < (row + 1) * dimension; i++) made[i] = values[i]! / length;
  }
  return { dimension, values: made };
}

/** Rows with a direction, ascending. */
export function present({ dimension, values }: Vectors): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row * dimension < values.length; row++)
    if (values.subarray(row * dimension, (row + 1) * dimension).some((value) => value !== 0))
      rows.push(row);
  return Uint32Array.from(rows);
}

/** Rows as the bounded product reads them. */
export interface Arranged {
  readonly dimension: number;
  readonly values: Float32Array;
  /** Length of what is left of each row at each step. */
  readonly rest: Float32Array;
  readonly steps: number;
}

/** The dot product of two arranged rows; NaN once it is sure that it stays below the bar. */
export function boundedDot(
  { dimension: d, values, rest, steps }: Arranged,
  i: number,
  j: number,
  bar: number,
): number {
  const [x, y] = [i * d, j * d];
  const [restX, restY] = [i * steps, j * steps];
  let dot = 0;
  let at = 0;
  for (let step = 0; step < steps; step++) {
    if (dot + rest[restX + step]! * rest[restY + step]! < bar) return Number.NaN;
    const end = Math.min(d, at + STRIDE);
    for (; at < end; at++) dot += values[x + at]! * values[y + at]!;
  }
  return dot;
}

/** The rows with their dimensions by falling second moment, and the length of what is left at each step. */
export function arranged({ dimension: d, values }: Vectors, rows: Uint32Array): Arranged {
  const moment = new Float64Array(d);
  for (const row of rows)
    for (let i = 0; i < d; i++) moment[i]! += values[row * d + i]! * values[row * d + i]!;
  const order = [...moment.keys()].sort((p, q) => moment[q]! - moment[p]! || p - q);
  const steps = Math.ceil(d / STRIDE);
  const made = new Float32Array(rows.length * d);
  const rest = new Float32Array(rows.length * steps);
  rows.forEach((row, at) => {
    for (let i = 0; i < d; i++) made[at * d + i] = values[row * d + order[i]!]!;
    let square = 0;
    for (let step = steps - 1; step >= 0; step--) {
      for (let i = step * STRIDE; i < Math.min(d, (step + 1) * STRIDE); i++)
        square += made[at * d + i]! * made[at * d + i]!;
      rest[at * steps + step] = Math.sqrt(square);
    }
  });
  return { dimension: d, values: made, rest, steps };
}
