import fc from 'fast-check';
import { Matrix, Vector, type Backend } from '../../src/grb/index.js';
import { entries, type Dtype, type Grid, type Value } from './dense.js';

export const dtypes: readonly Dtype[] = ['bool', 'int32', 'int64', 'uint64', 'fp64'];

/**
 * Values near the edges of a dtype as often as small ones. fp64 holds powers of two and no zero: sums and products
 * are exact then, and no signed zero arises, so that no order of adding shows.
 */
export function value(dtype: Dtype): fc.Arbitrary<Value> {
  switch (dtype) {
    case 'bool':
      return fc.boolean();
    case 'int32':
      return fc.oneof(
        fc.integer({ min: -3, max: 3 }),
        fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, 65_537),
      );
    case 'int64':
      return fc.oneof(
        fc.bigInt(-3n, 3n),
        fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 2n ** 40n + 1n),
      );
    case 'uint64':
      return fc.oneof(
        fc.bigInt(0n, 5n),
        fc.constantFrom(2n ** 64n - 1n, 2n ** 63n, 2n ** 33n + 1n),
      );
    case 'fp64':
      return fc.constantFrom(-4, -2, -1, -0.5, 0.5, 1, 2, 4);
  }
}

export interface Sample {
  readonly dtype: Dtype;
  readonly width: number;
  readonly grid: Grid;
  /** One value for all entries, built as iso. */
  readonly iso: boolean;
  /** Every cell has an entry, and it is held as a result of the library is: without positions. */
  readonly full?: boolean;
}

export function sample(dtype: Dtype, height: number, width: number): fc.Arbitrary<Sample> {
  const cell = (of: fc.Arbitrary<Value>): fc.Arbitrary<Grid> =>
    fc.array(
      fc.array(fc.option(of, { nil: undefined, freq: 2 }), { minLength: width, maxLength: width }),
      {
        minLength: height,
        maxLength: height,
      },
    );
  const varied = cell(value(dtype)).map((grid) => ({ dtype, width, grid, iso: false }));
  const iso = value(dtype).chain((x) =>
    cell(fc.constant(x)).map((grid) => ({ dtype, width, grid, iso: true })),
  );
  const row = (of: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
    fc.array(of, { minLength: width, maxLength: width });
  const full = (of: fc.Arbitrary<Value>, one: boolean): fc.Arbitrary<Sample> =>
    fc
      .array(row(of), { minLength: height, maxLength: height })
      .map((grid) => ({ dtype, width, grid, iso: one, full: true }));
  return fc.oneof(
    { arbitrary: varied, weight: 3 },
    { arbitrary: iso, weight: 1 },
    { arbitrary: full(value(dtype), false), weight: 2 },
    { arbitrary: value(dtype).chain((x) => full(fc.constant(x), true)), weight: 1 },
  );
}

/** A sample as a matrix; the untyped door is used on purpose, since dtypes are data here. */
export async function matrix(s: Sample, backend: Backend): Promise<Matrix> {
  const list = entries(s.grid);
  const values = s.iso && list.length > 0 ? list[0]![2] : list.map((e) => e[2]);
  const made = await Matrix.fromCOO(
    s.dtype,
    list.map((e) => e[0]),
    list.map((e) => e[1]),
    values as unknown as readonly never[],
    { nrows: s.grid.length, ncols: s.width, backend },
  );
  return s.full === true ? made.apply('identity') : made;
}

/** A one-row sample as a vector. */
export async function vector(s: Sample, backend: Backend): Promise<Vector> {
  const list = entries(s.grid);
  const values = s.iso && list.length > 0 ? list[0]![2] : list.map((e) => e[2]);
  const made = await Vector.fromCOO(
    s.dtype,
    list.map((e) => e[1]),
    values as unknown as readonly never[],
    { size: s.width, backend },
  );
  return s.full === true ? made.apply('identity') : made;
}

/** Shapes without rows or columns are shapes too. */
export const size = fc.integer({ min: 0, max: 7 });
export const someSize = fc.integer({ min: 1, max: 7 });
export const deep = process.env.MIMIR_DEEP === '1';
export const runs = (short: number): { numRuns: number } => ({
  numRuns: deep ? short * 10 : short,
});
