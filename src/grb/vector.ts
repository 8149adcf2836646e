import type { Backend } from './backend.js';
import { checkDtype, checkIndices, cooSpec, type IndexInput } from './build.js';
import { Call, produce, spell, vectorShape } from './calls.js';
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
import type { Matrix } from './matrix.js';
import type {
  AnySemiring,
  BinaryOp,
  Comparison,
  ProductDtype,
  Semiring,
  UnaryOp,
  ValueTest,
} from './operators.js';
import type { Transposed, VectorOutput } from './options.js';
import type { RunContext } from './recorder.js';
import { applySpec, castTarget, operatorFor, productDtypeFor, selectSpec } from './resolve.js';
import { currentBackend } from './select.js';

/** A sparse vector's columns, by ascending index. */
export interface VectorCoo<D extends Dtype> {
  readonly size: number;
  readonly indices: Uint32Array;
  readonly values: Values<D>;
}

type VectorTest = 'rowle' | 'rowgt';

/** A sparse vector: immutable, of one dtype, an absent entry is not a zero. */
export class Vector<D extends Dtype = Dtype> extends Held<D> {
  static async fromCOO<D extends Dtype>(
    dtype: D,
    indices: IndexInput,
    values: ValuesInput<D>,
    options: { readonly size?: number; readonly dup?: BinaryOp<D> } & RunContext = {},
  ): Promise<Vector<D>> {
    const call = new Call('Vector.fromCOO', [], options);
    const shape = options.size === undefined ? { nrows: 1 } : { nrows: 1, ncols: options.size };
    const spec = cooSpec(call, dtype, null, indices, values, { ...shape, dup: options.dup }, true);
    const backend = currentBackend(options);
    return new Vector<D>(await call.run({}, (task) => backend.fromCoo(spec, task)), backend);
  }

  /** Every position set to one value. */
  static async full<D extends Dtype>(
    dtype: D,
    size: number,
    value: Scalar<D>,
    options: RunContext = {},
  ): Promise<Vector<D>> {
    const call = new Call('Vector.full', [], options);
    checkDtype(call, dtype);
    call.dimension('size', size);
    const raw = call.raw('value', dtype, value);
    const backend = currentBackend(options);
    return new Vector<D>(
      await call.run({}, (task) => backend.full(dtype, size, raw, task)),
      backend,
    );
  }

  static async empty<D extends Dtype>(
    dtype: D,
    size: number,
    options: RunContext = {},
  ): Promise<Vector<D>> {
    return Vector.fromCOO(dtype, [], [] as readonly Scalar<D>[], { ...options, size });
  }

  get size(): number {
    return this.handle.cols;
  }

  /** Structural mask. */
  get S(): Mask<Vector<D>> {
    return new Mask(this, true);
  }

  /** Value mask. */
  get V(): Mask<Vector<D>> {
    return new Mask(this, false);
  }

  /** wᵀ = uᵀ ⊗.⊕ A. Cost: the out-edges of the entries of u. */
  async vxm<E extends Dtype, const S extends Semiring<D, E> & AnySemiring>(
    matrix: Matrix<E>,
    semiring: S,
    options: VectorOutput<ProductDtype<S, D, E>> & Pick<Transposed, 'transposeSecond'> = {},
  ): Promise<Vector<ProductDtype<S, D, E>>> {
    const call = new Call('vxm', [this, operand('vxm', matrix, 'matrix', this)], options);
    const dtype = productDtypeFor(call, semiring, this.dtype, matrix.dtype);
    const { transposeSecond = false } = options;
    call.flags({ transposeSecond });
    const { rows, cols } = matrix.handle;
    const [inner, width] = transposeSecond ? [cols, rows] : [rows, cols];
    call.equal('inner dimensions', this.size, inner);
    const handle = await produce(
      call,
      options,
      vectorShape(dtype, width),
      semiring,
      (backend, out, task) =>
        backend.product(
          'vxm',
          call.a,
          call.b,
          semiring,
          { a: false, b: transposeSecond },
          out,
          task,
        ),
    );
    return new Vector<ProductDtype<S, D, E>>(handle, this.backend);
  }

  /** Union of the patterns; `op` where both have an entry, else the entry that is there. */
  async eWiseAdd(
    other: Vector<D>,
    op: BinaryOp<D>,
    options: VectorOutput<D> = {},
  ): Promise<Vector<D>> {
    return this.#eWise('add', 'eWiseAdd', other, op, options);
  }

  /** Intersection of the patterns. Comparisons give bool. */
  async eWiseMult(
    other: Vector<D>,
    op: Comparison,
    options?: VectorOutput<'bool'>,
  ): Promise<Vector<'bool'>>;
  async eWiseMult(other: Vector<D>, op: BinaryOp<D>, options?: VectorOutput<D>): Promise<Vector<D>>;
  async eWiseMult(
    other: Vector<D>,
    op: BinaryOp<D> | Comparison,
    options: VectorOutput<D> | VectorOutput<'bool'> = {},
  ): Promise<Vector<D> | Vector<'bool'>> {
    return this.#eWise('mult', 'eWiseMult', other, op, options);
  }

