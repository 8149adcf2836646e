import { parquetWriteBuffer, type ColumnSource } from 'hyparquet-writer';
import type { Cell, Column, Relation } from '../../table/index.js';

/**
 * A table as Parquet. Whole numbers are INT64, rationals become two columns `x_num` and `x_den`, lists JSON text;
 * a missing fact is null.
 */
export function relationToParquet(table: Relation): Uint8Array {
  const columnData = table.columns.flatMap((column) => sourcesOf(column));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function sourcesOf(column: Column): ColumnSource[] {
  const { name, type } = column.spec;
  const source = (
    as: string,
    kind: NonNullable<ColumnSource['type']>,
    value: (cell: NonNullable<Cell>) => unknown,
  ): ColumnSource => ({
    name: as,
    type: kind,
    nullable: true,
    data: Array.from({ length: column.length }, (_, row) => {
      const cell = column.at(row);
      return cell === null ? null : value(cell);
    }),
  });
  const part = (at: 0 | 1) => (cell: NonNullable<Cell>) =>
    BigInt((cell as readonly (number | bigint)[])[at]!);
  switch (type) {
    case 'integer':
    case 'bigint':
      return [source(name, 'INT64', (cell) => BigInt(cell as number | bigint))];
    case 'real':
      return [source(name, 'DOUBLE', (cell) => cell)];
    case 'boolean':
      return [source(name, 'BOOLEAN', (cell) => cell)];
    case 'rational':
      return [source(`${name}_num`, 'INT64', part(0)), source(`${name}_den`, 'INT64', part(1))];
    case 'list':
      return [source(name, 'STRING', (cell) => JSON.stringify(cell))];
    case 'text':
      return [source(name, 'STRING', (cell) => cell)];
  }
}
