import type { CsrArrays, Handle } from '../backend.js';
import type { Raw, RawArray } from '../dtype.js';

/** `OutputSpec` as C++ reads it. */
export interface AddonOutput {
  readonly mask: Handle | null;
  readonly structural: boolean;
  readonly complement: boolean;
  readonly accum: string | null;
  readonly into: Handle | null;
  readonly replace: boolean;
}

type Flag = Int32Array | undefined;

/**
 * The functions of native/addon.cc. Each checks its arguments and copies its columns before it returns; the promise
 * rejects with an error that carries `grbCode`.
 */
export interface Addon {
  fromCoo(
    vector: boolean,
    dtype: string,
    rows: number,
    cols: number,
    rowIndices: Uint32Array,
    colIndices: Uint32Array,
    values: RawArray,
    iso: boolean,
    dup: string | null,
    flag: Flag,
  ): Promise<Handle>;
  fromCsr(
    dtype: string,
    rows: number,
    cols: number,
    offsets: Uint32Array,
    indices: Uint32Array,
    values: RawArray,
    iso: boolean,
    flag: Flag,
  ): Promise<Handle>;
  full(dtype: string, size: number, value: Raw, flag: Flag): Promise<Handle>;
  product(
    kind: string,
    a: Handle,
    b: Handle,
    semiring: string,
    transposeA: boolean,
    transposeB: boolean,
    out: AddonOutput,
    flag: Flag,
  ): Promise<Handle>;
  eWise(
    kind: string,
    a: Handle,
    b: Handle,
    op: string,
    transposeA: boolean,
    transposeB: boolean,
    out: AddonOutput,
    flag: Flag,
  ): Promise<Handle>;
  unary(a: Handle, op: string, out: AddonOutput, flag: Flag): Promise<Handle>;
  bound(
    a: Handle,
    op: string,
    left: boolean,
    scalar: Raw,
    out: AddonOutput,
    flag: Flag,
  ): Promise<Handle>;
  cast(a: Handle, dtype: string, out: AddonOutput, flag: Flag): Promise<Handle>;
  positions(a: Handle, row: boolean, plus: number, out: AddonOutput, flag: Flag): Promise<Handle>;
  selectPosition(a: Handle, test: string, k: number, out: AddonOutput, flag: Flag): Promise<Handle>;
  selectValue(a: Handle, test: string, value: Raw, out: AddonOutput, flag: Flag): Promise<Handle>;
  extract(
    a: Handle,
    rows: Uint32Array | null,
    cols: Uint32Array | null,
    out: AddonOutput,
    flag: Flag,
  ): Promise<Handle>;
  extractRow(
    a: Handle,
    row: number,
    transposed: boolean,
    out: AddonOutput,
    flag: Flag,
  ): Promise<Handle>;
  reduceRows(
    a: Handle,
    monoid: string,
    transposed: boolean,
    out: AddonOutput,
    flag: Flag,
  ): Promise<Handle>;
  reduce(a: Handle, monoid: string, flag: Flag): Promise<Raw | undefined>;
  element(a: Handle, row: number, col: number): Promise<Raw | undefined>;
  transpose(a: Handle, out: AddonOutput, flag: Flag): Promise<Handle>;
  diagMatrix(v: Handle, k: number, flag: Flag): Promise<Handle>;
  diagVector(a: Handle, k: number, flag: Flag): Promise<Handle>;
  toCsr(a: Handle, flag: Flag): Promise<CsrArrays>;
  /** One word a node, bit s set where seed s leads there. */
  reachWords(
    a: Handle,
    seeds: Uint32Array,
    avoid: Uint8Array | null,
    maxHops: number | null,
    flag: Flag,
  ): Promise<BigUint64Array>;
  free(a: Handle): void;
  describe(): { readonly version: string; readonly threads: number };
  useThreads(count: number): void;
}
