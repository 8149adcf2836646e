import type { Backend, Handle } from './backend.js';
import {
  checkIndices,
  cooSpec,
  csrSpec,
  type CsrInput,
  type IndexInput,
  type Shape,
} from './build.js';
import { Call, outputSpec, spell } from './calls.js';
import {
  toScalar,
  type Dtype,
  type RawArray,
  type Scalar,
  type Values,
  type ValuesInput,
} from './dtype.js';
import { Held, operand } from './held.js';
import { Mask } from './mask.js';
import type {
  BinaryOp,
  Comparison,
  Monoid,
  PositionTest,
  ProductDtype,
  Semiring,
  AnySemiring,
  UnaryOp,
  ValueTest,
} from './operators.js';
import type { MatrixOutput, Transposed, VectorOutput } from './options.js';
import {
  applySpec,
  castTarget,
  monoidFor,
  operatorFor,
  productDtypeFor,
  selectSpec,
} from './resolve.js';
import type { RunContext } from './recorder.js';
import { Vector } from './vector.js';
import { currentBackend } from './select.js';

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

/**
 * A sparse matrix: immutable, rows by columns of one dtype, an absent entry is not a zero. Every operation is
 * asynchronous, takes `{mask, accum, into, replace, task, recorder}`, and gives a new object.
 *
 * Source: the GraphBLAS C API 2.0, in the vocabulary of python-graphblas.
 */
export class Matrix<D extends Dtype = Dtype> extends Held<D> {
  /** From coordinates; shape defaults to the greatest indices + 1, values to one `true` for all. */
  static async fromCOO<D extends Dtype>(
    dtype: D,
    rows: IndexInput,
    cols: IndexInput,
    values: ValuesInput<D>,
    options: Shape & { readonly dup?: BinaryOp<D> } & RunContext = {},
  ): Promise<Matrix<D>> {
    const call = new Call('Matrix.fromCOO', [], options);
    const spec = cooSpec(call, dtype, rows, cols, values, options, false);
    const backend = currentBackend(options);
    return new Matrix<D>(await call.run({}, (task) => backend.fromCoo(spec, task)), backend);
  }

  /** From compressed rows; columns may come in any order, and repeat when `dup` says how to fold them. */
  static async fromCSR<D extends Dtype>(
    dtype: D,
    offsets: IndexInput,
    indices: IndexInput,
    values: ValuesInput<D>,
    options: { readonly ncols?: number; readonly dup?: BinaryOp<D> } & RunContext = {},
  ): Promise<Matrix<D>> {
    const call = new Call('Matrix.fromCSR', [], options);
    return new Matrix<D>(
      ...(await compressed(
        call,
        dtype,
        { offsets, indices, width: options.ncols, dup: options.dup },
        values,
        options,
      )),
    );
  }

  /** From compressed columns. */
  static async fromCSC<D extends Dtype>(
    dtype: D,
    offsets: IndexInput,
    indices: IndexInput,
    values: ValuesInput<D>,
    options: { readonly nrows?: number; readonly dup?: BinaryOp<D> } & RunContext = {},
  ): Promise<Matrix<D>> {
    const call = new Call('Matrix.fromCSC', [], options);
    const [turned, backend] = await compressed(
      call,
      dtype,
      { offsets, indices, width: options.nrows, dup: options.dup },
      values,
      options,
    );
    const none = { mask: null, accum: null, into: null, replace: false };
    try {
      return new Matrix<D>(
        await call.run({}, (task) => backend.transpose(turned, none, task)),
        backend,
      );
    } finally {
      backend.free(turned);
    }
  }

  /** No entries. */
  static async empty<D extends Dtype>(
    dtype: D,
    nrows: number,
    ncols: number,
    options: RunContext = {},
  ): Promise<Matrix<D>> {
    return Matrix.fromCOO(dtype, [], [], [] as readonly Scalar<D>[], { ...options, nrows, ncols });
  }

  /** A vector on the k-th diagonal of a square matrix. */
  static async diag<D extends Dtype>(
    v: Vector<D>,
    k = 0,
    options: RunContext = {},
  ): Promise<Matrix<D>> {
    const call = new Call('Matrix.diag', [operand(v, 'vector')], options);
    call.whole('diagonal', k);
    call.dimension('size with diagonal', v.size + Math.abs(k));
    const backend = call.backend();
    return new Matrix<D>(
      await call.run({}, (task) => backend.diagMatrix(call.a, k, task)),
      backend,
    );
  }

