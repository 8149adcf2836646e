import { ColumnTable } from 'arquero';
import { columnOf } from './columns.js';
import { columnFromCells, head, relation, takeColumn } from './make-relation.js';
import type { Cell, Column, ColumnSpec, ColumnType, Relation } from './relation.js';

/** What Arquero reads: a column over our storage; it stays the same object through filter, select and orderby. */
class ArqueroColumn {
  readonly length: number;

  constructor(
    readonly column: Column,
    /** The relation that it came from, for its key. */
    readonly origin: Relation,
  ) {
    this.length = column.length;
    this.at = valueReader(column);
  }

  readonly at: (row: number) => unknown;

  *[Symbol.iterator](): Generator<unknown> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }

  toArray(): unknown[] {
    const values = new Array<unknown>(this.length);
    for (let row = 0; row < this.length; row++) values[row] = this.at(row);
    return values;
  }
}

/** Values as a chart or a verb wants them: rationals as numbers, the rest exact. */
function valueReader(column: Column): (row: number) => unknown {
  const { data } = column;
  if (data?.kind === 'rational') {
    const { num, den } = data;
    return (row) => {
      const by = den[row];
      return by === undefined || Number(by) === 0 ? null : Number(num[row]) / Number(by);
    };
  }
  if (column.spec.type === 'rational') {
    return (row) => {
      const cell = column.at(row) as readonly [number | bigint, number | bigint] | null;
      return cell === null ? null : Number(cell[0]) / Number(cell[1]);
    };
  }
  if (data?.kind === 'integer' && data.valid === null) {
    const { values } = data;
    return (row) => values[row];
  }
  return (row) => column.at(row);
}

const origins = new WeakMap<ColumnTable, Relation>();
const views = new WeakMap<Relation, ColumnTable>();

/**
 * A real Arquero table over the columns of a relation: no copy, values decoded when read, rationals as numbers.
 * `limit` keeps the first rows only.
 */
export function toArquero(table: Relation, options: { readonly limit?: number } = {}): ColumnTable {
  const { limit } = options;
  if (limit !== undefined && limit < table.rowCount) return toArquero(head(table, limit));
  const known = views.get(table);
  if (known !== undefined) return known;
  const columns = Object.fromEntries(
    table.columns.map((column) => [column.spec.name, new ArqueroColumn(column, table)]),
  );
  const made = new ColumnTable(
    columns,
    table.columns.map((column) => column.spec.name),
  );
  views.set(table, made);
  origins.set(made, table);
  return made;
}

export function isArquero(value: unknown): value is ColumnTable {
  return value instanceof ColumnTable;
}

/** The relation that an Arquero table is a view of; `undefined` for a table derived by verbs or made elsewhere. */
export function relationOf(table: ColumnTable): Relation | undefined {
  return origins.get(table);
}

/**
 * A relation from any Arquero table, filter and order applied. Columns that came from a relation keep their exact
 * values, types and units; others take the narrowest type that holds their values. Without `key`, the key of the
 * one origin whose key columns are all there, else none.
 */
export function fromArquero(
  table: ColumnTable,
  options: { readonly key?: readonly string[] } = {},
): Relation {
  const origin = origins.get(table);
  if (origin !== undefined && options.key === undefined) return origin;
  const order = Uint32Array.from(table.indices());
  const names = table.columnNames();
  const data = table.data();
  const sources = new Map<string, ArqueroColumn>();
  const columns = names.map((name) => {
    const column: unknown = data[name];
    if (column instanceof ArqueroColumn) {
      sources.set(name, column);
      return takeColumn(renamed(column.column, name), order);
    }
    const plain = column as { at(row: number): unknown };
    return inferColumn(
      name,
      Array.from(order, (row) => plain.at(row)),
    );
  });
  const key = options.key ?? keyOf(sources);
  return relation({
    key: key.filter((name) => options.key !== undefined || names.includes(name)),
    columns,
  });
}

function renamed(column: Column, name: string): Column {
  if (column.spec.name === name) return column;
  const spec = { ...column.spec, name };
  return column.data === undefined
    ? { spec, length: column.length, at: (row) => column.at(row) }
    : columnOf(spec, column.data);
}

function keyOf(sources: ReadonlyMap<string, ArqueroColumn>): readonly string[] {
  for (const { origin } of sources.values()) {
    const own = (name: string): boolean => {
      const source = sources.get(name);
      return source?.origin === origin && source.column.spec.name === name;
    };
    if (origin.key.length > 0 && origin.key.every(own)) return origin.key;
  }
  return [];
}

function inferColumn(name: string, values: readonly unknown[]): Column {
  const cells = values.map((value): Cell => {
    if (value === null || value === undefined || (typeof value === 'number' && Number.isNaN(value)))
      return null;
    if (typeof value === 'object' && !Array.isArray(value)) {
      return value instanceof Date ? value.toISOString() : JSON.stringify(value);
    }
    return value as Cell;
  });
  const spec: ColumnSpec = { name, type: inferType(cells) };
  return columnFromCells(spec, spec.type === 'text' ? cells.map(asText) : cells);
}

function asText(cell: Cell): string | null {
  return cell === null || typeof cell === 'string' ? cell : String(cell);
}

function inferType(cells: readonly Cell[]): ColumnType {
  const present = cells.filter((cell) => cell !== null);
  if (present.length === 0) return 'text';
  if (present.every((cell) => typeof cell === 'boolean')) return 'boolean';
  if (present.every((cell) => Number.isSafeInteger(cell))) return 'integer';
  if (present.every((cell) => typeof cell === 'number')) return 'real';
  if (present.every((cell) => typeof cell === 'bigint' || Number.isSafeInteger(cell)))
    return 'bigint';
  if (present.every((cell) => Array.isArray(cell))) return 'list';
  return 'text';
}

/** A relation from plain row objects: columns in order of first appearance, types inferred. */
export function fromObjects(
  rows: readonly Readonly<Record<string, unknown>>[],
  key: readonly string[] = [],
): Relation {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return relation({
    key,
    columns: [...names].map((name) =>
      inferColumn(
        name,
        rows.map((row) => row[name]),
      ),
    ),
  });
}
