import { floorDiv, refused, type Refused } from './exact/index.js';

/**
 * Family 11: an exact gate above an inexact writer (S2:143–156). A rule class must have paid its false positive rate
 * (be promoted) before it may deny.
 */
export const TIERS = ['observe', 'warn', 'ask', 'deny'] as const;
export type Tier = (typeof TIERS)[number];

/** What a promoted rule class answers to a breach. */
export const PROMOTED_DEFAULT: Tier = 'deny';

/** A cap of 0 is no cap. */
export const breaches = (lines: bigint, cap: bigint): boolean => cap !== 0n && lines > cap;

/** (lines − S)·1000 div (H − S); `null` at or below S. */
export function permilleOf(
  lines: bigint,
  soft: bigint,
  hard: bigint,
): bigint | null | Refused<'hard_not_above_soft'> {
  if (hard <= soft) return refused('hard_not_above_soft');
  return lines <= soft ? null : floorDiv((lines - soft) * 1000n, hard - soft);
}

/** 0–249 observe, 250–750 warn, 751 and more ask; below 0 no tier. */
export function tierOf(permille: bigint): Tier | null {
  if (permille < 0n) return null;
  if (permille <= 249n) return 'observe';
  return permille <= 750n ? 'warn' : 'ask';
}

export interface GuardQuestion {
  readonly lines: bigint;
  readonly soft: bigint;
  readonly hard: bigint;
  readonly cap: bigint;
  readonly promoted: boolean;
}

export interface GuardAnswer {
  readonly tier: Tier | null;
  readonly permille: bigint | null;
  readonly breach: boolean;
}

/** A breach of a promoted class is denied; all else goes by its permille. */
export function judgeWrite(question: GuardQuestion): GuardAnswer | Refused<'hard_not_above_soft'> {
  const { lines, soft, hard, cap, promoted } = question;
  const breach = breaches(lines, cap);
  const permille = permilleOf(lines, soft, hard);
  if (breach && promoted) {
    return {
      tier: PROMOTED_DEFAULT,
      permille: typeof permille === 'bigint' ? permille : null,
      breach,
    };
  }
  if (permille !== null && typeof permille === 'object') return permille;
  return { tier: permille === null ? null : tierOf(permille), permille, breach };
}
