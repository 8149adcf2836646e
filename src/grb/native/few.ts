import type { CooArrays, CsrArrays, Handle } from '../backend.js';
import { allocate, DTYPES, type Dtype, type RawArray } from '../dtype.js';
import { Refusal } from '../errors.js';
import { Rows } from '../reference/rows.js';
import type { Addon, Wrapped } from './addon.js';

/**
 * A short vector may be the reference's rows until an operation asks the library: an object that the collector watches
 * and whose memory it is told of costs more than what a row holds.
 */
export type Few = Rows;

/** Entries that a vector may have to be read over here. */
export const ROOM = 256;

export function isFew(a: Handle): a is Few {
  return a instanceof Rows;
}

/** The library's object, made when it is first asked for. */
export function underFew(addon: Addon, few: Few): Wrapped {
  if (few.twin !== null) return few.twin as Wrapped;
  const { dtype, cols, nvals, indices, values, iso } = few;
  const column = iso ? allocate(dtype, nvals).fill(values[0]!) : values;
  const made = addon.fewOf(dtype, cols, indices, column);
  if (made instanceof Promise) {
    made.catch(() => undefined);
    throw new Refusal('GrB_OUT_OF_MEMORY', 'no memory for a row');
  }
  few.twin = made;
  return made;
}

export function compressedFew({ nvals, indices, values, iso }: Few): CsrArrays {
  const offsets = Uint32Array.of(0, nvals);
  return { offsets, indices: indices.slice(), values: values.slice(), iso };
}

export function coordinatesOfFew({ nvals, indices, values, iso }: Few): CooArrays {
  return { rows: new Uint32Array(nvals), indices: indices.slice(), values: values.slice(), iso };
}

type Columns = Readonly<Record<Dtype, RawArray>>;

/** Reads what is short and lies ready, a row or a vector; `null` where the library has to. */
export function fewReader(addon: Addon): (a: Wrapped, row: number) => Few | null {
  const indices = new Uint32Array(ROOM);
  const columns = Object.fromEntries(
    DTYPES.map((dtype) => [dtype, allocate(dtype, ROOM)]),
  ) as unknown as Columns;
  return (a, row) => {
    const { dtype, cols } = a;
    const values = columns[dtype];
    const count = addon.readFew(a, row, indices, values);
    if (typeof count === 'number') {
      const shape = { vector: true, dtype, rows: 1, cols };
      const ends = Uint32Array.of(0, count);
      return new Rows(shape, ends, indices.slice(0, count), values.slice(0, count), false);
    }
    // What is refused here is refused by the library's way too, in the words of that call.
    count?.catch(() => undefined);
    return null;
  };
}
