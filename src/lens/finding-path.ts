import type { Cell } from '../table/index.js';
import type { Report } from './report.js';

/** Where something is in the sources; `line` is 1-based, `null` where only the file is known. */
export interface FindingPlace {
  readonly file: string;
  readonly line: number | null;
}

/** One step of a finding's path. */
export interface PathStep {
  readonly label: string;
  readonly place: FindingPlace | null;
}

/** Columns that hold a path, the finest first: its steps, and the place of each. */
const PATHS = [
  ['expanded', 'sites'],
  ['path', 'path_locs'],
] as const;

/** A cell of a row by the name of its column; `null` without such a column. */
export function cellOf(
  { findings }: Pick<Report, 'findings'>,
  row: readonly Cell[],
  name: string,
): Cell {
  const at = findings.columns.findIndex((column) => column.name === name);
  return at < 0 ? null : (row[at] ?? null);
}

/** `file:line`, or a file alone; `null` for anything else and for `?`. */
export function parsePlace(cell: Cell): FindingPlace | null {
  if (typeof cell !== 'string' || cell === '?' || cell === '') return null;
  const match = /^(.*):(\d+)$/.exec(cell);
  return match === null ? { file: cell, line: null } : { file: match[1]!, line: Number(match[2]) };
}

/** The path of a finding with its places; empty where the lens gives none. */
export function findingPath(report: Pick<Report, 'findings'>, row: readonly Cell[]): PathStep[] {
  for (const [names, places] of PATHS) {
    const [steps, sites] = [cellOf(report, row, names), cellOf(report, row, places)];
    if (!Array.isArray(steps) || !Array.isArray(sites)) continue;
    return steps.map((step, i) => ({
      label: String(step),
      place: parsePlace((sites[i] as string | undefined) ?? null),
    }));
  }
  return [];
}
