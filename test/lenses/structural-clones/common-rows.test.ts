import { expect, it } from 'vitest';
import { commonNotes, commonRows } from '../../../src/lenses/structural-clones/common-rows.js';
import { featuresFrom } from '../../../src/lenses/structural-clones/features.js';
import { structuralPairs } from '../../../src/lenses/structural-clones/join.js';

/** 65 functions have `load` and `file`; two of them also share `rare`, and one has a word of its own. */
const crowd = featuresFrom(
  Array.from({ length: 200 }, (_, row) =>
    row >= 65
      ? [`own${row}`, `alone${row}`]
      : ['load', 'file', ...(row < 2 ? ['rare'] : row === 2 ? ['lonely'] : [])],
  ),
);

it('functions that share only what too many have are counted, and are in no pair', () => {
  const pairs = structuralPairs(crowd, { floor: 0.1, rareDf: 64, leastShared: 1, leastSet: 1 });
  expect([[...pairs.a], [...pairs.b]]).toEqual([[0], [1]]);
  expect(commonRows(crowd)).toBe(63);
});

it('the answer says how many from a size on, and nothing below it', () => {
  expect(commonNotes(crowd, 'words', 200)).toEqual([
    '63 of 200 functions share only words that more than 64 functions have: they were compared with none',
  ]);
  expect(commonNotes(crowd, 'words', 201)).toEqual([]);
});
