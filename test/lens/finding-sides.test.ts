import { describe, expect, it } from 'vitest';
import { findingSides } from '../../src/lens/index.js';
import type { Cell } from '../../src/table/index.js';

const report = (columns: readonly string[], row: readonly Cell[]) => ({
  report: {
    findings: {
      key: [],
      columns: columns.map((name) => ({ name, type: 'text' as const })),
      rows: [row],
    },
  },
  row,
});
const sides = (columns: readonly string[], row: readonly Cell[]) => {
  const made = report(columns, row);
  return findingSides(made.report, made.row);
};

describe('the sides of a finding', () => {
  it('are its columns a and b with their places', () => {
    expect(sides(['a', 'a_loc', 'b', 'b_loc'], ['f', 'x.ts:3-9', 'g', 'y.ts:5'])).toEqual({
      left: [{ label: 'f', file: 'x.ts', line: 3, endLine: 9 }],
      right: [{ label: 'g', file: 'y.ts', line: 5, endLine: null }],
    });
  });

  it('are lists where one side has several copies', () => {
    expect(
      sides(
        ['a', 'a_loc', 'b', 'b_loc'],
        [['f', 'h'], ['x.ts:3-9', 'z.ts:1-7'], ['g'], ['y.ts:5-11']],
      ),
    ).toMatchObject({ left: [{ label: 'f' }, { label: 'h' }], right: [{ label: 'g' }] });
  });

  it('are the first member and the others', () => {
    expect(
      sides(
        ['members', 'locs'],
        [
          ['f', 'g', 'h'],
          ['C:x.ts:3-9', 'y.ts:5-11', 'z.ts:1-2'],
        ],
      ),
    ).toMatchObject({
      left: [{ label: 'f', file: 'C:x.ts' }],
      right: [{ label: 'g' }, { label: 'h' }],
    });
  });

  it('are none where a lens compares nothing', () => {
    expect(sides(['path'], [['a', 'b']])).toBeNull();
    expect(sides(['a', 'a_loc', 'b', 'b_loc'], ['f', 'x.ts', 'g', '?'])).toBeNull();
    expect(sides(['members', 'locs'], [['f'], ['x.ts:3-9']])).toBeNull();
  });
});
