import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  Field,
  FixedSizeList,
  Float32,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableFromIPC,
  tableToIPC,
  Utf8,
  vectorFromArray,
  type Vector,
} from 'apache-arrow';
import { sortUtf8 } from '../table/index.js';
import { hashFiles } from './dump-key.js';
import { DumpError } from './dump-error.js';

/**
 * What a vector is of: a function (`id` is its moniker), a normalised body or a group of statements (`id` is the SHA-256
 * of its canonical text, as the clone lenses give it).
 */
export const EMBEDDED = ['function', 'normalised', 'group'] as const;
export type Embedded = (typeof EMBEDDED)[number];

/** Vectors of one space and sort that lie beside a dump. They are no part of it: their key is their own. */
export interface EmbeddingTable {
  /** Name of the model and its version: vectors of two spaces have no cosine. */
  readonly space: string;
  readonly of: Embedded;
  readonly dimension: number;
  readonly ids: readonly string[];
  /** Unit vectors, one after the other, in the order of `ids`. */
  readonly values: Float32Array;
}

export interface StoredEmbeddings extends EmbeddingTable {
  readonly file: string;
  /** SHA-256 over the file. */
  readonly key: string;
  /** Key of the dump that they were made for; `null` where the file does not say. */
  readonly dump: string | null;
}

const SUFFIX = '.embeddings.arrow';

/**
 * Every table of vectors beside a dump, files by the bytes of their names. Vectors are scaled to length 1; throws
 * `DumpError` for a file that is no such table, and for a vector of another dimension or without a direction.
 */
export function readEmbeddings(dir: string): StoredEmbeddings[] {
  let names: string[];
  try {
    names = readdirSync(dir).filter((name) => name.endsWith(SUFFIX));
  } catch {
    return [];
  }
  return sortUtf8(names).map((name) => readOne(path.join(dir, name)));
}

function readOne(file: string): StoredEmbeddings {
  const bytes = readFileSync(file);
  let table: Table;
  try {
    table = tableFromIPC(bytes);
  } catch (error) {
    throw refuse(file, `no Arrow file (${error instanceof Error ? error.message : String(error)})`);
  }
  const said = (key: string): string | null => table.schema.metadata.get(key) ?? null;
  const space = said('mimir.space');
  const of = EMBEDDED.find((one) => one === said('mimir.of'));
  if (space === null || of === undefined)
    throw refuse(file, `metadata mimir.space and mimir.of (${EMBEDDED.join(', ')}) are needed`);
  const [idColumn, vectorColumn] = [table.getChild('id'), table.getChild('vector')];
  if (idColumn === null || vectorColumn === null)
    throw refuse(file, 'columns id and vector are needed');
  const ids: string[] = [];
  let dimension = 0;
  let values = new Float32Array(0);
  for (let row = 0; row < table.numRows; row++) {
    const vector = numbersOf(vectorColumn.get(row));
    if (row === 0) {
      dimension = vector.length;
      values = new Float32Array(table.numRows * dimension);
    }
    if (vector.length !== dimension || dimension === 0)
      throw refuse(file, `row ${String(row)} has ${String(vector.length)} numbers`);
    let square = 0;
    for (const x of Array.from(vector)) square += x * x;
    if (!(square > 0 && square < Infinity))
      throw refuse(file, `row ${String(row)} has no direction`);
    const length = Math.sqrt(square);
    for (let i = 0; i < dimension; i++) values[row * dimension + i] = vector[i]! / length;
    ids.push(String(idColumn.get(row)));
  }
  return {
    space,
    of,
    dimension,
    ids,
    values,
    file: path.basename(file),
    key: hashFiles([{ name: path.basename(file), bytes }]),
    dump: said('mimir.dump'),
  };
}

function numbersOf(cell: unknown): ArrayLike<number> {
  if (ArrayBuffer.isView(cell)) return cell as unknown as ArrayLike<number>;
  const list = cell as Vector | null;
  return list === null ? [] : (list.toArray() as ArrayLike<number>);
}

const refuse = (file: string, why: string): DumpError =>
  new DumpError(`table of embeddings: ${path.basename(file)}; ${why}; see docs/dump-format.md`);

/** Writes vectors beside a dump, `<space>.<of>.embeddings.arrow`. Gives the name of the file. */
export function writeEmbeddings(
  dir: string,
  table: EmbeddingTable,
  dump: string | null = null,
): string {
  const { space, of, dimension, ids, values } = table;
  const child = new Field('item', new Float32(), false);
  const type = new FixedSizeList(dimension, child);
  const vector = makeData({
    type,
    length: ids.length,
    nullCount: 0,
    child: makeData({ type: new Float32(), data: values }),
  });
  const fields = [new Field('id', new Utf8(), false), new Field('vector', type, false)];
  const schema = new Schema(
    fields,
    new Map([
      ['mimir.space', space],
      ['mimir.of', of],
      ...(dump === null ? [] : [['mimir.dump', dump] as const]),
    ]),
  );
  const rows = makeData({
    type: new Struct(fields),
    length: ids.length,
    nullCount: 0,
    children: [vectorFromArray([...ids], new Utf8()).data[0]!, vector],
  });
  const name = `${space.replace(/[^\p{L}\p{N}._@+-]/gu, '_')}.${of}${SUFFIX}`;
  const file = path.join(dir, name);
  const aside = `${file}.${String(process.pid)}.tmp`;
  writeFileSync(aside, tableToIPC(new Table(schema, [new RecordBatch(schema, rows)]), 'file'));
  renameSync(aside, file);
  return name;
}
