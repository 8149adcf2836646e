import type { Task } from '../task/index.js';
import type { Backend, Handle, MaskSpec, OutputSpec } from './backend.js';
import { toRaw, type Dtype, type Raw } from './dtype.js';
import { GraphBLASError, Refusal } from './errors.js';
import { Held } from './held.js';
import { Mask } from './mask.js';
import { allows, isClosedOp, type AnyClosedOp } from './operators.js';
import { currentRun, Recorder, type RunContext } from './recorder.js';

/** Greatest number of rows or columns: offsets stay typed arrays and positions stay 32-bit. */
export const MAX_DIMENSION = 2 ** 28;

/** A live object of either class, as the calls see it. */
export interface Operand {
  readonly handle: Handle;
  readonly backend: Backend;
}

/** `int64 3×4`, `bool 9` */
export function shapeOf(handle: Handle): string {
  return handle.vector
    ? `${handle.dtype} ${String(handle.cols)}`
    : `${handle.dtype} ${String(handle.rows)}×${String(handle.cols)}`;
}

/** One call: its name for errors and the recorder, its operands, and what it runs under. */
export class Call {
  readonly name: string;
  readonly operands: readonly { readonly handle: Handle; readonly backend: Backend }[];
  readonly context: RunContext;

  /** Takes hold of the operands' handles at once: an object disposed a moment later is still read. */
  constructor(name: string, operands: readonly Operand[], context: RunContext = {}) {
    this.name = name;
    this.operands = operands.map(({ handle, backend }) => ({ handle, backend }));
    this.context = context;
    this.#checkContext(context);
  }

