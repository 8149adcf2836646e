import { Call, produce, turned, vectorShape } from './calls.js';
import { toScalar, type Dtype, type RawArray, type Scalar, type Values } from './dtype.js';
import { Held } from './held.js';
import type { Monoid } from './operators.js';
import type { VectorOutput } from './options.js';
import type { RunContext } from './recorder.js';
import { monoidFor } from './resolve.js';
import { Vector } from './vector.js';

export interface Csr<D extends Dtype> {
  readonly nrows: number;
  readonly ncols: number;
  /** nrows + 1 */
  readonly offsets: Uint32Array;
  /** Columns, ascending in each row. */
  readonly indices: Uint32Array;
  readonly values: Values<D>;
}

export interface Coo<D extends Dtype> {
  readonly nrows: number;
  readonly ncols: number;
  /** Sorted by (row, column). */
  readonly rows: Uint32Array;
  readonly cols: Uint32Array;
  readonly values: Values<D>;
}

/** What can be read of a matrix: its entries, its lines as vectors. */
export abstract class ReadableMatrix<D extends Dtype> extends Held<D> {
  get nrows(): number {
    return this.handle.rows;
  }

  get ncols(): number {
    return this.handle.cols;
  }

  /** The value at a position, or `undefined` where there is no entry. */
  async get(row: number, col: number): Promise<Scalar<D> | undefined> {
    const call = new Call('get', [this]);
    const raw = await this.backend
      .element(call.a, call.index('row', row, this.nrows), call.index('column', col, this.ncols))
      .catch((error: unknown) => {
        throw call.refused(error);
      });
    return raw === undefined ? undefined : toScalar(this.dtype, raw);
  }

  async toCSR(options: RunContext = {}): Promise<Csr<D>> {
    const { offsets, indices, values } = await this.columns(
      'toCSR',
      options,
      (backend, handle, task) => backend.toCsr(handle, task),
    );
    return {
      nrows: this.nrows,
      ncols: this.ncols,
      offsets,
      indices,
      values: values as unknown as Values<D>,
    };
  }

  async toCOO(options: RunContext = {}): Promise<Coo<D>> {
    const { rows, indices, values } = await this.columns(
      'toCOO',
      options,
      (backend, handle, task) => backend.toCoo(handle, task),
    );
    return {
      nrows: this.nrows,
      ncols: this.ncols,
      rows,
      cols: indices,
      values: values as unknown as Values<D>,
    };
  }

  /** `[row, column, value]` of every entry, sorted: for looking; columns (`toCOO`) are for computing. */
  async entries(
    options: RunContext = {},
  ): Promise<(readonly [row: number, col: number, value: Scalar<D>])[]> {
    const { rows, cols, values } = await this.toCOO(options);
    const raw = values as unknown as RawArray;
    return Array.from(rows, (row, k) => [row, cols[k]!, toScalar(this.dtype, raw[k]!)] as const);
  }

  async row(index: number, options: VectorOutput<D> = {}): Promise<Vector<D>> {
    return this.#line('row', index, false, options);
  }

  async col(index: number, options: VectorOutput<D> = {}): Promise<Vector<D>> {
    return this.#line('col', index, true, options);
  }

  async #line(
    name: string,
    index: number,
    transposed: boolean,
    options: VectorOutput<D>,
  ): Promise<Vector<D>> {
    const call = new Call(name, [this], options);
    const [rows, cols] = turned(this.handle, transposed);
    call.index('index', index, rows);
    const handle = await produce(
      call,
      options,
      vectorShape(this.dtype, cols),
      null,
      (backend, out, task) => backend.extractRow(call.a, index, transposed, out, task),
    );
    return new Vector<D>(handle, this.backend);
  }

  /** Each row folded to one value; rows without entries stay absent. */
  async reduceRows(monoid: Monoid<D>, options: VectorOutput<D> = {}): Promise<Vector<D>> {
    return this.#reduceLines('reduceRows', monoid, false, options);
  }

  async reduceColumns(monoid: Monoid<D>, options: VectorOutput<D> = {}): Promise<Vector<D>> {
    return this.#reduceLines('reduceColumns', monoid, true, options);
  }

  async #reduceLines(
    name: string,
    monoid: Monoid<D>,
    transposed: boolean,
    options: VectorOutput<D>,
  ): Promise<Vector<D>> {
    const call = new Call(name, [this], options);
    const fold = monoidFor(call, monoid, this.dtype);
    const [lines] = turned(this.handle, transposed);
    const handle = await produce(
      call,
      options,
      vectorShape(this.dtype, lines),
      fold,
      (backend, out, task) => backend.reduceRows(call.a, fold, transposed, out, task),
    );
    return new Vector<D>(handle, this.backend);
  }

  /** The k-th diagonal. */
  async diag(k = 0, options: RunContext = {}): Promise<Vector<D>> {
    const call = new Call('diag', [this], options);
    call.whole('diagonal', k);
    const backend = call.backend();
    return new Vector<D>(
      await call.run({}, (task) => backend.diagVector(call.a, k, task)),
      backend,
    );
  }
}
