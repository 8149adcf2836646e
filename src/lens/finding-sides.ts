import type { Cell } from '../table/index.js';
import { cellOf } from './finding-path.js';
import type { Report } from './report.js';

/** A piece of source that a finding speaks of. */
export interface FindingSide {
  readonly label: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** `null` where the finding gives only where it begins. */
  readonly endLine: number | null;
}

/** What a finding compares: the pieces on one hand, and those on the other that are held against the first of them. */
export interface FindingSides {
  readonly left: readonly FindingSide[];
  readonly right: readonly FindingSide[];
}

/** Columns whose texts are labels, and the column of their places. */
const PAIRS = [
  ['a', 'a_loc', 'b', 'b_loc'],
  ['replace', 'replace_loc', 'use_instead', 'use_instead_loc'],
] as const;

const LISTS = [['members', 'locs']] as const;

/**
 * The sides of a finding, from its columns: `a`, `a_loc` and `b`, `b_loc`, texts or lists of one length, or `members`
 * and `locs`, of which the first is the left side. A place is `file:line` or `file:line-endLine`. `null` where the
 * lens's findings have no sides.
 */
export function findingSides(
  report: Pick<Report, 'findings'>,
  row: readonly Cell[],
): FindingSides | null {
  const read = (labels: string, places: string): FindingSide[] => {
    const [names, locs] = [
      listOf(cellOf(report, row, labels)),
      listOf(cellOf(report, row, places)),
    ];
    return locs.flatMap((loc, i): FindingSide[] => {
      const span = parseSpan(loc);
      return span === null ? [] : [{ label: names[i] ?? loc, ...span }];
    });
  };
  for (const [a, aLoc, b, bLoc] of PAIRS) {
    const [left, right] = [read(a, aLoc), read(b, bLoc)];
    if (left.length > 0 && right.length > 0) return { left, right };
  }
  for (const [names, locs] of LISTS) {
    const [first, ...rest] = read(names, locs);
    if (first !== undefined && rest.length > 0) return { left: [first], right: rest };
  }
  return null;
}

const listOf = (cell: Cell): readonly string[] =>
  typeof cell === 'string' ? [cell] : Array.isArray(cell) ? cell.map(String) : [];

function parseSpan(text: string): Omit<FindingSide, 'label'> | null {
  const match = /^(.+):(\d+)(?:-(\d+))?$/.exec(text);
  if (match === null) return null;
  const endLine = match[3] === undefined ? null : Number(match[3]);
  return { file: match[1]!, line: Number(match[2]), endLine };
}
