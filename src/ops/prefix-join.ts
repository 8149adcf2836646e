import { currentRun, type RunContext } from '../grb/index.js';
import { InvalidArgument } from '../task/index.js';
import { Poll } from './links.js';

/** Rows of weighted tokens, tokens ascending in each row, weights whole numbers from 1. */
export interface TokenRows {
  readonly offsets: Uint32Array;
  readonly tokens: Uint32Array;
  readonly weights: Float64Array;
}

/** Pairs a < b in falling order of similarity, then by (a, b). */
export interface JoinedPairs {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** Σ min of the weights, and Σ max: J = shared / union. */
  readonly shared: Float64Array;
  readonly union: Float64Array;
  /** Pairs that the prefixes opened. */
  readonly candidates: number;
}

/**
 * All pairs of rows with weighted Jaccard similarity of at least τ: exact, without comparing all pairs.
 *
 * Formula: S(v, w) = Σ_k min(v_k, w_k); J = S / (‖v‖₁ + ‖w‖₁ − S) ≥ τ. Prefix P_τ(v): the shortest head of v's
 * tokens in the global order (df ascending, then token) whose remaining weight is below τ·‖v‖₁. Two rows with
 * J ≥ τ share a prefix token: else S would be below τ·‖v‖₁, while J ≥ τ asks S ≥ τ·‖v‖₁.
 * No product: postings of prefix tokens. Source: S1:1504–1515; Chaudhuri et al. 2006; Bayardo et al. 2007.
 * Weights are whole and τ a rational, so a comparison is exact. Cost: Σ over prefix tokens of (rows)², and one
 * merge a candidate.
 */
export async function prefixJoin(
  rows: TokenRows,
  tau: readonly [num: number, den: number],
  options: RunContext = {},
): Promise<JoinedPairs> {
  const [num, den] = tau;
  if (!Number.isInteger(num) || !Number.isInteger(den) || num <= 0 || den <= 0 || num > den) {
    throw new InvalidArgument(`threshold outside 0..1: ${String(num)}/${String(den)}`);
  }
  const { task, recorder } = currentRun(options);
  task.check('prefixJoin');
  const begin = performance.now();
  const joined = join(rows, num, den, new Poll(task, 'prefixJoin'));
  recorder?.add({
    op: 'prefixJoin',
    semiring: null,
    mask: null,
    shapes: [`${String(rows.offsets.length - 1)} rows`],
    entriesIn: [rows.tokens.length, joined.candidates],
    entriesOut: joined.a.length,
    milliseconds: performance.now() - begin,
  });
  return Promise.resolve(joined);
}

/** How many rows hold each token. */
function documentFrequency(rows: TokenRows): Uint32Array {
  let top = -1;
  for (const token of rows.tokens) if (token > top) top = token;
  const df = new Uint32Array(top + 1);
  for (const token of rows.tokens) df[token]!++;
  return df;
}

/** The tokens of a row's prefix. */
export function prefixOf(
  rows: TokenRows,
  row: number,
  df: Uint32Array,
  num: number,
  den: number,
): Uint32Array {
  const first = rows.offsets[row]!;
  const last = rows.offsets[row + 1]!;
  const places = Array.from({ length: last - first }, (_, k) => first + k);
  places.sort(
    (p, q) => df[rows.tokens[p]!]! - df[rows.tokens[q]!]! || rows.tokens[p]! - rows.tokens[q]!,
  );
  let norm = 0;
  for (const p of places) norm += rows.weights[p]!;
  let remaining = norm;
  let length = 0;
  while (length < places.length && remaining * den >= num * norm)
    remaining -= rows.weights[places[length++]!]!;
  return Uint32Array.from(places.slice(0, length), (p) => rows.tokens[p]!);
}

function join(rows: TokenRows, num: number, den: number, poll: Poll): JoinedPairs {
  const count = rows.offsets.length - 1;
  const df = documentFrequency(rows);
  const norms = new Float64Array(count);
  const postings = new Map<number, number[]>();
  const asked = new Int32Array(count).fill(-1);
  const found: { a: number; b: number; shared: number; union: number }[] = [];
  let candidates = 0;
  for (let v = 0; v < count; v++) {
    for (let p = rows.offsets[v]!; p < rows.offsets[v + 1]!; p++) norms[v]! += rows.weights[p]!;
    for (const token of prefixOf(rows, v, df, num, den)) {
      const holders = postings.get(token) ?? [];
      poll.spend(holders.length + 1);
      for (const w of holders) {
        if (asked[w] === v) continue;
        asked[w] = v;
        candidates++;
        // S ≤ the smaller norm: sizes too far apart can't reach the bar.
        const [small, large] =
          norms[v]! < norms[w]! ? [norms[v]!, norms[w]!] : [norms[w]!, norms[v]!];
        if (small * den < num * large) continue;
        const shared = overlap(rows, w, v, poll);
        const union = norms[v]! + norms[w]! - shared;
        if (shared * den >= num * union) found.push({ a: w, b: v, shared, union });
      }
      holders.push(v);
      postings.set(token, holders);
    }
  }
  found.sort((x, y) => compareQuotients(y, x) || x.a - y.a || x.b - y.b);
  return {
    a: Uint32Array.from(found, (pair) => pair.a),
    b: Uint32Array.from(found, (pair) => pair.b),
    shared: Float64Array.from(found, (pair) => pair.shared),
    union: Float64Array.from(found, (pair) => pair.union),
    candidates,
  };
}

/** Cross products pass 2⁵³ for large weights, so the order is decided in bigints where doubles tie or may round. */
function compareQuotients(
  x: { shared: number; union: number },
  y: { shared: number; union: number },
): number {
  const left = x.shared * y.union;
  const right = y.shared * x.union;
  if (left <= Number.MAX_SAFE_INTEGER && right <= Number.MAX_SAFE_INTEGER) return left - right;
  const exact = BigInt(x.shared) * BigInt(y.union) - BigInt(y.shared) * BigInt(x.union);
  return exact < 0n ? -1 : exact > 0n ? 1 : 0;
}

function overlap(rows: TokenRows, v: number, w: number, poll: Poll): number {
  let p = rows.offsets[v]!;
  let q = rows.offsets[w]!;
  const pEnd = rows.offsets[v + 1]!;
  const qEnd = rows.offsets[w + 1]!;
  poll.spend(pEnd - p + qEnd - q);
  let shared = 0;
  while (p < pEnd && q < qEnd) {
    const left = rows.tokens[p]!;
    const right = rows.tokens[q]!;
    if (left === right) shared += Math.min(rows.weights[p]!, rows.weights[q]!);
    if (left <= right) p++;
    if (right <= left) q++;
  }
  return shared;
}
