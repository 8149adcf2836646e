import { param } from '../../lens/index.js';
import { components, linksFromEdges } from '../../ops/index.js';

/** Rows that pairs join: one finding. */
export interface CloneClass {
  /** Rows, ascending. */
  readonly members: readonly number[];
  /** Numbers of its pairs, in the order in which they were given: the first is its best. */
  readonly pairs: readonly number[];
}

/** Members of a class that a finding spells out (S1:1263). */
export const CLASS_MEMBERS = 12;

/** Spread into the parameters of a lens that folds pairs into classes. */
export const classParams = {
  pairs: param.boolean({ default: false, doc: 'one finding a pair instead of one a class' }),
};

/** Spread into the parameters of a lens that lists pairs (S1:1306, 1402), and folds them when asked. */
export const foldParams = {
  classes: param.boolean({
    default: false,
    doc: 'one finding a class, its best pair, instead of one a pair',
  }),
};

/** Numbers of the pairs to list: all, or the best of each class. */
export const listedPairs = (
  count: number,
  classes: readonly CloneClass[],
  folded: boolean,
): readonly number[] =>
  folded
    ? classes.map(({ pairs: [best = 0] }) => best)
    : Array.from({ length: count }, (_, p) => p);

/**
 * Connected components of pairs (S1:1263), in the order of their first pair. Pairs come best first, so a class is
 * represented by its best one. `apart`: every pair is a class of its own.
 */
export async function cloneClasses(
  rows: number,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  apart = false,
): Promise<CloneClass[]> {
  if (apart)
    return Array.from(a, (row, p) => ({
      members: [...new Set([row, b[p]!])].sort((x, y) => x - y),
      pairs: [p],
    }));
  const { blockOf, members, offsets } = await components(
    linksFromEdges(rows, Array.from(a), Array.from(b)),
  );
  const found = new Map<number, { members: number[]; pairs: number[] }>();
  for (let p = 0; p < a.length; p++) {
    const block = blockOf[a[p]!]!;
    let one = found.get(block);
    if (one === undefined) {
      const own = members.subarray(offsets[block], offsets[block + 1]);
      found.set(block, (one = { members: [...own], pairs: [] }));
    }
    one.pairs.push(p);
  }
  return [...found.values()];
}
