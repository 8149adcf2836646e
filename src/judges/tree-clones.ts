import { treeEditDistance, withinEdits, type LabelTree } from '../text/index.js';
import { floorDiv, maxOf, refused, type Refused } from './exact/index.js';

/**
 * Family 02: units whose trees are almost equal although their tokens differ (S2:11–20).
 *
 * TSED(a, b) = (mx − ted) / mx with mx = max(n1, n2); a clone iff TSED ≥ num/den, decided as
 * (mx − ted)·den ≥ num·mx. The prefilters use the same num/den, so they drop only what the exact test drops:
 * mx − ted ≤ min(n1, n2), mx − ted ≤ Σ_label min(c1, c2), and, ours, ted ≥ the edit distance of the labels in
 * postorder, since every edit of the tree is one of that sequence (Guha et al. 2002).
 */
export interface TsedThreshold {
  readonly num: bigint;
  readonly den: bigint;
}

export function cloneDecides(
  threshold: TsedThreshold,
  ted: bigint,
  n1: bigint,
  n2: bigint,
): boolean | Refused<'empty_tree'> {
  const mx = maxOf(n1, n2);
  if (mx === 0n) return refused('empty_tree');
  return (mx - ted) * threshold.den >= threshold.num * mx;
}

/** Whether a bound on mx − ted already rules the pair out. */
export function ruledOut(threshold: TsedThreshold, bound: bigint, n1: bigint, n2: bigint): boolean {
  return bound * threshold.den < threshold.num * maxOf(n1, n2);
}

/** Labels in ascending order, one entry a node; each tree is sorted once, since it meets many others. */
const sortedLabels = new WeakMap<LabelTree, Uint32Array>();

function sorted(tree: LabelTree): Uint32Array {
  let labels = sortedLabels.get(tree);
  if (labels === undefined) sortedLabels.set(tree, (labels = tree.labels.slice().sort()));
  return labels;
}

/** Σ over labels of the smaller count: the largest part two trees can have in common. One merge. */
export function commonLabels(a: LabelTree, b: LabelTree): bigint {
  return BigInt(commonOf(sorted(a), sorted(b), 0));
}

/** The same; stops where `least` can no longer be reached, and then gives less than that. */
function commonOf(left: Uint32Array, right: Uint32Array, least: number): number {
  let common = 0;
  let j = 0;
  for (let i = 0; i < left.length; i++) {
    if (common + left.length - i < least) return common;
    const label = left[i]!;
    while (j < right.length && right[j]! < label) j++;
    if (j < right.length && right[j] === label) {
      common++;
      j++;
    }
  }
  return common;
}

/** The most edits that a clone of this size may have: ⌊(den − num)·mx / den⌋. */
export const allowedEdits = ({ num, den }: TsedThreshold, mx: number): number =>
  Number(floorDiv((den - num) * BigInt(mx), den));

export interface TreeVerdict {
  readonly clone: boolean;
  /** `null` when a prefilter decided. */
  readonly ted: bigint | null;
  readonly decidedBy: 'size' | 'labels' | 'sequence' | 'distance';
}

export function judgeTrees(
  a: LabelTree,
  b: LabelTree,
  threshold: TsedThreshold,
): TreeVerdict | Refused<'empty_tree'> {
  const [n1, n2] = [a.labels.length, b.labels.length];
  const mx = Math.max(n1, n2);
  if (mx === 0) return refused('empty_tree');
  const most = allowedEdits(threshold, mx);
  const ruledOutBy = (decidedBy: 'size' | 'labels' | 'sequence'): TreeVerdict => ({
    clone: false,
    ted: null,
    decidedBy,
  });
  if (Math.min(n1, n2) < mx - most) return ruledOutBy('size');
  if (commonOf(sorted(a), sorted(b), mx - most) < mx - most) return ruledOutBy('labels');
  if (!withinEdits(a.labels, b.labels, most)) return ruledOutBy('sequence');
  const ted = BigInt(treeEditDistance(a, b));
  const clone = cloneDecides(threshold, ted, BigInt(n1), BigInt(n2)) === true;
  return { clone, ted, decidedBy: 'distance' };
}
