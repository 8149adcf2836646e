import { fromRows, narrow, type Cell, type ColumnType, type Relation } from '../table/index.js';
import { InvalidArgument } from '../task/index.js';
import type { RecordedCell } from './recorded.js';

/** The JSON form of one exact value. Throws `InvalidArgument` for a number that is not finite. */
export function recordCell(cell: Cell): RecordedCell {
  if (typeof cell === 'bigint') {
    const value = narrow(cell);
    return typeof value === 'bigint' ? value.toString() : value;
  }
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) {
      throw new InvalidArgument(`no finite number: ${cell}; make it null, or leave it out`);
    }
    return cell === 0 ? 0 : cell;
  }
  if (Array.isArray(cell)) {
    return (cell as readonly (number | bigint | string)[]).map(
      (item) => recordCell(item) as number | string,
    );
  }
  return cell as RecordedCell;
}

/** A plain value as a table cell. Throws `InvalidArgument` for objects and functions. */
export function cellOf(value: unknown): Cell {
  switch (typeof value) {
    case 'undefined':
      return null;
    case 'boolean':
    case 'string':
    case 'number':
    case 'bigint':
      return value;
    case 'object':
      if (value === null) return null;
      if (value instanceof Date) return value.toISOString();
      if (Array.isArray(value) || isNumericArray(value)) return listOf(Array.from(value));
      break;
    case 'function':
    case 'symbol':
      break;
  }
  throw new InvalidArgument(
    `no plain value: ${nameOf(value)}; pin a number, a text, a list or a table`,
  );
}

function listOf(values: readonly unknown[]): Cell {
  for (const value of values) {
    if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'bigint') {
      throw new InvalidArgument(
        `no list of numbers or texts: it holds ${nameOf(value)}; make a column of each part`,
      );
    }
  }
  return values as Cell;
}

const isNumericArray = (value: object): value is Iterable<unknown> & object =>
  ArrayBuffer.isView(value) && !(value instanceof DataView);

function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(typeof value);
  const name = (Object.getPrototypeOf(value) as object | null)?.constructor.name;
  return name === undefined || name === '' || name === 'Object' ? 'an object' : `a ${name}`;
}

function typeOf(cell: Exclude<Cell, null>): ColumnType {
  switch (typeof cell) {
    case 'boolean':
      return 'boolean';
    case 'string':
      return 'text';
    case 'bigint':
      return 'bigint';
    case 'number':
      return Number.isSafeInteger(cell) ? 'integer' : 'real';
    default:
      return 'list';
  }
}

/** Numbers widen to the type that holds them all; anything else must agree. */
function widen(a: ColumnType, b: ColumnType, name: string): ColumnType {
  if (a === b) return a;
  const numeric = (type: ColumnType): boolean =>
    type === 'integer' || type === 'bigint' || type === 'real';
  if (numeric(a) && numeric(b)) return a === 'real' || b === 'real' ? 'real' : 'bigint';
  throw new InvalidArgument(`column of two types: ${name} holds ${a} and ${b}`);
}

/** A relation from rows given as objects; the columns are the union of their names, in order of appearance. */
export function relationOfObjects(
  rows: readonly Readonly<Record<string, unknown>>[],
  key: readonly string[],
): Relation {
  const names = new Map<string, ColumnType | null>();
  const cells = rows.map((row) => {
    const own: Record<string, Cell> = {};
    for (const [name, value] of Object.entries(row)) {
      const cell = cellOf(value);
      const known = names.get(name) ?? null;
      const type =
        cell === null ? known : known === null ? typeOf(cell) : widen(known, typeOf(cell), name);
      names.set(name, type);
      own[name] = cell;
    }
    return own;
  });
  const columns = [...names].map(([name, type]) => ({ name, type: type ?? ('text' as const) }));
  for (const name of key) {
    if (!names.has(name) && rows.length > 0) {
      throw new InvalidArgument(
        `unknown key column: ${name}; columns are ${[...names.keys()].join(', ')}`,
      );
    }
  }
  return fromRows(
    rows.length === 0 ? [] : key,
    columns,
    cells.map((row) => columns.map(({ name, type }) => fit(row[name] ?? null, type))),
  );
}

/** A real column holds doubles only. */
const fit = (cell: Cell, type: ColumnType): Cell =>
  type === 'real' && typeof cell === 'bigint' ? Number(cell) : cell;
