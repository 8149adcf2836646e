import { fromRows, type Cell, type Relation } from '../../table/index.js';
import type { Modules } from '../modules.js';
import type { Dependencies } from './dependencies.js';
import { numbered } from './tables.js';

/** Modules beyond which nobody reads a matrix of who reaches whom: it is not made. */
const MOST_MODULES = 2000;

/**
 * V in the partitioned order: the fewest uses from a row's module to a column's, itself in 0. Where that is more than
 * `most` places, squares of so many modules each, by the fewest uses in them, named by their first row and column.
 */
export function visiblePairs(
  { names }: Pick<Modules, 'names'>,
  dependencies: Dependencies,
  order: Uint32Array,
  most: number,
): Relation {
  const size = order.length;
  const steps = size <= MOST_MODULES ? stepsInOrder(dependencies, order) : new Uint16Array(0);
  let side = 1;
  let places = folded(steps, size, side);
  while (places.size > most) places = folded(steps, size, ++side);
  const wide = Math.ceil(size / side);
  const named = (block: number): string => {
    const [from, to] = [block * side, Math.min(size, (block + 1) * side)];
    const name = names[order[from]!]!;
    return side === 1 || to - from === 1 ? name : `${name} and the next ${to - from - 1}`;
  };
  const cells = [...places]
    .sort(([a], [b]) => a - b)
    .map(([place, count]): Cell[] => {
      const [row, column] = [Math.floor(place / wide), place % wide];
      const user = numbered(names, order, row * side);
      const pair = `${named(row)} → ${named(column)}`;
      return [row * side + 1, column * side + 1, user, count, pair];
    });
  return fromRows(
    ['row', 'column'],
    ['row:integer', 'column:integer', 'user', 'steps:integer', 'pair'],
    cells,
  );
}

/** One more than the fewest uses from each to each, by position; 0 = none lead there. */
function stepsInOrder({ offsets, targets }: Dependencies, order: Uint32Array): Uint16Array {
  const size = order.length;
  const position = new Uint32Array(size);
  order.forEach((module, at) => (position[module] = at));
  const steps = new Uint16Array(size * size);
  order.forEach((module, row) => {
    const at = steps.subarray(row * size, (row + 1) * size);
    at[row] = 1;
    const met = [module];
    for (const from of met) {
      for (const to of targets.subarray(offsets[from], offsets[from + 1])) {
        if (at[position[to]!] !== 0) continue;
        at[position[to]!] = at[position[from]!]! + 1;
        met.push(to);
      }
    }
  });
  return steps;
}

/** The fewest uses in each square of `side` rows and columns, by its place. */
function folded(steps: Uint16Array, size: number, side: number): Map<number, number> {
  const wide = Math.ceil(size / side);
  const places = new Map<number, number>();
  for (let row = 0; row < size && steps.length > 0; row++) {
    for (let column = 0; column < size; column++) {
      const count = steps[row * size + column]! - 1;
      if (count < 0) continue;
      const place = Math.floor(row / side) * wide + Math.floor(column / side);
      const known = places.get(place);
      if (known === undefined || count < known) places.set(place, count);
    }
  }
  return places;
}
