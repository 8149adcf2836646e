import { Interrupted } from '../../task/index.js';
import type { Backend, Handle, OutputSpec } from '../backend.js';
import { Refusal, type GrbCode } from '../errors.js';
import type { Addon, AddonOutput } from './addon.js';

function output(out: OutputSpec): AddonOutput {
  return {
    mask: out.mask?.of ?? null,
    structural: out.mask?.structural ?? false,
    complement: out.mask?.complement ?? false,
    accum: out.accum,
    into: out.into,
    replace: out.replace,
  };
}

/** The addon's errors in this house's words. */
async function told<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    const code = (error as { grbCode?: GrbCode | 'interrupted' }).grbCode;
    if (code === 'interrupted') throw new Interrupted();
    if (code !== undefined) throw new Refusal(code, (error as Error).message);
    throw error;
  }
}

/** SuiteSparse:GraphBLAS through the addon. */
export function nativeBackend(addon: Addon): Backend {
  return {
    name: 'native',
    describe: () => ({ name: 'native', library: 'SuiteSparse:GraphBLAS', ...addon.describe() }),
    fromCoo: (spec, { flag }) => {
      const rowIndices = spec.vector ? new Uint32Array(0) : spec.rowIndices;
      return told(
        addon.fromCoo(
          spec.vector,
          spec.dtype,
          spec.rows,
          spec.cols,
          rowIndices,
          spec.colIndices,
          spec.values,
          spec.iso,
          spec.dup,
          flag,
        ),
      );
    },
    fromCsr: ({ dtype, rows, cols, arrays }, { flag }) =>
      told(
        addon.fromCsr(
          dtype,
          rows,
          cols,
          arrays.offsets,
          arrays.indices,
          arrays.values,
          arrays.iso,
          flag,
        ),
      ),
    full: (dtype, size, value, { flag }) => told(addon.full(dtype, size, value, flag)),
    product: (kind, a, b, semiring, turned, out, { flag }) =>
      told(addon.product(kind, a, b, semiring, turned.a, turned.b, output(out), flag)),
    eWise: (kind, a, b, op, turned, out, { flag }) =>
      told(addon.eWise(kind, a, b, op, turned.a, turned.b, output(out), flag)),
    apply: (a, spec, out, { flag }) => {
      switch (spec.kind) {
        case 'unary':
          return told(addon.unary(a, spec.op, output(out), flag));
        case 'bind':
          return told(
            addon.bound(a, spec.op, spec.side === 'left', spec.scalar, output(out), flag),
          );
        case 'cast':
          return told(addon.cast(a, spec.to, output(out), flag));
        case 'index':
          return told(addon.positions(a, spec.of === 'row', spec.plus, output(out), flag));
      }
    },
    select: (a, spec, out, { flag }) =>
      told(
        spec.kind === 'position'
          ? addon.selectPosition(a, spec.test, spec.k, output(out), flag)
          : addon.selectValue(a, spec.test, spec.value, output(out), flag),
      ),
    extract: (a, rows, cols, out, { flag }) =>
      told(addon.extract(a, rows, cols, output(out), flag)),
    extractRow: (a, row, transposed, out, { flag }) =>
      told(addon.extractRow(a, row, transposed, output(out), flag)),
    reduceRows: (a, monoid, transposed, out, { flag }) =>
      told(addon.reduceRows(a, monoid, transposed, output(out), flag)),
    reduce: (a, monoid, { flag }) => told(addon.reduce(a, monoid, flag)),
    transpose: (a, out, { flag }) => told(addon.transpose(a, output(out), flag)),
    diagMatrix: (v, k, { flag }) => told(addon.diagMatrix(v, k, flag)),
    diagVector: (a, k, { flag }) => told(addon.diagVector(a, k, flag)),
    element: (a, row, col) => told(addon.element(a, row, col)),
    toCsr: (a, { flag }) => told(addon.toCsr(a, flag)),
    reachWords: async (a: Handle, seeds, options, { flag }) => {
      const words = await told(
        addon.reachWords(a, seeds, options.avoid ?? null, options.maxHops ?? null, flag),
      );
      return new Uint32Array(words.buffer, words.byteOffset, words.length * 2);
    },
    free: (a) => {
      addon.free(a);
    },
  };
}
