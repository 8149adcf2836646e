import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareUtf8 } from '../../src/table/index.js';
import { textRanks } from '../../src/table/text-ranks.js';

/** Rank of each text among the distinct ones, by comparing bytes. */
function naiveRanks(values: readonly (string | null)[]): number[] {
  const distinct = [...new Set(values.filter((value) => value !== null))];
  distinct.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return values.map((value) => (value === null ? 0 : distinct.indexOf(value)));
}

// Few letters and shared beginnings make long runs of equal keys, which is where the sort recurses.
const text = fc
  .tuple(
    fc.constantFrom('', 'module/', 'module/inner/Class#'),
    fc.string({ unit: fc.constantFrom('a', '\0', '\uffff', '\u{10000}'), maxLength: 9 }),
  )
  .map(([start, end]) => start + end);

test('ranks of many texts with shared beginnings equal those of sorted bytes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(text, { freq: 20 }), { minLength: 0, maxLength: 300 }),
      (values) => {
        expect([...textRanks(values)]).toEqual(naiveRanks(values));
      },
    ),
    { numRuns: process.env['MIMIR_DEEP'] === '1' ? 2000 : 100 },
  );
});

test('sorted, reversed and constant input is ranked', () => {
  const sorted = Array.from({ length: 500 }, (_, i) => `label ${String(i).padStart(4, '0')}`);
  expect([...textRanks(sorted)]).toEqual(naiveRanks(sorted));
  const reversed = [...sorted].reverse();
  expect([...textRanks(reversed)]).toEqual(naiveRanks(reversed));
  const constant = new Array<string>(500).fill('same');
  expect(new Set(textRanks(constant))).toEqual(new Set([0]));
});

test('halves of a surrogate pair in neighbouring texts are not taken for a whole', () => {
  const filler = Array.from({ length: 20 }, (_, i) => `é${20 - i}`);
  const values = ['b', 'a\ud800', '\udc00b', 'a', ...filler];
  const ranks = textRanks(values);
  expect(new Set(ranks).size).toBe(values.length);
  const order = values.map((_, i) => i).sort((a, b) => compareUtf8(values[a]!, values[b]!));
  expect(order.map((i) => ranks[i])).toEqual(values.map((_, i) => i));
});
