import { components, linksFromEdges } from '../../ops/index.js';
import { cloneClasses } from '../clones/index.js';
import type { GroupRow, GroupSide } from './merged.js';

/** Statements of one function that rows of a class speak of. */
interface GroupPlace {
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
 * Classes of rows. Sides in one function of which each holds at least half of the other's lines are one place; rows join
 * places, and so do exact groups of one key, which the limit of candidates may have kept apart. One common line, which
 * makes fragments one (S1:1870-1885), is too little here: groups are interleaved, and a prologue of four lines would chain
 * hundreds of functions. `apart`: every row is a class of its own.
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

/**
 * Sides that are mostly the same statements are one place: places by function and first line, and the place of each side.
 * Cost: Σ over lines of (sides that hold it)², equal sides counted once.
 */
async function sharedPlaces(
  sides: readonly GroupSide[],
): Promise<{ readonly places: readonly GroupPlace[]; readonly placeOf: readonly number[] }> {
  const numbers = new Map<string, number>();
  const distinct: GroupSide[] = [];
  const numberOf = sides.map((side) => {
    const key = `${String(side.row)} ${side.lines.join(' ')}`;
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = distinct.push(side) - 1));
    return number;
  });
  const { blockOf, members, offsets } = await components(
    linksFromEdges(distinct.length, ...overlaps(distinct)),
  );
  const placed = [...new Set(blockOf)].map((block) => {
    const own = [...members.subarray(offsets[block], offsets[block + 1])].map(
      (at) => distinct[at]!,
    );
    const lines = [...new Set(own.flatMap((side) => side.lines))].sort((x, y) => x - y);
    return { block, place: { row: own[0]!.row, lines } };
  });
  placed.sort(
    ({ place: x }, { place: y }) => x.row - y.row || (x.lines[0] ?? 0) - (y.lines[0] ?? 0),
  );
  const numberOfBlock = new Map(placed.map(({ block }, at) => [block, at]));
  return {
    places: placed.map(({ place }) => place),
    placeOf: numberOf.map((at) => numberOfBlock.get(blockOf[at]!)!),
  };
}

/** Sides of one function of which each holds at least half of the other's lines. */
function overlaps(sides: readonly GroupSide[]): readonly [number[], number[]] {
  const [src, dst]: [number[], number[]] = [[], []];
  const holders = new Map<string, number[]>();
  sides.forEach(({ row, lines }, at) => {
    const common = new Map<number, number>();
    for (const line of lines) {
      const key = `${String(row)} ${String(line)}`;
      const before = holders.get(key);
      if (before === undefined) holders.set(key, [at]);
      else {
        for (const other of before) common.set(other, (common.get(other) ?? 0) + 1);
        before.push(at);
      }
    }
    for (const [other, shared] of common) {
      if (2 * shared < Math.max(lines.length, sides[other]!.lines.length)) continue;
      src.push(other);
      dst.push(at);
    }
  });
  return [src, dst];
}
