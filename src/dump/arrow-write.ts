import {
  Bool,
  type Data,
  Dictionary,
  Field,
  Int16,
  Int32,
  Int8,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Uint32,
  Utf8,
  Vector,
  type DataType,
} from 'apache-arrow';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileWriter, type Compression } from './file-writer.js';
import type { TextColumn, TextPool } from './text-pool.js';
import { makeFolder, unwritable } from './unwritable.js';
import {
  FLAG_MISSING,
  NODE_FLAG_COLUMNS,
  NODE_INTEGER_COLUMNS,
  NODE_TEXT_COLUMNS,
  NO_KEY,
  type EdgeColumns,
  type KeyColumn,
  type NodeColumns,
  type UnitColumns,
  type UnitMetadata,
} from './unit-columns.js';

/** Paths of the two files that a unit became. */
export interface UnitFiles {
  readonly nodes: string;
  readonly edges: string;
}

/** Writes a unit's two files aside, then renames them. Equal columns give equal bytes. */
export function writeUnit(
  dir: string,
  columns: UnitColumns,
  compression: Compression = 'lz4',
): UnitFiles {
  const stem = unitFileStem(columns.metadata.unit);
  const files = {
    nodes: join(dir, `${stem}.nodes.arrow`),
    edges: join(dir, `${stem}.edges.arrow`),
  };
  const metadata = metadataMap(columns.metadata);
  const parts = [
    [files.nodes, encodeNodes(columns.nodes, metadata, compression)],
    [files.edges, encodeEdges(columns.edges, metadata, compression)],
  ] as const;
  const aside = parts.map(([path]) => `${path}.${process.pid}.tmp`);
  makeFolder(dir);
  try {
    parts.forEach(([, bytes], index) => {
      writeFileSync(aside[index]!, bytes);
    });
    parts.forEach(([path], index) => {
      renameSync(aside[index]!, path);
    });
  } catch (cause) {
    throw unwritable(dir, cause);
  } finally {
    for (const path of aside) rmSync(path, { force: true });
  }
  return files;
}

/** A unit's name as a file stem: what a file name can't hold becomes `_`. */
export function unitFileStem(unit: string): string {
  return unit.replace(/[^A-Za-z0-9._@+-]+/gu, '_').replace(/^[._]+/u, '') || 'unit';
}

export function metadataMap(metadata: UnitMetadata): Map<string, string> {
  const map = new Map([
    ['mimir.schema', String(metadata.schema)],
    ['mimir.producer', metadata.producer],
    ['mimir.fidelity', metadata.fidelity],
    ['mimir.unit', metadata.unit],
  ]);
  if (metadata.repo !== undefined) map.set('mimir.repo', metadata.repo);
  if (metadata.commit !== undefined) map.set('mimir.commit', metadata.commit);
  if (metadata.quality !== undefined) map.set('mimir.quality', JSON.stringify(metadata.quality));
  return map;
}

// The library wants one instance of the value type where two columns share a dictionary.
const UTF8 = new Utf8();

type Column = readonly [name: string, data: Data];

/** Dictionary ids are numbered by column, since the library's own numbering depends on what it wrote before. */
class DictionaryIds {
  #next = 0;

  take(): number {
    return this.#next++;
  }
}

export function encodeNodes(
  nodes: NodeColumns,
  metadata: ReadonlyMap<string, string>,
  compression: Compression = 'lz4',
): Uint8Array {
  const ids = new DictionaryIds();
  const columns: Column[] = [['id', plainText(nodes.ids)]];
  for (const name of NODE_TEXT_COLUMNS) {
    const column = nodes.text[name];
    if (column) columns.push([name, codedText(column(), ids.take())]);
  }
  for (const name of NODE_INTEGER_COLUMNS) {
    const column = nodes.integers[name];
    if (column) columns.push([name, integers(column)]);
  }
  for (const name of NODE_FLAG_COLUMNS) {
    const column = nodes.flags[name];
    if (column) columns.push([name, flags(column)]);
  }
  return encodeFile(columns, nodes.rows, metadata, compression);
}

