import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextPool } from '../../src/dump/index.js';
import { Holding } from '../../src/graph/holding.js';
import { matchLabels, nearestLabels } from '../../src/graph/labels.js';

function poolOf(texts: readonly string[]): TextPool {
  const parts = texts.map((text) => Buffer.from(text));
  const offsets = new Uint32Array(texts.length + 1);
  parts.forEach((part, i) => (offsets[i + 1] = offsets[i]! + part.length));
  // What lies behind the last text belongs to none.
  return { bytes: Buffer.concat([...parts, Buffer.from('open')]), offsets, length: texts.length };
}

const word = fc.constantFrom('a', 'ab', 'open', 'o`pen', '`ab.ts`', 'a``b', 'é', 'x y', '#', '().');
const id = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) => `scheme npm pkg 1.0.0 ${words.join('')}/f().`);

describe('a pattern of labels', () => {
  it('matches what it matches when every label is looked at', () => {
    fc.assert(
      fc.property(
        fc.array(id, { minLength: 1, maxLength: 12 }),
        fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('')),
        (ids, pattern) => {
          const all = { length: ids.length, id: (v: number) => ids[v]! };
          const holding = new Holding(poolOf(ids));
          const asked = (of: typeof all): readonly number[] | string => {
            try {
              return [...matchLabels(of, pattern)];
            } catch (error) {
              return (error as Error).message;
            }
          };
          expect(asked({ ...all, holding: (w: string) => holding.of(w) } as typeof all)).toEqual(
            asked(all),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('decodes no label that cannot hold its longest word', () => {
    const ids = ['s n p 1 a/open().', 's n p 1 b/close().', 's n p 1 c/reopen().'];
    const seen: number[] = [];
    const holding = new Holding(poolOf(ids));
    const found = matchLabels(
      {
        length: ids.length,
        id: (v) => {
          seen.push(v);
          return ids[v]!;
        },
        holding: (w) => holding.of(w),
      },
      '/open',
    );
    expect([...found]).toEqual([0]);
    expect(seen).toEqual([0, 2]);
  });

  it.each<[string, readonly string[]]>([
    ['zzz', []],
    ['', []],
    ['opne', ['a/open().']],
    ['there/is/no/such/path.ts/opne', ['a/open().']],
    ['A#clos', ['b/A#close().']],
  ])('is answered with what is like it, and with nothing else: %j', (pattern, near) => {
    const ids = ['s n p 1 a/open().', 's n p 1 b/A#close().', 's n p 1 c/set().'];
    expect(
      nearestLabels({ length: ids.length, id: (v) => ids[v]! }, pattern, 1).map((label) =>
        label.replace(/^p /, ''),
      ),
    ).toEqual(near);
  });
});
