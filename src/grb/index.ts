export { Matrix } from './matrix.js';
export type { Coo, Csr } from './matrix-reading.js';
export { Vector, type VectorCoo } from './vector.js';
export { Mask, type MatrixMask, type VectorMask } from './mask.js';
export type { IndexInput, Shape } from './build.js';
export type { MatrixOutput, Transposed, VectorOutput } from './options.js';
export {
  DTYPES,
  type BigDtype,
  type Dtype,
  type NumericDtype,
  type Scalar,
  type Values,
  type ValuesInput,
} from './dtype.js';
export {
  CLOSED_OPS,
  COMPARISONS,
  MONOIDS,
  POSITION_TESTS,
  SEMIRINGS,
  UNARY_OPS,
  VALUE_TESTS,
} from './operators.js';
export type {
  AnySemiring,
  BinaryOp,
  Comparison,
  Monoid,
  PositionTest,
  ProductDtype,
  Semiring,
  UnaryOp,
  ValueTest,
} from './operators.js';
export {
  currentRun,
  Recorder,
  underRun,
  type RecordedProduct,
  type RunContext,
} from './recorder.js';
export { GraphBLASError, type GrbCode } from './errors.js';
export type { Backend, BackendDescription } from './backend.js';
export {
  backendStatus,
  defaultBackend,
  nativeBackendIfBuilt,
  type BackendStatus,
} from './select.js';
export { referenceBackend } from './reference/index.js';
