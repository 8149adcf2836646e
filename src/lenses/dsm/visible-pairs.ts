import { fromRows, type Cell, type Relation } from '../../table/index.js';
import type { Modules } from '../modules.js';
import type { Dependencies } from './dependencies.js';
import { numbered } from './tables.js';

/** Modules beyond which nobody reads a matrix of who reaches whom: it is not made. */
const MOST_MODULES = 2000;

/** V by its places, in the partitioned order, each with the fewest uses from row to column; itself in 0. */
export function visiblePairs(
  { names }: Pick<Modules, 'names'>,
  { offsets, targets }: Dependencies,
  order: Uint32Array,
): Relation {
  const cells: Cell[][] = [];
  const position = new Uint32Array(order.length);
  order.forEach((module, at) => (position[module] = at + 1));
  if (order.length <= MOST_MODULES) {
    order.forEach((module, at) => {
      const user = numbered(names, order, at);
      const steps = new Map([[module, 0]]);
      for (const [from, count] of steps)
        for (const to of targets.subarray(offsets[from], offsets[from + 1]))
          if (!steps.has(to)) steps.set(to, count + 1);
      const row = [...steps].map(([to, count]): Cell[] => [
        at + 1,
        position[to]!,
        user,
        count,
        `${names[module]!} → ${names[to]!}`,
      ]);
      cells.push(...row.sort((a, b) => Number(a[1]) - Number(b[1])));
    });
  }
  return fromRows(
    ['row', 'column'],
    ['row:integer', 'column:integer', 'user', 'steps:integer', 'pair'],
    cells,
  );
}
