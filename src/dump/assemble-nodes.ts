import { BytesInterner } from './bytes-interner.js';
import type { DuplicateKey } from './loaded-dump.js';
import { mergeIds } from './merge-ids.js';
import { once } from './once.js';
import { reservedPool, type TextColumn, type TextPool } from './text-pool.js';
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
  readonly ids: TextPool;
  /** For each unit, the ordinal of each of its rows; `null` where row i is ordinal i. */
  readonly ordinals: readonly (Uint32Array | null)[];
  readonly text: Partial<Record<NodeTextColumn, () => TextColumn>>;
  readonly integers: Partial<Record<NodeIntegerColumn, Int32Array>>;
  readonly flags: Partial<Record<NodeFlagColumn, Uint8Array>>;
  readonly duplicates: () => readonly DuplicateKey[];
}

/**
 * Nodes of all units by id. Of several rows of one id, a defining row beats a non-defining one; of two of the same
 * rank the first by (unit, row) stands, whole: what it doesn't say stays unsaid.
 */
export function assembleNodes(units: readonly UnitColumns[]): AssembledNodes {
  const nodes = units.map((unit) => unit.nodes);
  const { ids, ordinals, firstRow, repeated } = mergeIds(nodes.map((columns) => columns.ids));
  const rows = new NodeRows(nodes, ordinals, new Set(repeated));
  const winners = firstRow;
  if (winners !== null) {
    for (const [ordinal, own] of rows.ofRepeated()) {
      winners[ordinal] = own.find((row) => rows.defines(row)) ?? own[0]!;
    }
  }
  const text: AssembledNodes['text'] = {};
  for (const name of NODE_TEXT_COLUMNS) {
    if (nodes.some((columns) => columns.text[name]))
      text[name] = once(() => rows.text(name, winners));
  }
  const integers: AssembledNodes['integers'] = {};
  for (const name of NODE_INTEGER_COLUMNS) {
    const merged = rows.integers(name, winners);
    if (merged) integers[name] = merged;
  }
  const flags: AssembledNodes['flags'] = {};
  for (const name of NODE_FLAG_COLUMNS) {
    const merged = rows.flags(name, winners);
    if (merged) flags[name] = merged;
  }
  return {
    ids,
    ordinals,
    text,
    integers,
    flags,
    duplicates: once(() => duplicateKeys(rows, units)),
  };
}

/** Rows of all units, numbered one after another. */
class NodeRows {
  readonly #nodes: readonly NodeColumns[];
  readonly #ordinals: readonly (Uint32Array | null)[];
  readonly #repeated: ReadonlySet<number>;
  #inOrder: boolean | null = null;
  readonly starts: number[] = [];
  readonly total: number;

  constructor(
    nodes: readonly NodeColumns[],
    ordinals: readonly (Uint32Array | null)[],
    repeated: ReadonlySet<number>,
  ) {
    this.#nodes = nodes;
    this.#ordinals = ordinals;
    this.#repeated = repeated;
    let rows = 0;
    for (const columns of nodes) {
      this.starts.push(rows);
      rows += columns.rows;
    }
    this.total = rows;
  }

  unit(row: number): number {
    let unit = this.starts.length - 1;
    while (this.starts[unit]! > row) unit--;
    return unit;
  }

  defines(row: number): boolean {
    const unit = this.unit(row);
    return this.#nodes[unit]!.flags.defined?.[row - this.starts[unit]!] !== 0;
  }

  /** Ordinals that have several rows, with these, ascending. */
  ofRepeated(): Map<number, number[]> {
    const made = new Map<number, number[]>();
    if (this.#repeated.size === 0) return made;
    this.#ordinals.forEach((ordinals, unit) => {
      ordinals?.forEach((ordinal, row) => {
        if (!this.#repeated.has(ordinal)) return;
        const own = made.get(ordinal);
        if (own) own.push(this.starts[unit]! + row);
        else made.set(ordinal, [this.starts[unit]! + row]);
      });
    });
    return new Map([...made].sort(([a], [b]) => a - b));
  }

