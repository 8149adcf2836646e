import { treeEditDistance, type LabelTree } from '../text/index.js';
import { maxOf, minOf, refused, type Refused } from './exact/index.js';

/**
 * Family 02: units whose trees are almost equal although their tokens differ (S2:11–20).
 *
 * TSED(a, b) = (mx − ted) / mx with mx = max(n1, n2); a clone iff TSED ≥ num/den, decided as
 * (mx − ted)·den ≥ num·mx. Both prefilters use the same num/den, so they drop only what the exact test drops:
 * mx − ted ≤ min(n1, n2) and mx − ted ≤ Σ_label min(c1, c2).
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
  const left = sorted(a);
  const right = sorted(b);
  let common = 0;
  let j = 0;
  for (const label of left) {
    while (j < right.length && right[j]! < label) j++;
    if (j < right.length && right[j] === label) {
      common++;
      j++;
    }
  }
  return BigInt(common);
}

export interface TreeVerdict {
  readonly clone: boolean;
  /** `null` when a prefilter decided. */
  readonly ted: bigint | null;
  readonly decidedBy: 'size' | 'labels' | 'distance';
}

export function judgeTrees(
  a: LabelTree,
  b: LabelTree,
  threshold: TsedThreshold,
): TreeVerdict | Refused<'empty_tree'> {
  const n1 = BigInt(a.labels.length);
  const n2 = BigInt(b.labels.length);
  if (maxOf(n1, n2) === 0n) return refused('empty_tree');
  if (ruledOut(threshold, minOf(n1, n2), n1, n2))
    return { clone: false, ted: null, decidedBy: 'size' };
  if (ruledOut(threshold, commonLabels(a, b), n1, n2))
    return { clone: false, ted: null, decidedBy: 'labels' };
  const ted = BigInt(treeEditDistance(a, b));
  return { clone: cloneDecides(threshold, ted, n1, n2) === true, ted, decidedBy: 'distance' };
}
