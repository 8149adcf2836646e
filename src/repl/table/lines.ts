import type { Relation } from '../../table/index.js';
import { tableFooter } from '../../view/table-text.js';
import { layoutTable } from '../../view/table-layout.js';
import { wrap } from '../../view/text-width.js';
import type { Style } from '../terminal/style.js';

/** A page of a table for the transcript: names, types, rows, and what is not shown. */
export function tableLines(page: Relation, total: number, width: number, style: Style): string[] {
  const layout = layoutTable(page, { width });
  return [
    style.bold(layout.names.trimEnd()),
    style.dim(layout.types.trimEnd()),
    ...layout.lines.map((line) => line.trimEnd()),
    ...wrap(tableFooter(page.rowCount, total, page.columns.length, layout.hidden), width).map(
      style.dim,
    ),
  ];
}