  /** Cells may lose their types: what is no task or recorder is refused before it is asked for anything. */
  #checkContext(context: unknown): void {
    if (typeof context !== 'object' || context === null) {
      throw this.fail('GrB_INVALID_VALUE', `options are no object: ${spell(context)}`);
    }
    const { task, recorder, backend } = context as Record<keyof RunContext, unknown>;
    if (
      task !== undefined &&
      !(has(task, 'check') && has(task, 'progress') && (task as Task).flag instanceof Int32Array)
    ) {
      throw this.fail('GrB_INVALID_VALUE', `task is no task: ${spell(task)}`);
    }
    if (recorder !== undefined && !(recorder instanceof Recorder)) {
      throw this.fail('GrB_INVALID_VALUE', `recorder is no Recorder: ${spell(recorder)}`);
    }
    if (backend !== undefined && !(has(backend, 'fromCoo') && has(backend, 'describe'))) {
      throw this.fail('GrB_INVALID_VALUE', `backend is no backend: ${spell(backend)}`);
    }
  }

  /** Options that are true or false. */
  flags(given: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(given)) {
      if (typeof value !== 'boolean')
        throw this.fail('GrB_INVALID_VALUE', `${name} is no boolean: ${spell(value)}`);
    }
  }

  /** The first operand. */
  get a(): Handle {
    return this.#handle(0);
  }

  /** The second operand. */
  get b(): Handle {
    return this.#handle(1);
  }

  #handle(k: number): Handle {
    const operand = this.operands[k];
    if (operand === undefined) throw this.fail('GrB_NULL_POINTER', 'missing operand');
    return operand.handle;
  }

  fail(code: ConstructorParameters<typeof GraphBLASError>[0], message: string): GraphBLASError {
    return new GraphBLASError(
      code,
      this.name,
      message,
      this.operands.map((held) => shapeOf(held.handle)),
    );
  }

  /** The backend of the operands. */
  backend(): Backend {
    const [first, ...others] = this.operands;
    if (first === undefined) throw this.fail('GrB_NULL_POINTER', 'missing operand');
    for (const other of others) {
      if (other.backend !== first.backend) {
        throw this.fail(
          'GrB_INVALID_OBJECT',
          `operands of two backends: ${first.backend.name} and ${other.backend.name}; build both on one`,
        );
      }
    }
    return first.backend;
  }

  equal(what: string, left: number, right: number): void {
    if (left !== right) {
      throw this.fail(
        'GrB_DIMENSION_MISMATCH',
        `${what} differ: ${String(left)} and ${String(right)}`,
      );
    }
  }

  sameDtype(left: Dtype, right: Dtype): void {
    if (left !== right) {
      throw this.fail(
        'GrB_DOMAIN_MISMATCH',
        `dtypes differ: ${left} and ${right}; cast one of them`,
      );
    }
  }

  index(what: string, value: unknown, size: number): number {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      throw this.fail('GrB_INVALID_INDEX', `${what} is no whole number: ${spell(value)}`);
    }
    if (value < 0 || value >= size) {
      throw this.fail(
        'GrB_INDEX_OUT_OF_BOUNDS',
        `${what} outside 0..${String(size - 1)}: ${String(value)}`,
      );
    }
    return value;
  }

  dimension(what: string, value: unknown): number {
    if (
      typeof value !== 'number' ||
      !Number.isInteger(value) ||
      value < 0 ||
      value > MAX_DIMENSION
    ) {
      throw this.fail(
        'GrB_INVALID_VALUE',
        `${what} outside 0..${String(MAX_DIMENSION)}: ${spell(value)}`,
      );
    }
    return value;
  }

  whole(what: string, value: unknown): number {
    if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > MAX_DIMENSION) {
      throw this.fail(
        'GrB_INVALID_VALUE',
        `${what} is no whole number within ±${String(MAX_DIMENSION)}: ${spell(value)}`,
      );
    }
    return value;
  }

  raw(what: string, dtype: Dtype, value: unknown): Raw {
    const raw = toRaw(dtype, value);
    if (raw === undefined)
      throw this.fail('GrB_DOMAIN_MISMATCH', `${what} is no ${dtype}: ${spell(value)}`);
    return raw;
  }

  /** A backend's refusal as this call's error; memory that typed arrays don't get is GraphBLAS's code for it. */
  refused(error: unknown): unknown {
    if (error instanceof Refusal) return this.fail(error.code, error.message);
    if (error instanceof RangeError) return this.fail('GrB_OUT_OF_MEMORY', error.message);
    return error;
  }

  /**
   * Runs the work after a check of the task, and writes its line. The backend is called before anything is awaited:
   * operands may be disposed the moment after.
   */
  async run<H extends Handle>(
    line: { readonly semiring?: string; readonly mask?: string | null },
    work: (task: Task) => Promise<H>,
  ): Promise<H> {
    const { task, recorder } = currentRun(this.context);
    task.check(this.name);
    const begin = performance.now();
    let result: H;
    try {
      result = await work(task);
    } catch (error) {
      throw this.refused(error);
    }
    recorder?.add({
      op: this.name,
      semiring: line.semiring ?? null,
      mask: line.mask ?? null,
      shapes: this.operands.map((held) => shapeOf(held.handle)),
      entriesIn: this.operands.map((held) => held.handle.nvals),
      entriesOut: result.nvals,
      milliseconds: performance.now() - begin,
    });
    return result;
  }
}

function has(value: unknown, method: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Record<string, unknown>)[method] === 'function'
  );
}

export function spell(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60));
  if (typeof value === 'bigint') return `${String(value)}n`;
  if (value === null || ['number', 'boolean', 'undefined'].includes(typeof value))
    return String(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  const name: unknown = (value as object).constructor?.name;
  return typeof name === 'string' && name !== '' ? name : 'an object';
}

/** What an output option block may hold, either class. */
export interface OutputOptions extends RunContext {
  readonly mask?: {
    readonly of: Operand;
    readonly structural: boolean;
    readonly complemented: boolean;
    toString(): string;
  };
  readonly accum?: AnyClosedOp;
  readonly into?: Operand;
  readonly replace?: boolean;
}

