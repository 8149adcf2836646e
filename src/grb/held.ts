import type { Task } from '../task/index.js';
import type { Backend, CsrArrays, Handle } from './backend.js';
import { Call, shapeOf } from './calls.js';
import { allocate, toScalar, type Dtype, type Scalar } from './dtype.js';
import { GraphBLASError } from './errors.js';
import type { Monoid } from './operators.js';
import type { RunContext } from './recorder.js';
import { monoidFor } from './resolve.js';

/** What matrices and vectors share: a handle of a backend, and its end. */
export abstract class Held<D extends Dtype = Dtype> {
  readonly backend: Backend;
  readonly dtype: D;
  #handle: Handle | null;
  readonly #kind: string;

  constructor(handle: Handle, backend: Backend) {
    this.#handle = handle;
    this.#kind = handle.vector ? 'Vector' : 'Matrix';
    this.backend = backend;
    this.dtype = handle.dtype as D;
  }

  /** The backend's object; refused once disposed. */
  get handle(): Handle {
    if (this.#handle === null) {
      throw new GraphBLASError('GrB_UNINITIALIZED_OBJECT', this.#kind, 'disposed object used');
    }
    return this.#handle;
  }

  /** Number of entries. */
  get nvals(): number {
    return this.handle.nvals;
  }

  get disposed(): boolean {
    return this.#handle === null;
  }

  /**
   * Gives the memory back now instead of when the collector comes. An operation that is running keeps what it
   * needs; twice is once.
   */
  dispose(): void {
    const handle = this.#handle;
    this.#handle = null;
    if (handle !== null) this.backend.free(handle);
  }

  /** All entries folded to one value; `undefined` when there are none. */
  async reduce(monoid: Monoid<D>, options: RunContext = {}): Promise<Scalar<D> | undefined> {
    const call = new Call('reduce', [this], options);
    const fold = monoidFor(call, monoid, this.dtype);
    const backend = this.backend;
    let raw: Awaited<ReturnType<Backend['reduce']>>;
    await call.run({ semiring: fold }, async (task) => {
      raw = await backend.reduce(call.a, fold, task);
      return { ...call.a, nvals: raw === undefined ? 0 : 1 };
    });
    return raw === undefined ? undefined : toScalar(this.dtype, raw);
  }

  /** What `read` reads out, iso values spread out. */
  protected async columns<T extends Pick<CsrArrays, 'indices' | 'values' | 'iso'>>(
    name: string,
    options: RunContext,
    read: (backend: Backend, handle: Handle, task: Task) => Promise<T>,
  ): Promise<T> {
    const handle = this.handle;
    const call = new Call(name, [this], options);
    let arrays: T | undefined;
    await call.run({}, async (task) => {
      arrays = await read(this.backend, call.a, task);
      return handle;
    });
    const { indices, values, iso } = arrays!;
    if (!iso) return arrays!;
    const spread = allocate(handle.dtype, indices.length);
    if (indices.length > 0) spread.fill(values[0]!);
    return { ...arrays!, values: spread, iso: false };
  }

  /** `Matrix<int64> 3×4, 5 entries, native` */
  toString(): string {
    if (this.#handle === null) return `${this.#kind}, disposed`;
    const [dtype = '', shape = ''] = shapeOf(this.#handle).split(' ');
    return `${this.#kind}<${dtype}> ${shape}, ${String(this.nvals)} entries, ${this.backend.name}`;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.toString();
  }
}

/** An argument of a call, beside the object it is made on, that must be a live matrix or vector. */
export function operand<H extends Held>(
  call: string,
  value: H,
  kind: 'matrix' | 'vector',
  first?: Held,
): H {
  const given: unknown = value;
  const refused = (code: 'GrB_NULL_POINTER' | 'GrB_DOMAIN_MISMATCH', ...held: Held[]) =>
    new GraphBLASError(
      code,
      call,
      `operand is no ${kind}`,
      [...(first === undefined ? [] : [first]), ...held].map(({ handle }) => shapeOf(handle)),
    );
  if (!(given instanceof Held)) throw refused('GrB_NULL_POINTER');
  if (given.handle.vector !== (kind === 'vector')) throw refused('GrB_DOMAIN_MISMATCH', given);
  return value;
}
