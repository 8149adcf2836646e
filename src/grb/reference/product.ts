import type { Task } from '../../task/index.js';
import type { MaskSpec } from '../backend.js';
import { allocate, type Dtype, type Raw, type RawArray } from '../dtype.js';
import { isPairSemiring, productDtype, semiringParts, type AnySemiring } from '../operators.js';
import { Marks, RowWriter, type Rows } from './rows.js';
import { binary, terminal } from './scalars.js';
import { truthy } from './write.js';

const seen = new Marks();
const masked = new Marks();

/** Marks the columns where a row of the mask is true. */
function markRow(
  mask: MaskSpec,
  i: number,
  size: number,
): { readonly marks: Int32Array; readonly now: number } {
  const rows = mask.of as Rows;
  const stamp = masked.begin(size);
  for (let p = rows.offsets[i]!; p < rows.offsets[i + 1]!; p++) {
    if (mask.structural || truthy(rows, p)) stamp.marks[rows.indices[p]!] = stamp.now;
  }
  return stamp;
}

const allColumns = { marks: new Int32Array(0), now: 1 };

/**
 * Gustavson's product, a row of A at a time; sums run in ascending order of the inner index. Positions that the
 * mask forbids are left out early. Cost: Σ over the entries (i, k) of A of the entries in row k of B.
 */
export function multiplyRows(
  a: Rows,
  b: Rows,
  semiring: AnySemiring,
  mask: MaskSpec | null,
  vector: boolean,
  task: Task,
): Rows {
  const dtype = productDtype(semiring, a.dtype, b.dtype)!;
  const writer = new RowWriter({ vector, dtype, rows: a.rows, cols: b.cols });
  const emit = isPairSemiring(semiring)
    ? pairRow(semiring, a, b, dtype, writer)
    : valueRow(semiring, a, b, dtype, writer);
  let work = 0;
  for (let i = 0; i < a.rows; i++) {
    if (a.offsets[i] !== a.offsets[i + 1]) {
      const stamp = mask === null ? allColumns : markRow(mask, i, b.cols);
      work += emit(i, stamp.marks, stamp.now, mask === null ? true : mask.complement);
      if (work >= 65_536) {
        task.check('product');
        work = 0;
      }
    }
    writer.endRow();
  }
  return writer.done();
}

/** Emits row i; a column is allowed where (marks[j] === now) differs from `complement`. Gives the work done. */
type EmitRow = (i: number, marks: Int32Array, now: number, complement: boolean) => number;

let columns = new Uint32Array(1024);

function grownColumns(): Uint32Array {
  const grown = new Uint32Array(columns.length * 2);
  grown.set(columns);
  columns = grown;
  return grown;
}

function ascending(
  count: number,
  cols: number,
  stamp: { readonly marks: Int32Array; readonly now: number },
): Uint32Array {
  if (count * 16 < cols) return columns.subarray(0, count).sort();
  let k = 0;
  for (let j = 0; k < count; j++) if (stamp.marks[j] === stamp.now) columns[k++] = j;
  return columns;
}

function pairRow(
  semiring: AnySemiring,
  a: Rows,
  b: Rows,
  dtype: Dtype,
  writer: RowWriter,
): EmitRow {
  const counting = semiring !== 'any_pair';
  const counts = new Int32Array(counting ? b.cols : 0);
  const big = dtype === 'int64';
  return (i, marks, now, complement) => {
    const stamp = seen.begin(b.cols);
    let count = 0;
    let work = 1;
    for (let p = a.offsets[i]!; p < a.offsets[i + 1]!; p++) {
      const k = a.indices[p]!;
      const end = b.offsets[k + 1]!;
      work += end - b.offsets[k]!;
      for (let q = b.offsets[k]!; q < end; q++) {
        const j = b.indices[q]!;
        if (stamp.marks[j] === stamp.now) {
          if (counting) counts[j]!++;
        } else if ((marks[j] === now) !== complement) {
          stamp.marks[j] = stamp.now;
          if (counting) counts[j] = 1;
          if (count === columns.length) grownColumns();
          columns[count++] = j;
        }
      }
    }
    const sorted = ascending(count, b.cols, stamp);
    for (let k = 0; k < count; k++) {
      const j = sorted[k]!;
      writer.push(j, counting ? (big ? BigInt(counts[j]!) : counts[j]!) : 1);
    }
    return work;
  };
}

function valueRow(
  semiring: AnySemiring,
  a: Rows,
  b: Rows,
  dtype: Dtype,
  writer: RowWriter,
): EmitRow {
  const parts = semiringParts(semiring);
  const multiply = binary(parts.multiply, dtype);
  const add = binary(parts.add === 'any' ? 'first' : parts.add, dtype);
  const sums: RawArray = allocate(dtype, b.cols);
  const products = allocate(dtype, 1);
  return (i, marks, now, complement) => {
    const stamp = seen.begin(b.cols);
    let count = 0;
    let work = 1;
    for (let p = a.offsets[i]!; p < a.offsets[i + 1]!; p++) {
      const k = a.indices[p]!;
      const x = a.values[p * a.step]!;
      const end = b.offsets[k + 1]!;
      work += end - b.offsets[k]!;
      for (let q = b.offsets[k]!; q < end; q++) {
        const j = b.indices[q]!;
        const old = stamp.marks[j] === stamp.now;
        if (!old && (marks[j] === now) === complement) continue;
        products[0] = multiply(x, b.values[q * b.step]!);
        if (old) {
          sums[j] = add(sums[j]!, products[0]);
        } else {
          stamp.marks[j] = stamp.now;
          sums[j] = products[0];
          if (count === columns.length) grownColumns();
          columns[count++] = j;
        }
      }
    }
    const sorted = ascending(count, b.cols, stamp);
    for (let k = 0; k < count; k++) writer.push(sorted[k]!, sums[sorted[k]!]!);
    return work;
  };
}

