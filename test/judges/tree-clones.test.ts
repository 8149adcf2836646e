import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allowedEdits,
  cloneDecides,
  commonLabels,
  isRefused,
  judgeTrees,
  ruledOut,
} from '../../src/judges/index.js';
import { labelTree, treeEditDistance, type NestedTree } from '../../src/text/index.js';
import { big, check } from './check.js';

const LINE = { num: 85n, den: 100n };

const { tree } = fc.letrec<{ tree: NestedTree; children: NestedTree[] }>((tie) => ({
  tree: fc
    .tuple(fc.nat(3), fc.oneof({ depthSize: 'small' }, fc.constant([]), tie('children')))
    .map(([label, children]) => [label, ...children] as NestedTree),
  children: fc.array(tie('tree'), { maxLength: 4 }),
}));

describe('family 02, tree clones', () => {
  it('at 100 nodes take 15 edits and refuse 16', () => {
    expect(cloneDecides(LINE, 15n, 100n, 90n)).toBe(true);
    expect(cloneDecides(LINE, 16n, 100n, 90n)).toBe(false);
  });

  it('allow floor(15·mx/100) edits', () => {
    const most = { 1: 0, 6: 0, 7: 1, 13: 1, 20: 3, 33: 4, 40: 6, 100: 15, 199: 29 };
    for (const [size, edits] of Object.entries(most)) {
      expect([size, cloneDecides(LINE, BigInt(edits), BigInt(size), 1n)]).toEqual([size, true]);
      expect([size, cloneDecides(LINE, BigInt(edits) + 1n, BigInt(size), 1n)]).toEqual([
        size,
        false,
      ]);
    }
    check(
      fc.property(big(1, 5000), big(0, 5000), (mx, ted) => {
        expect(cloneDecides(LINE, ted, mx, 1n)).toBe(ted <= (15n * mx) / 100n);
      }),
    );
  });

  it('refuse two empty trees', () => {
    expect(cloneDecides(LINE, 0n, 0n, 0n)).toEqual({ refused: 'empty_tree' });
    expect(judgeTrees(labelTree(null), labelTree(null), LINE)).toEqual({ refused: 'empty_tree' });
  });

  it('are what the distance alone decides: no prefilter kills a clone', () => {
    check(
      fc.property(tree, tree, big(1, 100), (x, y, num) => {
        const [a, b] = [labelTree(x), labelTree(y)];
        const threshold = { num, den: 100n };
        const ted = BigInt(treeEditDistance(a, b));
        const mx = BigInt(Math.max(a.labels.length, b.labels.length));
        const verdict = judgeTrees(a, b, threshold);
        if (isRefused(verdict)) throw new Error('refused trees that have nodes');
        expect(verdict.clone).toBe((mx - ted) * 100n >= num * mx);
        expect(verdict.ted === null ? verdict.decidedBy !== 'distance' : verdict.ted === ted).toBe(
          true,
        );
        expect(mx - ted <= commonLabels(a, b)).toBe(true);
        const mirrored = judgeTrees(b, a, threshold);
        expect(isRefused(mirrored) ? null : mirrored.clone).toBe(verdict.clone);
      }),
    );
  });

  it('count common labels as a multiset', () => {
    const a = labelTree([1, [1], [2], [3]]);
    const b = labelTree([1, [2], [2], [4]]);
    expect(commonLabels(a, b)).toBe(2n);
    expect(ruledOut(LINE, 2n, 4n, 4n)).toBe(true);
    expect(ruledOut(LINE, 17n, 20n, 20n)).toBe(false);
    expect(judgeTrees(a, b, LINE)).toEqual({ clone: false, ted: null, decidedBy: 'labels' });
    expect(judgeTrees(labelTree(null), a, LINE)).toEqual({
      clone: false,
      ted: null,
      decidedBy: 'size',
    });
    expect(judgeTrees(labelTree([1]), a, LINE)).toEqual({
      clone: false,
      ted: null,
      decidedBy: 'size',
    });
  });

  it('allow as many edits as the threshold does', () => {
    check(
      fc.property(fc.nat(200), big(0, 40), big(1, 40), (mx, num, den) => {
        fc.pre(mx > 0 && num <= den);
        const most = allowedEdits({ num, den }, mx);
        const size = BigInt(mx);
        expect(cloneDecides({ num, den }, BigInt(most), size, size)).toBe(true);
        expect(cloneDecides({ num, den }, BigInt(most + 1), size, size)).toBe(false);
      }),
    );
  });
});
