import { sortUtf8 } from '../table/index.js';
import type { Baseline } from './ratchet.js';

/** Where `establish` writes and `check` reads, relative to the sources. */
export const BASELINE_FILE = 'mimir.baseline.json';

const FORMAT = 1;

/** One finding a line, so that a review of the baseline reads as a list; counts as strings, being exact integers. */
export function baselineText(baseline: Baseline): string {
  const counts = sortUtf8(Object.keys(baseline.counts)).map(
    (axis) => `    ${JSON.stringify(axis)}: "${baseline.counts[axis]!}"`,
  );
  const discrete = sortUtf8(baseline.discrete).map((key) => `    ${JSON.stringify(key)}`);
  return [
    '{',
    `  "format": ${FORMAT},`,
    `  "knobs_digest": ${JSON.stringify(baseline.knobsDigest)},`,
    `  "soft": "${baseline.soft}",`,
    `  "score": "${baseline.score}",`,
    `  "dedup_budget": "${baseline.dedupBudget}",`,
    `  "counts": {${counts.length > 0 ? `\n${counts.join(',\n')}\n  ` : ''}},`,
    `  "discrete": [${discrete.length > 0 ? `\n${discrete.join(',\n')}\n  ` : ''}]`,
    '}',
    '',
  ].join('\n');
}

/** `null` where the text is no baseline of this format. */
export function readBaselineText(text: string): Baseline | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const { format, knobs_digest, soft, score, dedup_budget, counts, discrete } = read as Record<
    string,
    unknown
  >;
  const numbers = typeof counts === 'object' && counts !== null ? Object.entries(counts) : null;
  if (
    format !== FORMAT ||
    typeof knobs_digest !== 'string' ||
    ![soft, score, dedup_budget].every(isCount) ||
    numbers?.every(([, count]) => isCount(count)) !== true ||
    !Array.isArray(discrete) ||
    !discrete.every((key) => typeof key === 'string')
  ) {
    return null;
  }
  return {
    knobsDigest: knobs_digest,
    soft: BigInt(soft as string),
    score: BigInt(score as string),
    dedupBudget: BigInt(dedup_budget as string),
    counts: Object.fromEntries(numbers.map(([axis, count]) => [axis, BigInt(count as string)])),
    discrete,
  };
}

const isCount = (value: unknown): boolean => typeof value === 'string' && /^\d+$/.test(value);
