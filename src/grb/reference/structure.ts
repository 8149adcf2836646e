import type { Task } from '../../task/index.js';
import type { CooArrays, CooSpec } from '../backend.js';
import { allocate, type RawArray } from '../dtype.js';
import { Refusal } from '../errors.js';
import { POLL, Rows, RowWriter } from './rows.js';
import { binary } from './scalars.js';

/** Coordinates to rows by two counting sorts, column then row, so that repeats stay in input order. */
export function fromCoordinates(spec: CooSpec, task: Task): Rows {
  const { rows, cols, rowIndices, colIndices } = spec;
  const count = colIndices.length;
  inRange(spec.vector ? 'index' : 'column', colIndices, cols, task);
  inRange('row', rowIndices, rows, task);
  const byCol = order(colIndices, cols, null, count, task);
  const byRow = order(rowIndices, rows, byCol, count, task);
  const offsets = new Uint32Array(rows + 1);
  const indices = new Uint32Array(count);
  const values: RawArray = spec.iso ? spec.values : allocate(spec.dtype, count);
  const fold = spec.dup === null ? null : binary(spec.dup, spec.dtype);
  let spread =
    spec.iso && fold !== null && spec.dup !== 'first' && spec.dup !== 'second'
      ? allocate(spec.dtype, count)
      : null;
  let w = 0;
  let last = -1;
  for (let k = 0; k < count; k++) {
    if ((k & POLL) === POLL) task.check('build');
    const e = byRow[k]!;
    const i = rowIndices[e]!;
    const j = colIndices[e]!;
    const value = spec.values[spec.iso ? 0 : e]!;
    const target = spread ?? (spec.iso ? null : values);
    if (i === last && w > offsets[i]! && indices[w - 1] === j) {
      if (fold !== null) {
        if (target !== null) target[w - 1] = fold(target[w - 1]!, value);
      } else if (!spec.iso) {
        const where = spec.vector ? String(j) : `(${String(i)}, ${String(j)})`;
        throw new Refusal(
          'GrB_INVALID_VALUE',
          `repeated position: ${where}; say how to fold repeats with dup`,
        );
      }
      continue;
    }
    while (last < i) offsets[++last] = w;
    indices[w] = j;
    if (target !== null) target[w] = value;
    w++;
  }
  while (last < rows) offsets[++last] = w;
  if (w === count) spread = null;
  const shape = { vector: spec.vector, dtype: spec.dtype, rows, cols };
  if (spread !== null)
    return new Rows(shape, offsets, indices.slice(0, w), spread.slice(0, w), false);
  if (spec.iso)
    return new Rows(shape, offsets, w === count ? indices : indices.slice(0, w), spec.values, true);
  return w === count
    ? new Rows(shape, offsets, indices, values, false)
    : new Rows(shape, offsets, indices.slice(0, w), values.slice(0, w), false);
}

function inRange(what: string, indices: Uint32Array, size: number, task: Task): void {
  for (let k = 0; k < indices.length; k++) {
    if ((k & POLL) === POLL) task.check('build');
    if (indices[k]! >= size) {
      throw new Refusal(
        'GrB_INDEX_OUT_OF_BOUNDS',
        `${what} outside 0..${String(size - 1)}: ${String(indices[k])} at ${String(k)}`,
      );
    }
  }
}

/** A stable order of edges by key, refining an earlier order. */
function order(
  keys: Uint32Array,
  size: number,
  earlier: Uint32Array | null,
  count: number,
  task: Task,
): Uint32Array {
  const next = new Uint32Array(size + 1);
  for (let e = 0; e < count; e++) {
    if ((e & POLL) === POLL) task.check('build');
    next[keys[e]! + 1]!++;
  }
  for (let k = 0; k < size; k++) next[k + 1]! += next[k]!;
  const result = new Uint32Array(count);
  for (let k = 0; k < count; k++) {
    if ((k & POLL) === POLL) task.check('build');
    const e = earlier === null ? k : earlier[k]!;
    result[next[keys[e]!]!++] = e;
  }
  return result;
}

