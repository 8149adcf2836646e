import { longestCommonRun, shinglesOf } from '../text/index.js';
import { refused, type Refused } from './exact/index.js';

/**
 * Family 03: near-duplicate document segments (S2:22–31): paragraphs, HTML text, comments, docstrings.
 *
 * dup iff inter·den ≥ num·union, or a verbatim run of at least `verbatim` words. Intersection and union are counted
 * here from the shingle sets; a MinHash may propose pairs, it never decides.
 */
export interface DuplicateThreshold {
  readonly num: bigint;
  readonly den: bigint;
  /** Words of a verbatim run that suffices alone. */
  readonly verbatim: bigint;
}

/** Shape of the prefilter: bands × rows of minima, each permutation salted by its own index. */
export interface ShingleBands {
  readonly bands: number;
  readonly rows: number;
}

export interface DuplicateCounts {
  readonly inter: bigint;
  readonly union: bigint;
  /** Longest common run of words. */
  readonly run: bigint;
}

export function duplicateDecides(
  threshold: DuplicateThreshold,
  counts: DuplicateCounts,
): boolean | Refused<'empty_segments'> {
  const { inter, union, run } = counts;
  if (union === 0n && run === 0n) return refused('empty_segments');
  const alike = union > 0n && inter * threshold.den >= threshold.num * union;
  return alike || run >= threshold.verbatim;
}

/** |a ∩ b| and |a ∪ b| of two ascending sets, by one merge. */
export function interUnion(
  a: Uint32Array,
  b: Uint32Array,
): { readonly inter: bigint; readonly union: bigint } {
  let inter = 0n;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = a[i]!;
    const right = b[j]!;
    if (left === right) inter++;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return { inter, union: BigInt(a.length) + BigInt(b.length) - inter };
}

/** Words of a contiguous run of R shared shingles: R + k − 1. */
export const wordsOfRun = (shingles: bigint, k: bigint): bigint =>
  shingles === 0n ? 0n : shingles + k - 1n;

/** Counts for two segments, given as word numbers; `table` numbers the shingles of the whole corpus. */
export function countDuplicates(
  a: Uint32Array,
  b: Uint32Array,
  k: number,
  table: Map<string, number>,
): DuplicateCounts {
  const { inter, union } = interUnion(shinglesOf(a, k, table), shinglesOf(b, k, table));
  return { inter, union, run: BigInt(longestCommonRun(a, b)) };
}
