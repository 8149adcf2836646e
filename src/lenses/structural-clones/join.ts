import { currentRun, type RunContext } from '../../grb/index.js';
import type { Features } from './features.js';

/** Pairs a < b with what makes them alike. */
export interface StructuralPairs {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** J_w */
  readonly score: Float64Array;
  /** |A ∩ B| */
  readonly shared: Uint32Array;
  /** Features that open a comparison. */
  readonly rareFeatures: number;
  /** Pairs that share a rare one: all that were compared. */
  readonly candidates: number;
}

export interface StructuralGates {
  /** Least J_w. */
  readonly floor: number;
  /** Most functions that may carry a rare feature. */
  readonly rareDf: number;
  /** Features that both rows must share. */
  readonly leastShared: number;
  /** Features that a row must have. */
  readonly leastSet: number;
}

/** What is rare: 2 ≤ df ≤ min(rareDf, max(⌊N/2⌋, 2)). */
export const rareCap = (rows: number, rareDf: number): number =>
  Math.min(rareDf, Math.max(Math.floor(rows / 2), 2));

/**
 * All pairs of rows that share a rare feature and reach the floor: exact, since every pair that shares one is scored
 * and one that shares none is never compared (S1:1360–1374).
 *
 * J_w(A, B) = Σ_{A∩B} idf / Σ_{A∪B} idf, both sums in ascending feature number. Cost: Σ df² over rare features, and
 * one merge a candidate. Sorted by J_w descending, then (a, b).
 */
export function structuralPairs(
  features: Features,
  gates: StructuralGates,
  options: RunContext = {},
): StructuralPairs {
  const { task, recorder } = currentRun(options);
  const begin = performance.now();
  const { rows, sets, df } = features;
  const cap = rareCap(rows, gates.rareDf);
  const { offsets, tokens } = sets;
  const isRare = Uint8Array.from(df, (count) => (count >= 2 && count <= cap ? 1 : 0));
  const postings = postingsOf(features, isRare, gates.leastSet);
  const asked = new Int32Array(rows).fill(-1);
  const found: { a: number; b: number; score: number; shared: number }[] = [];
  let candidates = 0;
  for (let a = 0; a < rows; a++) {
    if ((a & 255) === 0) task.check('structuralPairs');
    if (offsets[a + 1]! - offsets[a]! < gates.leastSet) continue;
    for (let p = offsets[a]!; p < offsets[a + 1]!; p++) {
      const token = tokens[p]!;
      if (isRare[token] === 0) continue;
      for (let q = postings.offsets[token]!; q < postings.offsets[token + 1]!; q++) {
        const b = postings.rows[q]!;
        if (b <= a || asked[b] === a) continue;
        asked[b] = a;
        candidates++;
        const { score, shared } = weightedJaccard(features, a, b);
        if (score >= gates.floor && shared >= gates.leastShared)
          found.push({ a, b, score, shared });
      }
    }
  }
  found.sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b);
  const rareFeatures = isRare.reduce((sum, flag) => sum + flag, 0);
  recorder?.add({
    op: 'structuralPairs',
    semiring: null,
    mask: null,
    shapes: [`${String(rows)}×${String(df.length)}`],
    entriesIn: [tokens.length, candidates],
    entriesOut: found.length,
    milliseconds: performance.now() - begin,
  });
  return {
    a: Uint32Array.from(found, (pair) => pair.a),
    b: Uint32Array.from(found, (pair) => pair.b),
    score: Float64Array.from(found, (pair) => pair.score),
    shared: Uint32Array.from(found, (pair) => pair.shared),
    rareFeatures,
    candidates,
  };
}

/** J_w of two rows, and how many features they share. Two empty rows are 0. */
export function weightedJaccard(
  { sets: { offsets, tokens }, idf }: Pick<Features, 'sets' | 'idf'>,
  a: number,
  b: number,
): { readonly score: number; readonly shared: number } {
  let [p, q] = [offsets[a]!, offsets[b]!];
  const [pEnd, qEnd] = [offsets[a + 1]!, offsets[b + 1]!];
  let [both, either, shared] = [0, 0, 0];
  while (p < pEnd || q < qEnd) {
    const left = p < pEnd ? tokens[p]! : Infinity;
    const right = q < qEnd ? tokens[q]! : Infinity;
    const weight = idf[Math.min(left, right)]!;
    either += weight;
    if (left === right) {
      both += weight;
      shared++;
    }
    if (left <= right) p++;
    if (right <= left) q++;
  }
  return { score: either === 0 ? 0 : both / either, shared };
}

/** Rows that hold each rare token, ascending; rows too small to be compared are left out. */
function postingsOf(
  { rows, sets: { offsets, tokens }, df }: Features,
  isRare: Uint8Array,
  leastSet: number,
): { readonly offsets: Uint32Array; readonly rows: Uint32Array } {
  const starts = new Uint32Array(df.length + 1);
  const eachRare = (visit: (token: number, row: number) => void): void => {
    for (let row = 0; row < rows; row++) {
      if (offsets[row + 1]! - offsets[row]! < leastSet) continue;
      for (let p = offsets[row]!; p < offsets[row + 1]!; p++)
        if (isRare[tokens[p]!] === 1) visit(tokens[p]!, row);
    }
  };
  eachRare((token) => starts[token + 1]!++);
  for (let token = 0; token < df.length; token++) starts[token + 1]! += starts[token]!;
  const next = starts.slice(0, df.length);
  const holders = new Uint32Array(starts[df.length]!);
  eachRare((token, row) => (holders[next[token]!++] = row));
  return { offsets: starts, rows: holders };
}
