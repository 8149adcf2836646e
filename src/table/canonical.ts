import { createHash } from 'node:crypto';
import { argsort } from './argsort.js';
import { narrow } from './columns.js';
import { sameCell } from './compare.js';
import type { Cell, Column, Relation } from './relation.js';

/** A value as canonical JSON: integers beyond 2^53 as strings, -0 as 0, texts escaped as JSON does. */
export function cellJson(cell: Cell): string {
  if (cell === null) return 'null';
  switch (typeof cell) {
    case 'bigint': {
      const value = narrow(cell);
      return typeof value === 'bigint' ? `"${value}"` : `${value}`;
    }
    case 'number':
      if (!Number.isFinite(cell)) return 'null';
      return JSON.stringify(cell);
    case 'boolean':
    case 'string':
      return JSON.stringify(cell);
    default:
      return `[${(cell as readonly Exclude<Cell, null>[]).map(cellJson).join(',')}]`;
  }
}

/** A value as one word for messages. */
export function cellText(cell: Cell): string {
  return typeof cell === 'string' ? cell : cellJson(cell);
}

/** Row ordinals by key; where a key repeats, by every other column, so that there is still one order. */
export function canonicalOrder(table: Relation): Uint32Array {
  const keys = table.key.map((name) => table.column(name));
  const byKey = argsort(
    keys.map((column) => ({ column })),
    table.rowCount,
  );
  if (keys.length > 0 && !hasTies(keys, byKey)) return byKey;
  const rest = table.columns.filter((column) => !table.key.includes(column.spec.name));
  return argsort([...keys, ...rest].map((column) => ({ column })));
}

function hasTies(columns: readonly Column[], order: Uint32Array): boolean {
  for (let i = 1; i < order.length; i++) {
    if (columns.every((column) => sameCell(column.at(order[i - 1]!), column.at(order[i]!))))
      return true;
  }
  return false;
}

/** First line of the canonical text: key, then names and types of the columns. */
export function canonicalHeader(table: Relation): string {
  return JSON.stringify({
    key: table.key,
    columns: table.columns.map(({ spec }) => [spec.name, spec.type]),
  });
}

/** One JSON array a row, cells in column order, rows sorted by key. */
export function canonicalRows(table: Relation): string[] {
  const order = canonicalOrder(table);
  const lines = new Array<string>(order.length);
  const rowJson = rowWriter(table);
  for (let i = 0; i < order.length; i++) lines[i] = rowJson(order[i]!);
  return lines;
}

function rowWriter(table: Relation): (row: number) => string {
  const cells = table.columns.map(cellWriter);
  return (row) => {
    let line = '[';
    for (let c = 0; c < cells.length; c++) line += c === 0 ? cells[c]!(row) : `,${cells[c]!(row)}`;
    return `${line}]`;
  };
}

/** Canonical JSON of one column's cells; words of a dictionary are written once. */
function cellWriter(column: Column): (row: number) => string {
  const { data } = column;
  if (data?.kind !== 'coded') return (row) => cellJson(column.at(row));
  const { codes, dictionary } = data;
  const known = new Array<string | undefined>(dictionary.length);
  return (row) => {
    const code = codes[row]!;
    return (known[code] ??= cellJson(dictionary[code] ?? null));
  };
}

/** SHA-256 (hex) over the canonical header and rows, each ended by a line feed. */
export function digestRows(table: Relation): string {
  const hash = createHash('sha256');
  hash.update(`${canonicalHeader(table)}\n`);
  const rowJson = rowWriter(table);
  let pending: string[] = [];
  for (const row of canonicalOrder(table)) {
    pending.push(rowJson(row));
    if (pending.length === 4096) {
      hash.update(`${pending.join('\n')}\n`);
      pending = [];
    }
  }
  if (pending.length > 0) hash.update(`${pending.join('\n')}\n`);
  return hash.digest('hex');
}