  /** With winners: a value an ordinal, that of the winning row. Without: a value a row. */
  text(name: NodeTextColumn, winners: Uint32Array | null): TextColumn {
    const merged = mergeTexts(
      this.#nodes.map((columns) => ({
        rows: columns.rows,
        column: columns.text[name]?.() ?? null,
      })),
    );
    return winners === null
      ? merged
      : { codes: this.#pick(merged.codes, winners), pool: merged.pool };
  }

  integers(name: NodeIntegerColumn, winners: Uint32Array | null): Int32Array | null {
    const parts = this.#nodes.map((columns) => columns.integers[name]);
    if (parts.every((part) => part === undefined)) return null;
    if (parts.length === 1 && winners === null) return parts[0]!;
    const all = new Int32Array(this.total);
    parts.forEach((part, unit) => {
      if (part) all.set(part, this.starts[unit]);
    });
    return winners === null ? all : this.#pick(all, winners);
  }

  flags(name: NodeFlagColumn, winners: Uint32Array | null): Uint8Array | null {
    const parts = this.#nodes.map((columns) => columns.flags[name]);
    if (parts.every((part) => part === undefined)) return null;
    if (parts.length === 1 && winners === null) return parts[0]!;
    const all = new Uint8Array(this.total).fill(FLAG_MISSING);
    parts.forEach((part, unit) => {
      if (part) all.set(part, this.starts[unit]);
    });
    return winners === null ? all : this.#pick(all, winners);
  }

  /** Units that hold whole ranges of ids, one after another, need no picking at all. */
  #pick<T extends Uint32Array | Int32Array | Uint8Array>(values: T, winners: Uint32Array): T {
    this.#inOrder ??= winners.length === this.total && winners.every((row, i) => row === i);
    if (this.#inOrder) return values;
    const out = new (values.constructor as new (length: number) => T)(winners.length);
    for (let i = 0; i < winners.length; i++) out[i] = values[winners[i]!]!;
    return out;
  }
}

function duplicateKeys(rows: NodeRows, units: readonly UnitColumns[]): DuplicateKey[] {
  const repeated = rows.ofRepeated();
  if (repeated.size === 0) return [];
  const present = NODE_TEXT_COLUMNS.filter((name) => units.some((unit) => unit.nodes.text[name]));
  // Codes are shared by all units once merged, so equal codes are equal texts.
  const texts = present.map((name) => rows.text(name, null).codes);
  const integers = NODE_INTEGER_COLUMNS.map((name) => rows.integers(name, null));
  const flags = NODE_FLAG_COLUMNS.map((name) => rows.flags(name, null));
  return [...repeated].map(([ordinal, own]) => {
    const perUnit = new Map<number, number>();
    const payloads = new Set<string>();
    for (const row of own) {
      const unit = rows.unit(row);
      perUnit.set(unit, (perUnit.get(unit) ?? 0) + 1);
      payloads.add(
        [...texts, ...integers, ...flags].map((column) => column?.[row] ?? '').join(' '),
      );
    }
    return {
      ordinal,
      rows: own.length,
      distinctPayloads: payloads.size,
      rowsInOneUnit: Math.max(...perUnit.values()),
      owners: [...perUnit.keys()].sort((a, b) => a - b).map((unit) => units[unit]!.metadata.unit),
    };
  });
}

/** Whether all texts after the reserved entry differ. */
function distinct({ bytes, offsets, length }: TextPool): boolean {
  const interner = new BytesInterner();
  for (let code = 1; code < length; code++) {
    if (interner.intern(bytes, offsets[code]!, offsets[code + 1]!) !== code - 1) return false;
  }
  return true;
}

/** One text column over several parts; its texts are distinct. */
export function mergeTexts(
  parts: readonly { readonly rows: number; readonly column: TextColumn | null }[],
): TextColumn {
  const only = parts.length === 1 ? parts[0]!.column : null;
  if (only !== null && distinct(only.pool)) return only;
  const interner = new BytesInterner();
  const codes = new Uint32Array(parts.reduce((sum, part) => sum + part.rows, 0));
  let row = 0;
  for (const { rows, column } of parts) {
    if (column !== null) {
      const { pool } = column;
      const map = new Uint32Array(pool.length);
      for (let i = 0; i < rows; i++) {
        const code = column.codes[i]!;
        if (code === 0) continue;
        let merged = map[code]!;
        if (merged === 0) {
          merged = interner.intern(pool.bytes, pool.offsets[code]!, pool.offsets[code + 1]!) + 1;
          map[code] = merged;
        }
        codes[row + i] = merged;
      }
    }
    row += rows;
  }
  return { codes, pool: reservedPool(interner.pool()) };
}
