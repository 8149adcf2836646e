import { head, type Relation } from '../table/index.js';
import { counted, countText } from './cell-text.js';
import { paintFor } from './paint.js';
import { layoutTable } from './table-layout.js';
import { wrap } from './text-width.js';

export interface TextOptions {
  /** Terminal cells; default 80. */
  readonly width?: number;
  /** Rows to show; default 20, 0 = all. */
  readonly rows?: number;
  readonly color?: boolean;
}

export const DEFAULT_WIDTH = 80;
export const DEFAULT_ROWS = 20;

/** Row and column counts, and what is not shown. */
export function tableFooter(
  shown: number,
  total: number,
  columns: number,
  hidden: readonly string[],
): string {
  const rows =
    shown === total ? counted(total, 'row') : `${countText(shown)} of ${counted(total, 'row')}`;
  const cut = hidden.length === 0 ? '' : ` · not shown: ${hidden.join(', ')}`;
  return `${rows} × ${counted(columns, 'column')}${cut}`;
}

/** A table as text fitted to a width: names, types and units, rows, and how many there are. */
export function tableText(table: Relation, options: TextOptions = {}): string {
  const { width = DEFAULT_WIDTH, rows = DEFAULT_ROWS } = options;
  const paint = paintFor(options.color);
  const page = rows === 0 || table.rowCount <= rows ? table : head(table, rows);
  if (table.columns.length === 0) return paint.dim('no columns');
  const layout = layoutTable(page, { width });
  const footer = tableFooter(page.rowCount, table.rowCount, table.columns.length, layout.hidden);
  return [
    paint.bold(layout.names.trimEnd()),
    paint.dim(layout.types.trimEnd()),
    paint.dim(layout.rule),
    ...layout.lines.map((line) => line.trimEnd()),
    ...wrap(footer, width).map(paint.dim),
  ].join('\n');
}
