import { BytesInterner } from './bytes-interner.js';
import { ColumnRoom } from './column-room.js';
import type { DuplicateKey } from './loaded-dump.js';
import { mergeIds, type MergedIds } from './merge-ids.js';
import { once } from './once.js';
import type { FillText, NodeSource } from './node-source.js';
import { reservedPool, type TextColumn, type TextPool } from './text-pool.js';
import { LATE } from './read-unit.js';
import {
  FLAG_MISSING,
  NODE_FLAG_COLUMNS,
  NODE_INTEGER_COLUMNS,
  NODE_TEXT_COLUMNS,
  type NodeFlagColumn,
  type NodeIntegerColumn,
  type NodeTextColumn,
} from './unit-columns.js';

export interface AssembledNodes {
  readonly ids: TextPool;
  readonly ordinals: MergedIds['ordinals'];
  readonly text: Partial<Record<NodeTextColumn, () => TextColumn>>;
  readonly integers: Partial<Record<NodeIntegerColumn, Int32Array>>;
  readonly flags: Partial<Record<NodeFlagColumn, Uint8Array>>;
  readonly duplicates: () => readonly DuplicateKey[];
}

/**
 * Nodes of all units by id. Of several rows of one id, a defining row beats a non-defining one; of two of the same
 * rank the first by (unit, row) stands, whole: what it doesn't say stays unsaid.
 */
export function assembleNodes(
  nodes: readonly NodeSource[],
  units: readonly string[],
  check: () => void = () => undefined,
): AssembledNodes {
  const rows = new NodeRows(nodes, check);
  const { ids, ordinals, firstRow, repeated } = mergeIds(nodes.map((source) => source.ids));
  const ofRepeated = once(() => rowsOf(new Set(repeated), rows.starts, ordinals));
  const winners = firstRow;
  if (winners !== null && repeated.length > 0) {
    for (const [ordinal, own] of ofRepeated())
      winners[ordinal] = own.find((row) => rows.defines(row)) ?? own[0]!;
  }
  const pick = pickerOf(winners, rows.total);
  const text: AssembledNodes['text'] = {};
  for (const name of NODE_TEXT_COLUMNS) {
    if (!nodes.some((source) => source.text[name])) continue;
    const picked = (): TextColumn => {
      const { codes, pool } = rows.text(name);
      return { codes: pick(codes), pool };
    };
    if (LATE.has(name)) text[name] = once(picked);
    else {
      const made = picked();
      text[name] = () => made;
    }
  }
  const integers: AssembledNodes['integers'] = {};
  for (const [name, column] of rows.integers) integers[name] = pick(column);
  const flags: AssembledNodes['flags'] = {};
  for (const [name, column] of rows.flags) flags[name] = pick(column);
  const duplicates =
    repeated.length === 0 ? () => [] : once(() => rows.duplicates(ofRepeated(), units));
  return { ids, ordinals, text, integers, flags, duplicates };
}

/** Ordinals that have several rows, with these, ascending. */
function rowsOf(
  repeated: ReadonlySet<number>,
  starts: readonly number[],
  ordinals: MergedIds['ordinals'],
): ReadonlyMap<number, readonly number[]> {
  const made = new Map<number, number[]>();
  ordinals.forEach((own, unit) => {
    if (typeof own === 'number') return;
    own.forEach((ordinal, row) => {
      if (!repeated.has(ordinal)) return;
      const rows = made.get(ordinal);
      if (rows) rows.push(starts[unit]! + row);
      else made.set(ordinal, [starts[unit]! + row]);
    });
  });
  return new Map([...made].sort(([a], [b]) => a - b));
}

type Words = Uint32Array | Int32Array | Uint8Array;

/** A value a row to a value an ordinal: that of the winning row. Units in the order of their ids need no picking. */
function pickerOf(winners: Uint32Array | null, total: number): <T extends Words>(values: T) => T {
  let inOrder = winners === null || winners.length === total;
  if (winners !== null && inOrder)
    for (let i = 0; i < winners.length && inOrder; i++) inOrder = winners[i] === i;
  if (winners === null || inOrder) return (values) => values;
  return <T extends Words>(values: T): T => {
    const out = new (values.constructor as new (length: number) => T)(winners.length);
    for (let i = 0; i < winners.length; i++) out[i] = values[winners[i]!]!;
    return out;
  };
}

