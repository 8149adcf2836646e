import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breaches,
  isRefused,
  judgeWrite,
  permilleOf,
  TIERS,
  tierOf,
} from '../../src/judges/index.js';
import { big, check } from './check.js';

describe('family 11, guard tiers', () => {
  it('step at 250 and 751 per mille', () => {
    expect([0n, 249n, 250n, 750n, 751n, 1000n, -1n].map(tierOf)).toEqual([
      'observe',
      'observe',
      'warn',
      'warn',
      'ask',
      'ask',
      null,
    ]);
  });

  it('measure lines between the soft and the hard line, rounded down', () => {
    expect(
      [500n, 562n, 563n, 687n, 688n, 750n].map((lines) => permilleOf(lines, 500n, 750n)),
    ).toEqual([null, 248n, 252n, 748n, 752n, 1000n]);
    expect(permilleOf(501n, 500n, 500n)).toEqual({ refused: 'hard_not_above_soft' });
  });

  it('breach above the cap, never without one', () => {
    expect([breaches(750n, 750n), breaches(751n, 750n), breaches(99_999n, 0n)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('deny only a breach of a promoted class', () => {
    const ask = { lines: 800n, soft: 500n, hard: 750n, cap: 750n, promoted: true };
    expect(judgeWrite(ask)).toEqual({ tier: 'deny', permille: 1200n, breach: true });
    expect(judgeWrite({ ...ask, promoted: false })).toEqual({
      tier: 'ask',
      permille: 1200n,
      breach: true,
    });
    expect(judgeWrite({ ...ask, lines: 700n })).toEqual({
      tier: 'ask',
      permille: 800n,
      breach: false,
    });
    expect(judgeWrite({ ...ask, lines: 500n })).toEqual({
      tier: null,
      permille: null,
      breach: false,
    });
    expect(judgeWrite({ ...ask, lines: 800n, soft: 750n })).toEqual({
      tier: 'deny',
      permille: null,
      breach: true,
    });
    expect(judgeWrite({ ...ask, lines: 700n, soft: 750n })).toEqual({
      refused: 'hard_not_above_soft',
    });
  });

  it('rise with the lines, and never reach deny unpromoted', () => {
    check(
      fc.property(
        big(0, 2000),
        big(0, 600),
        big(1, 600),
        big(0, 900),
        (lines, soft, width, cap) => {
          const at = (n: bigint, promoted: boolean): number => {
            const answer = judgeWrite({ lines: n, soft, hard: soft + width, cap, promoted });
            if (isRefused(answer)) throw new Error(answer.refused);
            return answer.tier === null ? -1 : TIERS.indexOf(answer.tier);
          };
          expect(at(lines + 1n, true)).toBeGreaterThanOrEqual(at(lines, true));
          expect(at(lines + 1n, false)).toBeGreaterThanOrEqual(at(lines, false));
          expect(at(lines, false)).toBeLessThan(TIERS.indexOf('deny'));
          expect(at(lines, true) === TIERS.indexOf('deny')).toBe(cap !== 0n && lines > cap);
        },
      ),
    );
  });
});
