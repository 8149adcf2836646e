import type { RunContext } from '../grb/index.js';
import type { Partition } from './components.js';
import { nodeCount, operation, reversed, type GraphInput, type Links, type Poll } from './links.js';
import { condensationOf, usedFirst } from './scc.js';

/** Row and column sums of the reflexive transitive closure. */
export interface ClosureSums {
  /** Nodes that v leads to, itself counted: its fan-out (VFO). */
  readonly out: Uint32Array;
  /** Nodes that lead to v, itself counted: its fan-in (VFI). */
  readonly in: Uint32Array;
  /** Σ out = Σ in: the number of visible pairs. */
  readonly pairs: number;
}

/** Columns of the closure held at once, so that the bits of 50,000 nodes stay near 13 MB. */
const BLOCK_WORDS = 64;

/**
 * Sums of V = (I + A)*, diagonal counted, without keeping V.
 *
 * Formula: VFO = V·1, VFI = Vᵀ·1. Product: R = R BOR.BAND C on the condensation C, whose components share a row;
 * as bit rows in used-first order, so that each arc is read once a block of columns.
 * Cost: O(n·arcs/32) word operations twice, 256 bytes a component.
 */
export async function closureSums(
  graph: GraphInput,
  options: RunContext = {},
): Promise<ClosureSums> {
  const sums = (links: Links, poll: Poll): ClosureSums => {
    const { scc, links: dag } = condensationOf(links, poll);
    const out = rowSums(dag, scc, poll);
    const into = rowSums(reversed(dag, poll), scc, poll);
    let pairs = 0;
    for (const count of out) pairs += count;
    return { out, in: into, pairs };
  };
  return operation('closure bor_band', graph, options, sums, (s) => s.pairs);
}

function rowSums(dag: Links, scc: Partition, poll: Poll): Uint32Array {
  const count = nodeCount(dag);
  const n = scc.blockOf.length;
  const order = usedFirst(dag, poll);
  const totals = new Uint32Array(count);
  const bits = new Uint32Array(count * BLOCK_WORDS);
  for (let first = 0; first < n; first += 32 * BLOCK_WORDS) {
    const last = Math.min(n, first + 32 * BLOCK_WORDS);
    bits.fill(0);
    for (let v = first; v < last; v++) {
      const column = v - first;
      bits[scc.blockOf[v]! * BLOCK_WORDS + (column >>> 5)]! |= 1 << (column & 31);
    }
    for (const c of order) {
      const row = c * BLOCK_WORDS;
      const end = dag.offsets[c + 1]!;
      poll.spend((end - dag.offsets[c]! + 1) * BLOCK_WORDS);
      for (let e = dag.offsets[c]!; e < end; e++) {
        const other = dag.targets[e]! * BLOCK_WORDS;
        for (let w = 0; w < BLOCK_WORDS; w++) bits[row + w]! |= bits[other + w]!;
      }
      let total = 0;
      for (let w = 0; w < BLOCK_WORDS; w++) total += bitCount(bits[row + w]!);
      totals[c]! += total;
    }
  }
  return Uint32Array.from(scc.blockOf, (c) => totals[c]!);
}

/** Set bits of a 32-bit word. */
export function bitCount(word: number): number {
  let x = word - ((word >>> 1) & 0x5555_5555);
  x = (x & 0x3333_3333) + ((x >>> 2) & 0x3333_3333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
