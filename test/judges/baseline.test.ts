import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  baselineText,
  KNOBS,
  knobsDigest,
  readBaselineText,
  type Baseline,
} from '../../src/judges/index.js';

describe('a baseline', () => {
  const count = fc.bigInt(0n, 10n ** 20n);
  const baseline: fc.Arbitrary<Baseline> = fc.record({
    knobsDigest: fc.string(),
    soft: count,
    score: count,
    dedupBudget: count,
    counts: fc
      .array(fc.tuple(fc.constantFrom('file_size', 'dead_files', 'x'), count))
      .map((entries) => Object.fromEntries(entries)),
    discrete: fc.uniqueArray(fc.string(), { maxLength: 5 }).map((keys) => [...keys].sort()),
  });

  it('is written one finding a line, sorted, counts as strings', () => {
    const one: Baseline = {
      knobsDigest: 'd',
      soft: 1n,
      score: 2n,
      dedupBudget: 3n,
      counts: { b: 5n, a: 4n },
      discrete: ['z', 'y'],
    };
    const head =
      '{\n  "format": 1,\n  "knobs_digest": "d",\n  "soft": "1",\n  "score": "2",\n  "dedup_budget": "3",\n';
    expect(baselineText(one)).toBe(
      `${head}  "counts": {\n    "a": "4",\n    "b": "5"\n  },\n  "discrete": [\n    "y",\n    "z"\n  ]\n}\n`,
    );
    expect(baselineText({ ...one, counts: {}, discrete: [] })).toBe(
      `${head}  "counts": {},\n  "discrete": []\n}\n`,
    );
    for (const text of ['null', '3', '"text"']) expect(readBaselineText(text)).toBeNull();
  });

  it('reads back as it was written', () => {
    fc.assert(
      fc.property(baseline, (one) => {
        expect(readBaselineText(baselineText(one))).toEqual(one);
        expect(baselineText(readBaselineText(baselineText(one))!)).toBe(baselineText(one));
      }),
      { numRuns: 1000 },
    );
  });

  it('is none when a field is missing or of another type', () => {
    const whole = JSON.parse(
      baselineText({
        knobsDigest: 'd',
        soft: 1n,
        score: 2n,
        dedupBudget: 3n,
        counts: { a: 4n },
        discrete: ['k'],
      }),
    ) as Record<string, unknown>;
    expect(readBaselineText(JSON.stringify(whole))).not.toBeNull();
    for (const name of Object.keys(whole)) {
      expect(readBaselineText(JSON.stringify({ ...whole, [name]: undefined })), name).toBeNull();
      expect(readBaselineText(JSON.stringify({ ...whole, [name]: -1 })), name).toBeNull();
    }
    expect(readBaselineText(JSON.stringify({ ...whole, counts: { a: '-4' } }))).toBeNull();
    expect(readBaselineText(JSON.stringify({ ...whole, discrete: [1] }))).toBeNull();
  });

  it('carries the digest of every knob', () => {
    expect(knobsDigest()).toMatch(/^[0-9a-f]{64}$/);
    expect(knobsDigest({ ...KNOBS, trend: { band: 2n } })).not.toBe(knobsDigest());
    expect(knobsDigest({ ...KNOBS })).toBe(knobsDigest());
  });
});
