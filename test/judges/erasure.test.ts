import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERASURE_REASONS, judgeErasure, type ErasureRow } from '../../src/judges/index.js';
import { check } from './check.js';

const SAFE: ErasureRow = {
  class: 2,
  languageResolved: true,
  fullSegment: true,
  bytesEqual: true,
  copyDead: true,
  unitCovered: true,
  deadCode: null,
  vouched: true,
};
const row = fc.record({
  class: fc.constantFrom(1 as const, 2 as const, 3 as const),
  languageResolved: fc.boolean(),
  fullSegment: fc.boolean(),
  bytesEqual: fc.boolean(),
  copyDead: fc.boolean(),
  unitCovered: fc.boolean(),
  deadCode: fc.constantFrom(null, 1 as const, 2 as const, 3 as const, 4 as const),
  vouched: fc.boolean(),
});
const reasonOf = (r: ErasureRow): number | string => {
  const verdict = judgeErasure(r);
  return 'reason' in verdict ? verdict.reason : verdict.class;
};

describe('family 12, erasure', () => {
  it('lets a row go when no predicate fails', () => {
    expect(judgeErasure(SAFE)).toEqual({ reason: 0, name: 'eraseable' });
    expect(judgeErasure({ ...SAFE, class: 3, deadCode: 1 })).toEqual({
      reason: 0,
      name: 'eraseable',
    });
    expect(Object.values(ERASURE_REASONS)).toHaveLength(7);
  });

  it.each([
    ['languageResolved', 1],
    ['fullSegment', 2],
    ['bytesEqual', 3],
    ['copyDead', 4],
    ['unitCovered', 5],
  ] as const)('names %s failing alone as %i', (fact, reason) => {
    expect(reasonOf({ ...SAFE, [fact]: false })).toBe(reason);
  });

  it('refuses the retired class by name', () => {
    expect(judgeErasure({ ...SAFE, class: 0 })).toEqual({ class: 'retired' });
  });

  it('gives the first failing predicate, public surface before all', () => {
    check(
      fc.property(row, (r) => {
        const order: [boolean, number][] = [
          [r.class === 3 && (r.deadCode === 2 || r.deadCode === 4), 6],
          [!r.languageResolved, 1],
          [!r.fullSegment, 2],
          [!r.bytesEqual, 3],
          [!r.copyDead, 4],
          [!r.unitCovered, 5],
          [r.class === 3 && !r.vouched, 4],
        ];
        expect(reasonOf(r)).toBe(order.find(([fails]) => fails)?.[1] ?? 0);
      }),
    );
  });

  it('never lets an exported dead file go, whatever its confidence', () => {
    check(
      fc.property(
        row,
        fc.constantFrom(2 as const, 4 as const),
        fc.boolean(),
        (r, deadCode, vouched) => {
          expect(reasonOf({ ...r, class: 3, deadCode, vouched })).toBe(6);
        },
      ),
    );
  });
});
