import { currentRun, Matrix, type RunContext } from '../grb/index.js';
import { InvalidArgument, type Task } from '../task/index.js';

/** A directed graph in compressed rows: successors of v are `targets[offsets[v] .. offsets[v + 1])`. */
export interface Links {
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
}

/** What every operation takes: compressed rows, or a square matrix whose pattern is the graph. */
export type GraphInput = Links | Matrix;

export function nodeCount(links: Links): number {
  return links.offsets.length - 1;
}

/** Compressed rows of either input. */
export async function linksOf(graph: GraphInput, options: RunContext = {}): Promise<Links> {
  if (!(graph instanceof Matrix)) return graph;
  if (graph.nrows !== graph.ncols) {
    throw new InvalidArgument(
      `matrix is not square: ${String(graph.nrows)}×${String(graph.ncols)}; a graph needs one row and one column a node`,
    );
  }
  const { offsets, indices } = await graph.toCSR(options);
  return { offsets, targets: indices };
}

/** Rows from edge ends, ascending, repeats merged. Cost: O(n + m). */
export function linksFromEdges(n: number, src: ArrayLike<number>, dst: ArrayLike<number>): Links {
  const byTarget = bucket(n, dst, src);
  const bySource = bucketRows(n, byTarget);
  const { offsets, targets } = bySource;
  const merged = new Uint32Array(n + 1);
  let w = 0;
  for (let v = 0; v < n; v++) {
    const begin = w;
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
      if (w === begin || targets[w - 1] !== targets[e]) targets[w++] = targets[e]!;
    }
    merged[v + 1] = w;
  }
  return { offsets: merged, targets: targets.slice(0, w) };
}

/** The same edges, each turned round; rows ascend. Cost: O(n + m). */
export function reversed(links: Links, poll?: Poll): Links {
  return bucketRows(nodeCount(links), links, poll);
}

function bucket(n: number, keys: ArrayLike<number>, values: ArrayLike<number>): Links {
  const offsets = new Uint32Array(n + 1);
  for (let e = 0; e < keys.length; e++) {
    const key = keys[e]!;
    const value = values[e]!;
    if (!(key >= 0 && key < n && value >= 0 && value < n)) {
      throw new InvalidArgument(
        `edge outside 0..${String(n - 1)}: ${String(value)} to ${String(key)}`,
      );
    }
    offsets[key + 1]!++;
  }
  for (let v = 0; v < n; v++) offsets[v + 1]! += offsets[v]!;
  const next = offsets.slice(0, n);
  const targets = new Uint32Array(keys.length);
  for (let e = 0; e < keys.length; e++) targets[next[keys[e]!]!++] = values[e]!;
  return { offsets, targets };
}

/** Transposes rows. */
function bucketRows(n: number, rows: Links, poll?: Poll): Links {
  const offsets = new Uint32Array(n + 1);
  const count = rows.targets.length;
  for (let e = 0; e < count; e++) {
    if ((e & 65_535) === 65_535) poll?.spend(65_536);
    offsets[rows.targets[e]! + 1]!++;
  }
  for (let v = 0; v < n; v++) offsets[v + 1]! += offsets[v]!;
  const next = offsets.slice(0, n);
  const targets = new Uint32Array(count);
  for (let v = 0; v < n; v++) {
    const end = rows.offsets[v + 1]!;
    poll?.spend(end - rows.offsets[v]! + 1);
    for (let e = rows.offsets[v]!; e < end; e++) targets[next[rows.targets[e]!]!++] = v;
  }
  return { offsets, targets };
}

/** 0, 1, … n − 1 */
export function range(n: number): Uint32Array {
  const list = new Uint32Array(n);
  for (let v = 0; v < n; v++) list[v] = v;
  return list;
}

/** Seeds as a checked column. */
export function checkSeeds(what: string, seeds: ArrayLike<number>, n: number): Uint32Array {
  const column = Float64Array.from(seeds);
  for (const seed of column) {
    if (!Number.isInteger(seed) || seed < 0 || seed >= n) {
      throw new InvalidArgument(`${what} outside 0..${String(n - 1)}: ${String(seed)}`);
    }
  }
  return Uint32Array.from(column);
}

/** Polls the task once every 2^16 units of work. */
export class Poll {
  readonly #task: Task;
  readonly #what: string;
  #work = 0;

  constructor(task: Task, what: string) {
    this.#task = task;
    this.#what = what;
  }

  spend(work: number): void {
    this.#work += work;
    if (this.#work < 65_536) return;
    this.#work = 0;
    this.#task.check(this.#what);
  }
}

/**
 * Runs one operation under its task and writes its line: what it was, the graph's size, how much came out.
 * The event loop turns once before, so that an abort can arrive.
 */
export async function operation<T>(
  name: string,
  graph: GraphInput,
  options: RunContext,
  work: (links: Links, poll: Poll, task: Task) => T | Promise<T>,
  size: (result: T) => number,
): Promise<T> {
  const { task, recorder } = currentRun(options);
  task.check(name);
  await new Promise<void>((resolve) => setImmediate(resolve));
  task.check(name);
  const links = await linksOf(graph, options);
  const begin = performance.now();
  const result = await work(links, new Poll(task, name), task);
  const n = nodeCount(links);
  recorder?.add({
    op: name,
    semiring: null,
    mask: null,
    shapes: [`${String(n)}×${String(n)}`],
    entriesIn: [links.targets.length],
    entriesOut: size(result),
    milliseconds: performance.now() - begin,
  });
  return result;
}
