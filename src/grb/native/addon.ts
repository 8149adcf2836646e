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

/** What brief work gives at once, other work later. */
export type Soon<T> = T | Promise<T>;

/**
 * The functions of native/addon.cc. Each checks its arguments and copies its columns before it returns; what it
 * refuses is a promise that rejects with an error that carries `grbCode`.
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
  ): Soon<Handle>;
  /** `null` where some row doesn't ascend without repeats. */
  fromCsr(
    dtype: string,
    cols: number | null,
    offsets: Uint32Array,
    indices: Uint32Array,
    values: RawArray,
    iso: boolean,
    flag: Flag,
  ): Soon<Handle> | null;
  full(dtype: string, size: number, value: Raw, flag: Flag): Soon<Handle>;
  product(
    kind: string,
    a: Handle,
    b: Handle,
    semiring: string,
    transposeA: boolean,
    transposeB: boolean,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Handle>;
  eWise(
    kind: string,
    a: Handle,
    b: Handle,
    op: string,
    transposeA: boolean,
    transposeB: boolean,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Handle>;
  unary(a: Handle, op: string, out: AddonOutput | null, flag: Flag): Soon<Handle>;
  bound(
    a: Handle,
    op: string,
    left: boolean,
    scalar: Raw,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Handle>;
  cast(a: Handle, dtype: string, out: AddonOutput | null, flag: Flag): Soon<Handle>;
  positions(
    a: Handle,
    row: boolean,
    plus: number,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Handle>;
  selectPosition(
    a: Handle,
    test: string,
    k: number,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Handle>;
  selectValue(
    a: Handle,
    test: string,
    value: Raw,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Handle>;
  extract(
    a: Handle,
    rows: Uint32Array | null,
    cols: Uint32Array | null,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Handle>;
  extractRow(
    a: Handle,
    row: number,
    transposed: boolean,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Handle>;
  reduceRows(
    a: Handle,
    monoid: string,
    transposed: boolean,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Handle>;
  reduce(a: Handle, monoid: string, flag: Flag): Soon<Raw | undefined>;
  element(a: Handle, row: number, col: number): Soon<Raw | undefined>;
  transpose(a: Handle, out: AddonOutput | null, flag: Flag): Soon<Handle>;
  diagMatrix(v: Handle, k: number, flag: Flag): Soon<Handle>;
  diagVector(a: Handle, k: number, flag: Flag): Soon<Handle>;
  toCsr(a: Handle, flag: Flag): Soon<CsrArrays>;
  /** One word a node, bit s set where seed s leads there. */
  reachWords(
    a: Handle,
    seeds: Uint32Array,
    avoid: Uint8Array | null,
    maxHops: number | null,
    flag: Flag,
  ): Soon<BigUint64Array>;
  /** Parts of the running operation that looks at this flag; `null` where there is none or it has one part. */
  progress(flag: Int32Array): { readonly done: number; readonly total: number } | null;
  free(a: Handle): void;
  describe(): { readonly version: string; readonly threads: number };
  useThreads(count: number): void;
}
