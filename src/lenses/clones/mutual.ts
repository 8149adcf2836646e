/** Scored pairs of rows, a < b. */
export interface ScoredPairs {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly score: Float64Array;
}

/** Neighbours of a row that count as its nearest (S1:1260). */
export const MUTUAL_K = 8;

/**
 * Which pairs are mutual nearest neighbours (S1:1260): 1 where b is among the k best partners of a and a among those of
 * b; ties go to the lower row. A hub that resembles everything pairs with nothing.
 */
export function mutualPairs(pairs: ScoredPairs, rows: number, k: number = MUTUAL_K): Uint8Array {
  const count = pairs.a.length;
  const offsets = new Uint32Array(rows + 1);
  for (let p = 0; p < count; p++) {
    offsets[pairs.a[p]! + 1]!++;
    offsets[pairs.b[p]! + 1]!++;
  }
  for (let row = 0; row < rows; row++) offsets[row + 1]! += offsets[row]!;
  const next = offsets.slice(0, rows);
  const partners = new Uint32Array(2 * count);
  for (let p = 0; p < count; p++) {
    partners[next[pairs.a[p]!]!++] = p;
    partners[next[pairs.b[p]!]!++] = p;
  }
  const votes = new Uint8Array(count);
  for (let row = 0; row < rows; row++) {
    const mine = partners.subarray(offsets[row], offsets[row + 1]);
    const other = (p: number): number => (pairs.a[p] === row ? pairs.b[p]! : pairs.a[p]!);
    const ranked =
      mine.length <= k
        ? mine
        : [...mine].sort((p, q) => pairs.score[q]! - pairs.score[p]! || other(p) - other(q));
    for (let i = 0; i < Math.min(k, ranked.length); i++) votes[ranked[i]!]!++;
  }
  return votes.map((vote) => Number(vote === 2));
}
