import { createHash } from 'node:crypto';
import {
  argsort,
  head,
  type Cell,
  type Column,
  type ColumnSpec,
  type Relation,
} from '../table/index.js';
import { cellView, countText, isNumeric, MISSING, typeLine } from './cell-text.js';
import { escapeHtml, fragment, scriptJson } from './html.js';
import { TABLE_SCRIPT } from './table-script.js';
import { tableFooter } from './table-text.js';

export interface HtmlOptions {
  /** Rows of a page; default 20, 0 = all. */
  readonly rows?: number;
  /** Rows that the fragment carries for its own pages and sorting; default 500. */
  readonly carried?: number;
}

export const HTML_ROWS = 20;
export const CARRIED_ROWS = 500;
/** Longer texts scroll in their cell. */
export const LONG = 160;

function cellHtml(cell: Cell, spec: ColumnSpec): string {
  const text = escapeHtml(cellView(cell, spec.type));
  const classes = [...(isNumeric(spec.type) ? ['num'] : []), ...(cell === null ? ['none'] : [])];
  return classes.length === 0
    ? `<td>${text}</td>`
    : `<td class="${classes.join(' ')}">${text}</td>`;
}

function headHtml(spec: ColumnSpec, sortable: boolean): string {
  const title = spec.doc === undefined ? '' : ` title="${escapeHtml(spec.doc)}"`;
  const kind = isNumeric(spec.type) ? ' class="num"' : '';
  const name = escapeHtml(spec.name);
  const label = sortable ? `<button type="button" title="sort">${name}</button>` : name;
  return `<th scope="col"${kind}${title}>${label}<small>${escapeHtml(typeLine(spec))}</small></th>`;
}

/** The table element alone, all rows of `page`. */
export function tableElement(page: Relation, sortable = false): string {
  const heads = page.columns.map(({ spec }) => headHtml(spec, sortable)).join('');
  const rows: string[] = [];
  for (let row = 0; row < page.rowCount; row++) {
    rows.push(
      `<tr>${page.columns.map((column) => cellHtml(column.at(row), column.spec)).join('')}</tr>`,
    );
  }
  return `<table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** A table as HTML without a style of its own: the first rows and how many there are. */
export function tableBody(table: Relation, options: HtmlOptions = {}): string {
  const { rows = HTML_ROWS } = options;
  const page = rows === 0 || table.rowCount <= rows ? table : head(table, rows);
  const footer = tableFooter(page.rowCount, table.rowCount, table.columns.length, []);
  return `${tableElement(page)}<p class="foot">${footer}</p>`;
}

/**
 * A table with pages, sorting and a filter over the first `carried` rows. It works in the output of a notebook by
 * itself; where scripts do not run, the first page and the counts stay.
 */
export function pagedTable(table: Relation, options: HtmlOptions = {}): string {
  const { rows = HTML_ROWS, carried = CARRIED_ROWS } = options;
  if (rows === 0 || table.rowCount <= rows) return tableBody(table, options);
  const kept = table.rowCount <= carried ? table : head(table, carried);
  const data = {
    page: rows,
    missing: MISSING,
    long: LONG,
    rest:
      kept.rowCount === table.rowCount
        ? ''
        : ` (of ${countText(table.rowCount)}; the rest stays in the table)`,
    numeric: kept.columns.map(({ spec }) => isNumeric(spec.type)),
    ranks: kept.columns.map(ranksOf),
    rows: Array.from({ length: kept.rowCount }, (_, row) =>
      kept.columns.map((column) => cellView(column.at(row), column.spec.type)),
    ),
  };
  const json = scriptJson(data);
  const id = `mimir-${createHash('sha256').update(json).digest('hex').slice(0, 12)}`;
  const footer = tableFooter(
    Math.min(rows, table.rowCount),
    table.rowCount,
    table.columns.length,
    [],
  );
  // The same table may stand on a page more than once: each copy is started once, by its own mark.
  const start = `document.querySelectorAll('[data-table="${id}"]:not([data-on])').forEach(function(root){root.dataset.on='1';${TABLE_SCRIPT}(root)})`;
  return [
    `<div data-table="${id}">${tableElement(head(kept, rows), true)}`,
    `<nav class="foot" hidden><button type="button" data-go="-1" aria-label="previous page">‹</button> `,
    `<button type="button" data-go="1" aria-label="next page">›</button> <span role="status"></span> `,
    `<input type="search" placeholder="filter" aria-label="filter rows" size="14"></nav>`,
    `<p class="foot">${footer}</p><script type="application/json">${json}</script></div>`,
    `<script>${start}</script>`,
  ].join('');
}

/** Dense ranks of a column's rows in the exact order of the table room; missing values get the number of rows. */
function ranksOf(column: Column): number[] {
  const ranks = new Array<number>(column.length).fill(column.length);
  let rank = -1;
  let before: string | null = null;
  for (const row of argsort([{ column }])) {
    const cell = column.at(row);
    if (cell === null) continue;
    const text = `${JSON.stringify(cell, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`;
    if (text !== before) rank++;
    before = text;
    ranks[row] = rank;
  }
  return ranks;
}

/** A table as an HTML fragment for notebooks. */
export function tableHtml(table: Relation, options: HtmlOptions = {}): string {
  return fragment(pagedTable(table, options));
}
