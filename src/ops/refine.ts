import { currentRun, Matrix, type Csr, type RunContext } from '../grb/index.js';
import { InvalidArgument } from '../task/index.js';
import { Fnv64 } from './hash64.js';
import { range, type GraphInput } from './links.js';
import { matrixOf } from './matrix-of.js';

/** One sort of edge: its neighbours count under its own tag. Give the reversed graph too where in-edges matter. */
export interface Relation {
  readonly tag: number;
  readonly graph: GraphInput;
}

export interface RefineOptions extends RunContext {
  /** How a count enters the hash: as it is, or by its number of binary digits (so that 7 and 8 are one apart). */
  readonly counts?: 'exact' | 'binary_digits';
}

/**
 * Weisfeiler–Leman refinement: labels that say what a node looks like up to some rounds away. Gives the labels of
 * every round, the first ones included, as 64-bit hashes; equal neighbourhoods have equal labels, unequal ones
 * unequal but for a collision of FNV-1a.
 *
 * Formula: ℓᵗ⁺¹(v) = H(ℓᵗ(v), sorted {(tag, λ, N[v][λ])}), N = A_tag · onehot(ℓᵗ).
 * Product: N = A PLUS.PAIR onehot, one column a distinct label, columns in ascending order of label, so that a row
 * is sorted as it comes. Source: S1:2584–2592; Shervashidze et al. 2011. Cost: O(rounds·(n log n + m)).
 */
export async function wlRefine(
  relations: readonly Relation[],
  labels: BigUint64Array,
  rounds: number,
  options: RefineOptions = {},
): Promise<readonly BigUint64Array[]> {
  const { task } = currentRun(options);
  const graphs: { readonly tag: number; readonly a: Matrix }[] = [];
  for (const { tag, graph } of relations) {
    const a = await matrixOf(graph, options);
    if (a.nrows !== labels.length) {
      throw new InvalidArgument(
        `labels of another length than the graph, ${String(a.nrows)}: ${String(labels.length)}`,
      );
    }
    graphs.push({ tag, a });
  }
  const history = [labels];
  for (let round = 0; round < rounds; round++) {
    task.progress('wlRefine', round, rounds);
    history.push(await refined(graphs, history[round]!, options));
  }
  return history;
}

async function refined(
  graphs: readonly { readonly tag: number; readonly a: Matrix }[],
  labels: BigUint64Array,
  options: RefineOptions,
): Promise<BigUint64Array> {
  const n = labels.length;
  const { columns, distinct } = ranked(labels);
  const halves = new Uint32Array(distinct.buffer, distinct.byteOffset, distinct.length * 2);
  const digits = options.counts === 'binary_digits';
  const histograms: Csr<'int32'>[] = [];
  for (const { a } of graphs) {
    const run: RunContext = { ...options, backend: a.backend };
    const onehot = await Matrix.fromCSR('bool', range(n + 1), columns, true, {
      ...run,
      ncols: distinct.length,
    });
    const histogram = await a.mxm(onehot, 'plus_pair_int32', run);
    histograms.push(await histogram.toCSR(run));
    onehot.dispose();
    histogram.dispose();
  }
  const hash = new Fnv64();
  const next = new BigUint64Array(n);
  const words = new Uint32Array(next.buffer);
  for (let v = 0; v < n; v++) {
    hash.reset();
    hash.long(halves[2 * columns[v]! + 1]!, halves[2 * columns[v]!]!);
    histograms.forEach(({ offsets, indices, values }, k) => {
      for (let p = offsets[v]!; p < offsets[v + 1]!; p++) {
        hash.word(graphs[k]!.tag);
        hash.long(halves[2 * indices[p]! + 1]!, halves[2 * indices[p]!]!);
        hash.word(digits ? 32 - Math.clz32(values[p]!) : values[p]!);
      }
    });
    words[2 * v] = hash.low;
    words[2 * v + 1] = hash.high;
  }
  return next;
}

/** The distinct labels, ascending, and each node's place among them. */
function ranked(labels: BigUint64Array): {
  readonly columns: Uint32Array;
  readonly distinct: BigUint64Array;
} {
  const sorted = labels.slice().sort();
  let count = 0;
  for (let k = 0; k < sorted.length; k++)
    if (k === 0 || sorted[k] !== sorted[k - 1]) sorted[count++] = sorted[k]!;
  const distinct = sorted.slice(0, count);
  const place = new Map<bigint, number>();
  distinct.forEach((label, column) => place.set(label, column));
  return { columns: columnOf(labels, place), distinct };
}

function columnOf(labels: BigUint64Array, place: ReadonlyMap<bigint, number>): Uint32Array {
  const columns = new Uint32Array(labels.length);
  for (let v = 0; v < labels.length; v++) columns[v] = place.get(labels[v]!)!;
  return columns;
}
