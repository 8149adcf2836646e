import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alnumWidth,
  classifyEdits,
  destFloor,
  siteAccepted,
  siteOpens,
  type FileEdit,
  type MoveCosts,
} from '../../src/judges/index.js';
import { big, check } from './check.js';

const COSTS: MoveCosts = { moved: 1n, plain: 3n, siteCross: 2n, siteSame: 1n, anchorFloor: 19n };
const WIDE = 'const alphabetOfDumps = 1;';
const lines = (from: number, ...texts: string[]) =>
  texts.map((text, i) => ({ at: from + i, text }));
const edit = (
  file: string,
  matched: number,
  deleted: FileEdit['deleted'],
  added: FileEdit['added'],
): FileEdit => ({ file, matched, deleted, added });

describe('family 09, edit classes', () => {
  it('derives a floor of two lines across files: one breaks even and a tie does not open', () => {
    expect([1n, 2n].map((n) => siteOpens(2n, n, COSTS))).toEqual([false, true]);
    expect(destFloor(2n, COSTS)).toBe(2n);
    expect(destFloor(1n, COSTS)).toBe(1n);
    expect(destFloor(2n, { ...COSTS, plain: 1n })).toBeNull();
    check(
      fc.property(big(0, 50), big(0, 50), big(0, 9), big(1, 9), (s, n, moved, gap) => {
        const costs = { ...COSTS, moved, plain: moved + gap };
        expect(siteOpens(s, n, costs)).toBe(n >= (destFloor(s, costs) ?? n + 1n));
        if (siteOpens(s, n, costs)) expect(siteOpens(s, n + 1n, costs)).toBe(true);
        if (siteOpens(s + 1n, n, costs)) expect(siteOpens(s, n, costs)).toBe(true);
      }),
    );
  });

  it('anchors at 19 alphanumeric characters, not at 18', () => {
    const text = (width: number): string => `(${'x'.repeat(width)});`;
    expect([16, 18, 19, 25].map((width) => siteAccepted([text(width), 'y'], true, COSTS))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(alnumWidth(' (Größe_1) ')).toBe(6n);
  });

  it('counts distinct lines as evidence', () => {
    expect(siteAccepted([WIDE, WIDE, WIDE], true, COSTS)).toBe(false);
    expect(siteAccepted([WIDE, 'return;'], true, COSTS)).toBe(true);
    expect(siteAccepted([WIDE], false, COSTS)).toBe(true);
    expect(siteAccepted(['', ' '], false, COSTS)).toBe(false);
    expect(siteAccepted([WIDE, `  ${WIDE}`], true, COSTS)).toBe(false);
    expect(siteAccepted([WIDE, '', ' '], true, COSTS)).toBe(false);
  });

  it('finds a block whose indentation changed, and one line within a file', () => {
    const away = edit('a.ts', 0, lines(4, `    ${WIDE}`, '    return x;'), []);
    const here = edit('b.ts', 0, [], lines(9, `  ${WIDE}`, '  return x;'));
    expect(classifyEdits([away, here], COSTS).sites).toEqual([
      { fromFile: 'a.ts', fromLine: 4, toFile: 'b.ts', toLine: 9, lines: 2 },
    ]);
    const within = edit('c.ts', 5, lines(1, WIDE), lines(7, WIDE));
    expect(classifyEdits([within], COSTS).counts).toEqual([
      { file: 'c.ts', matched: 5, novel: 0, moved: 1, deleted: 1 },
    ]);
  });

  it('takes the longest source of a block, the first of equals', () => {
    const block = [WIDE, 'second();', 'third();'];
    const longest = edit('a.ts', 0, [...lines(10, ...block), ...lines(20, WIDE, 'second();')], []);
    const goal = edit('b.ts', 0, [], lines(1, ...block));
    expect(classifyEdits([longest, goal], COSTS).sites).toMatchObject([{ fromLine: 10, lines: 3 }]);
    const equals = edit('a.ts', 0, [...lines(10, ...block), ...lines(20, ...block)], []);
    expect(classifyEdits([equals, goal], COSTS).sites).toMatchObject([{ fromLine: 10, lines: 3 }]);
  });

  it('finds a block that moved to another file', () => {
    const body = [WIDE, 'return alphabetOfDumps;', '}'];
    const { counts, sites } = classifyEdits(
      [
        edit('a.ts', 4, lines(10, ...body), []),
        edit('b.ts', 1, [], [...lines(1, 'new one'), ...lines(2, ...body)]),
      ],
      COSTS,
    );
    expect(counts).toEqual([
      { file: 'a.ts', matched: 4, novel: 0, moved: 0, deleted: 3 },
      { file: 'b.ts', matched: 1, novel: 1, moved: 3, deleted: 0 },
    ]);
    expect(sites).toEqual([
      { fromFile: 'a.ts', fromLine: 10, toFile: 'b.ts', toLine: 2, lines: 3 },
    ]);
  });

  it('moves a deleted line once, and only lines that stand together', () => {
    const twice = classifyEdits(
      [
        edit('a.ts', 0, lines(1, WIDE, 'second line'), [
          ...lines(1, WIDE, 'second line'),
          ...lines(9, WIDE, 'second line'),
        ]),
      ],
      COSTS,
    );
    expect(twice.counts[0]).toMatchObject({ moved: 2, novel: 2 });
    const apart = classifyEdits(
      [
        edit(
          'a.ts',
          0,
          [
            { at: 1, text: WIDE },
            { at: 9, text: 'x' },
          ],
          [],
        ),
        edit('b.ts', 0, [], lines(1, WIDE, 'x')),
      ],
      COSTS,
    );
    expect(apart.counts[1]).toMatchObject({ moved: 0, novel: 2 });
  });

  it('prefers the longest source', () => {
    const { sites } = classifyEdits(
      [
        edit('a.ts', 0, lines(1, WIDE, 'b'), []),
        edit('c.ts', 0, lines(5, WIDE, 'b', 'c'), []),
        edit('d.ts', 0, [], lines(1, WIDE, 'b', 'c')),
      ],
      COSTS,
    );
    expect(sites).toEqual([{ fromFile: 'c.ts', fromLine: 5, toFile: 'd.ts', toLine: 1, lines: 3 }]);
  });

  it('keeps the number of lines: matched, novel, moved and deleted make up both versions', () => {
    const side = fc
      .array(fc.constantFrom(WIDE, 'a', 'b', ''), { maxLength: 6 })
      .map((texts) => lines(1, ...texts));
    const edits = fc.array(fc.tuple(fc.nat(9), side, side), { maxLength: 3 });
    check(
      fc.property(edits, (list) => {
        const all = list.map(([matched, deleted, added], i) =>
          edit(`f${i}`, matched, deleted, added),
        );
        const { counts, sites } = classifyEdits(all, COSTS);
        counts.forEach((c, i) => {
          expect([c.matched, c.novel + c.moved, c.deleted]).toEqual([
            all[i]!.matched,
            all[i]!.added.length,
            all[i]!.deleted.length,
          ]);
        });
        expect(counts.reduce((sum, c) => sum + c.moved, 0)).toBe(
          sites.reduce((sum, s) => sum + s.lines, 0),
        );
        const deleted = all.reduce((sum, e) => sum + e.deleted.length, 0);
        expect(counts.reduce((sum, c) => sum + c.moved, 0)).toBeLessThanOrEqual(deleted);
      }),
    );
  });
});
