import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cochangeHot,
  JOIN_RULES,
  joinCode,
  legsMask,
  rewriteHot,
  SIGNALS,
  type Signal,
} from '../../src/judges/index.js';
import { big, check } from './check.js';

const bits = (...list: Signal[]): Set<Signal> => new Set(list);
const signals = fc
  .uniqueArray(fc.constantFrom<Signal>(1, 2, 3, 4, 5, 6, 7, 8))
  .map((list) => new Set(list));
const KNOBS = { rewriteNum: 1n, rewriteDen: 2n, cochangeFloor: 3n };

describe('family 07, three signals', () => {
  it('joins as its table says', () => {
    const cases = [
      bits(1, 2, 3, 4),
      bits(1, 2, 5),
      bits(1, 2, 5, 6),
      bits(1, 2, 7, 8),
      bits(1, 3, 4, 5),
      bits(1, 2, 3, 4, 5),
    ];
    expect(cases.map((set) => joinCode(set))).toEqual([1, 2, 0, 3, 0, 1]);
    expect(JOIN_RULES.map(({ code, severity }) => [code, severity])).toEqual([
      [1, 2],
      [2, 3],
      [3, 1],
    ]);
  });

  it('spells the bits and the rules of the source', () => {
    expect(SIGNALS).toEqual({
      sim: 1,
      graph: 2,
      bothReferenced: 3,
      distinctSccs: 4,
      deadFlank: 5,
      guard: 6,
      cochange: 7,
      rewrite: 8,
    });
    expect(JOIN_RULES.map(({ required, forbidden }) => [required, forbidden])).toEqual([
      [[1, 2, 3, 4], []],
      [[1, 2, 5], [6]],
      [[1, 2, 7, 8], []],
    ]);
  });

  it('has order as data: rotating the table changes an answer', () => {
    const rotated = [...JOIN_RULES.slice(1), JOIN_RULES[0]!];
    expect(joinCode(bits(1, 2, 3, 4, 5), rotated)).toBe(2);
  });

  it('says nothing without the graph', () => {
    check(
      fc.property(signals, (set) => {
        const blind = new Set(set);
        blind.delete(2);
        expect(joinCode(blind)).toBe(0);
      }),
    );
  });

  it('keeps a match when a signal that no rule forbids is added', () => {
    check(
      fc.property(signals, fc.constantFrom<Signal>(1, 2, 3, 4, 5, 7, 8), (set, more) => {
        const before = joinCode(set);
        const after = joinCode(new Set([...set, more]));
        expect(before === 0 || (after !== 0 && after <= before)).toBe(true);
      }),
    );
  });

  it('weighs rewriting by cross-multiplication, equality in', () => {
    expect(rewriteHot(10n, 2n, 3n, KNOBS)).toBe(true);
    expect(rewriteHot(11n, 2n, 3n, KNOBS)).toBe(false);
    expect(rewriteHot(0n, 0n, 0n, KNOBS)).toBe(false);
    check(
      fc.property(big(0, 50), big(0, 50), big(0, 50), (total, a, b) => {
        expect(rewriteHot(total, a, b, KNOBS)).toBe(total > 0n && 2n * (a + b) >= total);
        const most = { ...KNOBS, rewriteNum: 3n, rewriteDen: 4n };
        expect(rewriteHot(total, a, b, most)).toBe(total > 0n && 4n * (a + b) >= 3n * total);
      }),
    );
    expect([2n, 3n, 4n].map((n) => cochangeHot(n, KNOBS))).toEqual([false, true, true]);
  });

  it('masks the legs that spoke: 5 is similarity and churn with the graph absent', () => {
    expect(legsMask({ sim: true, graphBoth: false, churn: true })).toBe(5);
    expect(legsMask({ sim: true, graphBoth: true, churn: true })).toBe(7);
    expect(legsMask({ sim: false, graphBoth: true, churn: false })).toBe(2);
    expect(legsMask({ sim: false, graphBoth: false, churn: true })).toBe(4);
    expect(legsMask({ sim: false, graphBoth: false, churn: false })).toBe(0);
  });
});