/** Checks mask, accumulator and `into` against the result's shape and dtype. */
function outputSpec(
  call: Call,
  options: OutputOptions,
  shape: ResultShape,
): { readonly spec: OutputSpec; readonly mask: string | null } {
  const fits = (what: string, held: Operand): Handle => {
    const { handle, backend } = held;
    if (backend !== call.backend())
      throw call.fail('GrB_INVALID_OBJECT', `${what} of another backend: ${backend.name}`);
    if (handle.vector !== shape.vector) {
      throw call.fail(
        'GrB_DIMENSION_MISMATCH',
        `${what} is a ${handle.vector ? 'vector' : 'matrix'}: ${shapeOf(handle)}`,
      );
    }
    if (handle.rows !== shape.rows || handle.cols !== shape.cols) {
      const wanted = shape.vector
        ? String(shape.cols)
        : `${String(shape.rows)}×${String(shape.cols)}`;
      throw call.fail(
        'GrB_DIMENSION_MISMATCH',
        `${what} has another shape than the result, ${wanted}: ${shapeOf(handle)}`,
      );
    }
    return handle;
  };
  const { mask, accum, into, replace = false } = options;
  if (mask !== undefined && !(mask instanceof Mask && mask.of instanceof Held)) {
    throw call.fail(
      'GrB_INVALID_VALUE',
      `mask is no mask: ${spell(mask)}; a matrix has M.S and M.V`,
    );
  }
  if (into !== undefined && !(into instanceof Held)) {
    throw call.fail('GrB_NULL_POINTER', `into is neither matrix nor vector: ${spell(into)}`);
  }
  if (accum !== undefined && !isClosedOp(accum))
    throw call.fail('GrB_INVALID_VALUE', `unknown accumulator: ${spell(accum)}`);
  if (accum !== undefined && !allows(shape.dtype, accum)) {
    throw call.fail('GrB_DOMAIN_MISMATCH', `accumulator ${accum} has no ${shape.dtype} form`);
  }
  call.flags({ replace });
  const maskSpec: MaskSpec | null =
    mask === undefined
      ? null
      : { of: fits('mask', mask.of), structural: mask.structural, complement: mask.complemented };
  if (into !== undefined) {
    fits('into', into);
    if (into.handle.dtype !== shape.dtype) {
      throw call.fail(
        'GrB_DOMAIN_MISMATCH',
        `into has another dtype than the result, ${shape.dtype}: ${into.handle.dtype}`,
      );
    }
  }
  return {
    spec: { mask: maskSpec, accum: accum ?? null, into: into?.handle ?? null, replace },
    mask: mask === undefined ? null : mask.toString(),
  };
}

export interface ResultShape {
  readonly vector: boolean;
  readonly dtype: Dtype;
  readonly rows: number;
  readonly cols: number;
}

/** Runs one operation into its output: checks where the result goes, calls the backend, writes the line. */
export async function produce(
  call: Call,
  options: OutputOptions,
  shape: ResultShape,
  semiring: string | null,
  work: (backend: Backend, out: OutputSpec, task: Task) => Promise<Handle>,
): Promise<Handle> {
  const { spec, mask } = outputSpec(call, options, shape);
  const backend = call.backend();
  return call.run({ ...(semiring === null ? {} : { semiring }), mask }, (task) =>
    work(backend, spec, task),
  );
}

export function matrixShape(dtype: Dtype, rows: number, cols: number): ResultShape {
  return { vector: false, dtype, rows, cols };
}

export function vectorShape(dtype: Dtype, size: number): ResultShape {
  return { vector: true, dtype, rows: 1, cols: size };
}

/** Rows and columns as an operation reads them. */
export function turned(handle: Handle, transposed: boolean): readonly [rows: number, cols: number] {
  return transposed ? [handle.cols, handle.rows] : [handle.rows, handle.cols];
}
