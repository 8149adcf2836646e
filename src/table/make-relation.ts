import { InvalidArgument } from '../task/index.js';
import { argsort } from './argsort.js';
import { cellText } from './canonical.js';
import { sameCell } from './compare.js';
import { columnOf, integers, reduced } from './columns.js';
import { nearestNames } from './nearest.js';
import type { Cell, Column, ColumnData, ColumnSpec, Relation } from './relation.js';

/**
 * A relation over columns. Throws `InvalidArgument` when lengths differ, a name repeats or a key column is
 * missing; uniqueness of the key is checked by `checkKeys`, since it costs a sort.
 */
export function relation(input: {
  readonly key: readonly string[];
  readonly columns: readonly Column[];
}): Relation {
  const { key, columns } = input;
  const byName = new Map<string, Column>();
  const rowCount = columns[0]?.length ?? 0;
  for (const column of columns) {
    const { name } = column.spec;
    if (byName.has(name)) throw new InvalidArgument(`repeated column: ${name}`);
    if (column.length !== rowCount) {
      throw new InvalidArgument(
        `column of another length: ${name} has ${column.length} rows, ${columns[0]!.spec.name} has ${rowCount}`,
      );
    }
    byName.set(name, column);
  }
  const find = (name: string): Column => {
    const column = byName.get(name);
    if (column !== undefined) return column;
    const [near] = nearestNames(name, byName.keys());
    const remedy =
      near === undefined ? `columns are ${[...byName.keys()].join(', ')}` : `did you mean ${near}?`;
    throw new InvalidArgument(`unknown column: ${name}; ${remedy}`);
  };
  for (const name of key) find(name);
  return { key, columns, rowCount, column: find };
}

/** Throws `InvalidArgument` naming the first repeated key, in key order. Gives the relation back. */
export function checkKeys(table: Relation): Relation {
  if (table.key.length === 0) return table;
  const keys = table.key.map((name) => table.column(name));
  const order = argsort(keys.map((column) => ({ column })));
  for (let i = 1; i < order.length; i++) {
    const before = order[i - 1]!;
    const here = order[i]!;
    if (keys.every((column) => sameCell(column.at(before), column.at(here)))) {
      const shown = keys.map((column) => cellText(column.at(here))).join(', ');
      throw new InvalidArgument(
        `repeated key: ${table.key.join(', ')} = ${shown}; name more key columns`,
      );
    }
  }
  return table;
}

type Gather = {
  [K in ColumnData['kind']]: (
    data: Extract<ColumnData, { kind: K }>,
    order: Uint32Array,
  ) => ColumnData;
};

function gatherArray<A extends ArrayLike<unknown>>(values: A, order: Uint32Array): A {
  if (ArrayBuffer.isView(values)) {
    const source = values as unknown as Uint32Array;
    const target = new (source.constructor as Uint32ArrayConstructor)(order.length);
    for (let i = 0; i < order.length; i++) target[i] = source[order[i]!]!;
    return target as unknown as A;
  }
  const target = new Array<unknown>(order.length);
  for (let i = 0; i < order.length; i++) target[i] = values[order[i]!];
  return target as unknown as A;
}

const GATHER: Gather = {
  integer: (data, order) => ({
    kind: 'integer',
    values: gatherArray(data.values, order),
    valid: data.valid && gatherArray(data.valid, order),
  }),
  bigint: (data, order) => ({
    kind: 'bigint',
    values: gatherArray(data.values, order),
    valid: data.valid && gatherArray(data.valid, order),
  }),
  rational: (data, order) => ({
    kind: 'rational',
    num: gatherArray(data.num, order),
    den: gatherArray(data.den, order),
  }),
  real: (data, order) => ({ kind: 'real', values: gatherArray(data.values, order) }),
  boolean: (data, order) => ({
    kind: 'boolean',
    values: gatherArray(data.values, order),
    valid: data.valid && gatherArray(data.valid, order),
  }),
  coded: (data, order) => ({
    kind: 'coded',
    codes: gatherArray(data.codes, order),
    dictionary: data.dictionary,
  }),
  text: (data, order) => ({ kind: 'text', values: gatherArray(data.values, order) }),
  list: (data, order) => ({ kind: 'list', values: gatherArray(data.values, order) }),
};

/** One column with its rows picked by ordinal. */
export function takeColumn(column: Column, order: Uint32Array): Column {
  if (column.data === undefined) {
    return {
      spec: column.spec,
      length: order.length,
      at: (row) => (row < order.length ? column.at(order[row]!) : null),
    };
  }
  const gather = GATHER[column.data.kind] as (data: ColumnData, order: Uint32Array) => ColumnData;
  return columnOf(column.spec, gather(column.data, order));
}

/** The rows of these ordinals, in this order. */
export function take(table: Relation, order: Uint32Array): Relation {
  return relation({
    key: table.key,
    columns: table.columns.map((column) => takeColumn(column, order)),
  });
}

/** The first `count` rows. */
export function head(table: Relation, count: number): Relation {
  const kept = Math.max(0, Math.min(count, table.rowCount));
  return take(
    table,
    Uint32Array.from({ length: kept }, (_, i) => i),
  );
}

