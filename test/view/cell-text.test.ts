import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellView, looseCellView, rationalText, realText } from '../../src/view/index.js';

test('rationals round half away from zero from the exact value', () => {
  expect(rationalText([1, 2000])).toBe('0.001');
  expect(rationalText([-1, 2000])).toBe('-0.001');
  expect(rationalText([1, 2001])).toBe('0.000');
  expect(rationalText([-1, 2001])).toBe('0.000');
  expect(rationalText([2, 3])).toBe('0.667');
  expect(rationalText([10n ** 30n, 3n])).toBe('333333333333333333333333333333.333');
});

test('a rational text is within half of its last digit, the sign aside symmetric', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e6, max: 1e6 }),
      fc.integer({ min: 1, max: 1e6 }),
      (num, den) => {
        const text = rationalText([num, den]);
        const thousandths = BigInt(text.replace('.', ''));
        const error = 2n * (thousandths * BigInt(den) - BigInt(num) * 1000n);
        expect(error <= BigInt(den) && -error <= BigInt(den)).toBe(true);
        if (text !== '0.000')
          expect(rationalText([-num, den])).toBe(num < 0 ? text.slice(1) : `-${text}`);
      },
    ),
  );
});

test('a missing value is a dash in every type, never a zero', () => {
  for (const type of [
    'integer',
    'bigint',
    'rational',
    'real',
    'boolean',
    'text',
    'list',
  ] as const) {
    expect(cellView(null, type)).toBe('—');
  }
  expect(looseCellView(null)).toBe('—');
});

test('reals show six significant digits', () => {
  expect([0.1 + 0.2, 1e-7, -0, 123456.789, 1e20].map(realText)).toEqual([
    '0.3',
    '1e-7',
    '0',
    '123457',
    '1e20',
  ]);
});

test('a summary value that is a pair of integers reads as a ratio', () => {
  expect(looseCellView([1, 3])).toBe('0.333');
  expect(looseCellView(['a', 'b'])).toBe('a, b');
});
