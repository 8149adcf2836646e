import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareUtf8, sortUtf8 } from '../../src/table/index.js';

const sign = (value: number): number => Math.sign(value);

test('strings compare as the bytes of their UTF-8', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}') }),
  );
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 500 },
  );
});

test('a code point outside the BMP stands after one at its end, unlike in UTF-16', () => {
  expect('\u{10000}' < '\uffff').toBe(true);
  expect(sign(compareUtf8('\u{10000}', '\uffff'))).toBe(1);
});

test('the order of ill-formed strings is total', () => {
  const text = fc.string({ unit: fc.constantFrom('\ud800', '\udc00', '\uffff', 'a', '\ue000') });
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(sign(compareUtf8(a, b)) + sign(compareUtf8(b, a))).toBe(0);
      if (compareUtf8(a, b) <= 0 && compareUtf8(b, c) <= 0)
        expect(compareUtf8(a, c)).toBeLessThanOrEqual(0);
      if (a !== b) expect(compareUtf8(a, b)).not.toBe(0);
    }),
  );
});

test('sorting many strings gives the order of their bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (strings) => {
      const expected = [...strings].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(sortUtf8(strings)).toEqual(expected);
    }),
  );
});
