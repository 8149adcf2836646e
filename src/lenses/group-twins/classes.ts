import { components, linksFromEdges } from '../../ops/index.js';
import { cloneClasses } from '../clones/index.js';
import type { GroupRow, GroupSide } from './merged.js';

/** Statements of one function that rows of a class speak of. */
export interface GroupPlace {
  readonly row: number;
  /** Ascending. */
  readonly lines: readonly number[];
}

/** Rows that speak of the same statements: one finding. */
export interface GroupClass {
  /** Places of all its rows, by function and line. */
  readonly places: readonly GroupPlace[];
  /** Numbers of its rows, ascending: the first is its best. */
  readonly rows: readonly number[];
}

/**
 * Classes of rows. Sides in one function that share a source line are one place, as sites of fragments are
 * (S1:1870-1885); rows join places, and so do exact groups of one key, which the limit of candidates may have kept apart.
 * `apart`: every row is a class of its own.
 */
export async function groupClasses(
  rows: readonly GroupRow[],
  apart: boolean,
): Promise<GroupClass[]> {
  const sides = rows.flatMap(({ a, b }) => [a, b]);
  const { places, placeOf } = apart
    ? { places: sides, placeOf: sides.map((_, side) => side) }
    : await sharedPlaces(sides);
  const a = rows.map((_, row) => placeOf[2 * row]!);
  const b = rows.map((_, row) => placeOf[2 * row + 1]!);
  if (!apart) {
    const first = new Map<string, number>();
    rows.forEach((row, at) => {
      if (!row.exact || row.a.key !== row.b.key) return;
      const key = `${row.granularity} ${row.a.key}`;
      const known = first.get(key);
      if (known === undefined) first.set(key, a[at]!);
      else {
        a.push(known);
        b.push(a[at]!);
      }
    });
  }
  const classes = await cloneClasses(places.length, a, b, apart);
  return classes.map(({ members, pairs }) => ({
    places: members.map((place) => places[place]!),
    rows: pairs.filter((pair) => pair < rows.length),
  }));
}

/** Sides by the lines that they share: places by function and first line, and the place of each side. */
async function sharedPlaces(
  sides: readonly GroupSide[],
): Promise<{ readonly places: readonly GroupPlace[]; readonly placeOf: readonly number[] }> {
  const numbers = new Map<string, number>();
  const lines: { readonly row: number; readonly line: number }[] = [];
  const numberOf = (row: number, line: number): number => {
    const key = `${String(row)} ${String(line)}`;
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = lines.push({ row, line }) - 1));
    return number;
  };
  const [src, dst]: [number[], number[]] = [[], []];
  const firsts = sides.map((side) => {
    // A side whose code has no position has no line: it is a place of its own.
    const own = (side.lines.length > 0 ? side.lines : [0]).map((line) => numberOf(side.row, line));
    for (const line of own) {
      src.push(own[0]!);
      dst.push(line);
    }
    return own[0]!;
  });
  const { blockOf, members, offsets } = await components(linksFromEdges(lines.length, src, dst));
  const blocks = [...new Set(firsts.map((line) => blockOf[line]!))];
  const placed = blocks.map((block) => {
    const own = [...members.subarray(offsets[block], offsets[block + 1])].map((at) => lines[at]!);
    return {
      block,
      place: {
        row: own[0]!.row,
        lines: own.map(({ line }) => line).sort((x, y) => x - y),
      },
    };
  });
  placed.sort(
    ({ place: x }, { place: y }) => x.row - y.row || (x.lines[0] ?? 0) - (y.lines[0] ?? 0),
  );
  const numberOfBlock = new Map(placed.map(({ block }, at) => [block, at]));
  return {
    places: placed.map(({ place }) => place),
    placeOf: firsts.map((line) => numberOfBlock.get(blockOf[line]!)!),
  };
}
