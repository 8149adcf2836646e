import { cellText, type Cell } from '../table/index.js';
import type { Report } from './report.js';

/** What identifies a finding from run to run beside its lens: the cells of its key columns, as text. */
export function findingKey({ findings }: Pick<Report, 'findings'>, row: readonly Cell[]): string[] {
  return findings.key.map((name) => {
    const at = findings.columns.findIndex((column) => column.name === name);
    return cellText(row[at] ?? null);
  });
}

/** A finding that is known and accepted; `key` as `findingKey` gives it. */
export interface Suppression {
  readonly lens: string;
  readonly key: readonly string[];
  readonly reason: string;
}

export const suppresses = (
  { lens, key }: Suppression,
  report: Pick<Report, 'lens'>,
  own: readonly string[],
): boolean =>
  lens === report.lens && key.length === own.length && key.every((cell, i) => cell === own[i]);

export interface Suppressed {
  /** Without the suppressed rows; totals and the summary stay, so that nothing is hidden from the counts. */
  readonly report: Report;
  readonly suppressed: number;
  /** Suppressions of this lens that matched nothing: they are stale. */
  readonly stale: readonly Suppression[];
}

/** Leaves out the rows that a suppression names. Give it the report with all rows, before any limit. */
export function suppress(report: Report, suppressions: readonly Suppression[]): Suppressed {
  const own = suppressions.filter(({ lens }) => lens === report.lens);
  const used = new Set<Suppression>();
  const rows = report.findings.rows.filter((row) => {
    const key = findingKey(report, row);
    const match = own.find((one) => suppresses(one, report, key));
    if (match !== undefined) used.add(match);
    return match === undefined;
  });
  const suppressed = report.findings.rows.length - rows.length;
  const stale = own.filter((one) => !used.has(one));
  const notes = [
    ...report.notes,
    ...(suppressed > 0
      ? [`${suppressed} ${suppressed === 1 ? 'finding' : 'findings'} suppressed`]
      : []),
    ...stale.map(({ key }) => `suppression that matches nothing: ${key.join(' | ')}`),
  ];
  return {
    report: { ...report, findings: { ...report.findings, rows }, shown: rows.length, notes },
    suppressed,
    stale,
  };
}
