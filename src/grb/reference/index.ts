import type { Task } from '../../task/index.js';
import type { Backend, Handle } from '../backend.js';
import { breath } from '../breath.js';
import { allocate, type RawArray } from '../dtype.js';
import { fromCompressed } from './compressed.js';
import { applied, eWise, reduced, reducedRows, selected } from './entrywise.js';
import { multiplyMasked, multiplyRows, multiplyVector } from './product.js';
import { reachWords } from './reach-words.js';
import { Rows } from './rows.js';
import {
  coordinates,
  diagonalMatrix,
  diagonalVector,
  extracted,
  fromCoordinates,
  place,
  rowVector,
} from './structure.js';
import { write } from './write.js';

const turn = (a: Handle, transposed: boolean, task: Task): Rows =>
  transposed ? (a as Rows).transposed(task) : (a as Rows);

async function settled<T>(work: () => T): Promise<T> {
  const made = work();
  const pause = breath();
  if (pause !== null) await pause;
  return made;
}

/** Plain TypeScript over compressed rows: always there, and the oracle of the native backend. */
export const referenceBackend: Backend = {
  name: 'reference',
  describe: () => ({ name: 'reference', library: null, version: null, threads: 1 }),
  fromCoo: (spec, task) => settled(() => fromCoordinates(spec, task)),
  fromCsr: (spec) => {
    const made = fromCompressed(spec);
    return made === null ? null : settled(() => made);
  },
  full: (dtype, size, value) =>
    settled(() => {
      const indices = new Uint32Array(size);
      for (let i = 0; i < size; i++) indices[i] = i;
      const shape = { vector: true, dtype, rows: 1, cols: size };
      return new Rows(
        shape,
        Uint32Array.of(0, size),
        indices,
        allocate(dtype, 1).fill(value),
        true,
      );
    }),
  product: (kind, a, b, semiring, transpose, out, task) =>
    settled(() => {
      const first = turn(a, transpose.a, task);
      if (kind === 'mxm' && transpose.b && out.mask !== null && !out.mask.complement) {
        return write(multiplyMasked(first, b as Rows, semiring, out.mask, task), out, task);
      }
      const second = turn(b, transpose.b, task);
      const t =
        kind === 'mxv'
          ? multiplyVector(first, second, semiring, out.mask, task)
          : multiplyRows(first, second, semiring, out.mask, kind === 'vxm', task);
      return write(t, out, task);
    }),
  eWise: (kind, a, b, op, transpose, out, task) =>
    settled(() =>
      write(
        eWise(kind, turn(a, transpose.a, task), turn(b, transpose.b, task), op, task),
        out,
        task,
      ),
    ),
  apply: (a, spec, out, task) => settled(() => write(applied(a as Rows, spec, task), out, task)),
  select: (a, spec, out, task) => settled(() => write(selected(a as Rows, spec, task), out, task)),
  extract: (a, rows, cols, out, task) =>
    settled(() => write(extracted(a as Rows, rows, cols, task), out, task)),
  extractRow: (a, row, transposed, out, task) =>
    settled(() => write(rowVector(turn(a, transposed, task), row), out, task)),
  reduceRows: (a, monoid, transposed, out, task) =>
    settled(() => write(reducedRows(turn(a, transposed, task), monoid, task), out, task)),
  reduce: (a, monoid, task) => settled(() => reduced(a as Rows, monoid, task)),
  transpose: (a, out, task) => settled(() => write((a as Rows).transposed(task), out, task)),
  diagMatrix: (v, k) => settled(() => diagonalMatrix(v as Rows, k)),
  diagVector: (a, k) => settled(() => diagonalVector(a as Rows, k)),
  element: (a, row, col) =>
    settled(() => {
      const rows = a as Rows;
      const p = place(rows, row, col);
      return p < 0 ? undefined : rows.values[p * rows.step];
    }),
  toCsr: (a, _task: Task) =>
    settled(() => {
      const { offsets, indices, values, iso } = a as Rows;
      const copy: RawArray = values.slice();
      return { offsets: offsets.slice(), indices: indices.slice(), values: copy, iso };
    }),
  toCoo: (a, task) => settled(() => coordinates(a as Rows, task)),
  reachWords: (a, seeds, options, task) =>
    settled(() => reachWords(a as Rows, seeds, options, task)),
  free: () => undefined,
};
