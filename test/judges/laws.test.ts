import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commonLabels,
  fingerprintsOf,
  isRefused,
  judgeRatchet,
  judgeTrees,
  KNOBS,
  resolveSite,
  ruledOut,
  type Baseline,
} from '../../src/judges/index.js';
import { duplicatePairs, signatureOf, type Segment } from '../../src/judges/facts/documents.js';
import { createTask } from '../../src/task/index.js';
import { labelTree, rollingHashes, WordNumbers, type NestedTree } from '../../src/text/index.js';
import { readTypeScript } from '../../src/text/typescript-source.js';
import { big, check } from './check.js';

const task = createTask();

describe('laws of family 01 on whole fingerprints', () => {
  const PROFILE = { k: 3, window: 4, tie: 'rightmost' } as const;
  const names = fc.tuple(...['a', 'b', 'c'].map(() => fc.stringMatching(/^[d-h][a-z]{0,4}$/)));

  it('other names and other literals leave every fingerprint as it is', () => {
    const text = ([a, b, c]: readonly string[], n: number, s: string): string =>
      `const ${a} = ${b}(${n}, '${s}'); if (${a} > ${c}) ${b}(${a} + ${n});`;
    const prints = (source: string) =>
      fingerprintsOf(readTypeScript('a.ts', source).leaves, PROFILE);
    const usual = prints(text(['x', 'y', 'z'], 1, 's'));
    // Words of one letter and more; none of the language's own begins like this.
    const plain = names.filter((list) =>
      list.every((name) => !/^(do|get|enum|else|for|false)$/.test(name)),
    );
    check(
      fc.property(plain, fc.nat(), fc.stringMatching(/^[a-z]{0,6}$/), (list, n, s) => {
        expect(prints(text(list, n, s))).toEqual(usual);
      }),
    );
  });

  it('another token changes the k-grams that cover it, and no other', () => {
    const k = 4;
    const list = fc.array(big(0, 3), { minLength: k, maxLength: 30 });
    check(
      fc.property(list, fc.nat(29), (tokens, place) => {
        const at = place % tokens.length;
        const hashes = rollingHashes(BigUint64Array.from(tokens), k);
        const changed = rollingHashes(
          BigUint64Array.from(tokens, (token, i) => (i === at ? token + 7n : token)),
          k,
        );
        hashes.forEach((hash, i) => expect(hash === changed[i]).toBe(i > at || i + k <= at));
      }),
    );
  });

  it('about 2/(w + 1) of all positions are kept', () => {
    let state = 88_172_645_463_325_252n;
    const next = (): bigint => {
      state ^= BigInt.asUintN(64, state << 13n);
      state ^= state >> 7n;
      state = BigInt.asUintN(64, state ^ (state << 17n));
      return state;
    };
    const leaves = BigUint64Array.from({ length: 20_000 }, next);
    const { window } = KNOBS.tokenClones;
    const kept = fingerprintsOf(leaves, KNOBS.tokenClones).length;
    const expected = (2 * leaves.length) / (window + 1);
    expect(Math.abs(kept - expected)).toBeLessThan(expected / 20);
  });
});

describe('laws of family 02 on its prefilters', () => {
  const { tree } = fc.letrec<{ tree: NestedTree; children: NestedTree[] }>((tie) => ({
    tree: fc
      .tuple(fc.nat(3), fc.oneof({ depthSize: 'small' }, fc.constant([]), tie('children')))
      .map(([label, children]) => [label, ...children] as NestedTree),
    children: fc.array(tie('tree'), { maxLength: 4 }),
  }));

  it('both orders of the filters leave the same candidates, and the verdict is symmetric', () => {
    check(
      fc.property(tree, tree, (one, two) => {
        const [a, b] = [labelTree(one), labelTree(two)];
        const [n1, n2] = [BigInt(a.labels.length), BigInt(b.labels.length)];
        const size = ruledOut(KNOBS.treeClones, n1 < n2 ? n1 : n2, n1, n2);
        const labels = ruledOut(KNOBS.treeClones, commonLabels(a, b), n1, n2);
        const verdict = judgeTrees(a, b, KNOBS.treeClones);
        const back = judgeTrees(b, a, KNOBS.treeClones);
        if (isRefused(verdict) || isRefused(back)) throw new Error('refused two trees');
        expect(['sequence', 'distance'].includes(verdict.decidedBy)).toBe(!labels && !size);
        expect(verdict.decidedBy === 'size').toBe(size);
        expect(back).toEqual(verdict);
      }),
    );
  });
});