  get nrows(): number {
    return this.handle.rows;
  }

  get ncols(): number {
    return this.handle.cols;
  }

  /** Structural mask. */
  get S(): Mask<Matrix<D>> {
    return new Mask(this, true);
  }

  /** Value mask. */
  get V(): Mask<Matrix<D>> {
    return new Mask(this, false);
  }

  /** C⟨M⟩ = C ⊕ A ⊗.⊕ B. Cost: the multiplications of the rows that the mask allows. */
  async mxm<E extends Dtype, const S extends Semiring<D, E> & AnySemiring>(
    other: Matrix<E>,
    semiring: S,
    options: MatrixOutput<ProductDtype<S, D, E>> & Transposed = {},
  ): Promise<Matrix<ProductDtype<S, D, E>>> {
    const call = new Call('mxm', [this, operand(other, 'matrix')], options);
    const dtype = productDtypeFor(call, semiring, this.dtype, other.dtype);
    const { transposeFirst = false, transposeSecond = false } = options;
    const [rows, inner] = turned(this.handle, transposeFirst);
    const [inner2, cols] = turned(other.handle, transposeSecond);
    call.equal('inner dimensions', inner, inner2);
    const { spec, mask } = outputSpec(call, options, { vector: false, dtype, rows, cols });
    const backend = call.backend();
    const handle = await call.run({ semiring, mask }, (task) =>
      backend.product(
        'mxm',
        call.a,
        call.b,
        semiring,
        { a: transposeFirst, b: transposeSecond },
        spec,
        task,
      ),
    );
    return new Matrix<ProductDtype<S, D, E>>(handle, backend);
  }

  /** w = A ⊗.⊕ u */
  async mxv<E extends Dtype, const S extends Semiring<D, E> & AnySemiring>(
    vector: Vector<E>,
    semiring: S,
    options: VectorOutput<ProductDtype<S, D, E>> & Pick<Transposed, 'transposeFirst'> = {},
  ): Promise<Vector<ProductDtype<S, D, E>>> {
    const call = new Call('mxv', [this, operand(vector, 'vector')], options);
    const dtype = productDtypeFor(call, semiring, this.dtype, vector.dtype);
    const { transposeFirst = false } = options;
    const [rows, inner] = turned(this.handle, transposeFirst);
    call.equal('inner dimensions', inner, vector.size);
    const { spec, mask } = outputSpec(call, options, { vector: true, dtype, rows: 1, cols: rows });
    const backend = call.backend();
    const handle = await call.run({ semiring, mask }, (task) =>
      backend.product('mxv', call.a, call.b, semiring, { a: transposeFirst, b: false }, spec, task),
    );
    return new Vector<ProductDtype<S, D, E>>(handle, backend);
  }

  /** Union of the patterns; `op` where both have an entry, else the entry that is there. */
  async eWiseAdd(
    other: Matrix<D>,
    op: BinaryOp<D>,
    options: MatrixOutput<D> & Transposed = {},
  ): Promise<Matrix<D>> {
    return this.#eWise('add', 'eWiseAdd', other, op, options);
  }

  /** Intersection of the patterns. Comparisons give bool. */
  async eWiseMult(
    other: Matrix<D>,
    op: Comparison,
    options?: MatrixOutput<'bool'> & Transposed,
  ): Promise<Matrix<'bool'>>;
  async eWiseMult(
    other: Matrix<D>,
    op: BinaryOp<D>,
    options?: MatrixOutput<D> & Transposed,
  ): Promise<Matrix<D>>;
  async eWiseMult(
    other: Matrix<D>,
    op: BinaryOp<D> | Comparison,
    options: (MatrixOutput<D> | MatrixOutput<'bool'>) & Transposed = {},
  ): Promise<Matrix<D> | Matrix<'bool'>> {
    return this.#eWise('mult', 'eWiseMult', other, op, options);
  }

