import { head, type Cell, type ColumnSpec, type Relation } from '../table/index.js';
import { cellView, isNumeric, typeLine } from './cell-text.js';
import { escapeHtml, fragment } from './html.js';
import { tableFooter } from './table-text.js';

export interface HtmlOptions {
  /** Rows of a page; default 20. */
  readonly rows?: number;
}

export const HTML_ROWS = 20;

function cellHtml(cell: Cell, spec: ColumnSpec): string {
  const text = escapeHtml(cellView(cell, spec.type));
  const classes = [...(isNumeric(spec.type) ? ['num'] : []), ...(cell === null ? ['none'] : [])];
  return classes.length === 0
    ? `<td>${text}</td>`
    : `<td class="${classes.join(' ')}">${text}</td>`;
}

function headHtml(spec: ColumnSpec): string {
  const title = spec.doc === undefined ? '' : ` title="${escapeHtml(spec.doc)}"`;
  const kind = isNumeric(spec.type) ? ' class="num"' : '';
  return `<th scope="col"${kind}${title}>${escapeHtml(spec.name)}<small>${escapeHtml(typeLine(spec))}</small></th>`;
}

/** The table element alone, all rows of `page`. */
export function tableElement(page: Relation): string {
  const head = page.columns.map(({ spec }) => headHtml(spec)).join('');
  const rows: string[] = [];
  for (let row = 0; row < page.rowCount; row++) {
    rows.push(
      `<tr>${page.columns.map((column) => cellHtml(column.at(row), column.spec)).join('')}</tr>`,
    );
  }
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** A table as HTML without a style of its own: the first rows and how many there are. */
export function tableBody(table: Relation, options: HtmlOptions = {}): string {
  const { rows = HTML_ROWS } = options;
  const page = rows === 0 || table.rowCount <= rows ? table : head(table, rows);
  const footer = tableFooter(page.rowCount, table.rowCount, table.columns.length, []);
  return `${tableElement(page)}<p class="foot">${footer}</p>`;
}

/** A table as an HTML fragment for notebooks. */
export function tableHtml(table: Relation, options: HtmlOptions = {}): string {
  return fragment(tableBody(table, options));
}
