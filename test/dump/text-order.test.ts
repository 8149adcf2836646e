import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascends, mergeIds } from '../../src/dump/merge-ids.js';
import { poolOf } from '../../src/dump/text-pool.js';
import { textOrder } from '../../src/dump/text-order.js';
import { deep } from '../tools.js';
import { byBytes } from './naive-graph.js';

/** Long common beginnings, texts that begin others, zero bytes, and bytes that make no number when read as one. */
const text = fc
  .array(fc.constantFrom('abcdefgh', 'a', '\0', '\0\0\0\0', 'é', '\u{1f600}', '\uffee', 'abcd'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''));
const short = fc.array(fc.constantFrom('a', '\0'), { maxLength: 5 }).map((one) => one.join(''));
const texts = fc.oneof(
  fc.array(short, { minLength: 20, maxLength: 80 }),
  fc.array(text, { maxLength: 60 }),
  fc.array(text, { maxLength: 30 }).map((all) => all.map((one) => `same beginning of all ${one}`)),
);

describe('texts in the order of their bytes', () => {
  it('are those that a stable sort by bytes gives', () => {
    fc.assert(
      fc.property(texts, (all) => {
        const rows = all.map((_, row) => row);
        expect([...textOrder(poolOf(all))]).toEqual(
          rows.sort((a, b) => byBytes(all[a]!, all[b]!) || a - b),
        );
      }),
      { numRuns: deep(300, 20_000) },
    );
  });

  it('are known to ascend strictly, loosely or not', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), fc.boolean(), (all, sorted, distinct) => {
        const given = distinct ? [...new Set(all)] : all;
        const made = sorted ? given.toSorted(byBytes) : given;
        const steps = made.slice(1).map((one, i) => byBytes(made[i]!, one));
        const wanted = steps.every((step) => step < 0)
          ? 'strictly'
          : steps.every((step) => step <= 0)
            ? 'loosely'
            : 'no';
        expect(ascends(poolOf(made))).toBe(wanted);
      }),
      { numRuns: deep(300, 20_000) },
    );
  });

  it('are not mistaken for one another where they are the two zeros of a number', () => {
    const pool = (last: number, then: number) => ({
      bytes: Uint8Array.from({ length: 16 }, (_, i) => (i === 7 ? last : i === 15 ? then : 0)),
      offsets: Uint32Array.of(0, 8, 16),
      length: 2,
    });
    expect([pool(0, 0x80), pool(0x80, 0), pool(0, 0)].map(ascends)).toEqual([
      'strictly',
      'no',
      'loosely',
    ]);
  });

  it('are merged from several units, each row found again, the first row of each told', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (units) => {
        const { ids, ordinals, firstRow, repeated } = mergeIds(
          units.map((unit) => ({ pool: poolOf(unit), ascent: ascends(poolOf(unit)) })),
        );
        const merged = [...new Set(units.flat())].sort(byBytes);
        const rows = units.flat();
        expect(ids.length).toBe(merged.length);
        units.forEach((unit, at) => {
          const own = ordinals[at]!;
          unit.forEach((one, row) => {
            expect(merged[typeof own === 'number' ? own + row : own[row]!]).toBe(one);
          });
        });
        expect(merged.map((one) => rows.indexOf(one))).toEqual(
          merged.map((_, ordinal) => firstRow?.[ordinal] ?? ordinal),
        );
        expect([...repeated]).toEqual(
          merged.flatMap((one, at) => (rows.indexOf(one) === rows.lastIndexOf(one) ? [] : [at])),
        );
      }),
      { numRuns: deep(200, 5_000) },
    );
  });
});
