import type { CsrSpec } from '../backend.js';
import { MAX_DIMENSION } from '../calls.js';
import { Refusal } from '../errors.js';
import { Rows } from './rows.js';

/** A copy of compressed rows, or `null` where some row doesn't ascend without repeats. */
export function fromCompressed(spec: CsrSpec): Rows | null {
  const { offsets, indices, values, iso } = spec.arrays;
  const rows = offsets.length - 1;
  checkOffsets(offsets, indices.length);
  const cols = spec.cols ?? columnsOf(indices);
  let ascending = true;
  for (let i = 0; i < rows; i++) {
    let before = -1;
    for (let p = offsets[i]!; p < offsets[i + 1]!; p++) {
      const j = indices[p]!;
      if (j >= cols) {
        throw new Refusal(
          'GrB_INDEX_OUT_OF_BOUNDS',
          `index outside 0..${String(cols - 1)}: ${String(j)} at ${String(p)}`,
        );
      }
      if (j <= before) ascending = false;
      before = j;
    }
  }
  if (!ascending) return null;
  const shape = { vector: false, dtype: spec.dtype, rows, cols };
  return new Rows(shape, offsets.slice(), indices.slice(), values.slice(), iso);
}

function checkOffsets(offsets: Uint32Array, count: number): void {
  const last = offsets[offsets.length - 1]!;
  if (offsets[0] !== 0 || last !== count) {
    throw new Refusal(
      'GrB_INVALID_VALUE',
      `offsets don't run from 0 to the number of indices, ${String(count)}: ${String(offsets[0])}..${String(last)}`,
    );
  }
  for (let i = 0; i + 1 < offsets.length; i++) {
    if (offsets[i + 1]! < offsets[i]!) {
      throw new Refusal(
        'GrB_INVALID_VALUE',
        `offsets fall at row ${String(i)}: ${String(offsets[i])} then ${String(offsets[i + 1])}`,
      );
    }
  }
}

function columnsOf(indices: Uint32Array): number {
  let cols = 0;
  for (const index of indices) if (index >= cols) cols = index + 1;
  if (cols > MAX_DIMENSION) {
    throw new Refusal(
      'GrB_INVALID_VALUE',
      `columns outside 0..${String(MAX_DIMENSION)}: ${String(cols)}`,
    );
  }
  return cols;
}
