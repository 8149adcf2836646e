import type { Csr } from '../../grb/index.js';
import { at, type Labels, type WeightedUses } from './placement.js';
import type { Similarity } from './similarity.js';

/** The module that each eligible item leans to. */
export interface Leaning {
  readonly item: number;
  readonly home: number;
  readonly best: number;
  readonly affHome: number;
  readonly affBest: number;
  /** Affinity to all modules together. */
  readonly total: number;
  /** `null` where it was not asked for. */
  readonly ss2Home: number | null;
  readonly ss2Best: number | null;
}

/**
 * best = among other modules of at least `minItems` items the one of (affinity desc, ss2 desc, id asc). ss2 is looked at
 * on ties only, and for home and best when `all` rows show it. Items without another module that large have no leaning.
 */
export function leaningsOf(
  eligible: readonly number[],
  affinity: Csr<'int32'>,
  labels: Labels,
  similarity: Similarity,
  minItems: number,
  all: boolean,
): Leaning[] {
  const targets = [...labels.sizes.keys()].filter((x) => labels.sizes[x]! >= minItems);
  const leanings: Leaning[] = [];
  for (const item of eligible) {
    const home = labels.moduleOf[item]!;
    const row = rowOf(affinity, item);
    const tied = strongest(row, targets, home, labels.sizes, minItems);
    if (tied.modules.length === 0) continue;
    const best =
      tied.modules.length === 1 ? tied.modules[0]! : mostSimilar(item, tied.modules, similarity);
    const [ss2Home = null, ss2Best = null] = all ? similarity.of(item, [home, best]) : [];
    leanings.push({
      item,
      home,
      best,
      affHome: row.get(home) ?? 0,
      affBest: tied.affinity,
      total: [...row.values()].reduce((sum, value) => sum + value, 0),
      ss2Home,
      ss2Best,
    });
  }
  return leanings;
}

function rowOf({ offsets, indices, values }: Csr<'int32'>, row: number): Map<number, number> {
  const cells = new Map<number, number>();
  for (let e = offsets[row]!; e < offsets[row + 1]!; e++) cells.set(indices[e]!, values[e]!);
  return cells;
}

/** Modules of the highest affinity, ascending; all of them where it is 0. */
function strongest(
  row: ReadonlyMap<number, number>,
  targets: readonly number[],
  home: number,
  sizes: Uint32Array,
  minItems: number,
) {
  let affinity = 0;
  for (const [module, value] of row)
    if (module !== home && sizes[module]! >= minItems && value > affinity) affinity = value;
  const modules =
    affinity === 0
      ? targets.filter((x) => x !== home)
      : targets.filter((x) => x !== home && row.get(x) === affinity);
  return { affinity, modules };
}

function mostSimilar(item: number, modules: readonly number[], similarity: Similarity): number {
  const scores = similarity.of(item, modules);
  let best = 0;
  for (let i = 1; i < scores.length; i++) if (scores[i]! > scores[best]!) best = i;
  return modules[best]!;
}

/** A pair (num, den) that is not reduced. */
export type Pair = readonly [num: number, den: number];

export interface Ranked extends Leaning {
  readonly margin: number;
  /** m²·ΔQ of the move home → best, exact. */
  readonly dqNum: bigint;
  /** Entity placement distance to home and to best. */
  readonly djHome: Pair;
  readonly djBest: Pair;
  readonly votes: number;
}

/** In- and out-weights of items and modules, undamped. */
export interface Modularity {
  readonly m: bigint;
  readonly kout: Float64Array;
  readonly kin: Float64Array;
  readonly moduleOut: Float64Array;
  readonly moduleIn: Float64Array;
  /** w(f, x). */
  readonly between: Csr<'int32'>;
  /** Q as a fraction over m². */
  readonly qNum: bigint;
}

