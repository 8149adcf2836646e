import type { TokenRows } from '../../ops/index.js';
import { idfOf } from '../structural-clones/features.js';
import type { ItemGraph } from './items.js';

/** What a token says: the function's own label of a round, or neighbours of one label, and how many. */
export interface Token {
  readonly round: number;
  /** Tag of channel and direction; -1 = the function itself. */
  readonly tag: number;
  readonly label: bigint;
}

/** The multiset F_T of every function (S1:1503–1506), tokens that more than half of them hold cut. */
export interface RoleTokens {
  /** Rows of counts, tokens ascending: by (round, tag, label), so that a sum in this order is the same bits every time. */
  readonly counts: TokenRows;
  readonly tokens: readonly Token[];
  readonly df: Uint32Array;
  readonly idf: Float64Array;
  /** Tokens that were cut. */
  readonly common: number;
  /** 1 = has at least three neighbours: only those are compared. */
  readonly hasRole: Uint8Array;
}

/** The label of a round, as its place among the distinct ones, ascending. */
interface Ranked {
  readonly distinct: BigUint64Array;
  readonly rank: Uint32Array;
}

export function roleTokens(
  items: ItemGraph,
  rounds: readonly BigUint64Array[],
  leastDegree: number,
): RoleTokens {
  const ranked = rounds.map(rankedLabels);
  const tags = [-1, ...items.relations.map(({ tag }) => tag)];
  const functions = items.functions;
  const rows: Map<number, number>[] = Array.from({ length: functions }, () => new Map());
  // Tokens are numbered by (round, tag, label): base of the (round, tag) pair, plus the label's rank.
  const bases: number[][] = [];
  let total = 0;
  ranked.forEach(({ distinct }, t) => {
    bases.push(
      tags.map((tag) => {
        const base = total;
        if (tag === -1 || t + 1 < rounds.length) total += distinct.length;
        return base;
      }),
    );
  });
  for (let f = 0; f < functions; f++) {
    const row = rows[f]!;
    ranked.forEach(({ rank }, t) => {
      row.set(bases[t]![0]! + rank[f]!, 1);
      if (t + 1 === rounds.length) return;
      items.relations.forEach(({ graph }, r) => {
        for (let e = graph.offsets[f]!; e < graph.offsets[f + 1]!; e++) {
          const token = bases[t]![r + 1]! + rank[graph.targets[e]!]!;
          row.set(token, (row.get(token) ?? 0) + 1);
        }
      });
    });
  }
  const tokenOf = (number: number): Token => {
    let t = bases.length - 1;
    while (bases[t]![0]! > number) t--;
    let r = tags.length - 1;
    while (bases[t]![r]! > number) r--;
    return { round: t, tag: tags[r]!, label: ranked[t]!.distinct[number - bases[t]![r]!]! };
  };
  return { ...compact(rows, total, tokenOf), hasRole: hasRole(items, leastDegree) };
}

const hasRole = ({ degree }: ItemGraph, least: number): Uint8Array =>
  Uint8Array.from(degree, (count) => Number(count >= least));

/** Rows over the tokens that are in use and not too common, renumbered in the same order. */
function compact(
  rows: readonly ReadonlyMap<number, number>[],
  total: number,
  tokenOf: (number: number) => Token,
): Omit<RoleTokens, 'hasRole'> {
  const held = new Uint32Array(total);
  for (const row of rows) for (const token of row.keys()) held[token]!++;
  const most = Math.max(rows.length / 2, 2);
  const numberOf = new Int32Array(total).fill(-1);
  const kept: number[] = [];
  let common = 0;
  held.forEach((count, token) => {
    if (count > most) common++;
    else if (count > 0) numberOf[token] = kept.push(token) - 1;
  });
  const offsets = new Uint32Array(rows.length + 1);
  const tokens: number[] = [];
  const weights: number[] = [];
  rows.forEach((row, f) => {
    const own = [...row].filter(([token]) => numberOf[token]! >= 0).sort(([a], [b]) => a - b);
    for (const [token, count] of own) {
      tokens.push(numberOf[token]!);
      weights.push(count);
    }
    offsets[f + 1] = tokens.length;
  });
  const df = Uint32Array.from(kept, (token) => held[token]!);
  return {
    counts: { offsets, tokens: Uint32Array.from(tokens), weights: Float64Array.from(weights) },
    tokens: kept.map(tokenOf),
    df,
    idf: idfOf(rows.length, df),
    common,
  };
}

function rankedLabels(labels: BigUint64Array): Ranked {
  const sorted = labels.slice().sort();
  const distinct = sorted.filter((label, i) => i === 0 || label !== sorted[i - 1]);
  const place = new Map<bigint, number>();
  distinct.forEach((label, rank) => place.set(label, rank));
  return { distinct, rank: Uint32Array.from(labels, (label) => place.get(label)!) };
}
