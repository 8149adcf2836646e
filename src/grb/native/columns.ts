import type { CooArrays, CsrArrays } from '../backend.js';
import type { Dtype, RawArray } from '../dtype.js';
import type { Addon, Soon, Wrapped } from './addon.js';

/** Entries and lines that are read out while the caller waits: sooner done than handed over and back. */
const AT_ONCE = 2 ** 21;

const CLASSES = {
  bool: Uint8Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  fp64: Float64Array,
} as const;

type ColumnClass = (typeof CLASSES)[Dtype] | typeof Uint32Array;

/** A column that is about to be filled: clearing its memory first would take a third of the time that filling does. */
function unfilled<C extends ColumnClass>(Class: C, length: number): InstanceType<C> {
  const memory = Buffer.allocUnsafeSlow(length * Class.BYTES_PER_ELEMENT).buffer;
  return new Class(memory) as InstanceType<C>;
}

interface Filled {
  readonly lines: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: RawArray;
}

/** The entries of what is brief to read; `null` where the job thread has to. */
function filledAtOnce(addon: Addon, a: Wrapped, spread: boolean): Filled | null {
  if (a.nvals + a.rows > AT_ONCE) return null;
  const lines = unfilled(Uint32Array, spread ? a.nvals : a.rows + 1);
  const indices = unfilled(Uint32Array, a.nvals);
  const values = unfilled<ColumnClass>(CLASSES[a.dtype], a.nvals) as unknown as RawArray;
  const done = addon.readColumns(a, spread, lines, indices, values);
  if (done === true) return { lines, indices, values };
  // What is refused here is refused by the job's way too, in the words of that call.
  if (done !== false) done.catch(() => undefined);
  return null;
}

/** All entries by rows. */
export function csrOf(addon: Addon, a: Wrapped, flag: Int32Array | undefined): Soon<CsrArrays> {
  const read = filledAtOnce(addon, a, false);
  if (read === null) return addon.toCsr(a, flag);
  return { offsets: read.lines, indices: read.indices, values: read.values, iso: false };
}

/** All entries, each with its row. */
export function cooOf(addon: Addon, a: Wrapped, flag: Int32Array | undefined): Soon<CooArrays> {
  const read = filledAtOnce(addon, a, true);
  if (read === null) return addon.toCoo(a, flag);
  return { rows: read.lines, indices: read.indices, values: read.values, iso: false };
}
