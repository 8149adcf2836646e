import type { Relation } from '../table/index.js';
import type { Report } from '../lens/index.js';
import { head } from '../table/index.js';
import { cellView, counted, isNumeric, typeLine } from './cell-text.js';
import { findingsRelation, needLines, STATE_WORDS, summaryPairs, whyEmpty } from './report-text.js';
import { DEFAULT_ROWS, tableFooter } from './table-text.js';

/** Text that stays text in a Markdown table's cell. */
function cellMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|~#]/g, (character) => `\\${character}`);
}

export interface MarkdownOptions {
  /** Rows to show; default 20, 0 = all. */
  readonly rows?: number;
}

/** A table in Markdown: types and units under the names, numbers right. */
export function tableMarkdown(table: Relation, options: MarkdownOptions = {}): string {
  const { rows = DEFAULT_ROWS } = options;
  const page = rows === 0 || table.rowCount <= rows ? table : head(table, rows);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const names = page.columns.map(
    ({ spec }) => `${cellMarkdown(spec.name)}<br><small>${cellMarkdown(typeLine(spec))}</small>`,
  );
  const lines = [
    line(names),
    line(page.columns.map(({ spec }) => (isNumeric(spec.type) ? '---:' : ':---'))),
  ];
  for (let row = 0; row < page.rowCount; row++) {
    lines.push(
      line(page.columns.map((column) => cellMarkdown(cellView(column.at(row), column.spec.type)))),
    );
  }
  return [...lines, '', tableFooter(page.rowCount, table.rowCount, table.columns.length, [])].join(
    '\n',
  );
}

/** A report in Markdown: state, summary, findings, needs, notes. */
export function reportMarkdown(report: Report, options: MarkdownOptions = {}): string {
  const why = whyEmpty(report);
  const parts = [
    `**${cellMarkdown(report.lens)}**: ${STATE_WORDS[report.state]}`,
    summaryPairs(report)
      .map(([name, value]) => `- ${cellMarkdown(name)}: ${cellMarkdown(value)}`)
      .join('\n'),
    why ?? tableMarkdown(findingsRelation(report.findings), options),
  ];
  if (why === null && report.shown < report.total)
    parts.push(`${report.shown} of ${counted(report.total, 'finding')} kept`);
  const list = (title: string, items: readonly string[]): void => {
    if (items.length > 0)
      parts.push(`${title}:\n\n${items.map((item) => `- ${cellMarkdown(item)}`).join('\n')}`);
  };
  list('Needs', needLines(report));
  list('Notes', report.notes);
  return parts.filter((part) => part !== '').join('\n\n');
}
