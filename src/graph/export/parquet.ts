import type { ColumnSource, SchemaElement } from 'hyparquet-writer';
import type { Task } from '../../task/index.js';
import type { ExportColumn, ExportTable, ExportType } from './columns.js';

const TYPES = { text: 'STRING', integer: 'INT64', boolean: 'BOOLEAN' } as const satisfies Record<
  ExportType,
  string
>;

/** Rows of a row group: as many as are held as JS values at once. */
const GROUP = 100_000;

/** Which rows of a table a file holds. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
}

/** One Parquet file, Snappy-compressed, a row group at a time. */
export async function writeParquet(
  path: string,
  table: ExportTable,
  task: Task,
  span: RowSpan = { from: 0, to: table.rows },
): Promise<void> {
  // Loaded when needed: most sessions never export.
  const { ParquetWriter, fileWriter, schemaFromColumnData } = await import('hyparquet-writer');
  const columnsOf = (from: number, to: number): ColumnSource[] =>
    table.columns.map((column) => source(column, from, to));
  const schema: SchemaElement[] = schemaFromColumnData({
    columnData: columnsOf(span.from, span.from),
  });
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema,
    createdBy: 'mimir-workbench',
  });
  for (let from = span.from; from < span.to; from += GROUP) {
    task.check('exporting');
    task.progress('exporting', from, span.to);
    const to = Math.min(span.to, from + GROUP);
    await writer.write({ columnData: columnsOf(from, to), rowGroupSize: GROUP });
  }
  await writer.finish();
}

function source({ name, type, at }: ExportColumn, from: number, to: number): ColumnSource {
  const data = Array.from({ length: to - from }, (_, i) => {
    const value = at(from + i);
    return type === 'integer' && value !== null ? BigInt(value) : value;
  });
  return { name, data, type: TYPES[type], nullable: true };
}
