import * as arrow from 'apache-arrow';
import { InvalidArgument } from '../task/index.js';
import { columnFromCells, relation } from './make-relation.js';
import { columnOf, integers } from './columns.js';
import { pageOf, type PageOptions } from './page.js';
import type { Cell, Column, ColumnSpec, ColumnType, Relation } from './relation.js';

/** One page as an Arrow IPC stream, with the total after the filter. */
export function arrowPage(
  table: Relation,
  options: PageOptions,
): { readonly arrow: Uint8Array; readonly total: number } {
  const { rows, total } = pageOf(table, options);
  return { arrow: relationToArrow(rows, { 'mimir.total': `${total}` }), total };
}

/** A whole relation as an Arrow IPC stream or file; types, units, docs and key ride in the metadata. */
export function relationToArrow(
  table: Relation,
  metadata: Readonly<Record<string, string>> = {},
  format: 'stream' | 'file' = 'stream',
): Uint8Array {
  return arrow.tableToIPC(toArrowTable(table, metadata), format);
}

/** The Arrow table of a relation. Rationals are structs of num and den, bigints Int64 where they fit, else Utf8. */
export function toArrowTable(
  table: Relation,
  metadata: Readonly<Record<string, string>> = {},
): arrow.Table {
  const fields: arrow.Field[] = [];
  const children: arrow.Data[] = [];
  for (const column of table.columns) {
    const data = arrowData(column);
    const { name, type, unit, doc } = column.spec;
    const about = new Map([['mimir.type', type as string]]);
    if (unit !== undefined) about.set('mimir.unit', unit);
    if (doc !== undefined) about.set('mimir.doc', doc);
    fields.push(new arrow.Field(name, data.type as arrow.DataType, true, about));
    children.push(data);
  }
  const about = new Map([['mimir.key', JSON.stringify(table.key)], ...Object.entries(metadata)]);
  const schema = new arrow.Schema(fields, about);
  const type = new arrow.Struct(fields);
  const batch = new arrow.RecordBatch(
    schema,
    arrow.makeData({ type, length: table.rowCount, nullCount: 0, children }),
  );
  return new arrow.Table(schema, [batch]);
}

interface Validity {
  readonly nullCount: number;
  readonly nullBitmap?: Uint8Array;
}

function validityOf(length: number, present: (row: number) => boolean): Validity {
  const bits = new Uint8Array((length + 7) >> 3);
  let missing = 0;
  for (let row = 0; row < length; row++) {
    if (present(row)) bits[row >> 3]! |= 1 << (row & 7);
    else missing++;
  }
  return missing === 0 ? { nullCount: 0 } : { nullCount: missing, nullBitmap: bits };
}

function arrowData(column: Column): arrow.Data {
  const { length, spec } = column;
  const valid = validityOf(length, (row) => column.at(row) !== null);
  switch (spec.type) {
    case 'integer': {
      const data = column.data?.kind === 'integer' ? column.data.values : doublesOf(column);
      return integerData(data, length, valid);
    }
    case 'bigint':
      return bigData(length, (row) => column.at(row) as bigint | null, valid);
    case 'rational': {
      const part = (index: 0 | 1): arrow.Data =>
        bigData(
          length,
          (row) => BigInt((column.at(row) as readonly [number, number] | null)?.[index] ?? 0),
          { nullCount: 0 },
        );
      const children = [part(0), part(1)];
      const type = new arrow.Struct(
        children.map(
          (child, i) =>
            new arrow.Field(i === 0 ? 'num' : 'den', child.type as arrow.DataType, true),
        ),
      );
      return arrow.makeData({ type, length, ...valid, children });
    }
    case 'real':
      return arrow.makeData({
        type: new arrow.Float64(),
        length,
        ...valid,
        data: doublesOf(column),
      });
    case 'boolean': {
      const bits = new Uint8Array((length + 7) >> 3);
      for (let row = 0; row < length; row++)
        if (column.at(row) === true) bits[row >> 3]! |= 1 << (row & 7);
      return arrow.makeData({ type: new arrow.Bool(), length, ...valid, data: bits });
    }
    case 'text':
      return textData(length, (row) => column.at(row) as string | null, valid);
    case 'list':
      return listData(column, valid);
  }
}

function doublesOf(column: Column): Float64Array {
  const values = new Float64Array(column.length);
  for (let row = 0; row < values.length; row++) values[row] = Number(column.at(row) ?? 0);
  return values;
}

function integerData(values: ArrayBufferView, length: number, valid: Validity): arrow.Data {
  if (values instanceof Int32Array)
    return arrow.makeData({ type: new arrow.Int32(), length, ...valid, data: values });
  if (values instanceof Uint32Array)
    return arrow.makeData({ type: new arrow.Uint32(), length, ...valid, data: values });
  if (values instanceof Int16Array)
    return arrow.makeData({ type: new arrow.Int16(), length, ...valid, data: values });
  if (values instanceof Uint16Array)
    return arrow.makeData({ type: new arrow.Uint16(), length, ...valid, data: values });
  if (values instanceof Int8Array)
    return arrow.makeData({ type: new arrow.Int8(), length, ...valid, data: values });
  if (values instanceof Uint8Array)
    return arrow.makeData({ type: new arrow.Uint8(), length, ...valid, data: values });
  const wide = new BigInt64Array(length);
  const doubles = values as Float64Array;
  for (let row = 0; row < length; row++)
    wide[row] = BigInt(Number.isInteger(doubles[row]) ? doubles[row]! : 0);
  return arrow.makeData({ type: new arrow.Int64(), length, ...valid, data: wide });
}