/** The submatrix of positions, repeats allowed. Cost: entries of the chosen rows × repeats of their columns. */
export function extracted(
  a: Rows,
  rows: Uint32Array | null,
  cols: Uint32Array | null,
  task: Task,
): Rows {
  const height = rows?.length ?? a.rows;
  const width = cols?.length ?? a.cols;
  const writer = new RowWriter({ vector: a.vector, dtype: a.dtype, rows: height, cols: width });
  const places = cols === null ? null : placesOf(cols, a.cols, task);
  const sums = allocate(a.dtype, places === null ? 0 : width);
  let list = new Uint32Array(1024);
  let work = 0;
  for (let r = 0; r < height; r++) {
    const i = rows === null ? r : rows[r]!;
    const end = a.offsets[i + 1]!;
    work += end - a.offsets[i]! + 1;
    if (work >= 65_536) {
      task.check('extract');
      work = 0;
    }
    if (places === null) {
      for (let p = a.offsets[i]!; p < end; p++) writer.push(a.indices[p]!, a.values[p * a.step]!);
    } else {
      let count = 0;
      for (let p = a.offsets[i]!; p < end; p++) {
        const j = a.indices[p]!;
        for (let q = places.offsets[j]!; q < places.offsets[j + 1]!; q++) {
          if (count === list.length) {
            const grown = new Uint32Array(list.length * 2);
            grown.set(list);
            list = grown;
          }
          const place = places.list[q]!;
          list[count++] = place;
          sums[place] = a.values[p * a.step]!;
        }
      }
      list.subarray(0, count).sort();
      for (let k = 0; k < count; k++) writer.push(list[k]!, sums[list[k]!]!);
    }
    writer.endRow();
  }
  return writer.done();
}

/** Where each column is asked for. */
function placesOf(
  cols: Uint32Array,
  size: number,
  task: Task,
): { readonly offsets: Uint32Array; readonly list: Uint32Array } {
  const offsets = new Uint32Array(size + 1);
  for (const j of cols) offsets[j + 1]!++;
  for (let j = 0; j < size; j++) offsets[j + 1]! += offsets[j]!;
  return { offsets, list: order(cols, size, null, cols.length, task) };
}

/** Each entry with its row. */
export function coordinates(a: Rows, task: Task): CooArrays {
  const rows = new Uint32Array(a.nvals);
  let next = POLL;
  for (let i = 0; i < a.rows; i++) {
    const end = a.offsets[i + 1]!;
    for (let p = a.offsets[i]!; p < end; p++) rows[p] = i;
    if (end < next) continue;
    task.check('read');
    next = end + POLL;
  }
  return { rows, indices: a.indices.slice(), values: a.values.slice(), iso: a.iso };
}

/** One row as a vector. */
export function rowVector(a: Rows, i: number): Rows {
  const begin = a.offsets[i]!;
  const end = a.offsets[i + 1]!;
  const values = a.iso ? a.values : a.values.slice(begin, end);
  return new Rows(
    { vector: true, dtype: a.dtype, rows: 1, cols: a.cols },
    Uint32Array.of(0, end - begin),
    a.indices.slice(begin, end),
    values,
    a.iso,
  );
}

export function diagonalMatrix(v: Rows, k: number): Rows {
  const size = v.cols + Math.abs(k);
  const offsets = new Uint32Array(size + 1);
  const indices = new Uint32Array(v.nvals);
  for (let p = 0; p < v.nvals; p++) {
    offsets[v.indices[p]! + Math.max(0, -k) + 1] = 1;
    indices[p] = v.indices[p]! + Math.max(0, k);
  }
  for (let i = 0; i < size; i++) offsets[i + 1]! += offsets[i]!;
  return new Rows(
    { vector: false, dtype: v.dtype, rows: size, cols: size },
    offsets,
    indices,
    v.values,
    v.iso,
  );
}

export function diagonalVector(a: Rows, k: number): Rows {
  const size = Math.max(0, k >= 0 ? Math.min(a.rows, a.cols - k) : Math.min(a.rows + k, a.cols));
  const writer = new RowWriter({ vector: true, dtype: a.dtype, rows: 1, cols: size });
  for (let d = 0; d < size; d++) {
    const p = place(a, d + Math.max(0, -k), d + Math.max(0, k));
    if (p >= 0) writer.push(d, a.values[p * a.step]!);
  }
  writer.endRow();
  return writer.done();
}

/** The entry of a position, or -1. */
export function place(a: Rows, i: number, j: number): number {
  let low = a.offsets[i]!;
  let high = a.offsets[i + 1]! - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const col = a.indices[middle]!;
    if (col === j) return middle;
    if (col < j) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
