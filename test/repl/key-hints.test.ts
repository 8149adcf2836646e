import { expect, it } from 'vitest';
import { keyHints } from '../../src/repl/key-hints.js';

it('leaves out keys without room, never the way back', () => {
  const hints = 's sort · f filter · q back';
  expect([60, 24, 17, 12, 6, 3].map((width) => keyHints(hints, width))).toEqual([
    hints,
    's sort · … · q back',
    'q back',
    'q back',
    'q back',
    'q …',
  ]);
});
