import type { Task } from '../../task/index.js';
import type { CsrArrays, Handle, OutputSpec, ProductKind } from '../backend.js';
import type { AnySemiring } from '../operators.js';
import { multiplyRows } from '../reference/product.js';
import { Rows } from '../reference/rows.js';
import { rowVector } from '../reference/structure.js';
import { write } from '../reference/write.js';
import type { Addon, Wrapped } from './addon.js';
import { csrOf } from './columns.js';
import { fewReader, isFew, ROOM, type Few } from './few.js';

/** Entries that are copied in the time that one call of the library takes: 0.7 µs of a processor. */
const CALL = 1000;
/** Entries that are ever copied: 200 MB. */
const MOST = 2 ** 24;
/** Entries of a vector's product, or of a row, that are worth no call. */
const BRIEF = 1024;
/** Entries of a vector that is multiplied here. */
const STEPS = 16;

/** What an object of the library's has on this side. */
export interface Beside {
  /** Brief questions so far. */
  asked: number;
  coming: boolean;
  rows: Rows | null;
}

/**
 * Brief work on the library's objects, done here. Reaching an object costs more than finding one entry or one row in
 * it. So once an object was asked as many brief questions as take the time of a copy, its columns are copied to this
 * side, and the reference's code answers the next ones, with the same results; one that is asked only now and then is
 * never copied. The copy goes when the object does, and the collector knows its size, as of every column.
 */
export class BriefWork {
  readonly #addon: Addon;
  readonly #few: (a: Wrapped, row: number) => Few | null;

  constructor(addon: Addon) {
    this.#addon = addon;
    this.#few = fewReader(addon);
  }

  /** A row that is all that is wanted. */
  row(a: Wrapped, row: number): Few | null {
    const rows = this.rowsOf(a);
    if (rows === null) return this.#few(a, row);
    return rows.offsets[row + 1]! - rows.offsets[row]! > BRIEF ? null : rowVector(rows, row);
  }

  /** Where the few entries of a vector lead. */
  product(
    kind: ProductKind,
    a: Handle,
    b: Handle,
    semiring: AnySemiring,
    turned: { readonly a: boolean; readonly b: boolean },
    out: OutputSpec,
    task: Task,
  ): Few | null {
    if (kind !== 'vxm' || semiring !== 'any_pair' || turned.b || a.nvals > STEPS) return null;
    const { mask, into } = out;
    if (mask !== null && mask.of.nvals > ROOM) return null;
    if (into !== null && into.nvals > ROOM) return null;
    const rows = this.rowsOf(b);
    const from = rows === null ? null : this.#shortOf(a);
    if (rows === null || from === null || met(from, rows) > BRIEF) return null;
    if (mask === null && into === null) {
      return multiplyRows(from, rows, semiring, null, true, task);
    }
    const of = mask === null ? null : this.#shortOf(mask.of);
    const old = into === null ? null : this.#shortOf(into);
    if ((mask !== null && of === null) || (into !== null && old === null)) return null;
    const here = { ...out, mask: mask === null ? null : { ...mask, of: of! }, into: old };
    return write(multiplyRows(from, rows, semiring, here.mask, true, task), here, task);
  }

  forget(a: Wrapped): void {
    a.beside = null;
  }

  #shortOf(a: Handle): Rows | null {
    if (isFew(a)) return a;
    const beside = besideOf(a as Wrapped);
    beside.rows ??= this.#few(a as Wrapped, 0);
    return beside.rows;
  }

  /** The object's entries where they are here; every call is a brief question that they could answer. */
  rowsOf(a: Handle): Rows | null {
    const here = (a as Wrapped).beside?.rows;
    if (here) return here;
    if (isFew(a)) return a;
    const beside = besideOf(a as Wrapped);
    if (!beside.coming) {
      beside.asked++;
      const entries = a.nvals + a.rows;
      if (entries <= beside.asked * CALL && entries <= MOST) this.#copy(a as Wrapped, beside);
    }
    return beside.rows;
  }

  #copy(a: Wrapped, beside: Beside): void {
    const take = ({ offsets, indices, values, iso }: CsrArrays): void => {
      beside.rows = new Rows(a, offsets, indices, values, iso);
    };
    const arrays = csrOf(this.#addon, a, undefined);
    if (!(arrays instanceof Promise)) {
      take(arrays);
      return;
    }
    beside.coming = true;
    const arrived = (): void => {
      beside.coming = false;
    };
    // Without memory for a copy the library goes on answering, and the next copy is far off.
    arrays.then(take, () => (beside.asked = -MOST)).finally(arrived);
  }
}

function besideOf(a: Wrapped): Beside {
  return (a.beside ??= { asked: 0, coming: false, rows: null });
}

/** Entries of the rows that a vector names. */
function met(u: Rows, rows: Rows): number {
  let sum = 0;
  for (const k of u.indices) sum += rows.offsets[k + 1]! - rows.offsets[k]!;
  return sum;
}
