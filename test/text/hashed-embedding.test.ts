import { expect, it } from 'vitest';
import { embedWords, HASHED_DIMENSION, wordsOfToken } from '../../src/text/index.js';

const vector = (text: string): Float32Array => {
  const values = new Float32Array(HASHED_DIMENSION);
  embedWords(text.split(' '), values, 0);
  return values;
};
const cosine = (a: string, b: string): number =>
  vector(a).reduce((sum, x, i) => sum + x * vector(b)[i]!, 0);

it('texts of the same words in another order are near, of other words far, and no text is nowhere', () => {
  expect(cosine('read the file', 'read the file')).toBeCloseTo(1, 6);
  expect(cosine('open read close the file', 'the file open read close')).toBeGreaterThan(0.7);
  expect(Math.abs(cosine('open read close', 'paint a red door'))).toBeLessThan(0.35);
  const empty = new Float32Array(HASHED_DIMENSION);
  embedWords([], empty, 0);
  expect(empty.every((x) => x === 0)).toBe(true);
});

it('a token is read by its words', () => {
  expect(['readFileSync', 'MAX_SIZE', 'x86Path', '+='].map(wordsOfToken)).toEqual([
    ['read', 'file', 'sync'],
    ['max', 'size'],
    ['x86', 'path'],
    ['+='],
  ]);
});
