import { BytesInterner } from './bytes-interner.js';
import type { DuplicateKey } from './loaded-dump.js';
import {
  appendPools,
  compareRuns,
  reservedPool,
  type TextColumn,
  type TextPool,
} from './text-pool.js';
import {
  FLAG_MISSING,
  NODE_FLAG_COLUMNS,
  NODE_INTEGER_COLUMNS,
  NODE_TEXT_COLUMNS,
  type NodeColumns,
  type NodeFlagColumn,
  type NodeIntegerColumn,
  type NodeTextColumn,
  type UnitColumns,
} from './unit-columns.js';

export interface AssembledNodes {
  readonly count: number;
  readonly ids: TextPool;
  readonly text: Partial<Record<NodeTextColumn, TextColumn>>;
  readonly integers: Partial<Record<NodeIntegerColumn, Int32Array>>;
  readonly flags: Partial<Record<NodeFlagColumn, Uint8Array>>;
  readonly duplicates: readonly DuplicateKey[];
}

/**
 * Nodes of all units by id. Of several rows of one id, a defining row beats a non-defining one; of two of the same
 * rank the first by (unit, row) stands, whole: what it doesn't say stays unsaid.
 */
export function assembleNodes(units: readonly UnitColumns[]): AssembledNodes {
  const nodes = units.map((unit) => unit.nodes);
  const all = appendPools(
    nodes.map((columns) => columns.ids),
    'the dump',
  );
  const order = sortedOrder(all);
  const unitOf = ownerOfRows(nodes);
  const defines = gatherFlags(nodes, 'defined') ?? new Uint8Array(all.length).fill(FLAG_MISSING);
  const winners = new Uint32Array(all.length);
  const groups: { readonly ordinal: number; readonly from: number; readonly to: number }[] = [];
  let count = 0;
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && sameRun(all, order[from]!, order[to]!)) to++;
    let winner = order[from]!;
    for (let i = from + 1; i < to && defines[winner] === 0; i++)
      if (defines[order[i]!] !== 0) winner = order[i]!;
    if (to - from > 1) groups.push({ ordinal: count, from, to });
    winners[count++] = winner;
    from = to;
  }
  const rows = winners.subarray(0, count);
  const identity = isIdentity(rows, all.length);
  const text: AssembledNodes['text'] = {};
  const integers: AssembledNodes['integers'] = {};
  const flags: AssembledNodes['flags'] = {};
  const whole: Partial<Record<NodeTextColumn, TextColumn>> = {};
  for (const name of NODE_TEXT_COLUMNS) {
    const merged = mergeTexts(
      nodes.map((columns) => ({ rows: columns.rows, column: columns.text[name] ?? null })),
    );
    if (merged === null) continue;
    whole[name] = merged;
    text[name] = identity ? merged : { codes: pickU32(merged.codes, rows), pool: merged.pool };
  }
  for (const name of NODE_INTEGER_COLUMNS) {
    const merged = gatherIntegers(nodes, name);
    if (merged) integers[name] = identity ? merged : Int32Array.from(rows, (row) => merged[row]!);
  }
  for (const name of NODE_FLAG_COLUMNS) {
    const merged = gatherFlags(nodes, name);
    if (merged) flags[name] = identity ? merged : Uint8Array.from(rows, (row) => merged[row]!);
  }
  const duplicates = groups.map(({ ordinal, from, to }): DuplicateKey => {
    const own = order.subarray(from, to);
    const perUnit = new Map<number, number>();
    for (const row of own) perUnit.set(unitOf[row]!, (perUnit.get(unitOf[row]!) ?? 0) + 1);
    const payloads = new Set(Array.from(own, (row) => rowText(row, whole, nodes)));
    return {
      ordinal,
      rows: own.length,
      distinctPayloads: payloads.size,
      rowsInOneUnit: Math.max(...perUnit.values()),
      owners: [...perUnit.keys()].sort((a, b) => a - b).map((unit) => units[unit]!.metadata.unit),
    };
  });
  return { count, ids: identity ? all : pickPool(all, rows), text, integers, flags, duplicates };
}

/** A row as one text, to tell rows apart: codes are shared by all units, so equal codes are equal texts. */
function rowText(
  row: number,
  text: Partial<Record<NodeTextColumn, TextColumn>>,
  nodes: readonly NodeColumns[],
): string {
  let unit = 0;
  let local = row;
  while (local >= nodes[unit]!.rows) local -= nodes[unit++]!.rows;
  const { integers, flags } = nodes[unit]!;
  return [
    ...NODE_TEXT_COLUMNS.map((name) => text[name]?.codes[row] ?? 0),
    ...NODE_INTEGER_COLUMNS.map((name) => integers[name]?.[local] ?? 0),
    ...NODE_FLAG_COLUMNS.map((name) => flags[name]?.[local] ?? FLAG_MISSING),
  ].join(' ');
}

