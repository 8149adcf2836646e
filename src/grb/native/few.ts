import type { CsrArrays, Handle } from '../backend.js';
import { allocate, DTYPES, type Dtype, type RawArray } from '../dtype.js';
import { Refusal } from '../errors.js';
import type { Addon, Wrapped } from './addon.js';

/** Entries that a row may have to be kept here. */
const ROOM = 256;

/**
 * A short row of a matrix, kept in JavaScript until an operation asks for it: an object that the collector watches
 * and whose memory it is told of costs more than what a row holds.
 */
export class Few implements Handle {
  readonly vector = true;
  readonly rows = 1;
  readonly nvals: number;
  #made: Wrapped | undefined;

  constructor(
    readonly dtype: Dtype,
    readonly cols: number,
    private readonly indices: Uint32Array,
    private readonly values: RawArray,
  ) {
    this.nvals = indices.length;
  }

  /** The library's object, made when it is first asked for. */
  under(addon: Addon): Wrapped {
    if (this.#made !== undefined) return this.#made;
    const made = addon.fewOf(this.dtype, this.cols, this.indices, this.values);
    if (made instanceof Promise) {
      made.catch(() => undefined);
      throw new Refusal('GrB_OUT_OF_MEMORY', 'no memory for a row');
    }
    this.#made = made;
    return made;
  }

  free(addon: Addon): void {
    if (this.#made !== undefined) addon.free(this.#made);
  }

  arrays(): CsrArrays {
    return {
      offsets: Uint32Array.of(0, this.nvals),
      indices: this.indices.slice(),
      values: this.values.slice(),
      iso: false,
    };
  }
}

type Columns = Readonly<Record<Dtype, RawArray>>;

/** Reads rows that are short and lie ready; `null` where the library has to. */
export function rowReader(addon: Addon): (a: Handle, row: number) => Few | null {
  const indices = new Uint32Array(ROOM);
  const columns = Object.fromEntries(
    DTYPES.map((dtype) => [dtype, allocate(dtype, ROOM)]),
  ) as unknown as Columns;
  return (a, row) => {
    if (a instanceof Few) return null;
    const values = columns[a.dtype];
    const count = addon.readFew(a as Wrapped, row, indices, values);
    if (typeof count === 'number')
      return new Few(a.dtype, a.cols, indices.slice(0, count), values.slice(0, count));
    // What is refused here is refused by the library's way too, in the words of that call.
    count?.catch(() => undefined);
    return null;
  };
}
