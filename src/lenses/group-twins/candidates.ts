import type { Task } from '../../task/index.js';
import type { Granularity, UnitBodies } from './units.js';
import type { Rarity } from './weights.js';

/** Pairs a < b that share a rare key, most rare keys first, then by (a, b). */
export interface GroupCandidates {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** Rare keys in common. */
  readonly rare: Uint32Array;
  /** All such pairs; those beyond the limit are not judged. */
  readonly total: number;
  readonly eligible: number;
}

/** Units that a body must have to be compared. */
export type LeastUnits = Readonly<Record<Granularity, number>>;

/**
 * Candidates come from posting lists of rare keys alone (S1:2003–2012). At most `limit` are kept: counted first, then
 * collected from the highest count that fits, so that memory stays with the limit and the choice is the same every time.
 */
export function groupCandidates(
  { bodies }: UnitBodies,
  { rare }: Rarity,
  eligible: Uint8Array,
  limit: number,
  task: Task,
): GroupCandidates {
  const postings = new Map<number, number[]>();
  bodies.forEach(({ keys }, row) => {
    if (eligible[row] === 0) return;
    for (const key of keys) {
      if (rare[key] === 0) continue;
      const holders = postings.get(key);
      if (holders === undefined) postings.set(key, [row]);
      else holders.push(row);
    }
  });
  const shared = new Uint32Array(bodies.length);
  const each = (visit: (a: number, b: number, count: number) => void): void => {
    for (let a = 0; a < bodies.length; a++) {
      if (eligible[a] === 0) continue;
      if ((a & 255) === 0) task.check('candidates');
      const touched: number[] = [];
      for (const key of bodies[a]!.keys) {
        for (const b of postings.get(key) ?? []) {
          if (b <= a || bodies[b]!.granularity !== bodies[a]!.granularity) continue;
          if (shared[b]!++ === 0) touched.push(b);
        }
      }
      touched.sort((x, y) => x - y);
      for (const b of touched) {
        visit(a, b, shared[b]!);
        shared[b] = 0;
      }
    }
  };
  const sizes: number[] = [];
  let total = 0;
  each((_, __, count) => {
    sizes[count] = (sizes[count] ?? 0) + 1;
    total++;
  });
  // All pairs above `bar`, and the first ones at it, fit into the limit.
  let bar = sizes.length;
  let room = limit;
  while (bar > 1 && room > 0) room -= sizes[--bar] ?? 0;
  const found: { a: number; b: number; count: number }[] = [];
  let atBar = room < 0 ? (sizes[bar] ?? 0) + room : Infinity;
  if (total > 0)
    each((a, b, count) => {
      if (count < bar || (count === bar && atBar-- <= 0)) return;
      found.push({ a, b, count });
    });
  found.sort((x, y) => y.count - x.count || x.a - y.a || x.b - y.b);
  return {
    a: Uint32Array.from(found, ({ a }) => a),
    b: Uint32Array.from(found, ({ b }) => b),
    rare: Uint32Array.from(found, ({ count }) => count),
    total,
    eligible: eligible.reduce((sum, flag) => sum + flag, 0),
  };
}
