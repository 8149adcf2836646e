import type { ChannelName, ChartSpec, MarkSpec } from '../lens/index.js';
import type { Cell, Column, Rational, Relation } from '../table/index.js';
import { counted, countText, isNumeric } from './cell-text.js';
import { printable } from './text-width.js';

/** Rows that a mark names in `from`; `undefined` = the chart's own table. `Run.rowsFrom` fits behind it. */
export type RowsOf = (from: string | undefined) => Relation;

/** What a chart draws: a number, a word, or nothing. */
export type ChartValue = number | string | null;

export interface Channel {
  readonly column: Column | null;
  readonly constant: number | string | null;
  /** One value a drawn row. */
  readonly values: readonly ChartValue[];
  readonly numeric: boolean;
  /** Column name, with its unit. */
  readonly label: string | null;
}

export interface DrawnMark {
  readonly spec: MarkSpec;
  readonly channels: ReadonlyMap<ChannelName, Channel>;
  readonly length: number;
  /** Rows that hold, drawn or not. */
  readonly total: number;
}

/** A chart with its rows looked up, filtered and cut: what every renderer starts from. */
export interface DrawnChart {
  readonly spec: ChartSpec;
  readonly marks: readonly DrawnMark[];
  /** The spec's caption and what is not drawn. */
  readonly caption: string;
}

export const DEFAULT_LIMIT = 200;

/** What stands in the place of a chart without rows. */
export const NOTHING = 'nothing to draw: no rows';

const POSITIONS: readonly ChannelName[] = ['x', 'y', 'x1', 'x2', 'y1', 'y2'];

/** A row source for a chart over one table. */
export function rowsOfTable(table: Relation): RowsOf {
  return () => table;
}

/** Looks up the rows of every mark. Throws `InvalidArgument` for a column that is not there. */
export function drawChart(spec: ChartSpec, rowsOf: RowsOf): DrawnChart {
  const limit = spec.limit ?? DEFAULT_LIMIT;
  const marks: DrawnMark[] = [];
  const remarks = new Set<string>();
  for (const mark of spec.marks) {
    const table = rowsOf(mark.from);
    const { rows, total, missing } = chooseRows(table, mark, limit);
    marks.push({ spec: mark, channels: channelsOf(table, mark, rows), length: rows.length, total });
    if (total > rows.length) {
      remarks.add(
        `${countText(rows.length)} of ${counted(total, 'row')} drawn, ${countText(total - rows.length)} not`,
      );
    }
    if (missing > 0) remarks.add(`${counted(missing, 'row')} without a value not drawn`);
  }
  const caption = [...(spec.caption === undefined ? [] : [spec.caption]), ...remarks].join(' · ');
  return { spec, marks, caption };
}

function chooseRows(
  table: Relation,
  mark: MarkSpec,
  limit: number,
): { rows: number[]; total: number; missing: number } {
  const where = mark.where === undefined ? null : table.column(mark.where.column);
  const positions = POSITIONS.flatMap((name) => {
    const channel = mark.channels[name];
    return typeof channel === 'string' ? [table.column(channel)] : [];
  });
  const rows: number[] = [];
  let total = 0;
  let missing = 0;
  for (let row = 0; row < table.rowCount; row++) {
    if (where !== null && !equals(where.at(row), mark.where!.equals)) continue;
    if (positions.some((column) => column.at(row) === null)) {
      missing++;
      continue;
    }
    total++;
    if (rows.length < limit) rows.push(row);
  }
  return { rows, total, missing };
}

function equals(cell: Cell, wanted: string | number | boolean): boolean {
  return (
    cell === wanted ||
    (typeof cell === 'bigint' && typeof wanted === 'number' && cell === BigInt(wanted))
  );
}

function channelsOf(
  table: Relation,
  mark: MarkSpec,
  rows: readonly number[],
): Map<ChannelName, Channel> {
  const channels = new Map<ChannelName, Channel>();
  for (const [name, channel] of Object.entries(mark.channels) as [
    ChannelName,
    string | { value: number | string },
  ][]) {
    if (typeof channel === 'string') {
      const column = table.column(channel);
      channels.set(name, {
        column,
        constant: null,
        values: rows.map((row) => chartValue(column.at(row), column)),
        numeric: isNumeric(column.spec.type),
        label:
          column.spec.unit === undefined || column.spec.unit === column.spec.name
            ? column.spec.name
            : `${column.spec.name} (${column.spec.unit})`,
      });
    } else {
      channels.set(name, {
        column: null,
        constant: channel.value,
        values: rows.map(() => channel.value),
        numeric: typeof channel.value === 'number',
        label: null,
      });
    }
  }
  return channels;
}

function chartValue(cell: Cell, column: Column): ChartValue {
  if (cell === null) return null;
  switch (column.spec.type) {
    case 'integer':
    case 'bigint':
    case 'real':
      return Number(cell);
    case 'rational': {
      const [num, den] = cell as unknown as Rational;
      return Number(num) / Number(den);
    }
    case 'boolean':
      return cell === true ? 'yes' : 'no';
    case 'text':
      return printable(String(cell));
    case 'list':
      return printable((cell as readonly (string | number)[]).map(String).join(', '));
  }
}
