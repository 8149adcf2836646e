import { Matrix, Vector, type RunContext } from '../grb/index.js';
import { InvalidArgument } from '../task/index.js';
import { range } from './links.js';

/** Pairs a < b, sorted by (a, b), with a similarity as an exact quotient. */
export interface JaccardPairs {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** Σ min */
  readonly shared: Uint32Array;
  /** Σ max = |a| + |b| − Σ min */
  readonly union: Uint32Array;
}

/**
 * Jaccard similarity of multisets: each row of W holds how often an item occurs.
 *
 * Formula: J(i, j) = Σ min(W_i, W_j) / Σ max(W_i, W_j). Product: C = W PLUS.MIN Wᵀ, upper triangle; the union is
 * |i| + |j| − C. Source: S1:2600–2607. Cost: Σ over items of (rows that hold it)².
 */
export async function multisetJaccard(
  counts: Matrix<'int32'>,
  options: RunContext = {},
): Promise<JaccardPairs> {
  const run = { ...options, backend: counts.backend };
  const product = await counts.mxm(counts, 'plus_min', { ...run, transposeSecond: true });
  const upper = await (await product.select('triu', 1, run)).toCOO(run);
  const sizes = await rowSums(counts, run);
  const shared = new Uint32Array(upper.values.length);
  const union = new Uint32Array(upper.values.length);
  for (let k = 0; k < shared.length; k++) {
    shared[k] = upper.values[k]!;
    union[k] = sizes[upper.rows[k]!]! + sizes[upper.cols[k]!]! - upper.values[k]!;
  }
  return { a: upper.rows, b: upper.cols, shared, union };
}

async function rowSums(counts: Matrix<'int32'>, run: RunContext): Promise<Float64Array> {
  const { indices, values } = await (await counts.reduceRows('plus', run)).toCOO(run);
  const sums = new Float64Array(counts.nrows);
  for (let k = 0; k < indices.length; k++) sums[indices[k]!] = values[k]!;
  return sums;
}

export interface CosineOptions extends RunContext {
  /** A column is rare when 2 ≤ df ≤ rareMax; only pairs that share a rare column are computed. */
  readonly rareMax: number;
  /** The least weight of a column, so that one which every row has stays weak instead of vanishing. */
  readonly floor?: number;
}

/** Pairs a < b, sorted by (a, b). */
export interface CosinePairs {
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly cosine: Float64Array;
  /** Rare columns that both rows hold. */
  readonly sharedRare: Uint32Array;
  /** Rows that hold each column. */
  readonly df: Uint32Array;
}

/** Weights are fixed-point: squares in units of 2⁻³², so that a sum of 10³ stays an exact double. */
const UNIT = 2 ** 32;

/**
 * Cosine of rows whose columns weigh by rarity.
 *
 * Formula: w(c) = max(ln(n/df(c)), floor); cos(i, j) = Σ_c w(c)² R_ic R_jc / (‖i‖ ‖j‖), over pairs of the mask M,
 * M = R_rare·R_rareᵀ. Product: M = R_rare PLUS.PAIR R_rareᵀ; S⟨M⟩ = W² PLUS.FIRST Rᵀ in int64, since an fp64 sum
 * would depend on threads; one square root a pair, in TypeScript. Source: S1:2515–2536.
 * Cost: Σ over rare columns of df², and the mask's entries times their rows.
 */
export async function idfCosine(
  rows: Matrix<'bool'>,
  options: CosineOptions,
): Promise<CosinePairs> {
  const { rareMax, floor = 0.05 } = options;
  if (!Number.isInteger(rareMax) || rareMax < 2)
    throw new InvalidArgument(`rareMax is no whole number from 2: ${String(rareMax)}`);
  const run: RunContext = { ...options, backend: rows.backend };
  const ones = await rows.cast('int32', run);
  const df = new Uint32Array(rows.ncols);
  const counted = await (
    await (await ones.apply('one', run)).reduceColumns('plus', run)
  ).toCOO(run);
  for (let k = 0; k < counted.indices.length; k++) df[counted.indices[k]!] = counted.values[k]!;

  const squares = BigInt64Array.from(df, (count) => {
    if (count === 0) return 0n;
    const weight = Math.max(Math.log(rows.nrows / count), floor);
    return BigInt(Math.round(weight * weight * UNIT));
  });
  const all = range(rows.ncols);
  const weigh = await Matrix.diag(
    await Vector.fromCOO('int64', all, squares, { ...run, size: rows.ncols }),
    0,
    run,
  );
  const weighted = await rows.mxm(weigh, 'plus_second', run);

  const isRare = all.filter((c) => df[c]! >= 2 && df[c]! <= rareMax);
  const rare = await rows.extract(null, isRare, run);
  const common = await (
    await rare.mxm(rare, 'plus_pair_int32', { ...run, transposeSecond: true })
  ).select('triu', 1, run);
  const dots = await weighted.mxm(rows, 'plus_first', {
    ...run,
    transposeSecond: true,
    mask: common.S,
  });

  const norms = new Float64Array(rows.nrows);
  const normed = await (await weighted.reduceRows('plus', run)).toCOO(run);
  for (let k = 0; k < normed.indices.length; k++)
    norms[normed.indices[k]!] = Number(normed.values[k]!);
  const { rows: a, cols: b, values } = await dots.toCOO(run);
  const cosine = new Float64Array(a.length);
  for (let k = 0; k < a.length; k++) {
    const dot = Number(values[k]!);
    const [left, right] = [norms[a[k]!]!, norms[b[k]!]!];
    // Equal rows are exactly 1: the root of a square is exact only where it is no rounding.
    cosine[k] = dot === left && dot === right ? 1 : dot / (Math.sqrt(left) * Math.sqrt(right));
  }
  const shared = await common.toCOO(run);
  return { a, b, cosine, sharedRare: Uint32Array.from(shared.values), df };
}