/** Int64 where every value fits, else decimal Utf8, so that nothing is rounded. */
function bigData(length: number, at: (row: number) => bigint | null, valid: Validity): arrow.Data {
  const data = new BigInt64Array(length);
  for (let row = 0; row < length; row++) {
    const value = at(row) ?? 0n;
    if (BigInt.asIntN(64, value) !== value)
      return textData(length, (r) => at(r)?.toString() ?? null, valid);
    data[row] = value;
  }
  return arrow.makeData({ type: new arrow.Int64(), length, ...valid, data });
}

function textData(length: number, at: (row: number) => string | null, valid: Validity): arrow.Data {
  const valueOffsets = new Int32Array(length + 1);
  let bytes = 0;
  for (let row = 0; row < length; row++) {
    bytes += Buffer.byteLength(at(row) ?? '');
    valueOffsets[row + 1] = bytes;
  }
  if (bytes > 0x7fffffff)
    throw new InvalidArgument(
      `text column too long for one batch: ${bytes} bytes; ask for fewer rows`,
    );
  const data = Buffer.allocUnsafe(bytes);
  for (let row = 0; row < length; row++) data.write(at(row) ?? '', valueOffsets[row]!);
  return arrow.makeData({ type: new arrow.Utf8(), length, ...valid, valueOffsets, data });
}

function listData(column: Column, valid: Validity): arrow.Data {
  const { length } = column;
  const valueOffsets = new Int32Array(length + 1);
  const items: (string | number)[] = [];
  for (let row = 0; row < length; row++) {
    for (const item of (column.at(row) as readonly (string | number)[] | null) ?? [])
      items.push(item);
    valueOffsets[row + 1] = items.length;
  }
  const numeric = items.length > 0 && items.every((item) => typeof item === 'number');
  const child: arrow.Data = numeric
    ? arrow.makeData({
        type: new arrow.Float64(),
        length: items.length,
        nullCount: 0,
        data: Float64Array.from(items as number[]),
      })
    : textData(items.length, (i) => String(items[i]), { nullCount: 0 });
  const type = new arrow.List(new arrow.Field('item', child.type as arrow.DataType, true));
  return arrow.makeData({ type, length, ...valid, valueOffsets, child });
}

/** A relation from Arrow bytes: of `arrowPage`, or any Arrow table (types then follow Arrow's, the key is empty). */
export function relationFromArrow(bytes: Uint8Array): Relation & { readonly total?: number } {
  const table = arrow.tableFromIPC(bytes);
  const { metadata } = table.schema;
  const columns = table.schema.fields.map((field, i) =>
    columnFromArrow(field, table.getChildAt(i)!),
  );
  const key = JSON.parse(metadata.get('mimir.key') ?? '[]') as string[];
  const made =
    columns.length === 0 ? relation({ key: [], columns: [] }) : relation({ key, columns });
  const total = metadata.get('mimir.total');
  return total === undefined ? made : { ...made, total: Number(total) };
}

function columnFromArrow(field: arrow.Field, vector: arrow.Vector): Column {
  const spec: ColumnSpec = {
    name: field.name,
    type: (field.metadata.get('mimir.type') as ColumnType | undefined) ?? typeOfArrow(field.type),
    ...optional('unit', field.metadata.get('mimir.unit')),
    ...optional('doc', field.metadata.get('mimir.doc')),
  };
  const array =
    vector.nullCount === 0 && spec.type === 'integer' ? (vector.toArray() as unknown) : null;
  if (
    ArrayBuffer.isView(array) &&
    !(array instanceof BigInt64Array) &&
    !(array instanceof BigUint64Array)
  ) {
    return integers(spec.name, array as Int32Array, spec);
  }
  const length = vector.length;
  if (spec.type === 'text') {
    const values = new Array<string | null>(length);
    for (let row = 0; row < length; row++) values[row] = textOf(vector.get(row));
    return columnOf(spec, { kind: 'text', values });
  }
  const cells = new Array<Cell>(length);
  for (let row = 0; row < length; row++) cells[row] = cellOf(vector.get(row), spec.type);
  return columnFromCells(spec, cells);
}

function optional<K extends string>(
  name: K,
  value: string | undefined,
): Partial<Record<K, string>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, string>);
}

function typeOfArrow(type: arrow.DataType): ColumnType {
  if (arrow.DataType.isInt(type)) return type.bitWidth === 64 ? 'bigint' : 'integer';
  if (arrow.DataType.isFloat(type)) return 'real';
  if (arrow.DataType.isBool(type)) return 'boolean';
  return arrow.DataType.isList(type) ? 'list' : 'text';
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

function cellOf(value: unknown, type: ColumnType): Cell {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'integer':
      return Number(value);
    case 'bigint':
      return BigInt(value as bigint | string);
    case 'rational': {
      const { num, den } = (value as arrow.StructRow).toJSON() as unknown as {
        num: bigint | string;
        den: bigint | string;
      };
      return [BigInt(num), BigInt(den)];
    }
    case 'real':
      return Number(value);
    case 'boolean':
      return value as boolean;
    case 'text':
      return textOf(value);
    case 'list':
      return [...(value as Iterable<string>)];
  }
}
