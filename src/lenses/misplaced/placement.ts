import { Matrix, type Csr } from '../../grb/index.js';
import { CodedError } from '../../task/index.js';
import { AFFINITY_KINDS, type AffinityKind, type ItemUses } from './items.js';

export type Weights = Readonly<Record<AffinityKind, number>>;

/** A[f][g] = Σ over kinds of weight · min(places, cap), off the diagonal; both directions at hand. */
export interface WeightedUses {
  readonly matrix: Matrix<'int32'>;
  readonly rows: Csr<'int32'>;
  readonly columns: Csr<'int32'>;
  /** ΣA. */
  readonly total: number;
}

export async function weightedUses(
  items: number,
  uses: ItemUses,
  weights: Weights,
  cap: number,
): Promise<WeightedUses> {
  const src: number[] = [];
  const dst: number[] = [];
  const values: number[] = [];
  const perItem = new Float64Array(items);
  let total = 0;
  for (let e = 0; e < uses.src.length; e++) {
    let value = 0;
    AFFINITY_KINDS.forEach(
      (kind, k) => (value += weights[kind] * Math.min(uses.counts[k]![e]!, cap)),
    );
    if (value === 0) continue;
    src.push(uses.src[e]!);
    dst.push(uses.dst[e]!);
    values.push(value);
    perItem[uses.src[e]!]! += value;
    perItem[uses.dst[e]!]! += value;
    total += value;
  }
  // Every later sum is one item's, damped by at most 32.
  const most = perItem.reduce((high, value) => Math.max(high, value), 0);
  if (most * 32 >= 2 ** 31)
    throw new CodedError(
      'too_large',
      `weight of one item: ${most}; lower count-cap or the weights`,
    );
  const matrix = await Matrix.fromCOO(
    'int32',
    Uint32Array.from(src),
    Uint32Array.from(dst),
    Int32Array.from(values),
    { nrows: items, ncols: items },
  );
  const turned = await matrix.transpose();
  const columns = await turned.toCSR();
  turned.dispose();
  return { matrix, rows: await matrix.toCSR(), columns, total };
}

/** Where every item is, as a matrix: B[f][x] = 1. */
export interface Labels {
  readonly moduleOf: Int32Array;
  readonly modules: number;
  /** Items in each module. */
  readonly sizes: Uint32Array;
  readonly matrix: Matrix<'int32'>;
}

export async function labelsOf(moduleOf: Int32Array, modules: number): Promise<Labels> {
  const sizes = new Uint32Array(modules);
  for (const module of moduleOf) sizes[module]!++;
  const items = Uint32Array.from(moduleOf.keys());
  const matrix = await Matrix.fromCOO('int32', items, Uint32Array.from(moduleOf), 1, {
    nrows: moduleOf.length,
    ncols: modules,
  });
  return { moduleOf, modules, sizes, matrix };
}

/** What everybody uses binds nobody: df counts the modules that refer to an item, damp = bitlength(⌊M / df⌋). */
export interface Damping {
  readonly df: Uint32Array;
  readonly damp: Uint8Array;
  /** W = A · diag(damp). */
  readonly matrix: Matrix<'int32'>;
}

export async function dampingOf(uses: WeightedUses, labels: Labels): Promise<Damping> {
  const users = await uses.matrix.mxm(labels.matrix, 'any_pair', { transposeFirst: true });
  const { offsets } = await users.toCSR();
  users.dispose();
  const df = Uint32Array.from(
    { length: labels.moduleOf.length },
    (_, g) => offsets[g + 1]! - offsets[g]!,
  );
  const damp = Uint8Array.from(df, (count) =>
    count === 0 ? 0 : 32 - Math.clz32(Math.floor(labels.modules / count)),
  );
  const items = Uint32Array.from(df.keys());
  const diagonal = await Matrix.fromCOO('int32', items, items, Int32Array.from(damp), {
    nrows: df.length,
    ncols: df.length,
  });
  const matrix = await uses.matrix.mxm(diagonal, 'plus_times');
  diagonal.dispose();
  return { df, damp, matrix };
}

/** aff(f, x) = Σ over g in x, g ≠ f, of W[f][g] + W[g][f]. */
export async function affinityOf({ matrix }: Damping, labels: Labels): Promise<Csr<'int32'>> {
  return bothWays(matrix, labels);
}

/** w(f, x), the same without damping: what modularity counts. */
export async function undampedOf({ matrix }: WeightedUses, labels: Labels): Promise<Csr<'int32'>> {
  return bothWays(matrix, labels);
}

async function bothWays(uses: Matrix<'int32'>, { matrix: b }: Labels): Promise<Csr<'int32'>> {
  const out = await uses.mxm(b, 'plus_first');
  const into = await uses.mxm(b, 'plus_first', { transposeFirst: true });
  const sum = await out.eWiseAdd(into, 'plus');
  const rows = await sum.toCSR();
  for (const held of [out, into, sum]) held.dispose();
  return rows;
}

/** |R(f) ∩ C_x|: how many distinct items of x f refers to. */
export async function intersectionsOf(
  { matrix }: WeightedUses,
  { matrix: b }: Labels,
): Promise<Csr<'int32'>> {
  const counts = await matrix.mxm(b, 'plus_pair_int32');
  const rows = await counts.toCSR();
  counts.dispose();
  return rows;
}

/** The value of one entry of compressed rows, 0 where there is none. */
export function at(
  { offsets, indices, values }: Csr<'int32'>,
  row: number,
  column: number,
): number {
  let low = offsets[row]!;
  let high = offsets[row + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (indices[middle]! < column) low = middle + 1;
    else high = middle;
  }
  return low < offsets[row + 1]! && indices[low] === column ? values[low]! : 0;
}