export function encodeEdges(
  edges: EdgeColumns,
  metadata: ReadonlyMap<string, string>,
  compression: Compression = 'lz4',
): Uint8Array {
  const ids = new DictionaryIds();
  const columns: Column[] = [];
  if (edges.src.pool === edges.dst.pool) {
    const id = ids.take();
    const dictionary = dictionaryOf(edges.src.pool);
    columns.push(
      ['src', keys(edges.src, id, dictionary)],
      ['dst', keys(edges.dst, id, dictionary)],
    );
  } else {
    columns.push(['src', keys(edges.src, ids.take())], ['dst', keys(edges.dst, ids.take())]);
  }
  columns.push(['kind', keys(edges.kind, ids.take())]);
  if (edges.count)
    columns.push([
      'count',
      makeData({ type: new Uint32(), length: edges.rows, data: edges.count }),
    ]);
  if (edges.partial) columns.push(['partial', flags(edges.partial)]);
  if (edges.text.access) columns.push(['access', codedText(edges.text.access, ids.take())]);
  if (edges.text.how) columns.push(['how', codedText(edges.text.how, ids.take())]);
  if (edges.sites) {
    const { offsets, file, line, col } = edges.sites();
    const parts: Column[] = [
      ...(file ? [['file', codedText(file, ids.take())] as const] : []),
      ['line', integers(line)],
      ['col', integers(col)],
    ];
    const struct = new Struct(parts.map(([name, data]) => new Field(name, data.type, true)));
    const child = makeData({
      type: struct,
      length: line.length,
      nullCount: 0,
      children: parts.map(([, data]) => data),
    });
    const list = new List(new Field('item', struct, true));
    columns.push([
      'sites',
      makeData({
        type: list,
        length: edges.rows,
        nullCount: 0,
        valueOffsets: asInt32(offsets),
        child,
      }),
    ]);
  }
  return encodeFile(columns, edges.rows, metadata, compression);
}

function encodeFile(
  columns: readonly Column[],
  rows: number,
  metadata: ReadonlyMap<string, string>,
  compression: Compression,
): Uint8Array {
  const schema = new Schema(
    columns.map(([name, data]) => new Field(name, data.type, true)),
    new Map(metadata),
  );
  const struct = makeData({
    type: new Struct(schema.fields as Field[]),
    length: rows,
    nullCount: 0,
    children: columns.map(([, data]) => data),
  });
  const writer = new FileWriter(compression);
  writer.reset(undefined, schema);
  writer.write(new RecordBatch(schema, struct));
  writer.finish();
  return writer.toUint8Array(true);
}

function plainText(pool: TextPool): Data<Utf8> {
  return makeData({
    type: UTF8,
    length: pool.length,
    nullCount: 0,
    valueOffsets: asInt32(pool.offsets),
    data: pool.bytes,
  });
}

function dictionaryOf(pool: TextPool): Vector<Utf8> {
  return new Vector([plainText(pool)]);
}

/** A text column's pool starts with the entry of the missing value, which no dictionary holds. */
function codedText({ codes, pool }: TextColumn, id: number): Data {
  const rest = {
    bytes: pool.bytes,
    offsets: pool.offsets.subarray(1),
    length: Math.max(0, pool.length - 1),
  };
  // Code 0 becomes 2^32 - 1, which is how keys say that they are missing.
  return keys({ codes: codes.map((code) => code - 1), pool: rest }, id);
}

function keys({ codes, pool }: KeyColumn, id: number, dictionary = dictionaryOf(pool)): Data {
  const width = pool.length <= 0x7f ? Int8 : pool.length <= 0x7fff ? Int16 : Int32;
  let missing = 0;
  for (const code of codes) if (code === NO_KEY) missing++;
  const data =
    width === Int8
      ? new Int8Array(codes)
      : width === Int16
        ? new Int16Array(codes)
        : new Int32Array(codes);
  if (missing > 0) for (let i = 0; i < codes.length; i++) if (codes[i] === NO_KEY) data[i] = 0;
  return makeData({
    type: new Dictionary<DataType, Int8 | Int16 | Int32>(UTF8, new width(), id),
    length: codes.length,
    nullCount: missing,
    data,
    dictionary,
    ...(missing > 0 && { nullBitmap: bitmap(codes.length, (row) => codes[row] !== NO_KEY) }),
  } as Parameters<typeof makeData>[0]) as Data;
}

/** 0 is the missing value. */
function integers(values: Int32Array): Data<Int32> {
  let missing = 0;
  for (const value of values) if (value === 0) missing++;
  return makeData({
    type: new Int32(),
    length: values.length,
    data: values,
    nullCount: missing,
    ...(missing > 0 && { nullBitmap: bitmap(values.length, (row) => values[row] !== 0) }),
  });
}

function flags(values: Uint8Array): Data<Bool> {
  let missing = 0;
  for (const value of values) if (value === FLAG_MISSING) missing++;
  return makeData({
    type: new Bool(),
    length: values.length,
    nullCount: missing,
    data: bitmap(values.length, (row) => values[row] === 1),
    ...(missing > 0 && {
      nullBitmap: bitmap(values.length, (row) => values[row] !== FLAG_MISSING),
    }),
  });
}

function bitmap(length: number, isSet: (row: number) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(length / 8));
  for (let row = 0; row < length; row++) if (isSet(row)) bits[row >> 3]! |= 1 << (row & 7);
  return bits;
}

function asInt32(offsets: Uint32Array): Int32Array {
  return new Int32Array(offsets.buffer, offsets.byteOffset, offsets.length);
}
