import { currentRun, type RunContext } from '../grb/index.js';
import { Poll } from './links.js';

/** Weighted undirected edges, each given once; ends differ. */
export interface WeightedEdges {
  readonly a: ArrayLike<number>;
  readonly b: ArrayLike<number>;
  readonly weight: ArrayLike<number>;
}

interface Level {
  readonly n: number;
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  readonly weights: Float64Array;
  /** Weight of each node's loop, counted twice as the degree does. */
  readonly loops: Float64Array;
}

/**
 * Communities by local moves and aggregation (Louvain; Blondel et al. 2008): a community of each node, numbered by
 * smallest member. Nodes are visited in ascending order and sums run in that order, ties go to the lower community: the
 * answer depends on nothing else.
 *
 * Formula: a node moves where k_in(c) − tot(c)·k/2m is largest. Cost: O(passes · m).
 */
export function louvain(n: number, edges: WeightedEdges, options: RunContext = {}): Uint32Array {
  const { task, recorder } = currentRun(options);
  const begin = performance.now();
  const poll = new Poll(task, 'louvain');
  let level = levelOf(n, edges, new Float64Array(n));
  let labels = Uint32Array.from({ length: n }, (_, v) => v);
  for (;;) {
    const { community, moved } = moves(level, poll);
    if (!moved) break;
    const numbered = renumber(community);
    labels = labels.map((c) => numbered.of[c]!);
    level = aggregated(level, numbered.of, numbered.count);
  }
  const found = renumber(labels);
  recorder?.add({
    op: 'louvain',
    semiring: null,
    mask: null,
    shapes: [`${String(n)}×${String(n)}`],
    entriesIn: [edges.a.length],
    entriesOut: found.count,
    milliseconds: performance.now() - begin,
  });
  return found.of;
}

function levelOf(n: number, { a, b, weight }: WeightedEdges, loops: Float64Array): Level {
  const offsets = new Uint32Array(n + 1);
  for (let e = 0; e < a.length; e++) {
    offsets[a[e]! + 1]!++;
    offsets[b[e]! + 1]!++;
  }
  for (let v = 0; v < n; v++) offsets[v + 1]! += offsets[v]!;
  const next = offsets.slice(0, n);
  const targets = new Uint32Array(2 * a.length);
  const weights = new Float64Array(2 * a.length);
  for (let e = 0; e < a.length; e++) {
    for (const [from, to] of [
      [a[e]!, b[e]!],
      [b[e]!, a[e]!],
    ] as const) {
      const at = next[from]!++;
      targets[at] = to;
      weights[at] = weight[e]!;
    }
  }
  return { n, offsets, targets, weights, loops };
}

/** Gains below this are rounding. */
const EPSILON = 1e-12;

function moves(
  { n, offsets, targets, weights, loops }: Level,
  poll: Poll,
): { readonly community: Uint32Array; readonly moved: boolean } {
  const community = Uint32Array.from({ length: n }, (_, v) => v);
  const degree = new Float64Array(n);
  let twice = 0;
  for (let v = 0; v < n; v++) {
    degree[v] = loops[v]!;
    for (let e = offsets[v]!; e < offsets[v + 1]!; e++) degree[v]! += weights[e]!;
    twice += degree[v]!;
  }
  const total = degree.slice();
  const into = new Float64Array(n);
  let moved = false;
  for (let again = twice > 0; again;) {
    again = false;
    for (let v = 0; v < n; v++) {
      poll.spend(offsets[v + 1]! - offsets[v]! + 1);
      const home = community[v]!;
      const near: number[] = [home];
      for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
        const c = community[targets[e]!]!;
        if (into[c] === 0 && c !== home) near.push(c);
        into[c]! += weights[e]!;
      }
      total[home]! -= degree[v]!;
      const gain = (c: number): number => into[c]! - (total[c]! * degree[v]!) / twice;
      let best = home;
      let most = gain(home);
      for (const c of near.sort((x, y) => x - y)) {
        if (gain(c) > most + EPSILON) [best, most] = [c, gain(c)];
      }
      total[best]! += degree[v]!;
      for (const c of near) into[c] = 0;
      if (best === home) continue;
      community[v] = best;
      again = true;
      moved = true;
    }
  }
  return { community, moved };
}

function aggregated(level: Level, of: Uint32Array, count: number): Level {
  const loops = new Float64Array(count);
  for (let v = 0; v < level.n; v++) loops[of[v]!]! += level.loops[v]!;
  const sums = new Map<number, number>();
  for (let v = 0; v < level.n; v++) {
    for (let e = level.offsets[v]!; e < level.offsets[v + 1]!; e++) {
      const [x, y] = [of[v]!, of[level.targets[e]!]!];
      if (x === y) loops[x]! += level.weights[e]!;
      else if (x < y) sums.set(x * count + y, (sums.get(x * count + y) ?? 0) + level.weights[e]!);
    }
  }
  const pairs = [...sums].sort(([p], [q]) => p - q);
  return levelOf(
    count,
    {
      a: pairs.map(([key]) => Math.floor(key / count)),
      b: pairs.map(([key]) => key % count),
      weight: pairs.map(([, weight]) => weight),
    },
    loops,
  );
}

/** Numbers communities by their smallest member. */
function renumber(labels: Uint32Array): { readonly of: Uint32Array; readonly count: number } {
  const numbers = new Map<number, number>();
  const of = labels.map((label) => {
    let number = numbers.get(label);
    if (number === undefined) numbers.set(label, (number = numbers.size));
    return number;
  });
  return { of, count: numbers.size };
}