  async #eWise(
    kind: 'add' | 'mult',
    name: string,
    other: Matrix<D>,
    op: BinaryOp<D> | Comparison,
    options: (MatrixOutput<D> | MatrixOutput<'bool'>) & Transposed,
  ): Promise<Matrix<D>> {
    const call = new Call(name, [this, operand(other, 'matrix')], options);
    call.sameDtype(this.dtype, other.dtype);
    const resolved = operatorFor(call, op, this.dtype, kind === 'mult');
    const { transposeFirst = false, transposeSecond = false } = options;
    const [rows, cols] = turned(this.handle, transposeFirst);
    const [rows2, cols2] = turned(other.handle, transposeSecond);
    call.equal('rows', rows, rows2);
    call.equal('columns', cols, cols2);
    const { spec, mask } = outputSpec(call, options, {
      vector: false,
      dtype: resolved.dtype,
      rows,
      cols,
    });
    const backend = call.backend();
    const handle = await call.run({ semiring: resolved.op, mask }, (task) =>
      backend.eWise(
        kind,
        call.a,
        call.b,
        resolved.op,
        { a: transposeFirst, b: transposeSecond },
        spec,
        task,
      ),
    );
    return new Matrix<D>(handle, backend);
  }

  /** A unary operator on every entry, or a binary one with `right` or `left` bound to a value. */
  async apply(op: UnaryOp<D>, options?: MatrixOutput<D>): Promise<Matrix<D>>;
  async apply(
    op: Comparison,
    options: ({ readonly right: Scalar<D> } | { readonly left: Scalar<D> }) & MatrixOutput<'bool'>,
  ): Promise<Matrix<'bool'>>;
  async apply(
    op: BinaryOp<D>,
    options: ({ readonly right: Scalar<D> } | { readonly left: Scalar<D> }) & MatrixOutput<D>,
  ): Promise<Matrix<D>>;
  async apply(
    op: UnaryOp<D> | BinaryOp<D> | Comparison,
    options: { readonly right?: Scalar<D>; readonly left?: Scalar<D> } & (
      MatrixOutput<D> | MatrixOutput<'bool'>
    ) = {},
  ): Promise<Matrix<D> | Matrix<'bool'>> {
    const call = new Call('apply', [this], options);
    const { spec: what, dtype, text } = applySpec(call, op, options, this.dtype);
    return this.#apply(call, what, dtype, text, options) as Promise<Matrix<D>>;
  }

  /** The same pattern with values of another dtype, by C's conversions. */
  async cast<E extends Dtype>(dtype: E, options: MatrixOutput<E> = {}): Promise<Matrix<E>> {
    const call = new Call('cast', [this], options);
    castTarget(call, dtype);
    return this.#apply(call, { kind: 'cast', to: dtype }, dtype, dtype, options) as Promise<
      Matrix<E>
    >;
  }

  /** Every entry's row (or column) number plus `offset`, as int64. */
  async position(
    of: 'row' | 'col',
    offset = 0,
    options: MatrixOutput<'int64'> = {},
  ): Promise<Matrix<'int64'>> {
    const call = new Call('position', [this], options);
    call.whole('offset', offset);
    if (of !== 'row' && of !== 'col')
      throw call.fail('GrB_INVALID_VALUE', `neither row nor col: ${spell(of)}`);
    return this.#apply(call, { kind: 'index', of, plus: offset }, 'int64', of, options) as Promise<
      Matrix<'int64'>
    >;
  }

  async #apply(
    call: Call,
    what: Parameters<Backend['apply']>[1],
    dtype: Dtype,
    text: string,
    options: object,
  ): Promise<Matrix> {
    const { spec, mask } = outputSpec(call, options, {
      vector: false,
      dtype,
      rows: this.nrows,
      cols: this.ncols,
    });
    const backend = call.backend();
    return new Matrix(
      await call.run({ semiring: text, mask }, (task) => backend.apply(call.a, what, spec, task)),
      backend,
    );
  }

  /** The entries that pass a test of position (`tril`, k) or of value (`valuege`, x). */
  async select(test: PositionTest, k?: number, options?: MatrixOutput<D>): Promise<Matrix<D>>;
  async select(test: ValueTest<D>, value: Scalar<D>, options?: MatrixOutput<D>): Promise<Matrix<D>>;
  async select(
    test: PositionTest | ValueTest<D>,
    thunk: number | Scalar<D> = 0,
    options: MatrixOutput<D> = {},
  ): Promise<Matrix<D>> {
    const call = new Call('select', [this], options);
    const what = selectSpec(call, test, thunk, this.dtype);
    const { spec, mask } = outputSpec(call, options, {
      vector: false,
      dtype: this.dtype,
      rows: this.nrows,
      cols: this.ncols,
    });
    const backend = call.backend();
    const handle = await call.run({ semiring: test, mask }, (task) =>
      backend.select(call.a, what, spec, task),
    );
    return new Matrix<D>(handle, backend);
  }

  /** The submatrix of these rows and columns, in this order, repeats allowed; `null` = all. */
  async extract(
    rows: IndexInput | null,
    cols: IndexInput | null,
    options: MatrixOutput<D> = {},
  ): Promise<Matrix<D>> {
    const call = new Call('extract', [this], options);
    const r = rows === null ? null : checkIndices(call, 'row', rows, this.nrows);
    const c = cols === null ? null : checkIndices(call, 'column', cols, this.ncols);
    const shape = {
      vector: false,
      dtype: this.dtype,
      rows: r?.length ?? this.nrows,
      cols: c?.length ?? this.ncols,
    };
    call.dimension('rows', shape.rows);
    call.dimension('columns', shape.cols);
    const { spec, mask } = outputSpec(call, options, shape);
    const backend = call.backend();
    return new Matrix<D>(
      await call.run({ mask }, (task) => backend.extract(call.a, r, c, spec, task)),
      backend,
    );
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
    const { spec, mask } = outputSpec(call, options, {
      vector: true,
      dtype: this.dtype,
      rows: 1,
      cols,
    });
    const backend = call.backend();
    return new Vector<D>(
      await call.run({ mask }, (task) => backend.extractRow(call.a, index, transposed, spec, task)),
      backend,
    );
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
    const { spec, mask } = outputSpec(call, options, {
      vector: true,
      dtype: this.dtype,
      rows: 1,
      cols: lines,
    });
    const backend = call.backend();
    const handle = await call.run({ semiring: fold, mask }, (task) =>
      backend.reduceRows(call.a, fold, transposed, spec, task),
    );
    return new Vector<D>(handle, backend);
  }

  async transpose(options: MatrixOutput<D> = {}): Promise<Matrix<D>> {
    const call = new Call('transpose', [this], options);
    const { spec, mask } = outputSpec(call, options, {
      vector: false,
      dtype: this.dtype,
      rows: this.ncols,
      cols: this.nrows,
    });
    const backend = call.backend();
    return new Matrix<D>(
      await call.run({ mask }, (task) => backend.transpose(call.a, spec, task)),
      backend,
    );
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

  /** An object of its own over the same entries: disposing one leaves the other. */
  async dup(): Promise<Matrix<D>> {
    return this.select('rowle', this.nrows);
  }

  async toCSR(options: RunContext = {}): Promise<Csr<D>> {
    const { offsets, indices, values } = await this.rawRows('toCSR', options);
    return {
      nrows: this.nrows,
      ncols: this.ncols,
      offsets,
      indices,
      values: values as unknown as Values<D>,
    };
  }

  async toCOO(options: RunContext = {}): Promise<Coo<D>> {
    const { offsets, indices, values } = await this.rawRows('toCOO', options);
    const rows = new Uint32Array(indices.length);
    for (let i = 0; i + 1 < offsets.length; i++) rows.fill(i, offsets[i], offsets[i + 1]);
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
}

function turned(handle: Handle, transposed: boolean): readonly [rows: number, cols: number] {
  return transposed ? [handle.cols, handle.rows] : [handle.rows, handle.cols];
}

async function compressed<D extends Dtype>(
  call: Call,
  dtype: D,
  input: CsrInput,
  values: ValuesInput<D>,
  options: RunContext,
): Promise<readonly [Handle, Backend]> {
  const spec = csrSpec(call, dtype, input, values);
  const backend = currentBackend(options);
  const handle = await call.run({}, (task) =>
    'arrays' in spec ? backend.fromCsr(spec, task) : backend.fromCoo(spec, task),
  );
  return [handle, backend];
}
