import { createHash } from 'node:crypto';
import { argsort } from './argsort.js';
import { narrow } from './columns.js';
import type { Cell, Relation } from './relation.js';

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

/** Row ordinals by key, then by every other column, so that a repeated key still has one order. */
export function canonicalOrder(table: Relation): Uint32Array {
  const rest = table.columns.filter((column) => !table.key.includes(column.spec.name));
  return argsort(
    [...table.key.map((name) => table.column(name)), ...rest].map((column) => ({ column })),
  );
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
  for (let i = 0; i < order.length; i++) lines[i] = rowJson(table, order[i]!);
  return lines;
}

function rowJson(table: Relation, row: number): string {
  return `[${table.columns.map((column) => cellJson(column.at(row))).join(',')}]`;
}

/** SHA-256 (hex) over the canonical header and rows, each ended by a line feed. */
export function digestRows(table: Relation): string {
  const hash = createHash('sha256');
  hash.update(`${canonicalHeader(table)}\n`);
  let pending: string[] = [];
  for (const row of canonicalOrder(table)) {
    pending.push(rowJson(table, row));
    if (pending.length === 4096) {
      hash.update(`${pending.join('\n')}\n`);
      pending = [];
    }
  }
  if (pending.length > 0) hash.update(`${pending.join('\n')}\n`);
  return hash.digest('hex');
}
