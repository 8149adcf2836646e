import type { Task } from '../../task/index.js';
import { Refusal } from '../errors.js';
import type { Rows } from './rows.js';

/** Up to 64 breadth-first searches at once, a bit each: an edge is read once for all seeds that stand before it. */
export function reachWords(
  a: Rows,
  seeds: Uint32Array,
  options: { readonly avoid?: Uint8Array | undefined; readonly maxHops?: number | undefined },
  task: Task,
): Uint32Array {
  if (a.rows !== a.cols || a.vector)
    throw new Refusal('GrB_DIMENSION_MISMATCH', 'a graph is a square matrix');
  if (seeds.length > 64) throw new Refusal('GrB_INVALID_VALUE', 'more than 64 seeds a pass');
  const { avoid, maxHops = Infinity } = options;
  const n = a.rows;
  const { offsets, indices } = a;
  const seen = new Uint32Array(2 * n);
  const now = new Uint32Array(2 * n);
  const next = new Uint32Array(2 * n);
  let frontier = new Uint32Array(n);
  let coming = new Uint32Array(n);
  let count = 0;
  seeds.forEach((seed, s) => {
    if (avoid?.[seed]) return;
    if (now[2 * seed] === 0 && now[2 * seed + 1] === 0) frontier[count++] = seed;
    now[2 * seed + (s >>> 5)]! |= 1 << (s & 31);
  });
  for (let k = 0; k < count; k++) {
    const v = frontier[k]!;
    seen[2 * v] = now[2 * v]!;
    seen[2 * v + 1] = now[2 * v + 1]!;
  }
  let work = 0;
  for (let hop = 0; count > 0 && hop < maxHops; hop++) {
    let found = 0;
    for (let k = 0; k < count; k++) {
      const v = frontier[k]!;
      const low = now[2 * v]!;
      const high = now[2 * v + 1]!;
      now[2 * v] = now[2 * v + 1] = 0;
      const end = offsets[v + 1]!;
      work += end - offsets[v]! + 1;
      if (work >= 65_536) {
        task.check('reach');
        work = 0;
      }
      for (let e = offsets[v]!; e < end; e++) {
        const w = indices[e]!;
        const freshLow = low & ~seen[2 * w]!;
        const freshHigh = high & ~seen[2 * w + 1]!;
        if ((freshLow | freshHigh) === 0 || avoid?.[w]) continue;
        if ((next[2 * w]! | next[2 * w + 1]!) === 0) coming[found++] = w;
        next[2 * w]! |= freshLow;
        next[2 * w + 1]! |= freshHigh;
      }
    }
    for (let k = 0; k < found; k++) {
      const w = coming[k]!;
      seen[2 * w]! |= now[2 * w] = next[2 * w]!;
      seen[2 * w + 1]! |= now[2 * w + 1] = next[2 * w + 1]!;
      next[2 * w] = next[2 * w + 1] = 0;
    }
    [frontier, coming] = [coming, frontier];
    count = found;
  }
  return seen;
}