/** Row numbers by the bytes of their texts, equal texts in row order. */
export function sortedOrder(pool: TextPool): Uint32Array {
  const order = new Uint32Array(pool.length);
  let sorted = true;
  for (let i = 0; i < order.length; i++) {
    order[i] = i;
    if (sorted && i > 0 && compareEntries(pool, i - 1, i) > 0) sorted = false;
  }
  return sorted ? order : order.sort((a, b) => compareEntries(pool, a, b) || a - b);
}

export function compareEntries(pool: TextPool, a: number, b: number): number {
  const { bytes, offsets } = pool;
  return compareRuns(bytes, offsets[a]!, offsets[a + 1]!, bytes, offsets[b]!, offsets[b + 1]!);
}

function sameRun(pool: TextPool, a: number, b: number): boolean {
  return compareEntries(pool, a, b) === 0;
}

function ownerOfRows(nodes: readonly NodeColumns[]): Uint32Array {
  const owners = new Uint32Array(nodes.reduce((sum, columns) => sum + columns.rows, 0));
  let row = 0;
  nodes.forEach((columns, unit) => {
    owners.fill(unit, row, row + columns.rows);
    row += columns.rows;
  });
  return owners;
}

function isIdentity(rows: Uint32Array, length: number): boolean {
  if (rows.length !== length) return false;
  for (let i = 0; i < length; i++) if (rows[i] !== i) return false;
  return true;
}

function pickU32(values: Uint32Array, rows: Uint32Array): Uint32Array {
  const out = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = values[rows[i]!]!;
  return out;
}

export function pickPool(pool: TextPool, rows: Uint32Array): TextPool {
  const offsets = new Uint32Array(rows.length + 1);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    offsets[i + 1] = offsets[i]! + pool.offsets[row + 1]! - pool.offsets[row]!;
  }
  const bytes = new Uint8Array(offsets[rows.length]!);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    bytes.set(pool.bytes.subarray(pool.offsets[row], pool.offsets[row + 1]), offsets[i]);
  }
  return { bytes, offsets, length: rows.length };
}

/** One text column over several parts, its texts distinct; `null` where no part has it. */
export function mergeTexts(
  parts: readonly { readonly rows: number; readonly column: TextColumn | null }[],
): TextColumn | null {
  if (parts.every((part) => part.column === null)) return null;
  const interner = new BytesInterner();
  const codes = new Uint32Array(parts.reduce((sum, part) => sum + part.rows, 0));
  let row = 0;
  for (const { rows, column } of parts) {
    if (column !== null) {
      const { pool } = column;
      const map = new Uint32Array(pool.length);
      // Only texts that a row uses are kept: a dictionary may hold others.
      for (let i = 0; i < rows; i++) {
        const code = column.codes[i]!;
        if (code === 0) continue;
        if (map[code] === 0)
          map[code] = interner.intern(pool.bytes, pool.offsets[code]!, pool.offsets[code + 1]!) + 1;
        codes[row + i] = map[code]!;
      }
    }
    row += rows;
  }
  return { codes, pool: reservedPool(interner.pool()) };
}

function gatherIntegers(nodes: readonly NodeColumns[], name: NodeIntegerColumn): Int32Array | null {
  if (!nodes.some((columns) => columns.integers[name])) return null;
  if (nodes.length === 1) return nodes[0]!.integers[name]!;
  const out = new Int32Array(nodes.reduce((sum, columns) => sum + columns.rows, 0));
  let row = 0;
  for (const columns of nodes) {
    const column = columns.integers[name];
    if (column) out.set(column, row);
    row += columns.rows;
  }
  return out;
}

function gatherFlags(nodes: readonly NodeColumns[], name: NodeFlagColumn): Uint8Array | null {
  if (!nodes.some((columns) => columns.flags[name])) return null;
  if (nodes.length === 1) return nodes[0]!.flags[name]!;
  const out = new Uint8Array(nodes.reduce((sum, columns) => sum + columns.rows, 0)).fill(
    FLAG_MISSING,
  );
  let row = 0;
  for (const columns of nodes) {
    const column = columns.flags[name];
    if (column) out.set(column, row);
    row += columns.rows;
  }
  return out;
}