/** Directed modularity (Leicht, Newman 2008): Q = (m·Σ_in A - Σ_x Kout(x)·Kin(x)) / m². */
export function modularityOf(
  { rows, columns, total }: WeightedUses,
  labels: Labels,
  between: Csr<'int32'>,
): Modularity {
  const n = labels.moduleOf.length;
  const sums = ({ offsets, values }: Csr<'int32'>): Float64Array =>
    Float64Array.from({ length: n }, (_, v) =>
      values.subarray(offsets[v], offsets[v + 1]).reduce((sum, value) => sum + value, 0),
    );
  const [kout, kin] = [sums(rows), sums(columns)];
  const perModule = (values: Float64Array): Float64Array => {
    const of = new Float64Array(labels.modules);
    values.forEach((value, item) => (of[labels.moduleOf[item]!]! += value));
    return of;
  };
  const [moduleOut, moduleIn] = [perModule(kout), perModule(kin)];
  let inside = 0;
  for (let f = 0; f < n; f++) {
    for (let e = rows.offsets[f]!; e < rows.offsets[f + 1]!; e++) {
      if (labels.moduleOf[rows.indices[e]!] === labels.moduleOf[f]) inside += rows.values[e]!;
    }
  }
  const m = BigInt(total);
  let qNum = m * BigInt(inside);
  for (let x = 0; x < labels.modules; x++) qNum -= BigInt(moduleOut[x]!) * BigInt(moduleIn[x]!);
  return { m, kout, kin, moduleOut, moduleIn, between, qNum };
}

/** m²·ΔQ when f moves from a to b. */
export function gain(q: Modularity, f: number, a: number, b: number): bigint {
  const [kout, kin] = [BigInt(q.kout[f]!), BigInt(q.kin[f]!)];
  const K = (values: Float64Array, x: number): bigint => BigInt(values[x]!);
  return (
    q.m * BigInt(at(q.between, f, b) - at(q.between, f, a)) -
    kout * (K(q.moduleIn, b) - K(q.moduleIn, a) + kin) -
    kin * (K(q.moduleOut, b) - K(q.moduleOut, a) + kout)
  );
}

/** dJ(f, x) = (|R ∪ C_x| - |R ∩ C_x|) / |R ∪ C_x|; 1/1 when both are empty. */
export function placementDistance(
  uses: WeightedUses,
  intersections: Csr<'int32'>,
  labels: Labels,
  f: number,
  x: number,
): Pair {
  const refers = uses.rows.offsets[f + 1]! - uses.rows.offsets[f]!;
  const others = labels.sizes[x]! - (labels.moduleOf[f] === x ? 1 : 0);
  const shared = at(intersections, f, x);
  const union = refers + others - shared;
  return union === 0 ? [1, 1] : [union - shared, union];
}

export interface RankingInput {
  readonly uses: WeightedUses;
  readonly labels: Labels;
  readonly intersections: Csr<'int32'>;
  readonly modularity: Modularity;
  readonly leanings: readonly Leaning[];
  readonly similarity: Similarity;
}

/**
 * What orders candidates of as many votes: `home` = how little of a function's affinity is to its own module (that share
 * ascending, then margin descending), `gain` = what its move gains in modularity (ΔQ, then margin, both descending).
 * ΔQ grows with a function's weight, so by gain the busy come first; the share finds those that have nothing to do where
 * they are.
 */
export const ORDERS = ['home', 'gain'] as const;
export type Order = (typeof ORDERS)[number];

const by: Readonly<Record<Order, (a: Ranked, b: Ranked) => number>> = {
  gain: (a, b) => compareBig(b.dqNum, a.dqNum),
  home: (a, b) =>
    compareBig(BigInt(a.affHome) * BigInt(b.total), BigInt(b.affHome) * BigInt(a.total)),
};

/** All leanings by votes descending, then the order asked for, then margin descending and id. */
export function rankingOf(input: RankingInput, order: Order): Ranked[] {
  const { uses, labels, intersections, modularity, leanings, similarity } = input;
  const rows = leanings.map((leaning): Ranked => {
    const { item, home, best } = leaning;
    const margin = leaning.affBest - leaning.affHome;
    const dqNum = gain(modularity, item, home, best);
    const djHome = placementDistance(uses, intersections, labels, item, home);
    const djBest = placementDistance(uses, intersections, labels, item, best);
    const nearer = djBest[0] * djHome[1] < djHome[0] * djBest[1];
    const votes = Number(margin > 0) + Number(dqNum > 0n) + Number(nearer);
    return { ...leaning, margin, dqNum, djHome, djBest, votes };
  });
  rows.sort(
    (a, b) => b.votes - a.votes || by[order](a, b) || b.margin - a.margin || a.item - b.item,
  );
  return rows.map((row) => {
    if (row.ss2Home !== null || row.votes < 2) return row;
    const [ss2Home = null, ss2Best = null] = similarity.of(row.item, [row.home, row.best]);
    return { ...row, ss2Home, ss2Best };
  });
}

const compareBig = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
