import type { Column, Relation } from '../table/index.js';
import { cellView, isNumeric, MISSING, typeLine } from './cell-text.js';
import { cutEnd, cutMiddle, pad, widthOf, type Align } from './text-width.js';

/** Where one column stands on a line, in terminal cells. */
export interface PlacedColumn {
  readonly name: string;
  readonly start: number;
  readonly width: number;
  readonly align: Align;
  readonly isKey: boolean;
}

/** A page of a table fitted to a width: plain lines, all of the same width, for a front door to colour. */
export interface TableLayout {
  readonly columns: readonly PlacedColumn[];
  readonly names: string;
  readonly types: string;
  readonly rule: string;
  readonly lines: readonly string[];
  /** Columns that did not fit. */
  readonly hidden: readonly string[];
  readonly width: number;
}

const GAP = 2;
/** A text column is never cut below this: a label of fewer cells names nothing, and the place of its finding does. */
const FLOOR = 16;
/** A name is never cut below this. */
const NAME_FLOOR = 7;
/** Down to here texts give way before the names of narrow columns do. */
const READABLE = 26;
/** Without pressure a text column takes at most this. */
const CEILING = 72;

interface Wish {
  readonly column: Column;
  readonly cells: readonly string[];
  readonly isKey: boolean;
  readonly isText: boolean;
  /** Whether no row of the page has a value. */
  readonly isEmpty: boolean;
  /** Cells that it would like, and the fewest with which it can be read. */
  readonly wide: number;
  readonly floor: number;
}

/**
 * Fits the rows of a page (already cut to what is shown) to `width` cells. Wide text columns are cut first: what all
 * their cells begin with, then their middle. When that is not enough, columns leave: those without a value first, then
 * from the right, keys last.
 */
export function layoutTable(
  page: Relation,
  options: {
    readonly width: number;
    readonly key?: readonly string[];
    readonly marks?: ReadonlyMap<string, string>;
  },
): TableLayout {
  const key = options.key ?? page.key;
  const wishes = page.columns.map((column) => wishOf(column, page.rowCount, key, options.marks));
  const { kept, widths } = fit(wishes, options.width);
  let start = 0;
  const columns = kept.map((wish, i): PlacedColumn => {
    const placed: PlacedColumn = {
      name: wish.column.spec.name,
      start,
      width: widths[i]!,
      align: isNumeric(wish.column.spec.type) ? 'right' : 'left',
      isKey: wish.isKey,
    };
    start += placed.width + GAP;
    return placed;
  });
  const line = (cellOf: (wish: Wish, width: number) => string): string =>
    kept
      .map((wish, i) => pad(cellOf(wish, widths[i]!), widths[i]!, columns[i]!.align))
      .join(' '.repeat(GAP));
  const width = Math.max(0, start - GAP);
  const shortened = new Map(kept.map((wish, i) => [wish, withoutPrefix(wish, widths[i]!)]));
  return {
    columns,
    names: line((wish, room) => cutEnd(headName(wish, options.marks), room)),
    types: line((wish, room) => cutEnd(typeLine(wish.column.spec), room)),
    rule: columns.map((column) => '─'.repeat(column.width)).join('──'),
    lines: Array.from({ length: page.rowCount }, (_, row) =>
      line((wish, room) => cutMiddle(shortened.get(wish)![row]!, room)),
    ),
    hidden: wishes.filter((wish) => !kept.includes(wish)).map((wish) => wish.column.spec.name),
    width,
  };
}

/**
 * The cells of a text column that has to be cut, without what all begin with (`package src/`): cut in their middle
 * they would keep that and lose what tells them apart.
 */
function withoutPrefix({ column, cells }: Wish, room: number): readonly string[] {
  if (column.spec.type !== 'text' || cells.every((cell) => widthOf(cell) <= room)) return cells;
  const [first = '', ...others] = cells.filter((cell) => cell !== MISSING);
  let shared = others.length === 0 ? 0 : first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, shared))) shared--;
  const end = Math.max(...[' ', '/'].map((mark) => first.lastIndexOf(mark, shared - 1))) + 1;
  if (end < 3 || end > shared || cells.every((cell) => cell === first)) return cells;
  return cells.map((cell) => (cell === MISSING ? cell : `…${cell.slice(end)}`));
}

function headName(wish: Wish, marks: ReadonlyMap<string, string> | undefined): string {
  return wish.column.spec.name + (marks?.get(wish.column.spec.name) ?? '');
}

function wishOf(
  column: Column,
  rowCount: number,
  key: readonly string[],
  marks: ReadonlyMap<string, string> | undefined,
): Wish {
  const { spec } = column;
  const cells = Array.from({ length: rowCount }, (_, row) => cellView(column.at(row), spec.type));
  const isEmpty = rowCount > 0 && cells.every((cell) => cell === MISSING);
  const values = Math.max(1, ...cells.map(widthOf));
  const name = widthOf(spec.name + (marks?.get(spec.name) ?? ''));
  const header = Math.max(name, widthOf(typeLine(spec)));
  const wide = Math.max(values, header);
  if (isNumeric(spec.type) || spec.type === 'boolean') {
    return {
      column,
      cells,
      isKey: key.includes(spec.name),
      isText: false,
      isEmpty,
      wide,
      floor: Math.max(values, Math.min(name, NAME_FLOOR)),
    };
  }
  return {
    column,
    cells,
    isKey: key.includes(spec.name),
    isText: true,
    isEmpty,
    wide: Math.min(wide, Math.max(CEILING, header)),
    floor: Math.min(wide, FLOOR),
  };
}

function fit(wishes: readonly Wish[], width: number): { kept: Wish[]; widths: number[] } {
  const kept = [...wishes];
  const gaps = (): number => GAP * Math.max(0, kept.length - 1);
  const least = (): number => kept.reduce((sum, wish) => sum + wish.floor, gaps());
  while (kept.length > 1 && least() > width) {
    const empty = kept.findLastIndex((wish) => !wish.isKey && wish.isEmpty);
    const last = kept.findLastIndex((wish) => !wish.isKey);
    kept.splice(empty !== -1 ? empty : last === -1 ? kept.length - 1 : last, 1);
  }
  return { kept, widths: shareOut(kept, Math.max(1, width - gaps())) };
}

/**
 * Takes cells from the widest column that may still shrink, until all fit: first from long texts, then from the
 * names of narrow columns, then from all texts.
 */
function shareOut(wishes: readonly Wish[], room: number): number[] {
  const widths = wishes.map((wish) => wish.wide);
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  const floors = [
    wishes.map((wish) => (wish.isText ? Math.min(wish.wide, READABLE) : wish.wide)),
    wishes.map((wish) => (wish.isText ? Math.min(wish.wide, READABLE) : wish.floor)),
    wishes.map((wish) => wish.floor),
  ];
  for (const floor of floors) excess = shrink(widths, floor, excess);
  if (excess > 0 && widths.length === 1) widths[0] = room;
  return widths;
}

/** Gives back what is still too much. */
function shrink(widths: number[], floors: readonly number[], excess: number): number {
  while (excess > 0) {
    let widest = -1;
    for (let i = 0; i < widths.length; i++) {
      if (widths[i]! > floors[i]! && (widest === -1 || widths[i]! > widths[widest]!)) widest = i;
    }
    if (widest === -1) break;
    widths[widest] = widths[widest]! - 1;
    excess--;
  }
  return excess;
}