/**
 * T⟨M⟩ = A ⊗.⊕ Bᵀ by dots: row i of A is spread out, then each row j of B that the mask allows meets it. Cost: the
 * entries of A, and over the mask's entries (i, j) those of row j; no transpose is made.
 */
export function multiplyMasked(
  a: Rows,
  b: Rows,
  semiring: AnySemiring,
  mask: MaskSpec,
  task: Task,
): Rows {
  const dtype = productDtype(semiring, a.dtype, b.dtype)!;
  const parts = semiringParts(semiring);
  const multiply = binary(parts.multiply, dtype);
  const add = parts.add === 'any' ? null : binary(parts.add, dtype);
  const pattern = mask.of as Rows;
  const counting = semiring === 'plus_pair' || semiring === 'plus_pair_int32';
  const at = new Uint32Array(a.cols);
  const writer = new RowWriter({ vector: false, dtype, rows: a.rows, cols: b.rows });
  const cell = allocate(dtype, 2);
  let work = 0;
  for (let i = 0; i < a.rows; i++) {
    const stamp = seen.begin(a.cols);
    const { marks, now } = stamp;
    for (let p = a.offsets[i]!; p < a.offsets[i + 1]!; p++) {
      marks[a.indices[p]!] = now;
      at[a.indices[p]!] = p;
    }
    for (let m = pattern.offsets[i]!; m < pattern.offsets[i + 1]!; m++) {
      if (!mask.structural && !truthy(pattern, m)) continue;
      const j = pattern.indices[m]!;
      const end = b.offsets[j + 1]!;
      work += end - b.offsets[j]! + 1;
      if (work >= 65_536) {
        task.check('product');
        work = 0;
      }
      let count = 0;
      for (let q = b.offsets[j]!; q < end; q++) {
        const k = b.indices[q]!;
        if (marks[k] !== now) continue;
        count++;
        if (counting) continue;
        cell[1] = multiply(a.values[at[k]! * a.step]!, b.values[q * b.step]!);
        cell[0] = count > 1 && add !== null ? add(cell[0]!, cell[1]) : cell[1];
        if (add === null) break;
      }
      if (count === 0) continue;
      if (counting) writer.push(j, dtype === 'int64' ? BigInt(count) : count);
      else writer.push(j, cell[0]!);
    }
    writer.endRow();
  }
  return writer.done();
}

/** w = A ⊗.⊕ u by dots: each row of A that the mask allows meets u. Cost: the entries of those rows. */
export function multiplyVector(
  a: Rows,
  u: Rows,
  semiring: AnySemiring,
  mask: MaskSpec | null,
  task: Task,
): Rows {
  const dtype = productDtype(semiring, a.dtype, u.dtype)!;
  const parts = semiringParts(semiring);
  const multiply = binary(parts.multiply, dtype);
  const add = parts.add === 'any' ? null : binary(parts.add, dtype);
  const stop = parts.add === 'any' ? undefined : terminal(parts.add, dtype);
  const allowed = mask === null ? allColumns : markRow(mask, 0, a.rows);
  const complement = mask === null ? true : mask.complement;
  const stamp = seen.begin(u.cols);
  const at = new Uint32Array(u.step === 0 ? 0 : u.cols);
  for (let p = 0; p < u.indices.length; p++) {
    stamp.marks[u.indices[p]!] = stamp.now;
    if (u.step === 1) at[u.indices[p]!] = p;
  }
  const writer = new RowWriter({ vector: true, dtype, rows: 1, cols: a.rows });
  const sum = allocate(dtype, 1);
  const product = allocate(dtype, 1);
  let work = 0;
  for (let i = 0; i < a.rows; i++) {
    if ((allowed.marks[i] === allowed.now) === complement) continue;
    let found = false;
    const end = a.offsets[i + 1]!;
    work += end - a.offsets[i]! + 1;
    if (work >= 65_536) {
      task.check('product');
      work = 0;
    }
    for (let p = a.offsets[i]!; p < end; p++) {
      const k = a.indices[p]!;
      if (stamp.marks[k] !== stamp.now) continue;
      const y: Raw = u.step === 0 ? u.values[0]! : u.values[at[k]!]!;
      product[0] = multiply(a.values[p * a.step]!, y);
      sum[0] = found && add !== null ? add(sum[0]!, product[0]) : product[0];
      found = true;
      if (add === null || sum[0] === stop) break;
    }
    if (found) writer.push(i, sum[0]!);
  }
  writer.endRow();
  return writer.done();
}
