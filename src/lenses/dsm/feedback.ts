import type { Arc } from './dependencies.js';
import { heuristicOrder } from './feedback-heuristic.js';

/**
 * A cyclic group laid out in a line, users left: arcs that still point left are its feedback arcs, a cheap set whose
 * removal breaks every cycle of the group. A suggestion, never "the" cause.
 */
export interface Feedback {
  readonly method: 'exact' | 'els+prune';
  /** Members, left to right. */
  readonly order: readonly number[];
  /** In order of (src, dst). */
  readonly arcs: readonly Arc[];
  readonly weight: number;
}

/** Greatest size that the exact method takes: its tables hold 2^size numbers. */
export const MAX_EXACT = 16;

/**
 * The feedback order of one strongly connected group. `members` ascending; `arcs` those between members, by
 * (src, dst). Exact minimum weight up to `exactLimit` members, beyond it the heuristic.
 */
export function feedbackOf(
  members: readonly number[],
  arcs: readonly Arc[],
  exactLimit: number,
): Feedback {
  const local = new Map(members.map((member, index) => [member, index]));
  const inside = arcs.map(({ src, dst, weight }) => ({
    src: local.get(src)!,
    dst: local.get(dst)!,
    weight,
  }));
  const exact = members.length <= Math.min(exactLimit, MAX_EXACT);
  const order = exact ? exactOrder(members.length, inside) : heuristicOrder(members.length, inside);
  const place = new Uint32Array(members.length);
  order.forEach((member, position) => (place[member] = position));
  const feedback = arcs.filter((_, i) => place[inside[i]!.src]! > place[inside[i]!.dst]!);
  return {
    method: exact ? 'exact' : 'els+prune',
    order: order.map((member) => members[member]!),
    arcs: feedback,
    weight: feedback.reduce((sum, { weight }) => sum + weight, 0),
  };
}

/**
 * Lawler 1964: the best way to finish a line whose left part is the set S is
 * g[S] = min over v of cost(v, S) + g[S + v], where cost(v, S) weighs the arcs from v back into S. Read from the left,
 * taking the smallest v that keeps the optimum. O(2^n n) after the costs.
 */
function exactOrder(size: number, arcs: readonly Arc[]): number[] {
  const weight = new Float64Array(size * size);
  for (const arc of arcs) weight[arc.src * size + arc.dst] = arc.weight;
  const full = 2 ** size - 1;
  const best = new Float64Array(full + 1).fill(Infinity);
  best[full] = 0;
  const cost = (v: number, left: number): number => {
    let sum = 0;
    for (let rest = left; rest !== 0; rest &= rest - 1)
      sum += weight[v * size + 31 - Math.clz32(rest & -rest)]!;
    return sum;
  };
  for (let left = full - 1; left >= 0; left--) {
    for (let v = 0; v < size; v++) {
      if (left & (1 << v)) continue;
      best[left] = Math.min(best[left]!, cost(v, left) + best[left | (1 << v)]!);
    }
  }
  const order: number[] = [];
  for (let left = 0; left !== full; left |= 1 << order.at(-1)!) {
    let v = 0;
    while (left & (1 << v) || cost(v, left) + best[left | (1 << v)]! !== best[left]) v++;
    order.push(v);
  }
  return order;
}
