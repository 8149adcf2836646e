import { expect, test } from 'vitest';
import { Matrix, Vector } from '../../src/grb/index.js';

/** Each line under `@ts-expect-error` must be a compile error; the type check of the tests holds it. */

test('a wrong dtype is a compile error, and a GraphBLASError where types were lost', async () => {
  const ints = await Matrix.fromCOO('int64', [0], [0], [1n]);
  const bits = await Matrix.fromCOO('bool', [0], [0], true);
  const reals = await Matrix.fromCOO('fp64', [0], [0], [0.5]);
  const u = await Vector.fromCOO('uint64', [0], [1n]);

  const counts: Matrix<'int64'> = await bits.mxm(bits, 'plus_pair');
  const small: Matrix<'int32'> = await bits.mxm(ints, 'plus_pair_int32');
  const pattern: Matrix<'bool'> = await ints.mxm(reals, 'any_pair');
  const firsts: Vector<'uint64'> = await u.vxm(bits, 'max_first');
  const equal: Matrix<'bool'> = await ints.eWiseMult(ints, 'eq');
  const value: bigint | undefined = await ints.get(0, 0);
  expect([counts.dtype, small.dtype, pattern.dtype, firsts.dtype, equal.dtype, value]).toEqual([
    'int64',
    'int32',
    'bool',
    'uint64',
    'bool',
    1n,
  ]);

  const refused = async (call: Promise<unknown>): Promise<void> => {
    await expect(call).rejects.toMatchObject({ name: 'GraphBLASError' });
  };
  // @ts-expect-error -- int64 values are bigints
  await refused(Matrix.fromCOO('int64', [0], [0], [1]));
  // @ts-expect-error -- a Float64Array is no int32 column
  await refused(Matrix.fromCOO('int32', [0], [0], new Float64Array(1)));
  // @ts-expect-error -- dtypes differ
  await refused(ints.mxm(reals, 'plus_times'));
  // @ts-expect-error -- bit operators want uint64
  await refused(ints.mxm(ints, 'bor_band'));
  // @ts-expect-error -- bool has no order to take a maximum of
  await refused(bits.mxm(ints, 'max_first'));
  // @ts-expect-error -- no such semiring
  await refused(ints.mxm(ints, 'plus_land'));
  // @ts-expect-error -- a vector is no matrix
  await refused(ints.mxm(u, 'any_pair'));
  // @ts-expect-error -- bool has no plus
  await refused(bits.eWiseAdd(bits, 'plus'));
  // @ts-expect-error -- dtypes differ
  await refused(ints.eWiseAdd(reals, 'plus'));
  // @ts-expect-error -- a bound value has the matrix's dtype
  await refused(ints.apply('plus', { right: 1 }));
  // @ts-expect-error -- the accumulator works on the result, which is bool
  await refused(ints.mxm(ints, 'any_pair', { accum: 'plus' }));
  // @ts-expect-error -- into has the result's dtype
  await refused(ints.mxm(ints, 'any_pair', { into: ints }));
  // @ts-expect-error -- lor folds bool only
  await refused(ints.reduce('lor'));
  // @ts-expect-error -- bool has no order
  await refused(bits.select('valuege', true));
  // @ts-expect-error -- a vector's mask is a vector
  await refused(u.vxm(bits, 'any_pair', { mask: bits.S }));
});
