import type { CooArrays, CsrArrays, Handle } from '../backend.js';
import type { Raw, RawArray } from '../dtype.js';
import type { Beside } from './beside.js';

/** `OutputSpec` as C++ reads it. */
export interface AddonOutput {
  readonly mask: Wrapped | null;
  readonly structural: boolean;
  readonly complement: boolean;
  readonly accum: string | null;
  readonly into: Wrapped | null;
  readonly replace: boolean;
}

declare const wrapped: unique symbol;

/** A handle that wraps an object of the library's. */
export interface Wrapped extends Handle {
  readonly [wrapped]: true;
  beside: Beside | null;
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
  ): Soon<Wrapped>;
  /** `null` where some row doesn't ascend without repeats. */
  fromCsr(
    dtype: string,
    cols: number | null,
    offsets: Uint32Array,
    indices: Uint32Array,
    values: RawArray,
    iso: boolean,
    flag: Flag,
  ): Soon<Wrapped> | null;
  full(dtype: string, size: number, value: Raw, flag: Flag): Soon<Wrapped>;
  product(
    kind: string,
    a: Wrapped,
    b: Wrapped,
    semiring: string,
    transposeA: boolean,
    transposeB: boolean,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Wrapped>;
  eWise(
    kind: string,
    a: Wrapped,
    b: Wrapped,
    op: string,
    transposeA: boolean,
    transposeB: boolean,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Wrapped>;
  unary(a: Wrapped, op: string, out: AddonOutput | null, flag: Flag): Soon<Wrapped>;
  bound(
    a: Wrapped,
    op: string,
    left: boolean,
    scalar: Raw,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Wrapped>;
  cast(a: Wrapped, dtype: string, out: AddonOutput | null, flag: Flag): Soon<Wrapped>;
  positions(
    a: Wrapped,
    row: boolean,
    plus: number,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Wrapped>;
  selectPosition(
    a: Wrapped,
    test: string,
    k: number,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Wrapped>;
  selectValue(
    a: Wrapped,
    test: string,
    value: Raw,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Wrapped>;
  extract(
    a: Wrapped,
    rows: Uint32Array | null,
    cols: Uint32Array | null,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Wrapped>;
  extractRow(
    a: Wrapped,
    row: number,
    transposed: boolean,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Wrapped>;
  reduceRows(
    a: Wrapped,
    monoid: string,
    transposed: boolean,
    out: AddonOutput | null,
    flag: Flag,
  ): Soon<Wrapped>;
  reduce(a: Wrapped, monoid: string, flag: Flag): Soon<Raw | undefined>;
  /** A row's length, or a vector's; `null` where it is longer than the columns, not compressed, or a job runs. */
  readFew(
    a: Wrapped,
    row: number,
    indices: Uint32Array,
    values: RawArray,
  ): number | null | Promise<never>;
  /** Fills columns of the very lengths with all entries, spread to rows or compressed; `false` where a job runs. */
  readColumns(
    a: Wrapped,
    spread: boolean,
    lines: Uint32Array,
    indices: Uint32Array,
    values: RawArray,
  ): boolean | Promise<never>;
  fewOf(
    dtype: string,
    size: number,
    indices: Uint32Array,
    values: RawArray,
  ): Wrapped | Promise<never>;
  element(a: Wrapped, row: number, col: number): Soon<Raw | undefined>;
  transpose(a: Wrapped, out: AddonOutput | null, flag: Flag): Soon<Wrapped>;
  diagMatrix(v: Wrapped, k: number, flag: Flag): Soon<Wrapped>;
  diagVector(a: Wrapped, k: number, flag: Flag): Soon<Wrapped>;
  toCsr(a: Wrapped, flag: Flag): Promise<CsrArrays>;
  toCoo(a: Wrapped, flag: Flag): Promise<CooArrays>;
  /** One word a node, bit s set where seed s leads there. */
  reachWords(
    a: Wrapped,
    seeds: Uint32Array,
    avoid: Uint8Array | null,
    maxHops: number | null,
    flag: Flag,
  ): Soon<BigUint64Array>;
  /** Parts of the running operation that looks at this flag; `null` where there is none or it has one part. */
  progress(flag: Int32Array): { readonly done: number; readonly total: number } | null;
  free(a: Wrapped): void;
  describe(): { readonly version: string; readonly threads: number };
  useThreads(count: number): void;
}
