import {
  currentRun,
  defaultBackend,
  Matrix,
  referenceBackend,
  type RunContext,
} from '../grb/index.js';
import { bitCount } from './closure.js';
import { checkSeeds, linksOf, nodeCount, type GraphInput } from './links.js';
import { matrixOf } from './matrix-of.js';
import type { ReachOptions } from './reach.js';

/**
 * From this many edges on, the addon's pass needs less time than the reference's: 64 seeds 0.6 of it, one seed 0.4 to
 * 0.8 (bench/grb/operations.mjs --only reachEach).
 */
const NATIVE_FROM = 100_000;

/** What each seed reaches, bit-packed: 16 bytes a node for every 64 seeds. */
export class ReachSets {
  readonly seeds: Uint32Array;
  readonly nodeCount: number;
  /** For each 64 seeds, two 32-bit words a node. */
  readonly #passes: readonly Uint32Array[];

  constructor(seeds: Uint32Array, nodes: number, passes: readonly Uint32Array[]) {
    this.seeds = seeds;
    this.nodeCount = nodes;
    this.#passes = passes;
  }

  /** Whether seed number `k` leads to `node`; a seed leads to itself. */
  has(k: number, node: number): boolean {
    const words = this.#passes[k >>> 6];
    return words !== undefined && ((words[2 * node + ((k >>> 5) & 1)]! >>> (k & 31)) & 1) === 1;
  }

  /** The nodes that seed number `k` leads to, ascending. */
  members(k: number): Uint32Array {
    const words = this.#passes[k >>> 6]!;
    const half = (k >>> 5) & 1;
    const bit = k & 31;
    let count = 0;
    for (let v = 0; v < this.nodeCount; v++) count += (words[2 * v + half]! >>> bit) & 1;
    const list = new Uint32Array(count);
    let w = 0;
    for (let v = 0; v < this.nodeCount; v++) {
      if (((words[2 * v + half]! >>> bit) & 1) === 1) list[w++] = v;
    }
    return list;
  }

  /** How many nodes each seed leads to. */
  counts(): Uint32Array {
    return Uint32Array.from(this.seeds, (_, k) => this.members(k).length);
  }

  /** How many seeds lead to each node. */
  reachers(): Uint32Array {
    const counts = new Uint32Array(this.nodeCount);
    for (const words of this.#passes) countBits(words, counts);
    return counts;
  }
}

/**
 * What each of many seeds reaches, itself included.
 *
 * Formula: R_s = e_s·(I + A)* for each seed s. Product: t = q BOR.BAND A; q = t ∧ ¬seen, 64 seeds in one word a
 * pass (as a 64 × n boolean product it costs 20 to 40 times as much). Source: S1:248–254 (reach_each), there as a
 * frontier matrix; up to four seeds follow the rows in one loop on either backend. Cost: O(⌈seeds/64⌉·(n + m)·depth
 * of new bits), 24 bytes a node.
 */
export async function reachEach(
  graph: GraphInput,
  seeds: ArrayLike<number>,
  options: ReachOptions = {},
): Promise<ReachSets> {
  const passes: Uint32Array[] = [];
  const { n, column } = await passesOf(graph, seeds, options, (words) => passes.push(words));
  return new ReachSets(column, n, passes);
}

/**
 * How many of the seeds reach each node, a seed itself counted. Repeated seeds count once.
 *
 * Formula: c = 1ᵀ·(I + A)*, rows of the seeds. Product: as `reachEach`, a pass at a time, so that only the counts
 * are kept. Cost: as `reachEach`, 28 bytes a node.
 */
export async function reachCounts(
  graph: GraphInput,
  seeds: ArrayLike<number>,
  options: ReachOptions = {},
): Promise<Uint32Array> {
  const unique = [...new Set(Array.from(seeds))];
  let counts = new Uint32Array(0);
  const { n } = await passesOf(graph, unique, options, (words) => {
    if (counts.length === 0) counts = new Uint32Array(words.length / 2);
    countBits(words, counts);
  });
  return counts.length === n ? counts : new Uint32Array(n);
}

/** Runs 64 seeds at a time and hands each pass's words over. */
async function passesOf(
  graph: GraphInput,
  seeds: ArrayLike<number>,
  options: ReachOptions,
  take: (words: Uint32Array) => void,
): Promise<{ readonly n: number; readonly column: Uint32Array }> {
  const { task, recorder } = currentRun(options);
  const { n, edges } = await sizeOf(graph, options);
  const column = checkSeeds('seed', seeds, n);
  const matrix = await matrixOf(graph, { ...options, backend: backendFor(graph, edges, options) });
  for (let first = 0; first < column.length; first += 64) {
    task.check('reachEach');
    task.progress('reachEach', first, column.length);
    const some = column.subarray(first, first + 64);
    const begin = performance.now();
    const words = await matrix.backend.reachWords(
      matrix.handle,
      some,
      { avoid: options.avoid, maxHops: options.maxHops },
      task,
    );
    take(words);
    recorder?.add({
      op: 'reachEach',
      semiring: 'bor_band',
      mask: '¬seen',
      shapes: [`${String(some.length)} seeds`, `${String(n)}×${String(n)}`],
      entriesIn: [edges],
      entriesOut: words.length / 2,
      milliseconds: performance.now() - begin,
    });
  }
  return { n, column };
}

function countBits(words: Uint32Array, counts: Uint32Array): void {
  for (let v = 0; v < counts.length; v++)
    counts[v]! += bitCount(words[2 * v]!) + bitCount(words[2 * v + 1]!);
}

async function sizeOf(
  graph: GraphInput,
  options: RunContext,
): Promise<{ n: number; edges: number }> {
  if (graph instanceof Matrix) return { n: graph.nrows, edges: graph.nvals };
  const links = await linksOf(graph, options);
  return { n: nodeCount(links), edges: links.targets.length };
}

function backendFor(graph: GraphInput, edges: number, options: RunContext) {
  const asked = currentRun(options).backend;
  if (asked !== null) return asked;
  return graph instanceof Matrix || edges >= NATIVE_FROM ? defaultBackend() : referenceBackend;
}
