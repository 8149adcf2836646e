import { execFileSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelTree, treeEditDistance, type NestedTree } from '../../src/text/index.js';
import { deep, needing } from '../tools.js';

/** The Python of the tests' own environment, in which zss is. */
const PYTHON = path.resolve('build/jupyter/bin/python');

/** Small ordered trees over three labels. */
const { tree } = fc.letrec<{ tree: NestedTree; children: NestedTree[] }>((tie) => ({
  tree: fc
    .tuple(fc.nat(2), fc.oneof({ depthSize: 'small' }, fc.constant([]), tie('children')))
    .map(([label, children]) => [label, ...children] as NestedTree),
  children: fc.array(tie('tree'), { maxLength: 3 }),
}));
const small = tree.filter((t) => sizeOf(t) <= 12);

function sizeOf([, ...children]: NestedTree): number {
  return children.reduce((sum, child) => sum + sizeOf(child), 1);
}

/** The textbook recursion over forests, remembered by its spelling. */
function naiveDistance(
  a: readonly NestedTree[],
  b: readonly NestedTree[],
  memo = new Map<string, number>(),
): number {
  const key = `${JSON.stringify(a)}|${JSON.stringify(b)}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const distance = ((): number => {
    if (a.length === 0) return b.reduce((sum, t) => sum + sizeOf(t), 0);
    if (b.length === 0) return a.reduce((sum, t) => sum + sizeOf(t), 0);
    const [labelA, ...childrenA] = a[a.length - 1]!;
    const [labelB, ...childrenB] = b[b.length - 1]!;
    const restA = a.slice(0, -1);
    const restB = b.slice(0, -1);
    return Math.min(
      naiveDistance([...restA, ...childrenA], b, memo) + 1,
      naiveDistance(a, [...restB, ...childrenB], memo) + 1,
      naiveDistance(restA, restB, memo) +
        naiveDistance(childrenA, childrenB, memo) +
        (labelA === labelB ? 0 : 1),
    );
  })();
  memo.set(key, distance);
  return distance;
}

/** Trees of up to forty nodes, of every shape: each node hangs below an earlier one. */
const large = fc
  .array(fc.tuple(fc.nat(4), fc.nat(1000)), { minLength: 1, maxLength: 40, size: 'max' })
  .map((nodes) => {
    const made: [number, ...NestedTree[]][] = [];
    for (const [i, [label, parent]] of nodes.entries()) {
      made.push([label]);
      if (i > 0) made[parent % i]!.push(made[i]!);
    }
    return made[0]! as NestedTree;
  });

const distance = (a: NestedTree, b: NestedTree): number =>
  treeEditDistance(labelTree(a), labelTree(b));

describe('tree edit distance', () => {
  it('equals the recursion over forests', () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(distance(a, b)).toBe(naiveDistance([a], [b]));
      }),
      { numRuns: 500 },
    );
  });

  it('is a metric, and at least the difference of the sizes', () => {
    fc.assert(
      fc.property(tree, tree, tree, (a, b, c) => {
        expect(distance(a, a)).toBe(0);
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, b) === 0).toBe(JSON.stringify(a) === JSON.stringify(b));
        expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c));
        expect(distance(a, b)).toBeGreaterThanOrEqual(Math.abs(sizeOf(a) - sizeOf(b)));
      }),
      { numRuns: 1000 },
    );
  });

  it('of an empty tree is the size of the other', () => {
    expect(treeEditDistance(labelTree(null), labelTree([1, [2], [3]]))).toBe(3);
  });
});

needing('jupyter')('tree edit distance against zss', () => {
  it('is the same on random pairs of trees', () => {
    const pairs = fc.sample(fc.tuple(large, large), { numRuns: deep(1000, 10_000), seed: 13 });
    const answer = execFileSync(PYTHON, [path.resolve('test/text/tree-edit-distance.py')], {
      input: pairs.map((pair) => `${JSON.stringify(pair)}\n`).join(''),
      encoding: 'utf8',
    });
    const theirs = answer.trim().split('\n').map(Number);
    expect(theirs).toHaveLength(pairs.length);
    expect(pairs.map(([a, b]) => distance(a, b))).toEqual(theirs);
    expect(Math.max(...pairs.map(([a]) => sizeOf(a)))).toBeGreaterThan(20);
  });
});
