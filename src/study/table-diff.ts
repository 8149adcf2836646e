import type { ColumnType } from '../table/index.js';
import { compareNumbers, sameCell, toleranceOf } from './numbers.js';
import type { PinTolerance, RecordedCell, RecordedTable } from './recorded.js';

export interface ChangedCell {
  readonly column: string;
  readonly expected: RecordedCell;
  readonly actual: RecordedCell;
  /** For numbers: whether the actual is above (1) or below (-1) the expected; null for anything else. */
  readonly by: -1 | 1 | null;
}

export interface ChangedRow {
  readonly key: readonly RecordedCell[];
  readonly cells: readonly ChangedCell[];
}

/** Differences of two tables, matched by key. Rows are those of the side that has them, by column name. */
export interface TableDiff {
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** In the actual table only. */
  readonly added: readonly (readonly RecordedCell[])[];
  /** In the expected table only. */
  readonly removed: readonly (readonly RecordedCell[])[];
  readonly changed: readonly ChangedRow[];
  readonly columnsAdded: readonly string[];
  readonly columnsRemoved: readonly string[];
  readonly retyped: readonly {
    readonly column: string;
    readonly expected: ColumnType;
    readonly actual: ColumnType;
  }[];
  /** Both keys, when they differ: nothing else is compared then. */
  readonly rekeyed?: { readonly expected: readonly string[]; readonly actual: readonly string[] };
  /** The first place where an ordered table has another row. */
  readonly movedAt?: number;
  /** Rows compared are only the heads of large tables; digests of the buckets tell whether the rest is the same. */
  readonly partial?: {
    readonly expectedTotal: number;
    readonly actualTotal: number;
    readonly bucketsChanged: number;
    readonly buckets: number;
  };
}

export interface DiffOptions {
  readonly tolerance?: PinTolerance;
  readonly ignore?: readonly string[];
  readonly ordered?: boolean;
}

export function sameTable(diff: TableDiff): boolean {
  return (
    diff.added.length + diff.removed.length + diff.changed.length === 0 &&
    diff.columnsAdded.length + diff.columnsRemoved.length + diff.retyped.length === 0 &&
    diff.rekeyed === undefined &&
    diff.movedAt === undefined &&
    (diff.partial === undefined ||
      (diff.partial.bucketsChanged === 0 &&
        diff.partial.expectedTotal === diff.partial.actualTotal))
  );
}

/** Compares by key; a repeated key is matched by occurrence, and a table without a key by whole rows. */
export function diffTables(
  expected: RecordedTable,
  actual: RecordedTable,
  options: DiffOptions = {},
): TableDiff {
  const ignored = new Set(options.ignore ?? []);
  const names = (table: RecordedTable): string[] =>
    table.columns.map(({ name }) => name).filter((name) => !ignored.has(name));
  const want = names(expected);
  const got = names(actual);
  // A table without rows knows its columns only by hearsay (a list that was empty, an object table without rows).
  const hollow = expected.total === 0 || actual.total === 0;
  const [reference, other] = expected.total === 0 ? [actual, expected] : [expected, actual];
  const columns = hollow ? names(reference) : want.filter((name) => got.includes(name));
  const frame = {
    columns,
    columnsAdded: hollow ? [] : got.filter((name) => !want.includes(name)),
    columnsRemoved: hollow ? [] : want.filter((name) => !got.includes(name)),
    retyped: hollow ? [] : retypedColumns(expected, actual, columns),
  };
  const keyOf = (table: RecordedTable): string[] => table.key.filter((name) => !ignored.has(name));
  const key = keyOf(reference);
  if (!hollow && key.join('\n') !== keyOf(other).join('\n')) {
    const rekeyed = { expected: keyOf(expected), actual: keyOf(actual) };
    return { ...frame, key, added: [], removed: [], changed: [], rekeyed };
  }
  const rows = diffRows(
    reader(expected, columns),
    reader(actual, columns),
    key.length === 0 ? columns : key,
    options,
    expected.buckets !== undefined || actual.buckets !== undefined,
  );
  return { ...frame, key, ...rows, ...partialOf(expected, actual) };
}

function retypedColumns(
  expected: RecordedTable,
  actual: RecordedTable,
  columns: readonly string[],
): TableDiff['retyped'] {
  const isNumber = (type: ColumnType): boolean =>
    type === 'integer' || type === 'bigint' || type === 'real';
  return columns.flatMap((column) => {
    const want = typeOf(expected, column);
    const got = typeOf(actual, column);
    return want === got || (isNumber(want) && isNumber(got))
      ? []
      : [{ column, expected: want, actual: got }];
  });
}

