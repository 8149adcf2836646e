import type { Dtype } from './dtype.js';
import type { MatrixMask, VectorMask } from './mask.js';
import type { Matrix } from './matrix.js';
import type { BinaryOp } from './operators.js';
import type { RunContext } from './recorder.js';
import type { Vector } from './vector.js';

/**
 * Where a result T goes: C⟨mask, replace⟩ = accum(C, T). Objects never change: `into` is the old C, the result is
 * a new one, so an output may be an input too. Without `into`, C is empty.
 */
export interface MatrixOutput<D extends Dtype> extends RunContext {
  readonly mask?: MatrixMask;
  readonly accum?: BinaryOp<D>;
  readonly into?: Matrix<D>;
  /** Drops the entries of `into` outside the mask. */
  readonly replace?: boolean;
}

export interface VectorOutput<D extends Dtype> extends RunContext {
  readonly mask?: VectorMask;
  readonly accum?: BinaryOp<D>;
  readonly into?: Vector<D>;
  readonly replace?: boolean;
}

/** Reads the first or second operand transposed. */
export interface Transposed {
  readonly transposeFirst?: boolean;
  readonly transposeSecond?: boolean;
}
