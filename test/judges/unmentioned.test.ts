import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emits,
  EXEMPT_MASK,
  foldable,
  judgeUnmentioned,
  unmentionedCode,
  vetoed,
  VISIBILITY_BITS,
} from '../../src/judges/index.js';
import { check } from './check.js';

const quiet = {
  elsewhere: false,
  exceptionRegion: false,
  folded: false,
  segments: 1,
  characters: 3,
};
const fact = fc.record({
  row: fc.record({
    node: fc.nat(20),
    vis: fc.nat(15),
    conv: fc.constantFrom(0, 1, 1 << 10, 1 << 11),
  }),
  mentions: fc.record({
    elsewhere: fc.boolean(),
    exceptionRegion: fc.boolean(),
    folded: fc.boolean(),
    segments: fc.nat(3),
    characters: fc.nat(9),
  }),
});

describe('family 13, unmentioned declarations', () => {
  it('carry one bit a sort of visibility', () => {
    expect(VISIBILITY_BITS).toEqual({
      exported: 1,
      scopeExported: 2,
      reexported: 4,
      restricted: 8,
    });
  });

  it('fold names of two segments and seven characters only', () => {
    expect(
      [
        [2, 7],
        [1, 20],
        [2, 6],
      ].map(([s, c]) => foldable(s!, c!)),
    ).toEqual([true, false, false]);
    expect(vetoed({ ...quiet, folded: true, segments: 2, characters: 7 })).toBe(true);
    expect(vetoed({ ...quiet, folded: true })).toBe(false);
    expect(vetoed({ ...quiet, segments: 2, characters: 7 })).toBe(false);
  });

  it('are vetoed by any mention', () => {
    expect(
      [{ elsewhere: true }, { exceptionRegion: true }, {}].map((m) => vetoed({ ...quiet, ...m })),
    ).toEqual([true, true, false]);
  });

  it('are emitted for exported or scope-exported names that no convention exempts', () => {
    const { exported, scopeExported, restricted } = VISIBILITY_BITS;
    expect(
      [exported, scopeExported, restricted, 0].map((vis) => emits({ node: 0, vis, conv: 0 })),
    ).toEqual([true, true, false, false]);
    for (let bit = 0; bit <= 10; bit++)
      expect([bit, emits({ node: 0, vis: exported, conv: 1 << bit })]).toEqual([bit, false]);
    expect(emits({ node: 0, vis: exported, conv: 1 << 11 })).toBe(true);
    expect(EXEMPT_MASK).toBe(2047);
  });

  it('have codes by precedence', () => {
    expect([0, 8, 1, 5, 9, 13].map(unmentionedCode)).toEqual([1, 1, 0, 3, 2, 2]);
  });

  it('do not depend on the order of rows, and vanish with a mention', () => {
    check(
      fc.property(fc.uniqueArray(fact, { selector: (f) => f.row.node, maxLength: 8 }), (facts) => {
        const found = judgeUnmentioned(facts);
        expect(judgeUnmentioned([...facts].reverse())).toEqual(found);
        expect(found.map(({ node }) => node)).toEqual(
          [...found.map(({ node }) => node)].sort((a, b) => a - b),
        );
        const mentioned = facts.map((f) => ({
          ...f,
          mentions: { ...f.mentions, elsewhere: true },
        }));
        expect(judgeUnmentioned(mentioned)).toEqual([]);
        for (const { row, mentions } of facts) {
          expect(found.some(({ node }) => node === row.node)).toBe(!vetoed(mentions) && emits(row));
        }
      }),
    );
  });
});