  async #eWise(
    kind: 'add' | 'mult',
    name: string,
    other: Vector<D>,
    op: BinaryOp<D> | Comparison,
    options: VectorOutput<D> | VectorOutput<'bool'>,
  ): Promise<Vector<D>> {
    const call = new Call(name, [this, operand(name, other, 'vector', this)], options);
    call.sameDtype(this.dtype, other.dtype);
    call.equal('sizes', this.size, other.size);
    const resolved = operatorFor(call, op, this.dtype, kind === 'mult');
    const handle = await produce(
      call,
      options,
      vectorShape(resolved.dtype, this.size),
      resolved.op,
      (backend, out, task) =>
        backend.eWise(kind, call.a, call.b, resolved.op, { a: false, b: false }, out, task),
    );
    return new Vector<D>(handle, this.backend);
  }

  /** A unary operator on every entry, or a binary one with `right` or `left` bound to a value. */
  async apply(op: UnaryOp<D>, options?: VectorOutput<D>): Promise<Vector<D>>;
  async apply(
    op: Comparison,
    options: ({ readonly right: Scalar<D> } | { readonly left: Scalar<D> }) & VectorOutput<'bool'>,
  ): Promise<Vector<'bool'>>;
  async apply(
    op: BinaryOp<D>,
    options: ({ readonly right: Scalar<D> } | { readonly left: Scalar<D> }) & VectorOutput<D>,
  ): Promise<Vector<D>>;
  async apply(
    op: UnaryOp<D> | BinaryOp<D> | Comparison,
    options: { readonly right?: Scalar<D>; readonly left?: Scalar<D> } & (
      VectorOutput<D> | VectorOutput<'bool'>
    ) = {},
  ): Promise<Vector<D> | Vector<'bool'>> {
    const call = new Call('apply', [this], options);
    const { spec: what, dtype, text } = applySpec(call, op, options, this.dtype);
    return this.#apply(call, what, dtype, text, options) as Promise<Vector<D>>;
  }

  /** The same pattern with values of another dtype, by C's conversions. */
  async cast<E extends Dtype>(dtype: E, options: VectorOutput<E> = {}): Promise<Vector<E>> {
    const call = new Call('cast', [this], options);
    castTarget(call, dtype);
    return this.#apply(call, { kind: 'cast', to: dtype }, dtype, dtype, options) as Promise<
      Vector<E>
    >;
  }

  /** Every entry's index plus `offset`, as int64. */
  async position(offset = 0, options: VectorOutput<'int64'> = {}): Promise<Vector<'int64'>> {
    const call = new Call('position', [this], options);
    call.whole('offset', offset);
    return this.#apply(
      call,
      { kind: 'index', of: 'col', plus: offset },
      'int64',
      'index',
      options,
    ) as Promise<Vector<'int64'>>;
  }

  async #apply(
    call: Call,
    what: Parameters<Backend['apply']>[1],
    dtype: Dtype,
    text: string,
    options: object,
  ): Promise<Vector> {
    const handle = await produce(
      call,
      options,
      vectorShape(dtype, this.size),
      text,
      (backend, out, task) => backend.apply(call.a, what, out, task),
    );
    return new Vector(handle, this.backend);
  }

  /** The entries that pass a test of index (`rowle`: index ≤ k, `rowgt`) or of value. */
  async select(test: VectorTest, k?: number, options?: VectorOutput<D>): Promise<Vector<D>>;
  async select(test: ValueTest<D>, value: Scalar<D>, options?: VectorOutput<D>): Promise<Vector<D>>;
  async select(
    test: VectorTest | ValueTest<D>,
    thunk: number | Scalar<D> = 0,
    options: VectorOutput<D> = {},
  ): Promise<Vector<D>> {
    const call = new Call('select', [this], options);
    const what = selectSpec(call, test, thunk, this.dtype);
    if (what.kind === 'position' && what.test !== 'rowle' && what.test !== 'rowgt') {
      throw call.fail(
        'GrB_INVALID_VALUE',
        `a vector has no ${spell(test)}; it has rowle and rowgt`,
      );
    }
    const handle = await produce(
      call,
      options,
      vectorShape(this.dtype, this.size),
      test,
      (backend, out, task) => backend.select(call.a, what, out, task),
    );
    return new Vector<D>(handle, this.backend);
  }

  /** The subvector of these positions, in this order, repeats allowed. */
  async extract(indices: IndexInput, options: VectorOutput<D> = {}): Promise<Vector<D>> {
    const call = new Call('extract', [this], options);
    const at = checkIndices(call, 'index', indices, this.size);
    call.dimension('size', at.length);
    const handle = await produce(
      call,
      options,
      vectorShape(this.dtype, at.length),
      null,
      (backend, out, task) => backend.extract(call.a, null, at, out, task),
    );
    return new Vector<D>(handle, this.backend);
  }

  /** The value at a position, or `undefined` where there is no entry. */
  async get(index: number): Promise<Scalar<D> | undefined> {
    const call = new Call('get', [this]);
    const raw = await this.backend
      .element(call.a, 0, call.index('index', index, this.size))
      .catch((error: unknown) => {
        throw call.refused(error);
      });
    return raw === undefined ? undefined : toScalar(this.dtype, raw);
  }

  /** An object of its own over the same entries. */
  async dup(): Promise<Vector<D>> {
    return this.select('rowle', this.size);
  }

  async toCOO(options: RunContext = {}): Promise<VectorCoo<D>> {
    const { indices, values } = await this.columns('toCOO', options, (backend, handle, task) =>
      backend.toCsr(handle, task),
    );
    return { size: this.size, indices, values: values as unknown as Values<D> };
  }

  /** `[index, value]` of every entry, sorted. */
  async entries(options: RunContext = {}): Promise<(readonly [index: number, value: Scalar<D>])[]> {
    const { indices, values } = await this.toCOO(options);
    const raw = values as unknown as RawArray;
    return Array.from(indices, (index, k) => [index, toScalar(this.dtype, raw[k]!)] as const);
  }
}
