import { CodedError } from '../task/index.js';

/** The error codes of the GraphBLAS C API that this door raises. */
export type GrbCode =
  | 'GrB_UNINITIALIZED_OBJECT'
  | 'GrB_NULL_POINTER'
  | 'GrB_INVALID_VALUE'
  | 'GrB_INVALID_INDEX'
  | 'GrB_DOMAIN_MISMATCH'
  | 'GrB_DIMENSION_MISMATCH'
  | 'GrB_OUTPUT_NOT_EMPTY'
  | 'GrB_NOT_IMPLEMENTED'
  | 'GrB_PANIC'
  | 'GrB_OUT_OF_MEMORY'
  | 'GrB_INSUFFICIENT_SPACE'
  | 'GrB_INVALID_OBJECT'
  | 'GrB_INDEX_OUT_OF_BOUNDS'
  | 'GrB_EMPTY_OBJECT';

/**
 * A call that GraphBLAS refuses. `code` is the GrB code, `call` the method as the user wrote it, `shapes` the
 * shapes and dtypes of its operands in order (`int64 3×4`).
 */
export class GraphBLASError extends CodedError {
  readonly call: string;
  readonly shapes: readonly string[];

  constructor(
    code: GrbCode,
    call: string,
    message: string,
    shapes: readonly string[] = [],
    options: { cause?: unknown } = {},
  ) {
    const operands = shapes.length === 0 ? '' : ` (${shapes.join(', ')})`;
    super(code, `${call}: ${message}${operands} [${code}]`, options);
    this.call = call;
    this.shapes = shapes;
  }
}

/** What a backend refuses; the call that it served makes a `GraphBLASError` of it. */
export class Refusal extends Error {
  readonly code: GrbCode;

  constructor(code: GrbCode, message: string) {
    super(message);
    this.code = code;
  }
}
