import type { CooSpec, CsrSpec } from './backend.js';
import { MAX_DIMENSION, spell, type Call } from './calls.js';
import {
  allocate,
  holdsColumn,
  isDtype,
  toRaw,
  type Dtype,
  type Raw,
  type RawArray,
} from './dtype.js';
import { allows, isClosedOp, type AnyClosedOp } from './operators.js';

/** Positions: a Uint32Array is taken as it is; a plain array is for typing by hand. */
export type IndexInput = Uint32Array | readonly number[];

export interface Shape {
  readonly nrows?: number;
  readonly ncols?: number;
}

/** Greatest number of entries: offsets are 32-bit. */
const MAX_ENTRIES = 2 ** 32 - 1;

/** Indices as a column, each within 0..size. */
export function checkIndices(
  call: Call,
  what: string,
  input: IndexInput,
  size: number,
): Uint32Array {
  const column = toColumn(call, what, input);
  for (let k = 0; k < column.length; k++) {
    if (column[k]! >= size) throw outside(call, what, column[k]!, size, k);
  }
  return column;
}

function outside(call: Call, what: string, index: number, size: number, at: number): Error {
  return call.fail(
    'GrB_INDEX_OUT_OF_BOUNDS',
    `${what} outside 0..${String(size - 1)}: ${String(index)} at ${String(at)}`,
  );
}

function toColumn(call: Call, what: string, input: unknown): Uint32Array {
  if (input instanceof Uint32Array) {
    if (input.buffer instanceof ArrayBuffer && detached(input)) {
      throw call.fail('GrB_INVALID_OBJECT', `${what} column detached: its buffer was transferred`);
    }
    return input;
  }
  if (!Array.isArray(input)) {
    throw call.fail(
      'GrB_INVALID_VALUE',
      `${what} column is neither Uint32Array nor array: ${spell(input)}`,
    );
  }
  const column = new Uint32Array(input.length);
  for (let k = 0; k < input.length; k++) {
    const value: unknown = input[k];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_ENTRIES) {
      throw call.fail('GrB_INVALID_INDEX', `${what} is no index: ${spell(value)} at ${String(k)}`);
    }
    column[k] = value;
  }
  return column;
}

/** A transferred buffer leaves its views with length 0, which reads as an empty column. */
function detached(view: Uint32Array): boolean {
  if (view.byteLength > 0 || view.buffer.byteLength > 0) return false;
  try {
    new Uint8Array(view.buffer);
    return false;
  } catch {
    return true;
  }
}

/** Values as a column of the dtype, or one value where every entry has the same. */
function toValues(
  call: Call,
  dtype: Dtype,
  input: unknown,
  length: number,
): { values: RawArray; iso: boolean } {
  if (holdsColumn(dtype, input)) {
    if (input.length !== length) {
      throw call.fail(
        'GrB_DIMENSION_MISMATCH',
        `values and positions differ in number: ${String(input.length)} and ${String(length)}`,
      );
    }
    if (dtype !== 'bool') return { values: input, iso: false };
    const bits = allocate('bool', length);
    for (let k = 0; k < length; k++) bits[k] = input[k] === 0 ? 0 : 1;
    return { values: bits, iso: false };
  }
  if (Array.isArray(input)) {
    if (input.length !== length) {
      throw call.fail(
        'GrB_DIMENSION_MISMATCH',
        `values and positions differ in number: ${String(input.length)} and ${String(length)}`,
      );
    }
    const values = allocate(dtype, length);
    for (let k = 0; k < length; k++) {
      const raw = toRaw(dtype, input[k]);
      if (raw === undefined)
        throw call.fail(
          'GrB_DOMAIN_MISMATCH',
          `value is no ${dtype}: ${spell(input[k])} at ${String(k)}`,
        );
      values[k] = raw;
    }
    return { values, iso: false };
  }
  return { values: single(dtype, call.raw('value', dtype, input)), iso: true };
}

function single(dtype: Dtype, value: Raw): RawArray {
  return allocate(dtype, 1).fill(value);
}

