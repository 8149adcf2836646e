import type { TokenRows } from '../../ops/index.js';
import type { RoleTokens } from './tokens.js';
import { weightedJoin } from './weighted-join.js';

/** Functions of one role exactly, by what they hold: one multiset of tokens. */
export interface RoleRow {
  /** Functions, ascending; the first stands for all. */
  readonly members: readonly number[];
}

/** Two rows alike, or one row of several functions (a = b). */
export interface RolePair {
  readonly a: number;
  readonly b: number;
  readonly score: number;
  /** Both have the label ℓᵀ: the same role down to T hops. */
  readonly exact: boolean;
}

export interface RolePairs {
  readonly rows: readonly RoleRow[];
  /** By falling score, then by the functions that stand for the rows. */
  readonly pairs: readonly RolePair[];
  /** Pairs of functions, and of them those of class exact: counted, whatever is spelled out. */
  readonly count: number;
  readonly exact: number;
  readonly candidates: number;
  /** Whether every pair at the bar is told: not from `EXACT_BELOW` role vectors on, by an inverted file. */
  readonly complete: boolean;
}

/**
 * Pairs of functions with J ≥ τ. Functions of one multiset are one row: their pairs score 1, and are counted without
 * being spelled out, so that a thousand copies of one getter cost one comparison.
 */
export async function rolePairs(
  tokens: RoleTokens,
  final: BigUint64Array,
  tau: number,
): Promise<RolePairs> {
  const rows = distinctRows(tokens);
  const joined = await weightedJoin(pick(tokens.counts, rows), tokens.idf, tau);
  const label = (row: number): bigint => final[rows[row]!.members[0]!]!;
  const size = (row: number): number => rows[row]!.members.length;
  const pairs: RolePair[] = [];
  let [count, exact] = [0, 0];
  const add = (pair: RolePair, functions: number): void => {
    pairs.push(pair);
    count += functions;
    if (pair.exact) exact += functions;
  };
  rows.forEach(({ members }, row) => {
    if (members.length > 1)
      add({ a: row, b: row, score: 1, exact: true }, (members.length * (members.length - 1)) / 2);
  });
  joined.a.forEach((a, p) => {
    const b = joined.b[p]!;
    add({ a, b, score: joined.score[p]!, exact: label(a) === label(b) }, size(a) * size(b));
  });
  const first = (row: number): number => rows[row]!.members[0]!;
  pairs.sort(
    (x, y) => y.score - x.score || first(x.a) - first(y.a) || first(x.b) - first(y.b) || x.a - y.a,
  );
  return { rows, pairs, count, exact, candidates: joined.candidates, complete: true };
}

/** Functions that have a role, grouped by their multisets; rows in the order of their first functions. */
function distinctRows({ counts: { offsets, tokens, weights }, hasRole }: RoleTokens): RoleRow[] {
  const byText = new Map<string, number[]>();
  for (let f = 0; f < hasRole.length; f++) {
    if (hasRole[f] === 0 || offsets[f] === offsets[f + 1]) continue;
    const text = `${tokens.subarray(offsets[f], offsets[f + 1]).join(',')} ${weights
      .subarray(offsets[f], offsets[f + 1])
      .join(',')}`;
    const members = byText.get(text);
    if (members === undefined) byText.set(text, [f]);
    else members.push(f);
  }
  return [...byText.values()].map((members) => ({ members }));
}

function pick({ offsets, tokens, weights }: TokenRows, rows: readonly RoleRow[]): TokenRows {
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach(({ members: [f = 0] }, row) => {
    starts[row + 1] = starts[row]! + offsets[f + 1]! - offsets[f]!;
  });
  const picked = {
    offsets: starts,
    tokens: new Uint32Array(starts[rows.length]!),
    weights: new Float64Array(starts[rows.length]!),
  };
  rows.forEach(({ members: [f = 0] }, row) => {
    picked.tokens.set(tokens.subarray(offsets[f], offsets[f + 1]), starts[row]);
    picked.weights.set(weights.subarray(offsets[f], offsets[f + 1]), starts[row]);
  });
  return picked;
}
