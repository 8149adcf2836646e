import type { Cell, ColumnSpec } from '../../table/index.js';
import { openPlace } from '../explore/open-place.js';
import type { Workbench } from '../workbench.js';

/** File and line that a row names: columns `file` and `line`, or a text of the form `path:12`. */
export function placeOf(
  columns: readonly ColumnSpec[],
  row: readonly Cell[],
): { readonly file: string; readonly line?: number } | null {
  const value = (name: string): Cell | undefined => row[columns.findIndex((c) => c.name === name)];
  const file = value('file') ?? value('path');
  if (typeof file === 'string' && file !== '') {
    const line = value('line');
    return typeof line === 'number' ? { file, line } : { file };
  }
  for (const cell of row) {
    const place = typeof cell === 'string' ? /^(\S+\.\w+):(\d+)/.exec(cell) : null;
    if (place !== null) return { file: place[1]!, line: Number(place[2]) };
  }
  return null;
}

/** Opens the source that a row names in the user's editor; answers with what to say about it. */
export async function openRow(
  bench: Workbench,
  columns: readonly ColumnSpec[],
  row: readonly Cell[],
): Promise<string> {
  const place = placeOf(columns, row);
  if (place === null) return 'no place in this row: it has no file column';
  return openPlace(bench, bench.files, place.file, place.line);
}