/** Rows of all units, numbered one after another: a value a row. Columns but the late ones are read at once. */
class NodeRows {
  readonly #nodes: readonly NodeSource[];
  readonly #text = new Map<NodeTextColumn, TextColumn>();
  readonly integers = new Map<NodeIntegerColumn, Int32Array>();
  readonly flags = new Map<NodeFlagColumn, Uint8Array>();
  readonly starts: number[] = [];
  readonly total: number;

  constructor(nodes: readonly NodeSource[], check: () => void) {
    this.#nodes = nodes;
    let rows = 0;
    for (const source of nodes) {
      this.starts.push(rows);
      rows += source.rows;
    }
    this.total = rows;
    const named = <T extends string>(
      names: readonly T[],
      part: (source: NodeSource) => Partial<Record<T, unknown>>,
    ): T[] => names.filter((name) => nodes.some((source) => part(source)[name]));
    const textNames = named(NODE_TEXT_COLUMNS, ({ text }) => text).filter(
      (name) => !LATE.has(name),
    );
    const integerNames = named(NODE_INTEGER_COLUMNS, ({ integers }) => integers);
    const flagNames = named(NODE_FLAG_COLUMNS, ({ flags }) => flags);
    const words = textNames.length + integerNames.length;
    const room = new ColumnRoom(rows * (4 * words + flagNames.length));
    const texts = textNames.map((name) => ({
      name,
      codes: room.words(rows),
      interner: new BytesInterner(),
    }));
    for (const name of integerNames) this.integers.set(name, room.integers(rows));
    for (const name of flagNames) this.flags.set(name, room.bytes(rows).fill(FLAG_MISSING));
    nodes.forEach((source, unit) => {
      check();
      const from = this.starts[unit]!;
      const to = from + source.rows;
      source.together(() => {
        for (const { name, codes, interner } of texts)
          source.text[name]?.(codes.subarray(from, to), interner);
        for (const [name, column] of this.integers)
          source.integers[name]?.(column.subarray(from, to));
        for (const [name, column] of this.flags) source.flags[name]?.(column.subarray(from, to));
      });
    });
    for (const { name, codes, interner } of texts)
      this.#text.set(name, { codes, pool: reservedPool(interner.pool()) });
  }

  text(name: NodeTextColumn): TextColumn {
    return (
      this.#text.get(name) ??
      mergeTexts(
        this.#nodes.map((source) => ({ rows: source.rows, fill: source.text[name] ?? null })),
      )
    );
  }

  unit(row: number): number {
    let unit = this.starts.length - 1;
    while (this.starts[unit]! > row) unit--;
    return unit;
  }

  defines(row: number): boolean {
    return this.flags.get('defined')?.[row] !== 0;
  }

  duplicates(
    repeated: ReadonlyMap<number, readonly number[]>,
    units: readonly string[],
  ): DuplicateKey[] {
    const present = NODE_TEXT_COLUMNS.filter((name) =>
      this.#nodes.some((source) => source.text[name]),
    );
    // Codes are shared by all units once merged, so equal codes are equal texts.
    const columns = [
      ...present.map((name) => this.text(name).codes),
      ...this.integers.values(),
      ...this.flags.values(),
    ];
    return [...repeated].map(([ordinal, own]) => {
      const perUnit = new Map<number, number>();
      const payloads = new Set<string>();
      for (const row of own) {
        const unit = this.unit(row);
        perUnit.set(unit, (perUnit.get(unit) ?? 0) + 1);
        payloads.add(columns.map((column) => column[row]).join(' '));
      }
      return {
        ordinal,
        rows: own.length,
        distinctPayloads: payloads.size,
        rowsInOneUnit: Math.max(...perUnit.values()),
        owners: [...perUnit.keys()].sort((a, b) => a - b).map((unit) => units[unit]!),
      };
    });
  }
}

/** One text column over several parts; its texts are distinct. */
export function mergeTexts(
  parts: readonly { readonly rows: number; readonly fill: FillText | null }[],
): TextColumn {
  const interner = new BytesInterner();
  const codes = new Uint32Array(parts.reduce((sum, part) => sum + part.rows, 0));
  let row = 0;
  for (const { rows, fill } of parts) {
    fill?.(codes.subarray(row, row + rows), interner);
    row += rows;
  }
  return { codes, pool: reservedPool(interner.pool()) };
}
