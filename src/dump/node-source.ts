import type { BytesInterner } from './bytes-interner.js';
import { ascends, type UnitIds } from './merge-ids.js';
import { within, type OpenFile } from './read-unit.js';
import type { TextColumn } from './text-pool.js';
import {
  NODE_FLAG_COLUMNS,
  NODE_INTEGER_COLUMNS,
  NODE_TEXT_COLUMNS,
  type NodeColumns,
  type NodeFlagColumn,
  type NodeIntegerColumn,
  type NodeTextColumn,
} from './unit-columns.js';

/** Puts a column's values, one a row, where the merged column wants them. */
export type Fill<T> = (out: T) => void;
/** The same of a text column: codes into `texts`, each one more than its number; 0 = missing. */
export type FillText = (out: Uint32Array, texts: BytesInterner) => void;

/** Node rows of one unit, decoded or still in their file. A column that is not there is an absent fact. */
export interface NodeSource {
  readonly rows: number;
  readonly ids: UnitIds;
  readonly text: Partial<Record<NodeTextColumn, FillText>>;
  readonly integers: Partial<Record<NodeIntegerColumn, Fill<Int32Array>>>;
  readonly flags: Partial<Record<NodeFlagColumn, Fill<Uint8Array>>>;
  /** Runs what reads several columns, with the file open all the while. */
  readonly together: (use: () => void) => void;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

export function decodedNodes(nodes: NodeColumns): NodeSource {
  const text: Writable<NodeSource['text']> = {};
  const integers: Writable<NodeSource['integers']> = {};
  const flags: Writable<NodeSource['flags']> = {};
  for (const name of NODE_TEXT_COLUMNS) {
    const column = nodes.text[name];
    if (column)
      text[name] = (out, texts) => {
        fillFrom(column(), out, texts);
      };
  }
  for (const name of NODE_INTEGER_COLUMNS) {
    const column = nodes.integers[name];
    if (column)
      integers[name] = (out) => {
        out.set(column);
      };
  }
  for (const name of NODE_FLAG_COLUMNS) {
    const column = nodes.flags[name];
    if (column)
      flags[name] = (out) => {
        out.set(column);
      };
  }
  const together = (use: () => void): void => {
    use();
  };
  const ids = { pool: nodes.ids, ascent: ascends(nodes.ids) };
  return { rows: nodes.rows, ids, text, integers, flags, together };
}

export function nodesInFile({ source, table, columns }: OpenFile, ids: UnitIds): NodeSource {
  const text: Writable<NodeSource['text']> = {};
  const integers: Writable<NodeSource['integers']> = {};
  const flags: Writable<NodeSource['flags']> = {};
  const reader =
    <T extends unknown[]>(name: string, read: (column: number, ...rest: T) => void) =>
    (...rest: T): void => {
      within(source, () => {
        read(columns.get(name)!.at, ...rest);
      });
    };
  for (const name of NODE_TEXT_COLUMNS)
    if (columns.has(name))
      text[name] = reader(name, (column, out: Uint32Array, texts: BytesInterner) => {
        table.fillText(column, out, texts);
      });
  for (const name of NODE_INTEGER_COLUMNS)
    if (columns.has(name))
      integers[name] = reader(name, (column, out: Int32Array) => {
        table.fillIntegers(column, out);
      });
  for (const name of NODE_FLAG_COLUMNS)
    if (columns.has(name))
      flags[name] = reader(name, (column, out: Uint8Array) => {
        table.fillFlags(column, out);
      });
  const together = (use: () => void): void => {
    within(source, use);
  };
  return { rows: ids.pool.length, ids, text, integers, flags, together };
}

/** Codes of a decoded column as codes of `texts`; each text that is used is looked up once. */
export function fillFrom(
  { codes, pool }: TextColumn,
  out: Uint32Array,
  texts: BytesInterner,
): void {
  const map = new Uint32Array(pool.length);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (code === 0) continue;
    let own = map[code]!;
    if (own === 0) {
      own = texts.intern(pool.bytes, pool.offsets[code]!, pool.offsets[code + 1]!) + 1;
      map[code] = own;
    }
    out[row] = own;
  }
}
