import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutEnd, cutMiddle, pad, printable, widthOf, wrap } from '../../src/view/index.js';

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 }).map(printable);

test('a cut text is never wider than its room, and keeps both ends', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 30 }), (text, width) => {
      expect(widthOf(cutMiddle(text, width))).toBeLessThanOrEqual(width);
      expect(widthOf(cutEnd(text, width))).toBeLessThanOrEqual(width);
      if (widthOf(text) <= width) expect(cutMiddle(text, width)).toBe(text);
    }),
  );
  expect(cutMiddle('module/class.method', 11)).toBe('modul…ethod');
});

test('padding fills to the width in cells, wide characters counted twice', () => {
  expect(pad('日本', 6)).toBe('日本  ');
  expect(pad('日本', 6, 'right')).toBe('  日本');
  expect(widthOf('日本')).toBe(4);
});

test('wrapped lines fit and lose no word', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{1,12}$/)),
      fc.integer({ min: 3, max: 30 }),
      (words, width) => {
        const lines = wrap(words.join(' '), width);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
      },
    ),
  );
});

test('control characters and bidirectional overrides are made visible', () => {
  expect(printable('a\x1b[31m\nb\u202e')).toBe('a\\e[31m\\nb\\u{202e}');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      // eslint-disable-next-line no-control-regex -- none of these may reach a terminal
      expect(printable(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
    }),
  );
});
