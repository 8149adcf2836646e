import type { Task } from '../../task/index.js';
import type { ApplySpec, SelectSpec } from '../backend.js';
import { allocate, type Dtype, type Raw } from '../dtype.js';
import {
  isComparison,
  type AnyClosedOp,
  type AnyMonoid,
  type Comparison,
  type PositionTest,
} from '../operators.js';
import { POLL, Rows, RowWriter } from './rows.js';
import { binary, cast, terminal, unary, valueTest, type Unary } from './scalars.js';

/** Union or intersection of two patterns, by a merge of each pair of rows. Cost: the entries of both. */
export function eWise(
  kind: 'add' | 'mult',
  a: Rows,
  b: Rows,
  op: AnyClosedOp | Comparison,
  task: Task,
): Rows {
  const fold = binary(op, a.dtype);
  const union = kind === 'add';
  const writer = new RowWriter({
    vector: a.vector,
    dtype: isComparison(op) ? 'bool' : a.dtype,
    rows: a.rows,
    cols: a.cols,
  });
  let work = 0;
  for (let i = 0; i < a.rows; i++) {
    let p = a.offsets[i]!;
    let q = b.offsets[i]!;
    const pEnd = a.offsets[i + 1]!;
    const qEnd = b.offsets[i + 1]!;
    work += pEnd - p + qEnd - q + 1;
    if (work >= 65_536) {
      task.check('eWise');
      work = 0;
    }
    while (p < pEnd || q < qEnd) {
      const left = p < pEnd ? a.indices[p]! : Infinity;
      const right = q < qEnd ? b.indices[q]! : Infinity;
      if (left === right) writer.push(left, fold(a.values[p * a.step]!, b.values[q * b.step]!));
      else if (union && left < right) writer.push(left, a.values[p * a.step]!);
      else if (union) writer.push(right, b.values[q * b.step]!);
      if (left <= right) p++;
      if (right <= left) q++;
    }
    writer.endRow();
  }
  return writer.done();
}

export function applied(a: Rows, spec: ApplySpec, task: Task): Rows {
  if (spec.kind === 'index') return positions(a, spec.of, spec.plus, task);
  const { fn, dtype } = applyFunction(a.dtype, spec);
  const values = allocate(dtype, a.values.length);
  for (let p = 0; p < values.length; p++) {
    if ((p & POLL) === POLL) task.check('apply');
    values[p] = fn(a.values[p]!);
  }
  return new Rows(
    { vector: a.vector, dtype, rows: a.rows, cols: a.cols },
    a.offsets,
    a.indices,
    values,
    a.iso,
  );
}

function applyFunction(
  from: Dtype,
  spec: Exclude<ApplySpec, { kind: 'index' }>,
): { fn: Unary; dtype: Dtype } {
  switch (spec.kind) {
    case 'unary':
      return { fn: unary(spec.op, from), dtype: from };
    case 'cast':
      return { fn: cast(from, spec.to), dtype: spec.to };
    case 'bind': {
      const fold = binary(spec.op, from);
      const { scalar } = spec;
      const fn: Unary = spec.side === 'right' ? (x) => fold(x, scalar) : (x) => fold(scalar, x);
      return { fn, dtype: isComparison(spec.op) ? 'bool' : from };
    }
  }
}

function positions(a: Rows, of: 'row' | 'col', plus: number, task: Task): Rows {
  const values = allocate('int64', a.indices.length);
  for (let i = 0; i < a.rows; i++) {
    for (let p = a.offsets[i]!; p < a.offsets[i + 1]!; p++) {
      if ((p & POLL) === POLL) task.check('apply');
      values[p] = BigInt((of === 'row' ? i : a.indices[p]!) + plus);
    }
  }
  return new Rows(
    { vector: a.vector, dtype: 'int64', rows: a.rows, cols: a.cols },
    a.offsets,
    a.indices,
    values,
    false,
  );
}

function positionTest(
  test: PositionTest,
  k: number,
  vector: boolean,
): (i: number, j: number) => boolean {
  switch (test) {
    case 'tril':
      return (i, j) => j - i <= k;
    case 'triu':
      return (i, j) => j - i >= k;
    case 'diag':
      return (i, j) => j - i === k;
    case 'offdiag':
      return (i, j) => j - i !== k;
    case 'rowle':
      return vector ? (_, j) => j <= k : (i) => i <= k;
    case 'rowgt':
      return vector ? (_, j) => j > k : (i) => i > k;
    case 'colle':
      return (_, j) => j <= k;
    case 'colgt':
      return (_, j) => j > k;
  }
}

export function selected(a: Rows, spec: SelectSpec, task: Task): Rows {
  const byValue = spec.kind === 'value' ? valueTest(spec.test, spec.value) : null;
  const byPosition = spec.kind === 'position' ? positionTest(spec.test, spec.k, a.vector) : null;
  const writer = new RowWriter(a, Math.min(a.nvals, 1024));
  let work = 0;
  for (let i = 0; i < a.rows; i++) {
    const end = a.offsets[i + 1]!;
    work += end - a.offsets[i]! + 1;
    if (work >= 65_536) {
      task.check('select');
      work = 0;
    }
    for (let p = a.offsets[i]!; p < end; p++) {
      const value = a.values[p * a.step]!;
      if (byPosition === null ? byValue!(value) : byPosition(i, a.indices[p]!))
        writer.push(a.indices[p]!, value);
    }
    writer.endRow();
  }
  return writer.done();
}

export function reducedRows(a: Rows, monoid: AnyMonoid, task: Task): Rows {
  const writer = new RowWriter({ vector: true, dtype: a.dtype, rows: 1, cols: a.rows });
  const fold = binary(monoid, a.dtype);
  const sum = allocate(a.dtype, 1);
  for (let i = 0; i < a.rows; i++) {
    if ((i & POLL) === POLL) task.check('reduce');
    if (a.offsets[i] === a.offsets[i + 1]) continue;
    sum[0] = a.values[a.offsets[i]! * a.step]!;
    for (let p = a.offsets[i]! + 1; p < a.offsets[i + 1]!; p++)
      sum[0] = fold(sum[0], a.values[p * a.step]!);
    writer.push(i, sum[0]);
  }
  writer.endRow();
  return writer.done();
}

export function reduced(a: Rows, monoid: AnyMonoid, task: Task): Raw | undefined {
  if (a.nvals === 0) return undefined;
  const fold = binary(monoid, a.dtype);
  const stop = terminal(monoid, a.dtype);
  const sum = allocate(a.dtype, 1);
  sum[0] = a.values[0]!;
  for (let p = 1; p < a.nvals && sum[0] !== stop; p++) {
    if ((p & POLL) === POLL) task.check('reduce');
    sum[0] = fold(sum[0], a.values[p * a.step]!);
  }
  return sum[0];
}
