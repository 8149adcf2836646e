import { access } from 'node:fs/promises';
import path from 'node:path';
import type { Cell, ColumnSpec } from '../../table/index.js';
import { openInEditor } from '../terminal/outside.js';
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
  for (const root of bench.options.sources ?? [bench.options.project]) {
    const file = path.resolve(root, place.file);
    if (
      await access(file).then(
        () => true,
        () => false,
      )
    ) {
      const wrong = await bench.surface.lend(() => openInEditor(file, place.line));
      return wrong ?? `opened ${place.file}${place.line === undefined ? '' : `:${place.line}`}`;
    }
  }
  return `source not here: ${place.file}; give its folder with --src`;
}
