import { Interrupted, type Task } from '../../task/index.js';
import type { ApplySpec, Backend, Handle, OutputSpec } from '../backend.js';
import { breath } from '../breath.js';
import { Refusal, type GrbCode } from '../errors.js';
import { place } from '../reference/structure.js';
import type { Addon, AddonOutput, Soon, Wrapped } from './addon.js';
import { BriefWork } from './beside.js';
import { cooOf, csrOf } from './columns.js';
import { compressedFew, coordinatesOfFew, isFew, underFew } from './few.js';
import { reported } from './progress.js';

/** The library's object under a handle of this backend. */
type Under = (handle: Handle) => Wrapped;

/** Whether the result is all that is wanted. */
function isPlain(out: OutputSpec): boolean {
  return out.mask === null && out.into === null && out.accum === null;
}

/** `null` where the result is all that is wanted. */
const outputOf =
  (under: Under) =>
  (out: OutputSpec): AddonOutput | null => {
    if (isPlain(out)) return null;
    return {
      mask: out.mask === null ? null : under(out.mask.of),
      structural: out.mask?.structural ?? false,
      complement: out.mask?.complement ?? false,
      accum: out.accum,
      into: out.into === null ? null : under(out.into),
      replace: out.replace,
    };
  };

/** Gives what was done at once or comes later; the addon's errors in this house's words. */
type Told = <T>(what: string, result: Soon<T>, task?: Task) => Promise<T>;

/** What was done at once. */
function atOnce<T>(result: T): Promise<T> {
  const pause = breath();
  return pause === null ? Promise.resolve(result) : pause.then(() => result);
}

const tellerOf = (addon: Addon): Told => {
  const later = async <T>(what: string, result: Promise<T>, task?: Task): Promise<T> => {
    try {
      return await (task === undefined ? result : reported(addon, what, result, task));
    } catch (error) {
      const code = (error as { grbCode?: GrbCode | 'interrupted' }).grbCode;
      if (code === 'interrupted') throw new Interrupted();
      if (code !== undefined) throw new Refusal(code, (error as Error).message);
      throw error;
    }
  };
  return (what, result, task) =>
    result instanceof Promise ? later(what, result, task) : atOnce(result);
};

export interface NativeOptions {
  /** Whether the library is asked however brief the work is: what tests of it want. */
  readonly always?: boolean;
}

/** SuiteSparse:GraphBLAS through the addon. */
export function nativeBackend(addon: Addon, { always = false }: NativeOptions = {}): Backend {
  const told = tellerOf(addon);
  const under: Under = (handle) => (isFew(handle) ? underFew(addon, handle) : (handle as Wrapped));
  const output = outputOf(under);
  const brief = always ? null : new BriefWork(addon);
  return {
    name: 'native',
    describe: () => ({ name: 'native', library: 'SuiteSparse:GraphBLAS', ...addon.describe() }),
    fromCoo: (spec, task) => {
      const { vector, dtype, rows, cols, colIndices, values, iso, dup } = spec;
      const rowIndices = vector ? new Uint32Array(0) : spec.rowIndices;
      return told(
        'build',
        addon.fromCoo(
          vector,
          dtype,
          rows,
          cols,
          rowIndices,
          colIndices,
          values,
          iso,
          dup,
          task.flag,
        ),
        task,
      );
    },
    fromCsr: ({ dtype, cols, arrays }, task) => {
      const { offsets, indices, values, iso } = arrays;
      const made = addon.fromCsr(dtype, cols, offsets, indices, values, iso, task.flag);
      return made === null ? null : told('build', made, task);
    },
    full: (dtype, size, value, task) =>
      told('full', addon.full(dtype, size, value, task.flag), task),
    product: (kind, a, b, semiring, turned, out, task) => {
      const near = brief?.product(kind, a, b, semiring, turned, out, task) ?? null;
      if (near !== null) return atOnce<Handle>(near);
      const { a: first, b: second } = turned;
      const to = output(out);
      const made = addon.product(kind, under(a), under(b), semiring, first, second, to, task.flag);
      return told<Handle>(kind, made, task);
    },
    eWise: (kind, a, b, op, turned, out, task) =>
      told(
        kind === 'add' ? 'eWiseAdd' : 'eWiseMult',
        addon.eWise(kind, under(a), under(b), op, turned.a, turned.b, output(out), task.flag),
        task,
      ),
    apply: (a, spec, out, task) =>
      told('apply', applied(addon, under(a), spec, output(out), task.flag), task),
    select: (a, spec, out, task) =>
      told(
        'select',
        spec.kind === 'position'
          ? addon.selectPosition(under(a), spec.test, spec.k, output(out), task.flag)
          : addon.selectValue(under(a), spec.test, spec.value, output(out), task.flag),
        task,
      ),
    extract: (a, rows, cols, out, task) =>
      told('extract', addon.extract(under(a), rows, cols, output(out), task.flag), task),
    extractRow: (a, row, transposed, out, task) => {
      const first = a as Wrapped;
      const near = transposed || !isPlain(out) ? null : (brief?.row(first, row) ?? null);
      if (near !== null) return atOnce<Handle>(near);
      const made = addon.extractRow(first, row, transposed, output(out), task.flag);
      return told<Handle>('extract', made, task);
    },
    reduceRows: (a, monoid, transposed, out, task) =>
      told('reduce', addon.reduceRows(under(a), monoid, transposed, output(out), task.flag), task),
    reduce: (a, monoid, task) => told('reduce', addon.reduce(under(a), monoid, task.flag), task),
    transpose: (a, out, task) =>
      told('transpose', addon.transpose(under(a), output(out), task.flag), task),
    diagMatrix: (v, k, task) => told('diag', addon.diagMatrix(under(v), k, task.flag), task),
    diagVector: (a, k, task) => told('diag', addon.diagVector(under(a), k, task.flag), task),
    element: (a, row, col) => {
      const rows = brief?.rowsOf(a) ?? null;
      if (rows === null) return told('get', addon.element(under(a), row, col));
      const p = place(rows, row, col);
      return atOnce(p < 0 ? undefined : rows.values[p * rows.step]);
    },
    toCsr: (a, task) =>
      told('read', isFew(a) ? compressedFew(a) : csrOf(addon, under(a), task.flag), task),
    toCoo: (a, task) =>
      told('read', isFew(a) ? coordinatesOfFew(a) : cooOf(addon, under(a), task.flag), task),
    reachWords: async (a, seeds, { avoid, maxHops }, task) => {
      const words = await told(
        'reach',
        addon.reachWords(under(a), seeds, avoid ?? null, maxHops ?? null, task.flag),
        task,
      );
      return new Uint32Array(words.buffer, words.byteOffset, words.length * 2);
    },
    free: (a) => {
      if (isFew(a)) {
        if (a.twin !== null) addon.free(a.twin as Wrapped);
        return;
      }
      brief?.forget(a as Wrapped);
      addon.free(a as Wrapped);
    },
  };
}

function applied(
  addon: Addon,
  a: Wrapped,
  spec: ApplySpec,
  out: AddonOutput | null,
  flag: Int32Array,
): Soon<Wrapped> {
  switch (spec.kind) {
    case 'unary':
      return addon.unary(a, spec.op, out, flag);
    case 'bind':
      return addon.bound(a, spec.op, spec.side === 'left', spec.scalar, out, flag);
    case 'cast':
      return addon.cast(a, spec.to, out, flag);
    case 'index':
      return addon.positions(a, spec.of === 'row', spec.plus, out, flag);
  }
}
