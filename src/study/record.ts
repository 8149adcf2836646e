import { createHash } from 'node:crypto';
import type { Report } from '../lens/index.js';
import { canonicalOrder, digestRows, fromRows, relation, type Relation } from '../table/index.js';
import { InvalidArgument } from '../task/index.js';
import {
  EXPECTATIONS,
  type PinOptions,
  type RecordedCell,
  type RecordedPin,
  type RecordedRun,
  type RecordedTable,
} from './recorded.js';
import { cellOf, recordCell, relationOfObjects } from './values.js';

/** Rows kept whole in a recording; a larger table keeps its head and a digest a bucket of keys. */
export const ROW_LIMIT = 1000;
const HEAD = 50;
const BUCKETS = 64;

/** A table as data, rows sorted by key. */
export function recordTable(
  table: Relation,
  options: { readonly ordered?: boolean; readonly whole?: boolean } = {},
): RecordedTable {
  const order = options.ordered
    ? Uint32Array.from({ length: table.rowCount }, (_, i) => i)
    : canonicalOrder(table);
  const row = (at: number): RecordedCell[] =>
    table.columns.map((column) => recordCell(column.at(order[at]!)));
  const whole = options.whole === true || table.rowCount <= ROW_LIMIT;
  const rows: RecordedCell[][] = [];
  for (let at = 0; at < (whole ? table.rowCount : HEAD); at++) rows.push(row(at));
  const recorded = {
    key: table.key,
    columns: table.columns.map(({ spec }) => ({ name: spec.name, type: spec.type })),
    total: table.rowCount,
    rows,
  };
  return whole ? recorded : { ...recorded, buckets: bucketDigests(table, row) };
}

function bucketDigests(table: Relation, row: (at: number) => RecordedCell[]): string[] {
  const keyColumns = table.columns.flatMap(({ spec }, at) =>
    table.key.length === 0 || table.key.includes(spec.name) ? [at] : [],
  );
  const buckets = Array.from({ length: BUCKETS }, () => createHash('sha256'));
  for (let at = 0; at < table.rowCount; at++) {
    const cells = row(at);
    const key = JSON.stringify(keyColumns.map((column) => cells[column]));
    const bucket = createHash('sha256').update(key).digest()[0]! % BUCKETS;
    buckets[bucket]!.update(`${JSON.stringify(cells)}\n`);
  }
  return buckets.map((hash) => hash.digest('hex').slice(0, 16));
}

/** A table whose columns are looked up by name, as Arquero's are: `objects()` gives its rows. */
interface ObjectTable {
  columnNames(): string[];
  objects(): Record<string, unknown>[];
}

const isObjectTable = (value: object): value is ObjectTable =>
  typeof (value as Partial<ObjectTable>).objects === 'function' &&
  typeof (value as Partial<ObjectTable>).columnNames === 'function';

const isRelation = (value: object): value is Relation =>
  Array.isArray((value as Partial<Relation>).columns) &&
  typeof (value as Partial<Relation>).rowCount === 'number';

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

function rekeyed(table: Relation, key: readonly string[] | undefined): Relation {
  return key === undefined ? table : relation({ key, columns: table.columns });
}

/**
 * The pinned value as a relation, or null where it is a single value. Takes relations, Arquero tables, rows as
 * objects, lists, sets and maps.
 */
function tableOf(value: unknown, options: PinOptions): Relation | null {
  if (typeof value !== 'object' || value === null) return null;
  const { key } = options;
  if (isRelation(value)) return rekeyed(value, key);
  if (isObjectTable(value)) return relationOfObjects(value.objects(), key ?? []);
  if (value instanceof Map) {
    const rows = [...value].map(([name, item]) => ({
      key: name as unknown,
      value: item as unknown,
    }));
    return relationOfObjects(rows, key ?? ['key']);
  }
  if (isPlainObject(value)) {
    const rows = Object.entries(value).map(([name, item]) => ({ key: name, value: item }));
    return relationOfObjects(rows, key ?? ['key']);
  }
  const items =
    value instanceof Set || Array.isArray(value) || ArrayBuffer.isView(value)
      ? Array.from(value as Iterable<unknown>)
      : null;
  if (items === null) return null;
  if (items.length > 0 && items.every(isPlainObject)) return relationOfObjects(items, key ?? []);
  if (items.length === 0) return fromRows(['value'], ['value:text'], []);
  if (options.ordered) {
    return relationOfObjects(
      items.map((item, position) => ({ position, value: item })),
      key ?? ['position'],
    );
  }
  return relationOfObjects(
    items.map((item) => ({ value: item })),
    key ?? ['value'],
  );
}