describe('laws of family 03 on pairs of segments', () => {
  const knobs = KNOBS.documentDuplicates;
  const numbers = new WordNumbers();
  const segmentOf = (words: readonly string[], i: number): Segment => ({
    key: `s${i}`,
    file: `f${i}`,
    line: 1,
    kind: 'text',
    words: numbers.numbersOf([...words]),
    signature: signatureOf(words, knobs),
  });
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 5, maxLength: 14 });
  const keys = (segments: readonly Segment[]): string[] =>
    duplicatePairs(segments, task)
      .pairs.map(({ a, b }) => [a.key, b.key].sort().join(' '))
      .sort();

  it('the pairs do not depend on the order of the segments, and two runs are equal', () => {
    check(
      fc.property(fc.array(words, { minLength: 2, maxLength: 4 }), (texts) => {
        const segments = texts.map(segmentOf);
        const once = keys(segments);
        expect(keys(segments)).toEqual(once);
        expect(keys([...segments].reverse())).toEqual(once);
      }),
    );
  });

  it('the bands propose nearly every pair of a Jaccard of 0.8 and more', () => {
    let alike = 0;
    let proposed = 0;
    for (let i = 0; i < 1000; i++) {
      const text = Array.from({ length: 60 }, (_, at) => `w${i}x${at}`);
      const near = text.map((word, at) => (at === (i * 7) % 60 ? 'other' : word));
      const [a, b] = [segmentOf(text, 0), segmentOf(near, 1)];
      alike++;
      const band = (s: Segment, n: number): string =>
        s.signature.slice(n * knobs.rows, (n + 1) * knobs.rows).join();
      if (Array.from({ length: knobs.bands }, (_, n) => n).some((n) => band(a, n) === band(b, n)))
        proposed++;
    }
    expect(alike).toBe(1000);
    expect(proposed).toBeGreaterThanOrEqual(999);
  });
});

describe('laws of family 05 on the ratchet', () => {
  const axes = ['a', 'b', 'c'] as const;
  const counts = fc.record({ a: big(0, 9), b: big(0, 9), c: big(0, 9) });
  const discrete = fc.uniqueArray(fc.constantFrom('x', 'y', 'z', 'é', '𐐷'), { maxLength: 5 });

  it('fails exactly where something is over, added, under the floor, or dropped', () => {
    check(
      fc.property(
        counts,
        counts,
        discrete,
        discrete,
        fc.tuple(big(0, 9), big(0, 9), big(0, 1), big(0, 9)),
        (was, is, known, found, [floor, score, dropped, copies]) => {
          const baseline: Baseline = {
            knobsDigest: 'd',
            soft: 1n,
            score: 5n,
            counts: was,
            discrete: known,
            dedupBudget: 4n,
          };
          const verdict = judgeRatchet(
            baseline,
            {
              knobsDigest: 'd',
              score,
              counts: is,
              discrete: found,
              duplicatedTokens: copies,
              rowsDropped: dropped,
            },
            { num: 1n, den: 1n, abs: 0n },
            floor,
          );
          const added = found.filter((key) => !known.includes(key));
          expect(verdict.failed).toEqual([
            ...(axes.some((axis) => is[axis] > was[axis]) ? ['ratchet_over'] : []),
            ...(added.length > 0 ? ['discrete_added'] : []),
            ...(score < floor ? ['floor'] : []),
            ...(copies > 4n ? ['dedup_budget'] : []),
            ...(dropped > 0n ? ['rows_dropped'] : []),
          ]);
          expect(verdict.pass).toBe(verdict.failed.length === 0);
          expect(new Set(verdict.added)).toEqual(new Set(added));
          expect(verdict.added).toEqual(
            [...verdict.added].sort((p, q) => Buffer.compare(Buffer.from(p), Buffer.from(q))),
          );
        },
      ),
    );
  });
});

describe('laws of family 06 on resolution', () => {
  it('the first rung with candidates decides; several on it are never passed over', () => {
    check(
      fc.property(fc.array(fc.array(fc.nat(3), { maxLength: 3 }), { maxLength: 4 }), (ladder) => {
        const rung = ladder.findIndex((candidates) => candidates.length > 0);
        const distinct = new Set(ladder[rung] ?? []);
        expect(resolveSite(ladder)).toEqual(
          rung < 0
            ? { outcome: 'external' }
            : distinct.size === 1
              ? { outcome: 'resolved', target: [...distinct][0], rung }
              : { outcome: 'unresolved', rung },
        );
      }),
    );
  });
});
