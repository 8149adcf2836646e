import fc from 'fast-check';
import { expect, test } from 'vitest';
import { argsort, bigints, coded, integers, rationals, reals } from '../../src/table/index.js';
import { anyRelation, naiveCompare } from './columns.js';

test('argsort over any columns equals a stable sort by comparing cells', () => {
  const cases = anyRelation.chain((table) =>
    fc.tuple(
      fc.constant(table),
      fc.array(fc.boolean(), { minLength: table.columns.length, maxLength: table.columns.length }),
    ),
  );
  fc.assert(
    fc.property(cases, ([table, directions]) => {
      const keys = table.columns.map((column, i) => ({ column, descending: directions[i]! }));
      const naive = Array.from({ length: table.rowCount }, (_, i) => i).sort(
        (a, b) => naiveCompare(keys, a, b) || a - b,
      );
      expect([...argsort(keys)]).toEqual(naive);
    }),
    { numRuns: 300 },
  );
});

test('every integer width sorts by value', () => {
  const arrays = [
    Int8Array.of(3, -128, 127, 0),
    Uint8Array.of(255, 0, 128, 7),
    Int16Array.of(5, -9, 300, -32768),
    Uint16Array.of(65535, 1, 256, 2),
    Int32Array.of(7, -2147483648, 2147483647, -1),
    Uint32Array.of(4294967295, 0, 2147483648, 1),
    Float64Array.of(2 ** 53 - 1, -(2 ** 53), 0, 4e9),
  ];
  for (const values of arrays) {
    const order = argsort([{ column: integers('x', values) }]);
    const sorted = [...order].map((row) => values[row]);
    expect(sorted).toEqual([...values].sort((a, b) => a - b));
  }
});

test('typed 64-bit integers sort by value, signed and unsigned', () => {
  const signed = BigInt64Array.of(5n, -(2n ** 63n), 2n ** 63n - 1n, -1n, 2n ** 32n);
  const unsigned = BigUint64Array.of(2n ** 64n - 1n, 0n, 2n ** 63n, 1n);
  expect([...argsort([{ column: bigints('x', signed) }])]).toEqual([1, 3, 0, 4, 2]);
  expect([...argsort([{ column: bigints('x', unsigned) }])]).toEqual([1, 3, 2, 0]);
});

test('rationals whose quotients round to one double are told apart exactly', () => {
  const large = 2 ** 53 - 1;
  // (large-1)/large and (large-2)/(large-1) both round to the same double.
  const num = Float64Array.of(large - 1, large - 2, large - 1);
  const den = Float64Array.of(large, large - 1, large);
  expect(num[0]! / den[0]!).toBe(num[1]! / den[1]!);
  expect([...argsort([{ column: rationals('x', num, den) }])]).toEqual([1, 0, 2]);
});

test('minus zero equals zero, so stability decides', () => {
  expect([...argsort([{ column: reals('x', Float64Array.of(0, -0, 0)) }])]).toEqual([0, 1, 2]);
});

test('a coded column with repeated dictionary entries sorts by text', () => {
  const column = coded('x', Uint8Array.of(3, 1, 2, 0), [null, 'b', 'a', 'b']);
  expect([...argsort([{ column }])]).toEqual([2, 0, 1, 3]);
});
