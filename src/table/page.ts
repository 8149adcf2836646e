import { argsort } from './argsort.js';
import { take } from './make-relation.js';
import type { Column, Relation } from './relation.js';

/** Which rows of a table are wanted. */
export interface PageOptions {
  readonly from: number;
  readonly count: number;
  readonly sort?: readonly { readonly column: string; readonly descending?: boolean }[];
  /** Substring of any text cell, case-insensitive. */
  readonly filter?: string;
}

const REMEMBERED = 4;
const orders = new WeakMap<Relation, Map<string, Uint32Array | null>>();

/** Row ordinals after filter and sort; `null` = the table's own order. The last few are remembered. */
export function viewOrder(
  table: Relation,
  options: Omit<PageOptions, 'from' | 'count'>,
): Uint32Array | null {
  const { sort = [], filter = '' } = options;
  if (sort.length === 0 && filter === '') return null;
  const name = JSON.stringify([sort.map((key) => [key.column, key.descending ?? false]), filter]);
  const known = orders.get(table) ?? new Map<string, Uint32Array | null>();
  orders.set(table, known);
  const hit = known.get(name);
  if (hit !== undefined) return hit;
  let order: Uint32Array | null = null;
  if (sort.length > 0) {
    order = argsort(
      sort.map((key) => ({
        column: table.column(key.column),
        descending: key.descending ?? false,
      })),
    );
  }
  if (filter !== '') {
    const holds = matchingRows(table, filter);
    order = order === null ? ordinalsWhere(holds) : order.filter((row) => holds[row] === 1);
  }
  known.set(name, order);
  if (known.size > REMEMBERED) known.delete(known.keys().next().value!);
  return order;
}

function ordinalsWhere(holds: Uint8Array): Uint32Array {
  let count = 0;
  for (const one of holds) count += one;
  const rows = new Uint32Array(count);
  let to = 0;
  for (let row = 0; row < holds.length; row++) if (holds[row] === 1) rows[to++] = row;
  return rows;
}

/** One byte a row: 1 where any text cell contains the pattern, whatever the case. */
export function matchingRows(table: Relation, pattern: string): Uint8Array {
  const holds = new Uint8Array(table.rowCount);
  const has = containsPattern(pattern);
  for (const column of table.columns) markMatches(column, has, holds);
  return holds;
}

/** For plain patterns a regular expression, which makes no copy of each text. */
function containsPattern(pattern: string): (text: string | null | undefined) => boolean {
  if (/^[\x20-\x7e]*$/.test(pattern)) {
    const wanted = new RegExp(pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');
    return (text) => typeof text === 'string' && wanted.test(text);
  }
  const wanted = pattern.toLowerCase();
  return (text) => text?.toLowerCase().includes(wanted) ?? false;
}

function markMatches(
  column: Column,
  has: (text: string | null | undefined) => boolean,
  holds: Uint8Array,
): void {
  const { data } = column;
  if (data?.kind === 'coded') {
    const entries = Uint8Array.from(data.dictionary, (text) => (has(text) ? 1 : 0));
    for (let row = 0; row < holds.length; row++)
      if (entries[data.codes[row]!] === 1) holds[row] = 1;
  } else if (column.spec.type === 'text') {
    for (let row = 0; row < holds.length; row++) {
      if (holds[row] === 0 && has(column.at(row) as string | null)) holds[row] = 1;
    }
  } else if (column.spec.type === 'list') {
    for (let row = 0; row < holds.length; row++) {
      const items = column.at(row) as readonly (string | number)[] | null;
      if (items?.some((item) => typeof item === 'string' && has(item))) holds[row] = 1;
    }
  }
}

/** The rows of one page, with the total after the filter. */
export function pageOf(
  table: Relation,
  options: PageOptions,
): { readonly rows: Relation; readonly total: number } {
  const order = viewOrder(table, options);
  const total = order?.length ?? table.rowCount;
  const from = Math.max(0, Math.min(options.from, total));
  const end = Math.max(from, Math.min(total, from + options.count));
  const rows =
    order?.slice(from, end) ?? Uint32Array.from({ length: end - from }, (_, i) => from + i);
  return { rows: take(table, rows), total };
}
