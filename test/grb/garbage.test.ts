import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GraphBLASError, Mask, Matrix, Vector } from '../../src/grb/index.js';
import { runs } from './arbitrary.js';
import { backends } from './backends.js';

/** What an untyped cell may hand over. */
const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything(),
  fc.constantFrom(
    'plus_times',
    'any_pair',
    'bor_band',
    'plus',
    'lor',
    'eq',
    'tril',
    'valuege',
    'identity',
    'int64',
    'fp64',
  ),
  fc.constantFrom(NaN, -1, 2 ** 28 + 1, 2 ** 53, Infinity, 0.5, -0, 1n, 2n ** 70n, Symbol('s')),
  fc.uint32Array({ maxLength: 4 }),
  fc.constantFrom(
    new Uint32Array(new SharedArrayBuffer(8)),
    new Float64Array(2),
    new DataView(new ArrayBuffer(4)),
  ),
  fc.record(
    { mask: fc.anything(), into: fc.anything(), accum: fc.anything(), replace: fc.anything() },
    { requiredKeys: [] },
  ),
);

const MATRIX = [
  'mxm',
  'mxv',
  'eWiseAdd',
  'eWiseMult',
  'apply',
  'cast',
  'position',
  'select',
  'extract',
  'row',
  'col',
  'get',
  'reduceRows',
  'reduceColumns',
  'reduce',
  'transpose',
  'diag',
  'toCSR',
  'toCOO',
  'entries',
];
const VECTOR = [
  'vxm',
  'eWiseAdd',
  'eWiseMult',
  'apply',
  'cast',
  'position',
  'select',
  'extract',
  'get',
  'reduce',
  'toCOO',
];
const SOURCES = ['fromCOO', 'fromCSR', 'fromCSC', 'empty', 'diag'];

describe.each(backends)('on the %s backend', (_, backend) => {
  test('whatever is handed over is used, or refused with a GraphBLASError', async () => {
    const m = await Matrix.fromCOO('int64', [0, 1, 2], [1, 2, 0], [1n, 2n, 3n], { backend });
    const v = await Vector.fromCOO('int64', [0, 2], [5n, 6n], { size: 3, backend });
    const b = await Matrix.fromCOO('bool', [0], [2], true, { nrows: 3, ncols: 3, backend });
    const gone = await m.dup();
    gone.dispose();
    const ours = fc.constantFrom<unknown>(
      m,
      v,
      b,
      gone,
      m.S,
      v.V,
      b.S.complement,
      new Mask(m, true),
      { mask: m.S },
      { mask: v.S },
      { into: m, accum: 'plus' },
      { right: 2n },
      { left: true },
    );
    const argument = fc.oneof(anything, ours);
    const calls = fc.oneof(
      fc.constantFrom(...MATRIX).map((name) => [m, name] as const),
      fc.constantFrom(...VECTOR).map((name) => [v, name] as const),
      fc.constantFrom(...SOURCES).map((name) => [Matrix, name] as const),
      fc.constantFrom('fromCOO', 'full', 'empty').map((name) => [Vector, name] as const),
    );
    let used = 0;
    await fc.assert(
      fc.asyncProperty(
        calls,
        fc.array(argument, { maxLength: 5 }),
        async ([target, name], args) => {
          const method = (
            target as unknown as Record<string, (...list: unknown[]) => Promise<unknown>>
          )[name]!;
          try {
            await method.apply(target, args);
            used++;
          } catch (error) {
            if (!(error instanceof GraphBLASError)) throw error;
            expect(error.message).not.toContain('\n');
            expect(error.code).toMatch(/^GrB_/);
          }
        },
      ),
      runs(2000),
    );
    expect(used).toBeGreaterThan(50);
  });
});
