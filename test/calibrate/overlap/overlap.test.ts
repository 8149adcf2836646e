import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countsAt, itemPairs, overlap, type SignedItem } from '../../../src/calibrate/index.js';
import { openGraph } from '../../../src/graph/index.js';
import { startRun } from '../../../src/lens/index.js';
import { createTask } from '../../../src/task/index.js';

const items: fc.Arbitrary<SignedItem[]> = fc
  .array(
    fc.record({
      file: fc.constantFrom('a', 'b', 'c'),
      fingerprints: fc.uniqueArray(fc.constantFrom(...'uvwxyz'), { minLength: 1 }),
    }),
    { maxLength: 8 },
  )
  .map((rows) => rows.map((row, at) => ({ ...row, ordinal: at, line: at, endLine: at })));

describe('pairs of functions by common fingerprints', () => {
  it('are those of an all-pairs scan', () => {
    fc.assert(
      fc.property(items, (all) => {
        const naive = all.flatMap((x, a) =>
          all.flatMap((y, b) => {
            const shared = x.fingerprints.filter((one) => y.fingerprints.includes(one)).length;
            const most = Math.max(x.fingerprints.length, y.fingerprints.length);
            return a < b && x.file !== y.file && shared > 0 ? [{ a, b, shared, most }] : [];
          }),
        );
        const { pairs, skipped } = itemPairs(all, 100, createTask());
        expect([pairs, skipped]).toEqual([naive, 0]);
        for (const floor of [50, 70, 100])
          expect(countsAt({ pairs, skipped }, [floor])).toEqual([
            naive.filter(({ shared, most }) => shared / most >= floor / 100 - 1e-12).length,
          ]);
      }),
    );
  });

  it('count the fingerprints that are in too many functions', () => {
    const same = (file: string): SignedItem => ({
      ordinal: 0,
      file,
      line: 1,
      endLine: 1,
      fingerprints: ['x'],
    });
    expect(itemPairs(['a', 'b', 'c'].map(same), 2, createTask())).toEqual({
      pairs: [],
      skipped: 1,
    });
  });
});

describe('the overlap calibration', () => {
  it('never keeps more pairs at a higher floor, and says why it is empty', async () => {
    const real = await openGraph('fixtures/arrow-js', { sources: 'node_modules/apache-arrow' });
    const run = await startRun(overlap, real).finish();
    const { counts } = run.state('curve');
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts[0]).toBeGreaterThan(0);
    const bare = await openGraph('fixtures/arrow-js');
    expect((await startRun(overlap, bare).report()).state).toBe('empty_gap');
  });
});
