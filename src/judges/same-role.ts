import { ratio, ZERO, type Ratio } from './exact/index.js';

/**
 * Family 15: which units play the query's role? (S2:189–196) Sparse retrieval over six channels of facts that the
 * parse already carries, as hashes; no model, no float; advice only.
 *
 * score = Σ w · idf · 22·tf·avg / (10·tf·avg + 3·avg + 9·len), which is BM25 with k1 = 6/5, b = 3/4, each term floored
 * once on a fixed-point grid. Widening by PPMI is a view, never evidence.
 */
export const CHANNELS = ['N', 'P', 'C', 'D', 'S', 'L'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Term counts by channel. */
export type Bag = Readonly<Record<Channel, ReadonlyMap<bigint, bigint>>>;

export interface RoleKnobs {
  readonly weights: Readonly<Record<Channel, bigint>>;
  /** Fixed-point units of one. */
  readonly unit: bigint;
}

/** One BM25 term as an exact rational, weight and idf not included; its limit in tf is 22/10. */
export function saturation(tf: bigint, len: bigint, avg: bigint): Ratio {
  if (tf === 0n) return ZERO;
  return ratio(22n * tf * avg, 10n * tf * avg + 3n * avg + 9n * len);
}

/** The same on the fixed-point grid: one floor. */
export function termScore(
  weight: bigint,
  idf: bigint,
  tf: bigint,
  len: bigint,
  avg: bigint,
): bigint {
  if (tf === 0n) return 0n;
  return (weight * idf * 22n * tf * avg) / (10n * tf * avg + 3n * avg + 9n * len);
}

/** ⌊unit·(N − df) / (N + 1)⌋ + 1: a rational stand-in for the logarithm, positive and falling in df. Ours. */
export function inverseDocumentFrequency(documents: bigint, df: bigint, unit: bigint): bigint {
  return (unit * (documents - df)) / (documents + 1n) + 1n;
}

export class RoleIndex {
  readonly #bags: readonly Bag[];
  readonly #knobs: RoleKnobs;
  readonly #df: Record<Channel, Map<bigint, bigint>>;
  readonly #lengths: readonly Record<Channel, bigint>[];
  readonly #averages: Record<Channel, bigint>;

  constructor(bags: readonly Bag[], knobs: RoleKnobs) {
    this.#bags = bags;
    this.#knobs = knobs;
    this.#df = perChannel((channel) => {
      const df = new Map<bigint, bigint>();
      for (const bag of bags)
        for (const term of bag[channel].keys()) df.set(term, (df.get(term) ?? 0n) + 1n);
      return df;
    });
    this.#lengths = bags.map((bag) => perChannel((channel) => lengthOf(bag[channel])));
    this.#averages = perChannel((channel) => {
      const total = this.#lengths.reduce((sum, lengths) => sum + lengths[channel], 0n);
      const average = bags.length === 0 ? 0n : total / BigInt(bags.length);
      return average > 0n ? average : 1n;
    });
  }

  /** Units by (score desc, number asc), those of score 0 left out. */
  rank(query: Bag): readonly { readonly unit: number; readonly score: bigint }[] {
    return this.#bags
      .map((_, unit) => ({ unit, score: this.scoreOf(query, unit) }))
      .filter(({ score }) => score > 0n)
      .sort((a, b) => (a.score === b.score ? a.unit - b.unit : a.score > b.score ? -1 : 1));
  }

  scoreOf(query: Bag, unit: number): bigint {
    let score = 0n;
    for (const channel of CHANNELS) {
      const bag = this.#bags[unit]![channel];
      for (const term of query[channel].keys()) {
        const df = this.#df[channel].get(term);
        if (df === undefined) continue;
        const idf = inverseDocumentFrequency(BigInt(this.#bags.length), df, this.#knobs.unit);
        const tf = bag.get(term) ?? 0n;
        const length = this.#lengths[unit]![channel];
        score += termScore(this.#knobs.weights[channel], idf, tf, length, this.#averages[channel]);
      }
    }
    return score;
  }
}

/** Terms that two bags share in one channel. */
export function sharedTerms(a: Bag, b: Bag, channel: Channel): bigint {
  let shared = 0n;
  for (const term of a[channel].keys()) if (b[channel].has(term)) shared++;
  return shared;
}

/** (N ≥ 1 ∧ C ≥ 1) ∨ (N ≥ 2 ∧ the shapes are equal). */
export const playsRole = (names: bigint, callees: bigint, shapeEqual: boolean): boolean =>
  (names >= 1n && callees >= 1n) || (names >= 2n && shapeEqual);

export interface Neighbour {
  readonly term: bigint;
  /** How many times more often than by chance both terms meet, exact. */
  readonly lift: Ratio;
  /** At most half of the unit. */
  readonly weight: bigint;
}

/**
 * The top m terms by positive pointwise mutual information with `term` in one channel. PMI orders as its argument
 * N·n(x,y) / (n(x)·n(y)) does, so no logarithm is needed; only lifts above 1 are positive.
 */
export function widen(
  bags: readonly Bag[],
  channel: Channel,
  term: bigint,
  m: number,
  unit: bigint,
): Neighbour[] {
  const documents = BigInt(bags.length);
  const own = bags.filter((bag) => bag[channel].has(term));
  const together = new Map<bigint, bigint>();
  for (const bag of own) {
    for (const other of bag[channel].keys())
      if (other !== term) together.set(other, (together.get(other) ?? 0n) + 1n);
  }
  return [...together]
    .map(([other, both]) => {
      const df = BigInt(bags.filter((bag) => bag[channel].has(other)).length);
      const lift = ratio(documents * both, BigInt(own.length) * df);
      return { term: other, lift, weight: (unit * both) / (2n * BigInt(own.length)) };
    })
    .filter(({ lift }) => lift.compare(1) > 0)
    .sort((a, b) => b.lift.compare(a.lift) || (a.term < b.term ? -1 : 1))
    .slice(0, m);
}

function perChannel<T>(value: (channel: Channel) => T): Record<Channel, T> {
  return {
    N: value('N'),
    P: value('P'),
    C: value('C'),
    D: value('D'),
    S: value('S'),
    L: value('L'),
  };
}

function lengthOf(counts: ReadonlyMap<bigint, bigint>): bigint {
  let length = 0n;
  for (const count of counts.values()) length += count;
  return length;
}
