/** An ordered tree with integer labels, in postorder. */
export interface LabelTree {
  readonly labels: Uint32Array;
  /** Postorder number of the leftmost leaf below each node. */
  readonly leftmost: Uint32Array;
}

/** A tree written by hand: a label and its children in order. */
export type NestedTree = readonly [label: number, ...children: NestedTree[]];

export function labelTree(root: NestedTree | null): LabelTree {
  const labels: number[] = [];
  const leftmost: number[] = [];
  const visit = ([label, ...children]: NestedTree): number => {
    let first = -1;
    for (const child of children) {
      const leaf = visit(child);
      if (first < 0) first = leaf;
    }
    labels.push(label);
    leftmost.push(first < 0 ? labels.length - 1 : first);
    return leftmost[leftmost.length - 1]!;
  };
  if (root !== null) visit(root);
  return { labels: Uint32Array.from(labels), leftmost: Uint32Array.from(leftmost) };
}

/**
 * Unit-cost ordered tree edit distance (Zhang and Shasha, SIAM J. Comput. 1989): delete 1, insert 1, relabel 1 unless
 * the labels are equal. O(n1·n2·min(depth, leaves)²) time, O(n1·n2) memory. Always an integer.
 */
export function treeEditDistance(a: LabelTree, b: LabelTree): number {
  const n = a.labels.length;
  const m = b.labels.length;
  if (n === 0 || m === 0) return n + m;
  const trees = new Int32Array(n * m);
  const forest = new Int32Array((n + 1) * (m + 1));
  for (const i of keyroots(a))
    for (const j of keyroots(b)) forestDistances(a, b, i, j, trees, forest);
  return trees[n * m - 1]!;
}

function forestDistances(
  a: LabelTree,
  b: LabelTree,
  i: number,
  j: number,
  trees: Int32Array,
  forest: Int32Array,
): void {
  const m = b.labels.length;
  const width = m + 1;
  const firstA = a.leftmost[i]!;
  const firstB = b.leftmost[j]!;
  const rows = i - firstA + 1;
  const columns = j - firstB + 1;
  for (let x = 0; x <= rows; x++) forest[x * width] = x;
  for (let y = 0; y <= columns; y++) forest[y] = y;
  for (let x = 1; x <= rows; x++) {
    const nodeA = firstA + x - 1;
    const leafA = a.leftmost[nodeA]!;
    for (let y = 1; y <= columns; y++) {
      const nodeB = firstB + y - 1;
      const leafB = b.leftmost[nodeB]!;
      const removed = forest[(x - 1) * width + y]! + 1;
      const inserted = forest[x * width + y - 1]! + 1;
      const wholeTrees = leafA === firstA && leafB === firstB;
      const kept = wholeTrees
        ? forest[(x - 1) * width + y - 1]! + (a.labels[nodeA] === b.labels[nodeB] ? 0 : 1)
        : forest[(leafA - firstA) * width + (leafB - firstB)]! + trees[nodeA * m + nodeB]!;
      const least = Math.min(removed, inserted, kept);
      forest[x * width + y] = least;
      if (wholeTrees) trees[nodeA * m + nodeB] = least;
    }
  }
}

/** Nodes with a left sibling, and the root: the roots of the forests that must be solved; ascending. */
function keyroots({ leftmost }: LabelTree): number[] {
  const last = new Map<number, number>();
  leftmost.forEach((leaf, node) => last.set(leaf, node));
  return [...last.values()].sort((x, y) => x - y);
}
