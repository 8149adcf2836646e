import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emits,
  EXEMPT_MASK,
  foldable,
  judgeUnmentioned,
  KNOBS,
  unmentionedCode,
  vetoed,
  VISIBILITY_BITS,
} from '../../src/judges/index.js';
import { sourceReader } from '../../src/facts/index.js';
import { mentionRows } from '../../src/judges/facts/mentions.js';
import { check } from './check.js';

const FOLD = KNOBS.unmentioned;
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
      hidden: 16,
    });
  });

  it('fold names of two segments and seven characters only', () => {
    expect(
      [
        [2, 7],
        [1, 20],
        [2, 6],
      ].map(([s, c]) => foldable(s!, c!, FOLD)),
    ).toEqual([true, false, false]);
    expect(vetoed({ ...quiet, folded: true, segments: 2, characters: 7 }, FOLD)).toBe(true);
    expect(vetoed({ ...quiet, folded: true }, FOLD)).toBe(false);
    expect(vetoed({ ...quiet, segments: 2, characters: 7 }, FOLD)).toBe(false);
  });

  it('are vetoed by any mention', () => {
    expect(
      [{ elsewhere: true }, { exceptionRegion: true }, {}].map((m) =>
        vetoed({ ...quiet, ...m }, FOLD),
      ),
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
    expect([0, 8, 1, 5, 9, 13, 2, 17, 18].map(unmentionedCode)).toEqual([
      1, 1, 0, 3, 2, 2, 2, 1, 1,
    ]);
  });

  it('do not depend on the order of rows, and vanish with a mention', () => {
    check(
      fc.property(fc.uniqueArray(fact, { selector: (f) => f.row.node, maxLength: 8 }), (facts) => {
        const found = judgeUnmentioned(facts, FOLD);
        expect(judgeUnmentioned([...facts].reverse(), FOLD)).toEqual(found);
        expect(found.map(({ node }) => node)).toEqual(
          [...found.map(({ node }) => node)].sort((a, b) => a - b),
        );
        const mentioned = facts.map((f) => ({
          ...f,
          mentions: { ...f.mentions, elsewhere: true },
        }));
        expect(judgeUnmentioned(mentioned, FOLD)).toEqual([]);
        for (const { row, mentions } of facts) {
          expect(found.some(({ node }) => node === row.node)).toBe(
            !vetoed(mentions, FOLD) && emits(row),
          );
        }
      }),
    );
  });

  it('never carry a name, whatever it is', async () => {
    const read = await sourceReader(['a.ts', 'a.rs']);
    check(
      fc.property(fc.stringMatching(/^sentinel_[a-z0-9_]{1,12}$/), fc.boolean(), (name, rust) => {
        const path = rust ? 'a.rs' : 'a.ts';
        const text = rust ? `pub fn ${name}() {}\n` : `export function ${name}() {}\n`;
        const sources = {
          root: '',
          files: [{ path, text, lines: 1, parsed: read(path, text) }],
          skipped: 0,
          crates: new Map<string, string>(),
          crateRoots: new Set<string>(),
          parsedNow: 1,
        };
        const { rows, declared } = mentionRows(sources, new Set());
        expect(declared.map((one) => one.name)).toEqual([name]);
        expect(JSON.stringify(rows)).not.toContain('sentinel');
        expect(judgeUnmentioned(rows, FOLD)).toEqual([{ node: 0, code: 0 }]);
      }),
    );
  });
});