/**
 * A pin, JSON-ready. Throws `InvalidArgument` for an empty name, an unknown expectation, or a value that is neither
 * a number, a text, a list nor a table.
 */
export function recordPin(name: string, value: unknown, options: PinOptions = {}): RecordedPin {
  if (typeof name !== 'string' || name.trim() === '') {
    throw new InvalidArgument(
      `pin without a name: ${JSON.stringify(name)}; write pin('name', value)`,
    );
  }
  const expect = options.expect ?? 'equal';
  if (!EXPECTATIONS.includes(expect)) {
    throw new InvalidArgument(
      `unknown expectation: ${String(expect)}; one of ${EXPECTATIONS.join(', ')}`,
    );
  }
  const table = tableOf(value, options);
  const common = {
    name,
    expect,
    ...(options.tolerance !== undefined && { tolerance: options.tolerance }),
    ...(options.ignore !== undefined && { ignore: options.ignore }),
    ...(options.ordered === true && { ordered: true }),
  };
  if (table === null) return { ...common, value: recordCell(cellOf(value)) };
  refuseLinesInKey(table, expect, name);
  // Digests only tell same from different: what is compared by rule needs its rows.
  const whole =
    expect !== 'equal' || options.tolerance !== undefined || options.ignore !== undefined;
  return {
    ...common,
    table: recordTable(table, {
      ordered: options.ordered === true,
      whole: whole || options.ordered === true,
    }),
  };
}

/** A frozen finding must survive an edit above it: a line number in its key would make it new each time. */
function refuseLinesInKey(table: Relation, expect: string, name: string): void {
  if (expect !== 'no worse' && expect !== 'subset') return;
  const line = table.key.find((column) => /(^|_)(line|col|column|row|offset)$/.test(column));
  if (line !== undefined) {
    throw new InvalidArgument(
      `line number in the key of a ratchet: ${line} of pin ${JSON.stringify(name)}; key by what the finding is, not where`,
    );
  }
  if (table.key.length === 0 && table.rowCount > 0) {
    throw new InvalidArgument(
      `ratchet without a key: pin ${JSON.stringify(name)}; say {key: [columns]}`,
    );
  }
}

/** What is known of a run that no cell finished. */
export type Unfinished = Pick<Report, 'lens' | 'version' | 'params'>;

const isFinished = (report: Report | Unfinished): report is Report => 'findings' in report;

/** A run, JSON-ready; a finished one's `report` must hold every finding (limit 0). */
export function recordRun(input: {
  readonly name: string;
  readonly steps: readonly {
    readonly id: string;
    readonly table: Relation;
    readonly named?: boolean;
  }[];
  readonly report: Report | Unfinished;
}): RecordedRun {
  const { report } = input;
  return {
    name: input.name,
    lens: report.lens,
    version: report.version,
    params: report.params,
    steps: input.steps.map(({ id, table, named }) => ({
      id,
      key: table.key,
      rows: table.rowCount,
      sha256: digestRows(table),
      ...(named === true && { table: recordTable(table) }),
    })),
    report: isFinished(report) ? recordReport(report) : UNFINISHED,
  };
}

const UNFINISHED: RecordedRun['report'] = {
  state: 'unfinished',
  summary: {},
  findings: { key: [], columns: [], total: 0, rows: [] },
};

function recordReport(report: Report): RecordedRun['report'] {
  const { key, columns, rows } = report.findings;
  return {
    state: report.state,
    summary: Object.fromEntries(
      Object.entries(report.summary).map(([name, cell]) => [name, recordCell(cell)]),
    ),
    findings: recordTable(fromRows(key, columns, rows)),
  };
}