export function checkDup(
  call: Call,
  dtype: Dtype,
  dup: AnyClosedOp | undefined,
): AnyClosedOp | null {
  if (dup === undefined) return null;
  if (!isClosedOp(dup))
    throw call.fail('GrB_INVALID_VALUE', `unknown operator for repeated positions: ${spell(dup)}`);
  if (!allows(dtype, dup))
    throw call.fail('GrB_DOMAIN_MISMATCH', `operator ${dup} has no ${dtype} form`);
  return dup;
}

export function checkDtype(call: Call, dtype: unknown): asserts dtype is Dtype {
  if (!isDtype(dtype)) {
    throw call.fail(
      'GrB_DOMAIN_MISMATCH',
      `unknown dtype: ${spell(dtype)}; there are bool, int32, int64, uint64, fp64`,
    );
  }
}

function greatest(column: Uint32Array): number {
  let top = -1;
  for (const index of column) if (index > top) top = index;
  return top;
}

function size(call: Call, what: string, given: number | undefined, column: Uint32Array): number {
  if (given === undefined) return call.dimension(what, greatest(column) + 1);
  return call.dimension(what, given);
}

/** Checks coordinates; `rows` null makes a vector. */
export function cooSpec(
  call: Call,
  dtype: Dtype,
  rows: IndexInput | null,
  cols: IndexInput,
  values: unknown,
  options: Shape & { readonly dup?: AnyClosedOp | undefined },
  vector: boolean,
): CooSpec {
  checkDtype(call, dtype);
  const colIndices = toColumn(call, vector ? 'index' : 'column', cols);
  const rowIndices =
    rows === null ? new Uint32Array(vector ? colIndices.length : 0) : toColumn(call, 'row', rows);
  if (rowIndices.length !== colIndices.length) {
    throw call.fail(
      'GrB_DIMENSION_MISMATCH',
      `rows and columns differ in number: ${String(rowIndices.length)} and ${String(colIndices.length)}`,
    );
  }
  const nrows = vector ? 1 : size(call, 'nrows', options.nrows, rowIndices);
  const ncols = size(call, vector ? 'size' : 'ncols', options.ncols, colIndices);
  const dup = checkDup(call, dtype, options.dup);
  return {
    vector,
    dtype,
    rows: nrows,
    cols: ncols,
    rowIndices,
    colIndices,
    ...toValues(call, dtype, values, colIndices.length),
    dup,
  };
}

export interface CsrInput {
  readonly offsets: IndexInput;
  readonly indices: IndexInput;
  /** Number of columns; the greatest index + 1 where absent. */
  readonly width?: number | undefined;
  readonly dup?: AnyClosedOp | undefined;
}

/** Compressed rows as a spec: columns of the right type and length. */
export function csrSpec(call: Call, dtype: Dtype, input: CsrInput, values: unknown): CsrSpec {
  checkDtype(call, dtype);
  const offsets = toColumn(call, 'offset', input.offsets);
  const indices = toColumn(call, 'index', input.indices);
  if (offsets.length === 0)
    throw call.fail('GrB_INVALID_VALUE', 'offsets are empty; no rows are [0]');
  const rows = offsets.length - 1;
  if (rows > MAX_DIMENSION) throw call.fail('GrB_INVALID_VALUE', `too many rows: ${String(rows)}`);
  const cols = input.width === undefined ? null : call.dimension('width', input.width);
  return {
    dtype,
    cols,
    arrays: { offsets, indices, ...toValues(call, dtype, values, indices.length) },
  };
}

/** The same entries as coordinates: rows in any order of columns, repeats folded by `dup`. */
export function coordinatesOf(call: Call, spec: CsrSpec, dup: AnyClosedOp | null): CooSpec {
  const { offsets, indices, ...column } = spec.arrays;
  const rows = offsets.length - 1;
  const rowIndices = new Uint32Array(indices.length);
  for (let i = 0; i < rows; i++) rowIndices.fill(i, offsets[i], offsets[i + 1]);
  return {
    vector: false,
    dtype: spec.dtype,
    rows,
    cols: spec.cols ?? size(call, 'width', undefined, indices),
    rowIndices,
    colIndices: indices,
    ...column,
    dup,
  };
}
