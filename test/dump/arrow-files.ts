import {
  Bool,
  Dictionary,
  Field,
  Int16,
  Int32,
  Int64,
  Int8,
  LargeUtf8,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Uint16,
  Uint32,
  Uint64,
  Uint8,
  Utf8,
  vectorFromArray,
  type Data,
  type DataType,
  type Vector,
} from 'apache-arrow';
import { writeFileSync } from 'node:fs';

export type TextForm = 'utf8' | 'large' | 'dictionary8' | 'dictionary32';
export type IntegerForm =
  'int16' | 'int32' | 'int64' | 'uint16' | 'uint32' | 'uint64' | 'int8' | 'uint8';
export const TEXT_FORMS: readonly TextForm[] = ['utf8', 'large', 'dictionary8', 'dictionary32'];
export const INTEGER_FORMS: readonly IntegerForm[] = [
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
];

export type ColumnOf =
  | { readonly text: readonly (string | null)[]; readonly form: TextForm }
  | { readonly integers: readonly (number | null)[]; readonly form: IntegerForm }
  | { readonly flags: readonly (boolean | null)[] }
  | { readonly sites: readonly (readonly SiteRow[] | null)[] };

export interface SiteRow {
  readonly file: string | null;
  readonly line: number;
  readonly col: number;
}

const SITE_TYPE = new Struct([
  new Field('file', new Utf8(), true),
  new Field('line', new Int32(), true),
  new Field('col', new Int32(), true),
]);

function textType(form: TextForm): DataType {
  switch (form) {
    case 'utf8':
      return new Utf8();
    case 'large':
      return new LargeUtf8();
    case 'dictionary8':
      return new Dictionary(new Utf8(), new Int8());
    case 'dictionary32':
      return new Dictionary(new Utf8(), new Int32());
  }
}

const INTEGER_TYPES = {
  int8: Int8,
  int16: Int16,
  int32: Int32,
  int64: Int64,
  uint8: Uint8,
  uint16: Uint16,
  uint32: Uint32,
  uint64: Uint64,
} as const;

function vectorOf(column: ColumnOf): Vector {
  if ('text' in column) return vectorFromArray(column.text, textType(column.form));
  if ('flags' in column) return vectorFromArray(column.flags, new Bool());
  if ('sites' in column)
    return vectorFromArray(
      column.sites as never,
      new List(new Field('item', SITE_TYPE, true)),
    ) as Vector;
  const type = new INTEGER_TYPES[column.form]();
  const wide = column.form.endsWith('64');
  return vectorFromArray(
    column.integers.map((value) => (value === null || !wide ? value : BigInt(value))) as never,
    type,
  ) as Vector;
}

/** An Arrow file or stream of columns, cut into batches of rows. */
export function arrowBytes(
  columns: Readonly<Record<string, ColumnOf>>,
  options: {
    readonly form: 'file' | 'stream';
    readonly cuts?: readonly number[];
    readonly metadata?: ReadonlyMap<string, string>;
  },
): Uint8Array {
  const whole = new Table(
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, vectorOf(column)])),
  );
  const schema = new Schema(whole.schema.fields as Field[], new Map(options.metadata));
  const ends = [0, ...(options.cuts ?? []), whole.numRows];
  const batches = ends.slice(1).flatMap((end, i) => {
    const part = whole.slice(ends[i]!, end);
    return part.batches.map(
      (batch) =>
        new RecordBatch(
          schema,
          makeData({
            type: new Struct(schema.fields),
            length: batch.numRows,
            nullCount: 0,
            children: batch.data.children,
          }),
        ),
    );
  });
  return tableToIPC(new Table(schema, batches), options.form);
}

// One instance, since two columns that share a dictionary must share its type.
export const UTF8 = new Utf8();

/** A dictionary column put together by hand; those of one dictionary share it. */
export function dictionaryColumn(
  indices: Int32Array,
  entries: readonly (string | null)[],
  dictionary = vectorFromArray(entries, UTF8),
  id = 7,
): Data {
  return makeData({
    type: new Dictionary(UTF8, new Int32(), id),
    length: indices.length,
    nullCount: 0,
    data: indices,
    dictionary,
  });
}

export function writeColumns(path: string, columns: Readonly<Record<string, Data>>): void {
  const fields = Object.entries(columns).map(
    ([name, data]) => new Field(name, data.type, true),
  ) as Field[];
  const schema = new Schema(fields);
  const length = Object.values(columns)[0]!.length;
  const batch = new RecordBatch(
    schema,
    makeData({ type: new Struct(fields), length, nullCount: 0, children: Object.values(columns) }),
  );
  writeFileSync(path, tableToIPC(new Table(schema, [batch]), 'file'));
}
