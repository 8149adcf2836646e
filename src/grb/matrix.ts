import type { Backend } from './backend.js';
import { checkIndices, cooSpec, type IndexInput, type Shape } from './build.js';
import { Call, matrixShape, produce, spell, turned, vectorShape } from './calls.js';
import { compressed } from './compressed.js';
import type { Dtype, Scalar, ValuesInput } from './dtype.js';
import { operand } from './held.js';
import { Mask } from './mask.js';
import { ReadableMatrix } from './matrix-reading.js';
import type {
  BinaryOp,
  Comparison,
  PositionTest,
  ProductDtype,
  Semiring,
  AnySemiring,
  UnaryOp,
  ValueTest,
} from './operators.js';
import type { MatrixOutput, Transposed, VectorOutput } from './options.js';
import { applySpec, castTarget, operatorFor, productDtypeFor, selectSpec } from './resolve.js';
import type { RunContext } from './recorder.js';
import { Vector } from './vector.js';
import { currentBackend } from './select.js';

/**
 * A sparse matrix: immutable, rows by columns of one dtype, an absent entry is not a zero. Every operation is
 * asynchronous, takes `{mask, accum, into, replace, task, recorder}`, and gives a new object.
 *
 * Source: the GraphBLAS C API 2.0, in the vocabulary of python-graphblas.
 */
export class Matrix<D extends Dtype = Dtype> extends ReadableMatrix<D> {
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
    const call = new Call('Matrix.diag', [operand('Matrix.diag', v, 'vector')], options);
    call.whole('diagonal', k);
    call.dimension('size with diagonal', v.size + Math.abs(k));
    const backend = call.backend();
    return new Matrix<D>(
      await call.run({}, (task) => backend.diagMatrix(call.a, k, task)),
      backend,
    );
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
    const call = new Call('mxm', [this, operand('mxm', other, 'matrix', this)], options);
    const dtype = productDtypeFor(call, semiring, this.dtype, other.dtype);
    const { transposeFirst = false, transposeSecond = false } = options;
    call.flags({ transposeFirst, transposeSecond });
    const [rows, inner] = turned(this.handle, transposeFirst);
    const [inner2, cols] = turned(other.handle, transposeSecond);
    call.equal('inner dimensions', inner, inner2);
    const handle = await produce(
      call,
      options,
      matrixShape(dtype, rows, cols),
      semiring,
      (backend, out, task) =>
        backend.product(
          'mxm',
          call.a,
          call.b,
          semiring,
          { a: transposeFirst, b: transposeSecond },
          out,
          task,
        ),
    );
    return new Matrix<ProductDtype<S, D, E>>(handle, this.backend);
  }

  /** w = A ⊗.⊕ u */
  async mxv<E extends Dtype, const S extends Semiring<D, E> & AnySemiring>(
    vector: Vector<E>,
    semiring: S,
    options: VectorOutput<ProductDtype<S, D, E>> & Pick<Transposed, 'transposeFirst'> = {},
  ): Promise<Vector<ProductDtype<S, D, E>>> {
    const call = new Call('mxv', [this, operand('mxv', vector, 'vector', this)], options);
    const dtype = productDtypeFor(call, semiring, this.dtype, vector.dtype);
    const { transposeFirst = false } = options;
    call.flags({ transposeFirst });
    const [rows, inner] = turned(this.handle, transposeFirst);
    call.equal('inner dimensions', inner, vector.size);
    const handle = await produce(
      call,
      options,
      vectorShape(dtype, rows),
      semiring,
      (backend, out, task) =>
        backend.product(
          'mxv',
          call.a,
          call.b,
          semiring,
          { a: transposeFirst, b: false },
          out,
          task,
        ),
    );
    return new Vector<ProductDtype<S, D, E>>(handle, this.backend);
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
    const call = new Call(name, [this, operand(name, other, 'matrix', this)], options);
    call.sameDtype(this.dtype, other.dtype);
    const resolved = operatorFor(call, op, this.dtype, kind === 'mult');
    const { transposeFirst = false, transposeSecond = false } = options;
    call.flags({ transposeFirst, transposeSecond });
    const [rows, cols] = turned(this.handle, transposeFirst);
    const [rows2, cols2] = turned(other.handle, transposeSecond);
    call.equal('rows', rows, rows2);
    call.equal('columns', cols, cols2);
    const handle = await produce(
      call,
      options,
      matrixShape(resolved.dtype, rows, cols),
      resolved.op,
      (backend, out, task) =>
        backend.eWise(
          kind,
          call.a,
          call.b,
          resolved.op,
          { a: transposeFirst, b: transposeSecond },
          out,
          task,
        ),
    );
    return new Matrix<D>(handle, this.backend);
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
    const handle = await produce(
      call,
      options,
      matrixShape(dtype, this.nrows, this.ncols),
      text,
      (backend, out, task) => backend.apply(call.a, what, out, task),
    );
    return new Matrix(handle, this.backend);
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
    const handle = await produce(
      call,
      options,
      matrixShape(this.dtype, this.nrows, this.ncols),
      test,
      (backend, out, task) => backend.select(call.a, what, out, task),
    );
    return new Matrix<D>(handle, this.backend);
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
    const shape = matrixShape(this.dtype, r?.length ?? this.nrows, c?.length ?? this.ncols);
    call.dimension('rows', shape.rows);
    call.dimension('columns', shape.cols);
    const handle = await produce(call, options, shape, null, (backend, out, task) =>
      backend.extract(call.a, r, c, out, task),
    );
    return new Matrix<D>(handle, this.backend);
  }

  async transpose(options: MatrixOutput<D> = {}): Promise<Matrix<D>> {
    const call = new Call('transpose', [this], options);
    const handle = await produce(
      call,
      options,
      matrixShape(this.dtype, this.ncols, this.nrows),
      null,
      (backend, out, task) => backend.transpose(call.a, out, task),
    );
    return new Matrix<D>(handle, this.backend);
  }

  /** An object of its own over the same entries: disposing one leaves the other. */
  async dup(): Promise<Matrix<D>> {
    return this.select('rowle', this.nrows);
  }
}
