import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chargeOf,
  chiSquare,
  isRefused,
  judgeStructure,
  perMille,
  ratio,
  reaches,
  tsallis2,
  tsallis2Norm,
  type Ratio,
} from '../../src/judges/index.js';
import { big, check } from './check.js';

const spell = (r: Ratio | { refused: string }): string =>
  'refused' in r ? r.refused : r.toFraction();
const counts = fc.array(big(0, 50), { minLength: 1, maxLength: 8 });
const KNOBS = { scale: 1000n, violCost: 7n, violCostNeutral: 10n };

describe('family 04, structure', () => {
  it('measures diversity exactly', () => {
    expect(
      [[], [5n], [1n, 1n], [1n, 1n, 1n, 1n], [3n, 1n]].map((cs) => spell(tsallis2(cs))),
    ).toEqual(['0', '0', '1/2', '3/4', '3/8']);
    expect(
      [
        [1n, 1n],
        [1n, 1n, 1n, 1n],
        [3n, 1n],
      ].map((cs) => spell(tsallis2Norm(cs))),
    ).toEqual(['1', '1', '3/4']);
    expect([[], [5n], [0n, 5n]].map((cs) => spell(tsallis2Norm(cs)))).toEqual(
      Array(3).fill('fewer_than_two_bins'),
    );
  });

  it('keeps diversity between 0 and 1 - 1/n, whatever the order', () => {
    check(
      fc.property(counts, (cs) => {
        const bins = cs.filter((c) => c > 0n).length;
        const value = tsallis2(cs);
        expect(value.compare(0)).toBeGreaterThanOrEqual(0);
        expect(
          value.compare(bins === 0 ? 0 : ratio(BigInt(bins - 1), BigInt(bins))),
        ).toBeLessThanOrEqual(0);
        expect(value.equals(tsallis2([...cs].reverse()))).toBe(true);
        expect(value.equals(tsallis2([...cs, 0n]))).toBe(true);
      }),
    );
  });

  it('gives an even spread 1, and less to a concentration', () => {
    check(
      fc.property(big(1, 30), fc.integer({ min: 2, max: 8 }), big(1, 30), (each, bins, more) => {
        const even = Array<bigint>(bins).fill(each);
        expect(spell(tsallis2Norm(even))).toBe('1');
        const skewed = [...even.slice(1), each + more];
        expect(tsallis2(skewed).compare(tsallis2(even))).toBeLessThan(0);
      }),
    );
  });

  it('measures divergence from a reference, and names the bins that it refuses', () => {
    const pair = (o: bigint[], r: bigint[]) =>
      chiSquare(o.map((observed, i) => ({ name: `d${i}`, observed, reference: r[i]! })));
    expect(spell(pair([1n, 1n], [1n, 1n]))).toBe('0');
    expect(spell(pair([3n, 1n], [1n, 1n]))).toBe('1/4');
    expect(pair([1n, 0n], [0n, 1n])).toEqual({ refused: 'no_reference_mass', about: ['d0'] });
    expect(pair([0n], [0n])).toEqual({ refused: 'no_mass' });
    expect(pair([0n], [4n])).toEqual({ refused: 'no_mass' });
  });

  it('is zero exactly where observed and reference agree in proportion', () => {
    const bins = fc.array(
      fc.record({ name: fc.constant('d'), observed: big(0, 9), reference: big(0, 9) }),
      { minLength: 1, maxLength: 6 },
    );
    check(
      fc.property(bins, (list) => {
        const value = chiSquare(list);
        const unseen = list.some((b) => b.reference === 0n && b.observed > 0n);
        const o = list.reduce((s, b) => s + b.observed, 0n);
        const r = list.reduce((s, b) => s + b.reference, 0n);
        expect(isRefused(value)).toBe(unseen || o === 0n || r === 0n);
        if (isRefused(value)) return;
        const same = list.every((b) => b.observed * r === b.reference * o);
        expect(value.equals(0)).toBe(same);
        expect(value.compare(0)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('charges less than the scale, half of it when every directory is named', () => {
    expect([chargeOf(1000n, 0n, 10n), chargeOf(1000n, 1n, 9n), chargeOf(1000n, 10n, 10n)]).toEqual([
      0n,
      100n,
      500n,
    ]);
    expect(chargeOf(1000n, 0n, 0n)).toEqual({ refused: 'empty_tree' });
    check(
      fc.property(big(0, 500), big(1, 500), (named, all) => {
        const charge = chargeOf(1000n, named, all) as bigint;
        expect(charge >= 0n && charge < 1000n).toBe(true);
        expect((chargeOf(1000n, named + 1n, all) as bigint) >= charge).toBe(true);
        expect(chargeOf(1000n, all, all)).toBe(500n);
      }),
    );
  });

  it('scores the judged axes only, each charge its own', () => {
    const axis = fc.record({ axis: fc.constantFrom('a', 'b', 'c'), named: fc.option(big(0, 40)) });
    check(
      fc.property(fc.array(axis, { minLength: 1, maxLength: 8 }), big(1, 40), (axes, all) => {
        const verdict = judgeStructure(axes, all, KNOBS);
        const judged = axes.filter((a) => a.named !== null);
        if (judged.length === 0) {
          expect(verdict).toEqual({ refused: 'no_axis_judged' });
          return;
        }
        if (isRefused(verdict)) throw new Error(verdict.refused);
        const charges = axes.map((a) =>
          a.named === null ? null : (1000n * a.named) / (a.named + all),
        );
        expect(verdict.charges.map((c) => c.charge)).toEqual(charges);
        const raw = charges.reduce<bigint>((sum, charge) => sum + (charge ?? 0n) * 7n, 0n);
        const score = 1000n - raw / (10n * BigInt(judged.length));
        expect(verdict.score).toBe(score < 0n ? 0n : score);
        expect(verdict.judgedAxes).toBe(BigInt(judged.length));
      }),
    );
    expect(judgeStructure([{ axis: 'a', named: 0n }], 0n, KNOBS)).toEqual({
      refused: 'empty_tree',
    });
    expect(
      judgeStructure([{ axis: 'a', named: 1000n }], 1n, { ...KNOBS, violCost: 1000n }),
    ).toMatchObject({ score: 0n });
  });

  it('cuts per mille down, also below zero', () => {
    expect([ratio(1n, 3n), ratio(-1n, 3n), ratio(1n)].map(perMille)).toEqual([333n, -334n, 1000n]);
  });

  it('meets a share at equality, by cross-multiplication', () => {
    expect(
      [
        [3n, 4n],
        [2n, 4n],
        [75n, 100n],
        [74n, 100n],
        [0n, 0n],
      ].map(([part, whole]) => reaches(part!, whole!, [3n, 4n])),
    ).toEqual([true, false, true, false, true]);
    check(
      fc.property(big(0, 50), big(1, 50), big(0, 9), big(1, 9), (part, whole, num, den) => {
        const exactly = ratio(part, whole).compare(ratio(num, den)) >= 0;
        expect(reaches(part, whole, [num, den])).toBe(exactly);
      }),
    );
  });
});
