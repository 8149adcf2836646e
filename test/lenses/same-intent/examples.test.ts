import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startRun } from '../../../src/lens/index.js';
import { sameIntent } from '../../../src/lenses/index.js';
import {
  jaccard,
  printedSignature,
  structuralAgreement,
  wordsOf,
} from '../../../src/lenses/clones/index.js';
import { nameFeatures, nameWords } from '../../../src/lenses/same-intent/words.js';
import { featuresFrom } from '../../../src/lenses/structural-clones/features.js';
import {
  rareCap,
  structuralPairs,
  weightedJaccard,
} from '../../../src/lenses/structural-clones/join.js';
import { program } from '../role-neighbours/graphs.js';

/** S1:1621. */
const rows: readonly (readonly [name: string, params: readonly string[]])[] = [
  ['bump_alpha', ['xs', 'by']],
  ['bump_beta', ['xs', 'by']],
  ['workspace_root', []],
  ['repo_root', []],
  ...Array.from({ length: 8 }, (_, i) => [`other${i}_thing${i}`, []] as [string, string[]]),
];

describe('name pairs', () => {
  const features = featuresFrom(rows.map(([name, params]) => nameFeatures(name, params)));

  it('have the words of the name and of the parameters', () => {
    expect(nameFeatures(...rows[0]!).sort()).toEqual(['n:alpha', 'n:bump', 'n:by', 'n:xs']);
    expect(nameWords('selfParseHTTPx2_a')).toEqual(['parse', 'httpx2']);
    expect(nameWords('<constructor>')).toEqual([]);
    expect(nameWords('constructor')).toEqual([]);
    expect(nameWords('<get>byteLength')).toEqual(['byte', 'length']);
  });

  it('need two rare words in common: 0.5323 is the one pair, 0.275 by one word is none', () => {
    expect([features.rows, rareCap(12, 64)]).toEqual([12, 6]);
    expect(weightedJaccard(features, 0, 1)).toEqual({
      score: expect.closeTo(0.5322691313583785, 14) as number,
      shared: 3,
    });
    expect(weightedJaccard(features, 2, 3)).toEqual({
      score: expect.closeTo(0.27500886279752074, 14) as number,
      shared: 1,
    });
    const pairs = structuralPairs(features, {
      floor: 0.5,
      rareDf: 64,
      leastShared: 2,
      leastSet: 2,
    });
    expect([[...pairs.a], [...pairs.b]]).toEqual([[0], [1]]);
  });
});

describe('the agreement of structure', () => {
  it('reads a signature by its tokens between white space, names included', () => {
    expect([
      ...wordsOf(
        printedSignature('put', [
          { name: 'self', type: null },
          { name: 'key', type: 'u32' },
        ]),
      ),
    ]).toEqual(['fn', 'put(self,', 'key:', 'u32)']);
  });

  it('weighs both where both are known, and the one that is known elsewhere', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(5), { maxLength: 4 }),
        fc.uniqueArray(fc.nat(5), { maxLength: 4 }),
        fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
        fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
        (c, d, s, t) => {
          const found = structuralAgreement(
            { words: new Set(s), callees: new Set(c.map(String)) },
            { words: new Set(t), callees: new Set(d.map(String)) },
          );
          const plain = (x: readonly unknown[], y: readonly unknown[]): number => {
            const both = x.filter((one) => y.includes(one)).length;
            const all = new Set([...x, ...y]).size;
            return all === 0 ? 0 : both / all;
          };
          const callees = plain(c, d);
          const expected =
            s.length === 0 || t.length === 0
              ? callees
              : c.length === 0 && d.length === 0
                ? plain(s, t)
                : 0.6 * plain(s, t) + 0.4 * callees;
          expect(found).toBe(expected);
          expect(jaccard(new Set(c.map(String)), new Set(d.map(String)))).toBe(callees);
        },
      ),
      { numRuns: 100, seed: 8 },
    );
  });
});

describe('the lens', () => {
  const graph = program([
    { name: 'delete_old_user_record', calls: ['a'] },
    { name: 'remove_old_user_record', calls: ['b'] },
    { name: 'render_page', calls: ['c'] },
    { name: 'a' },
    { name: 'b' },
    { name: 'c' },
  ]);

  it('finds functions whose names share rare words while they call different things', async () => {
    const report = await startRun(sameIntent, graph).report();
    expect([report.state, report.summary.name_driven, report.total]).toEqual(['partial', true, 1]);
    expect(report.needs.map(({ fact }) => fact)).toContain('param');
    const at = (name: string): number =>
      report.findings.columns.findIndex((column) => column.name === name);
    const [row] = report.findings.rows;
    expect([row![at('source')], row![at('words')], row![at('size')]]).toEqual([
      'graph',
      ['old', 'record', 'user'],
      2,
    ]);
  });

  it('says why it finds nothing', async () => {
    const report = await startRun(
      sameIntent,
      program([{ name: 'alone', params: ['u8'], calls: ['b'] }, { name: 'b' }]),
    ).report();
    expect(report.state).toBe('empty_fact');
    expect(report.notes.join(' ')).toMatch(/none of 0 pairs of names/);
  });
});
