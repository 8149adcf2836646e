import type { Task } from '../../task/index.js';
import type { Handle } from '../backend.js';
import { allocate, type Dtype, type Raw, type RawArray } from '../dtype.js';

/** Compressed rows of the reference backend. `values` holds one value where `iso`; a vector is one row. */
export class Rows implements Handle {
  readonly vector: boolean;
  readonly dtype: Dtype;
  readonly rows: number;
  readonly cols: number;
  readonly offsets: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: RawArray;
  readonly iso: boolean;
  /** Entry p's value is `values[p * step]`. */
  readonly step: 0 | 1;
  /** What another backend, which keeps short vectors as these rows, made of them once it had to. */
  twin: Handle | null = null;
  #transposed: Rows | null = null;

  constructor(
    shape: {
      readonly vector: boolean;
      readonly dtype: Dtype;
      readonly rows: number;
      readonly cols: number;
    },
    offsets: Uint32Array,
    indices: Uint32Array,
    values: RawArray,
    iso: boolean,
  ) {
    this.vector = shape.vector;
    this.dtype = shape.dtype;
    this.rows = shape.rows;
    this.cols = shape.cols;
    this.offsets = offsets;
    this.indices = indices;
    this.values = values;
    this.iso = iso;
    this.step = iso ? 0 : 1;
  }

  get nvals(): number {
    return this.indices.length;
  }

  /** The transpose, made once: rows never change. */
  transposed(task: Task): Rows {
    this.#transposed ??= transposeRows(this, task);
    return this.#transposed;
  }
}

/** The cancel flag is looked at whenever this many entries more are done. */
export const POLL = 2 ** 16 - 1;

/** Counting sort by column; rows of the result ascend because rows are visited in order. */
function transposeRows(a: Rows, task: Task): Rows {
  const { rows, cols, offsets, indices, values, iso } = a;
  const turned = new Uint32Array(cols + 1);
  for (let p = 0; p < indices.length; p++) {
    if ((p & POLL) === POLL) task.check('transpose');
    turned[indices[p]! + 1]!++;
  }
  for (let j = 0; j < cols; j++) turned[j + 1]! += turned[j]!;
  const next = turned.slice(0, cols);
  const targets = new Uint32Array(indices.length);
  const moved = iso ? values : allocate(a.dtype, indices.length);
  for (let i = 0; i < rows; i++) {
    for (let p = offsets[i]!; p < offsets[i + 1]!; p++) {
      if ((p & POLL) === POLL) task.check('transpose');
      const q = next[indices[p]!]!++;
      targets[q] = i;
      if (!iso) moved[q] = values[p]!;
    }
  }
  return new Rows(
    { vector: false, dtype: a.dtype, rows: cols, cols: rows },
    turned,
    targets,
    moved,
    iso,
  );
}

/** Collects rows in order, growing as it goes. */
export class RowWriter {
  readonly offsets: Uint32Array;
  #indices: Uint32Array;
  #values: RawArray;
  #length = 0;
  #row = 0;
  readonly #shape: ConstructorParameters<typeof Rows>[0];

  constructor(shape: ConstructorParameters<typeof Rows>[0], guess = 16) {
    this.#shape = shape;
    this.offsets = new Uint32Array(shape.rows + 1);
    this.#indices = new Uint32Array(guess);
    this.#values = allocate(shape.dtype, guess);
  }

  push(col: number, value: Raw): void {
    if (this.#length === this.#indices.length) this.#grow();
    this.#indices[this.#length] = col;
    this.#values[this.#length] = value;
    this.#length++;
  }

  #grow(): void {
    const size = Math.max(16, this.#length * 2);
    const indices = new Uint32Array(size);
    indices.set(this.#indices);
    this.#indices = indices;
    const values = allocate(this.#shape.dtype, size);
    values.set(this.#values);
    this.#values = values;
  }

  endRow(): void {
    this.offsets[++this.#row] = this.#length;
  }

  done(): Rows {
    const full = this.#length === this.#indices.length;
    return new Rows(
      this.#shape,
      this.offsets,
      full ? this.#indices : this.#indices.slice(0, this.#length),
      full ? this.#values : this.#values.slice(0, this.#length),
      false,
    );
  }
}

/** A dense array of marks that is cleared by counting up instead of by filling. */
export class Marks {
  #marks = new Int32Array(0);
  #now = 0;

  /** Ready for columns 0..size, none marked. */
  begin(size: number): { readonly marks: Int32Array; readonly now: number } {
    if (this.#marks.length < size) {
      this.#marks = new Int32Array(size);
      this.#now = 0;
    }
    if (this.#now === 2 ** 31 - 1) {
      this.#marks.fill(0);
      this.#now = 0;
    }
    this.#now++;
    return { marks: this.#marks, now: this.#now };
  }
}
