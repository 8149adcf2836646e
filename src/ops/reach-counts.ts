import type { RunContext } from '../grb/index.js';
import {
  checkSeeds,
  nodeCount,
  operation,
  type GraphInput,
  type Links,
  type Poll,
} from './links.js';
import { bitCount } from './closure.js';

/**
 * How many of the seeds reach each node, a seed itself counted. Repeated seeds count once.
 *
 * Formula: c = 1ᵀ·(I + A)*, rows of the seeds. Product: R⟨¬R⟩ = R BOR.BAND A, 32 seeds a word. Cost:
 * O(seeds / 32 · (n + m)) when few words change twice, 5 bytes a node.
 */
export async function reachCounts(
  graph: GraphInput,
  seeds: ArrayLike<number>,
  options: RunContext = {},
): Promise<Uint32Array> {
  const count = (links: Links, poll: Poll): Uint32Array => {
    const n = nodeCount(links);
    const unique = [...new Set(checkSeeds('seed', seeds, n))];
    const counts = new Uint32Array(n);
    const bits = new Uint32Array(n);
    for (let first = 0; first < unique.length; first += 32) {
      bits.fill(0);
      spread(links, unique.slice(first, first + 32), bits, poll);
      for (let v = 0; v < n; v++) counts[v]! += bitCount(bits[v]!);
    }
    return counts;
  };
  return operation('reach counts bor_band', graph, options, count, (counts) =>
    counts.reduce((sum, c) => sum + c, 0),
  );
}

/** Sets bit i of every node that the i-th seed reaches. */
function spread(
  { offsets, targets }: Links,
  seeds: readonly number[],
  bits: Uint32Array,
  poll: Poll,
): void {
  const waiting = new Uint8Array(bits.length);
  let queue: number[] = [];
  seeds.forEach((seed, i) => {
    bits[seed]! |= 1 << i;
    if (waiting[seed] === 0) queue.push(seed);
    waiting[seed] = 1;
  });
  while (queue.length > 0) {
    const next: number[] = [];
    for (const v of queue) {
      waiting[v] = 0;
      const word = bits[v]!;
      poll.spend(offsets[v + 1]! - offsets[v]! + 1);
      for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
        const w = targets[e]!;
        const more = (bits[w]! | word) >>> 0;
        if (more === bits[w]) continue;
        bits[w] = more;
        if (waiting[w] === 0) next.push(w);
        waiting[w] = 1;
      }
    }
    queue = next;
  }
}