const typeOf = (table: RecordedTable, column: string): ColumnType =>
  table.columns.find(({ name }) => name === column)?.type ?? 'text';

interface Reader {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly RecordedCell[])[];
  readonly types: ReadonlyMap<string, ColumnType>;
}

/** The table's rows, cut to these columns, in this order. */
function reader(table: RecordedTable, columns: readonly string[]): Reader {
  const places = columns.map((name) => table.columns.findIndex((column) => column.name === name));
  return {
    columns,
    rows: table.rows.map((row) => places.map((place) => row[place] ?? null)),
    types: new Map(table.columns.map(({ name, type }) => [name, type])),
  };
}

function diffRows(
  expected: Reader,
  actual: Reader,
  key: readonly string[],
  options: DiffOptions,
  cut: boolean,
): Pick<TableDiff, 'added' | 'removed' | 'changed' | 'movedAt'> {
  const { columns } = expected;
  const keyPlaces = key.map((name) => columns.indexOf(name)).filter((place) => place >= 0);
  const keyed = (rows: Reader['rows']): Map<string, readonly RecordedCell[]> => {
    const seen = new Map<string, number>();
    return new Map(
      rows.map((row) => {
        const text = JSON.stringify(keyPlaces.map((place) => row[place]));
        const times = (seen.get(text) ?? 0) + 1;
        seen.set(text, times);
        return [times === 1 ? text : `${text}#${times}`, row];
      }),
    );
  };
  const want = keyed(expected.rows);
  const got = keyed(actual.rows);
  const removed = onlyIn(want, got, cut);
  const added = onlyIn(got, want, cut);
  const changed: ChangedRow[] = [];
  for (const [text, row] of want) {
    const other = got.get(text);
    if (other === undefined) continue;
    const cells = columns.flatMap((column, place): ChangedCell[] => {
      const type = widerType(expected.types.get(column), actual.types.get(column));
      const tolerance = toleranceOf(options.tolerance, column);
      const was = row[place] ?? null;
      const is = other[place] ?? null;
      if (sameCell(was, is, type, tolerance)) return [];
      const by = compareNumbers(was, is, type, tolerance);
      return [{ column, expected: was, actual: is, by: by === 0 ? null : by }];
    });
    if (cells.length > 0)
      changed.push({ key: keyPlaces.map((place) => row[place] ?? null), cells });
  }
  const movedAt =
    options.ordered && added.length + removed.length === 0
      ? firstMove([...want.keys()], [...got.keys()])
      : -1;
  return { added, removed, changed, ...(movedAt >= 0 && { movedAt }) };
}

/**
 * Rows of the one side that the other lacks. Where the tables are cut to their heads, an insertion pushes the last
 * rows out of one head: only rows that stand before a common row are known to be missing.
 */
function onlyIn(
  side: ReadonlyMap<string, readonly RecordedCell[]>,
  other: ReadonlyMap<string, unknown>,
  cut: boolean,
): (readonly RecordedCell[])[] {
  const entries = [...side];
  const end = cut ? entries.findLastIndex(([text]) => other.has(text)) : entries.length;
  return entries
    .slice(0, Math.max(0, end))
    .flatMap(([text, row]) => (other.has(text) ? [] : [row]));
}

const firstMove = (expected: readonly string[], actual: readonly string[]): number =>
  expected.findIndex((text, at) => text !== actual[at]);

function widerType(a: ColumnType | undefined, b: ColumnType | undefined): ColumnType {
  if (a === 'bigint' || b === 'bigint') return 'bigint';
  return a ?? b ?? 'text';
}

function partialOf(expected: RecordedTable, actual: RecordedTable): Pick<TableDiff, 'partial'> {
  if (expected.buckets === undefined && actual.buckets === undefined) return {};
  const a = expected.buckets ?? [];
  const b = actual.buckets ?? [];
  const buckets = Math.max(a.length, b.length);
  let bucketsChanged = 0;
  for (let at = 0; at < buckets; at++) if (a[at] !== b[at]) bucketsChanged += 1;
  return {
    partial: { expectedTotal: expected.total, actualTotal: actual.total, bucketsChanged, buckets },
  };
}
