import {
  floorOf,
  maxOf,
  ratio,
  refused,
  sumOf,
  ZERO,
  type Ratio,
  type Refused,
} from './exact/index.js';

/**
 * Family 04: the tree, not the file (S2:33–46): directory geometry, names, locality, documentation, redundancy.
 *
 * Tsallis-2 diversity and χ² divergence stand where Shannon entropy and KL would need logarithms. The source speaks
 * of eight axes and names seven; so axes are a table, and an axis whose facts are absent is not judged.
 */

/** 1 − Σ (c/N)²; 0 of nothing. */
export function tsallis2(counts: readonly bigint[]): Ratio {
  const total = counts.reduce((sum, count) => sum + count, 0n);
  if (total === 0n) return ZERO;
  return ratio(1n).sub(sumOf(counts.map((count) => ratio(count * count, total * total))));
}

/** Tsallis-2 over its greatest value for n non-empty bins; needs n > 1. */
export function tsallis2Norm(counts: readonly bigint[]): Ratio | Refused<'fewer_than_two_bins'> {
  const bins = BigInt(counts.filter((count) => count > 0n).length);
  if (bins <= 1n) return refused('fewer_than_two_bins');
  return tsallis2(counts).div(ratio(bins - 1n, bins));
}

export interface Bin {
  readonly name: string;
  readonly observed: bigint;
  readonly reference: bigint;
}

/**
 * Σ_{r>0} (p − q)²/q with p = o/Σo, q = r/Σr. One refusal names every bin that has observed mass and no reference
 * mass; another says that there is no mass at all.
 */
export function chiSquare(bins: readonly Bin[]): Ratio | Refused<'no_reference_mass' | 'no_mass'> {
  const unseen = bins.filter(({ observed, reference }) => reference === 0n && observed > 0n);
  if (unseen.length > 0)
    return refused(
      'no_reference_mass',
      unseen.map(({ name }) => name),
    );
  const observed = bins.reduce((sum, bin) => sum + bin.observed, 0n);
  const reference = bins.reduce((sum, bin) => sum + bin.reference, 0n);
  if (observed === 0n || reference === 0n) return refused('no_mass');
  return sumOf(
    bins
      .filter((bin) => bin.reference > 0n)
      .map((bin) => {
        const q = ratio(bin.reference, reference);
        const gap = ratio(bin.observed, observed).sub(q);
        return gap.mul(gap).div(q);
      }),
  );
}

export const perMille = (r: Ratio): bigint => floorOf(r.mul(ratio(1000n)));

/** floor(scale·v / (v + N)): v named directories of N. */
export function chargeOf(
  scale: bigint,
  named: bigint,
  all: bigint,
): bigint | Refused<'empty_tree'> {
  if (named + all === 0n) return refused('empty_tree');
  return (scale * named) / (named + all);
}

export interface StructureKnobs {
  readonly scale: bigint;
  readonly violCost: bigint;
  readonly violCostNeutral: bigint;
}

/** A share as num/den, met with equality by cross-multiplication. */
export type Share = readonly [num: bigint, den: bigint];

/** Limits of the rules by which an axis names a folder. The source gives none: ours. */
export interface FolderRules {
  /** Geometry: more files in a folder, or a deeper one. */
  readonly mostFiles: number;
  readonly deepest: number;
  /** Locality: this share of its references leaves a folder, of more than so many. */
  readonly leaving: Share;
  readonly leastReferences: number;
  /** Documentation: under this share of its exports, of at least so many. */
  readonly documented: Share;
  readonly leastExports: number;
  /** Staleness: code changed in more commits since a document last did. */
  readonly staleCommits: number;
  /** Redundancy: this share of its tokens stands elsewhere too. */
  readonly cloned: Share;
  /** Modularity: one file holds this share of the lines, of at least so many files. */
  readonly largest: Share;
  readonly leastFiles: number;
}

/** part/whole ≥ share. */
export const reaches = (part: bigint, whole: bigint, [num, den]: Share): boolean =>
  part * den >= num * whole;

export interface AxisCount {
  readonly axis: string;
  /** Directories that this axis names; `null` when its facts are absent, and it is not judged. */
  readonly named: bigint | null;
}

export interface StructureVerdict {
  readonly score: bigint;
  readonly judgedAxes: bigint;
  readonly charges: readonly { readonly axis: string; readonly charge: bigint | null }[];
}

/** score = max 0 (scale − raw div (neutral·judged axes)), raw = Σ charge·violCost. */
export function judgeStructure(
  axes: readonly AxisCount[],
  directories: bigint,
  knobs: StructureKnobs,
): StructureVerdict | Refused<'empty_tree' | 'no_axis_judged'> {
  if (directories === 0n) return refused('empty_tree');
  const judged = BigInt(axes.filter(({ named }) => named !== null).length);
  if (judged === 0n) return refused('no_axis_judged');
  let raw = 0n;
  const charges = axes.map(({ axis, named }) => {
    if (named === null) return { axis, charge: null };
    const charge = (knobs.scale * named) / (named + directories);
    raw += charge * knobs.violCost;
    return { axis, charge };
  });
  const score = maxOf(0n, knobs.scale - raw / (knobs.violCostNeutral * judged));
  return { score, judgedAxes: judged, charges };
}