/** Only these columns; the key keeps what is left of it only when all of it is left. */
export function select(table: Relation, names: readonly string[]): Relation {
  const whole = table.key.every((name) => names.includes(name));
  return relation({
    key: whole ? table.key : [],
    columns: names.map((name) => table.column(name)),
  });
}

/** A column from exact cells, by its declared type. Throws `InvalidArgument` for a cell of another type. */
export function columnFromCells(spec: ColumnSpec, cells: readonly Cell[]): Column {
  const refuse = (cell: Cell): never => {
    throw new InvalidArgument(
      `cell of another type: ${spec.name} is ${spec.type}, got ${cellText(cell)}`,
    );
  };
  const valid = Uint8Array.from(cells, (cell) => (cell === null ? 0 : 1));
  const someValid = valid.includes(0) ? valid : null;
  switch (spec.type) {
    case 'integer': {
      const values = Float64Array.from(cells, (cell) => {
        if (cell === null) return 0;
        if (typeof cell === 'bigint' && BigInt(Number(cell)) === cell) return Number(cell);
        return Number.isSafeInteger(cell) ? (cell as number) : refuse(cell);
      });
      return columnOf(spec, { kind: 'integer', values, valid: someValid });
    }
    case 'bigint': {
      const values = cells.map((cell) => {
        if (cell === null) return 0n;
        if (typeof cell === 'bigint') return cell;
        return Number.isSafeInteger(cell) ? BigInt(cell as number) : refuse(cell);
      });
      return columnOf(spec, { kind: 'bigint', values, valid: someValid });
    }
    case 'rational': {
      const pairs = cells.map((cell) => {
        if (cell === null) return [0, 0] as const;
        if (typeof cell === 'number' && Number.isSafeInteger(cell)) return [cell, 1] as const;
        if (typeof cell === 'bigint') return [cell, 1n] as const;
        if (!Array.isArray(cell) || cell.length !== 2) return refuse(cell);
        return (reduced(cell[0] as number | bigint, cell[1] as number | bigint) ?? [
          0, 0,
        ]) as readonly [number, number];
      });
      const big = pairs.some(([num, den]) => typeof num === 'bigint' || typeof den === 'bigint');
      return columnOf(spec, {
        kind: 'rational',
        num: big
          ? pairs.map(([num]) => BigInt(num))
          : Float64Array.from(pairs, ([num]) => Number(num)),
        den: big
          ? pairs.map(([, den]) => BigInt(den))
          : Float64Array.from(pairs, ([, den]) => Number(den)),
      });
    }
    case 'real': {
      const values = Float64Array.from(cells, (cell) =>
        cell === null ? NaN : typeof cell === 'number' ? cell : refuse(cell),
      );
      return columnOf(spec, { kind: 'real', values });
    }
    case 'boolean': {
      const values = Uint8Array.from(cells, (cell) =>
        cell === null || cell === false ? 0 : cell === true ? 1 : refuse(cell),
      );
      return columnOf(spec, { kind: 'boolean', values, valid: someValid });
    }
    case 'text': {
      const values = cells.map((cell) =>
        cell === null || typeof cell === 'string' ? cell : refuse(cell),
      );
      return columnOf(spec, { kind: 'text', values });
    }
    case 'list': {
      const values = cells.map((cell) =>
        cell === null || Array.isArray(cell) ? (cell as readonly string[] | null) : refuse(cell),
      );
      return columnOf(spec, { kind: 'list', values });
    }
  }
}

/**
 * A relation from rows of cells, for tables small enough to be written by hand. Specs may be given in short:
 * `'calls:integer'`, or `'calls:integer/functions'` with a unit.
 */
export function fromRows(
  key: readonly string[],
  specs: readonly (ColumnSpec | string)[],
  rows: readonly (readonly Cell[])[],
): Relation {
  const full = specs.map((spec) => (typeof spec === 'string' ? parseSpec(spec) : spec));
  return relation({
    key,
    columns: full.map((spec, c) =>
      columnFromCells(
        spec,
        rows.map((row) => row[c] ?? null),
      ),
    ),
  });
}

const TYPES = ['integer', 'bigint', 'rational', 'real', 'boolean', 'text', 'list'] as const;

function parseSpec(short: string): ColumnSpec {
  const [name = '', rest = 'text'] = short.split(':');
  const [type = 'text', unit] = rest.split('/');
  const known = TYPES.find((candidate) => candidate === type);
  if (known === undefined)
    throw new InvalidArgument(`unknown column type: ${type}; types are ${TYPES.join(', ')}`);
  return unit === undefined ? { name, type: known } : { name, type: known, unit };
}

/** Row numbers from 1, where an order is to be shown as a rank. */
export function ranks(name: string, length: number): Column {
  return integers(
    name,
    Uint32Array.from({ length }, (_, i) => i + 1),
  );
}

/** Rows as cells: for reports, which are cut to a limit anyway. */
export function rowsOf(table: Relation, from = 0, count = table.rowCount - from): Cell[][] {
  const rows: Cell[][] = [];
  const end = Math.min(table.rowCount, from + count);
  for (let row = from; row < end; row++) rows.push(table.columns.map((column) => column.at(row)));
  return rows;
}
