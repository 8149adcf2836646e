import { sortUtf8 } from '../table/index.js';
import { floorOf, maxOf, ratio, refused, sumOf, type Ratio, type Refused } from './exact/index.js';

/**
 * Family 05: a score from 0 to its scale, and a gate against a baseline that may only tighten (S2:48–70).
 *
 * score = max 0 (scale − raw div (neutral·Σw)), raw = Σ w·p·violCost; one floor, of the exact sum.
 */
export interface WeightedAxis {
  readonly axis: string;
  readonly weight: bigint;
  readonly penalty: Ratio;
}

export interface ScoreKnobs {
  readonly scale: bigint;
  readonly violCost: bigint;
  readonly violCostNeutral: bigint;
}

export function scoreOf(
  axes: readonly WeightedAxis[],
  knobs: ScoreKnobs,
): bigint | Refused<'no_weight'> {
  const weights = axes.reduce((sum, { weight }) => sum + weight, 0n);
  if (weights <= 0n) return refused('no_weight');
  const raw = sumOf(axes.map(({ weight, penalty }) => penalty.mul(ratio(weight * knobs.violCost))));
  return maxOf(0n, knobs.scale - floorOf(raw.div(ratio(knobs.violCostNeutral * weights))));
}

export interface Tolerance {
  readonly num: bigint;
  readonly den: bigint;
  readonly abs: bigint;
}

/** max (c·num div den) (c + abs). */
export function toleratedCount(count: bigint, tolerance: Tolerance): bigint {
  return maxOf((count * tolerance.num) / tolerance.den, count + tolerance.abs);
}

/** What `establish` freezes and `check` compares with. Findings are keys without line numbers. */
export interface Baseline {
  readonly knobsDigest: string;
  readonly soft: bigint;
  readonly score: bigint;
  /** Counted axes: today's count. */
  readonly counts: Readonly<Record<string, bigint>>;
  /** Discrete findings: their keys. */
  readonly discrete: readonly string[];
  /** Duplicated tokens that are tolerated. */
  readonly dedupBudget: bigint;
}

export interface Measurement {
  readonly knobsDigest: string;
  readonly score: bigint;
  readonly counts: Readonly<Record<string, bigint>>;
  readonly discrete: readonly string[];
  readonly duplicatedTokens: bigint;
  /** Rows that the facts had and the judgement could not place. */
  readonly rowsDropped: bigint;
}

/** The conditions of the fail bit, in the order in which they are printed after FAIL. */
export const FAIL_CONDITIONS = [
  'ratchet_over',
  'discrete_added',
  'floor',
  'dedup_budget',
  'knobs_digest',
  'rows_dropped',
] as const;
export type FailCondition = (typeof FAIL_CONDITIONS)[number];

export interface RatchetVerdict {
  readonly pass: boolean;
  readonly failed: readonly FailCondition[];
  /** Counted axes over what is tolerated. */
  readonly over: readonly {
    readonly axis: string;
    readonly count: bigint;
    readonly tolerated: bigint;
  }[];
  readonly added: readonly string[];
  /** Informational: what the baseline may now drop. */
  readonly removed: readonly string[];
}

export function judgeRatchet(
  baseline: Baseline,
  now: Measurement,
  tolerance: Tolerance,
  floor: bigint,
): RatchetVerdict {
  const over = sortUtf8(Object.keys(now.counts))
    .map((axis) => ({
      axis,
      count: now.counts[axis]!,
      tolerated: toleratedCount(baseline.counts[axis] ?? 0n, tolerance),
    }))
    .filter(({ count, tolerated }) => count > tolerated);
  const added = without(now.discrete, baseline.discrete);
  const removed = without(baseline.discrete, now.discrete);
  const failing: Record<FailCondition, boolean> = {
    ratchet_over: over.length > 0,
    discrete_added: added.length > 0,
    floor: now.score < floor,
    dedup_budget: now.duplicatedTokens > baseline.dedupBudget,
    knobs_digest: now.knobsDigest !== baseline.knobsDigest,
    rows_dropped: now.rowsDropped > 0n,
  };
  const failed = FAIL_CONDITIONS.filter((condition) => failing[condition]);
  return { pass: failed.length === 0, failed, over, added, removed };
}

/** The baseline after a passing check: counts and findings may shrink, never grow. */
export function tightened(baseline: Baseline, now: Measurement): Baseline {
  const counts: Record<string, bigint> = {};
  for (const [axis, count] of Object.entries(baseline.counts)) {
    const current = now.counts[axis] ?? 0n;
    counts[axis] = current < count ? current : count;
  }
  const alive = new Set(now.discrete);
  return {
    ...baseline,
    score: maxOf(baseline.score, now.score),
    counts,
    discrete: baseline.discrete.filter((key) => alive.has(key)),
    dedupBudget:
      now.duplicatedTokens < baseline.dedupBudget ? now.duplicatedTokens : baseline.dedupBudget,
  };
}

function without(keys: readonly string[], known: readonly string[]): string[] {
  const old = new Set(known);
  return sortUtf8([...new Set(keys)].filter((key) => !old.has(key)));
}
