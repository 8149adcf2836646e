import type { Task } from '../task/index.js';
import type { Dtype, Raw, RawArray } from './dtype.js';
import type {
  AnyClosedOp,
  AnyMonoid,
  AnySemiring,
  AnyUnaryOp,
  AnyValueTest,
  Comparison,
  PositionTest,
} from './operators.js';

/** A matrix or vector inside a backend: immutable once made. A vector has `rows` 1 and `cols` its size. */
export interface Handle {
  readonly vector: boolean;
  readonly dtype: Dtype;
  readonly rows: number;
  readonly cols: number;
  readonly nvals: number;
}

export interface MaskSpec {
  readonly of: Handle;
  /** Presence alone counts, not the value. */
  readonly structural: boolean;
  readonly complement: boolean;
}

/** Where a result goes: C⟨M, replace⟩ = accum(C, T), as a new object; `into` is the old C and stays as it was. */
export interface OutputSpec {
  readonly mask: MaskSpec | null;
  readonly accum: AnyClosedOp | null;
  readonly into: Handle | null;
  readonly replace: boolean;
}

/** Compressed rows as they cross the boundary; one value where `iso`. */
export interface CsrArrays {
  readonly offsets: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: RawArray;
  readonly iso: boolean;
}

/** The same, each entry with its row. */
export interface CooArrays {
  readonly rows: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: RawArray;
  readonly iso: boolean;
}

export interface CooSpec {
  readonly vector: boolean;
  readonly dtype: Dtype;
  readonly rows: number;
  readonly cols: number;
  readonly rowIndices: Uint32Array;
  readonly colIndices: Uint32Array;
  /** One value where `iso`. */
  readonly values: RawArray;
  readonly iso: boolean;
  /** Folds repeated positions in input order; `null` refuses them, except that an iso build merges them. */
  readonly dup: AnyClosedOp | null;
}

export interface CsrSpec {
  readonly dtype: Dtype;
  /** As many as the greatest index asks for where `null`. */
  readonly cols: number | null;
  /** Offsets and indices are the backend's to check, as it reads them. */
  readonly arrays: CsrArrays;
}

export type ProductKind = 'mxm' | 'mxv' | 'vxm';

export type ApplySpec =
  | { readonly kind: 'unary'; readonly op: AnyUnaryOp }
  | {
      readonly kind: 'bind';
      readonly op: AnyClosedOp | Comparison;
      readonly side: 'left' | 'right';
      readonly scalar: Raw;
    }
  | { readonly kind: 'cast'; readonly to: Dtype }
  | { readonly kind: 'index'; readonly of: 'row' | 'col'; readonly plus: number };

export type SelectSpec =
  | { readonly kind: 'position'; readonly test: PositionTest; readonly k: number }
  | { readonly kind: 'value'; readonly test: AnyValueTest; readonly value: Raw };

/** How a backend presents itself to `mimir doctor`. */
export interface BackendDescription {
  readonly name: 'native' | 'reference';
  /** The library below, or `null`. */
  readonly library: string | null;
  readonly version: string | null;
  readonly threads: number;
}

/**
 * What the door needs of an engine. Arguments are checked before they arrive, but for the positions that build
 * something. Columns are read before a method returns: what becomes of them afterwards changes nothing. Every method
 * may reject with a `Refusal`, or with `Interrupted` once the task's flag is set.
 */
export interface Backend {
  readonly name: 'native' | 'reference';
  describe(): BackendDescription;

  fromCoo(spec: CooSpec, task: Task): Promise<Handle>;
  /** `null`, at once, where some row doesn't ascend without repeats: coordinates then. */
  fromCsr(spec: CsrSpec, task: Task): Promise<Handle> | null;
  /** A vector with every position set to one value. */
  full(dtype: Dtype, size: number, value: Raw, task: Task): Promise<Handle>;

  product(
    kind: ProductKind,
    a: Handle,
    b: Handle,
    semiring: AnySemiring,
    transpose: { readonly a: boolean; readonly b: boolean },
    out: OutputSpec,
    task: Task,
  ): Promise<Handle>;
  eWise(
    kind: 'add' | 'mult',
    a: Handle,
    b: Handle,
    op: AnyClosedOp | Comparison,
    transpose: { readonly a: boolean; readonly b: boolean },
    out: OutputSpec,
    task: Task,
  ): Promise<Handle>;
  apply(a: Handle, spec: ApplySpec, out: OutputSpec, task: Task): Promise<Handle>;
  select(a: Handle, spec: SelectSpec, out: OutputSpec, task: Task): Promise<Handle>;
  /** Rows and columns by position, `null` = all; of a vector only `cols` counts. */
  extract(
    a: Handle,
    rows: Uint32Array | null,
    cols: Uint32Array | null,
    out: OutputSpec,
    task: Task,
  ): Promise<Handle>;
  /** One row of a matrix (of its transpose: one column) as a vector. */
  extractRow(
    a: Handle,
    row: number,
    transposed: boolean,
    out: OutputSpec,
    task: Task,
  ): Promise<Handle>;
  reduceRows(
    a: Handle,
    monoid: AnyMonoid,
    transposed: boolean,
    out: OutputSpec,
    task: Task,
  ): Promise<Handle>;
  /** `undefined` when there is no entry. */
  reduce(a: Handle, monoid: AnyMonoid, task: Task): Promise<Raw | undefined>;
  transpose(a: Handle, out: OutputSpec, task: Task): Promise<Handle>;
  /** A square matrix with a vector on its k-th diagonal. */
  diagMatrix(v: Handle, k: number, task: Task): Promise<Handle>;
  diagVector(a: Handle, k: number, task: Task): Promise<Handle>;
  element(a: Handle, row: number, col: number): Promise<Raw | undefined>;
  /** Rows of a matrix; of a vector one row. */
  toCsr(a: Handle, task: Task): Promise<CsrArrays>;
  toCoo(a: Handle, task: Task): Promise<CooArrays>;
  /**
   * What each of at most 64 seeds reaches: two 32-bit words a node, bit s set where seed s leads there, itself
   * included. Avoided nodes (one byte a node) are never entered.
   */
  reachWords(
    a: Handle,
    seeds: Uint32Array,
    options: { readonly avoid?: Uint8Array | undefined; readonly maxHops?: number | undefined },
    task: Task,
  ): Promise<Uint32Array>;
  free(a: Handle): void;
}
