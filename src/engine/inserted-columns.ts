import type ts from 'typescript';
import { inOrder, type Insertion } from './cell-source.js';

/**
 * A piece that was put into a line before it was compiled: line, column and length in the changed text, 0-based, and
 * how many characters of the source it stands for. The source map ends at the changed text; this leads on to the source.
 */
export type InsertedColumns = readonly [
  line: number,
  column: number,
  length: number,
  instead: number,
];

/** Field of a source map, beside those of its standard. */
const FIELD = 'x_mimir_inserted';

export function insertedColumns(
  file: ts.SourceFile,
  insertions: readonly Insertion[],
): InsertedColumns[] {
  let line = -1;
  let shift = 0;
  return inOrder(insertions).map(({ at, text, instead = 0 }) => {
    const place = file.getLineAndCharacterOfPosition(at);
    if (place.line !== line) shift = 0;
    line = place.line;
    const column = place.character + shift;
    shift += text.length - instead;
    return [line, column, text.length, instead];
  });
}

export const withInserted = (map: string, inserted: readonly InsertedColumns[]): string =>
  map === '' ? '' : JSON.stringify({ ...(JSON.parse(map) as object), [FIELD]: inserted });

/** Column of the source, 0-based, for one of the changed text. */
export function sourceColumn(map: object, line: number, column: number): number {
  const inserted = (map as { readonly [FIELD]?: readonly InsertedColumns[] })[FIELD] ?? [];
  let shift = 0;
  for (const [row, from, length, instead] of inserted) {
    if (row !== line) continue;
    if (column < from) break;
    if (column < from + length) return from - shift;
    shift += length - instead;
  }
  return column - shift;
}
