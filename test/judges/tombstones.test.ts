import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSite,
  judgeTombstones,
  removedNames,
  SITE_KINDS,
  type SiteKind,
} from '../../src/judges/index.js';
import { check } from './check.js';

const row = fc.record({
  kind: fc.constantFrom<SiteKind>(0, 1, 2),
  marks: fc.nat(2),
  names: fc.nat(2),
});

describe('family 14, tombstones', () => {
  it('need a removed name, and prose a mark as well', () => {
    expect(SITE_KINDS).toEqual({ bracketed: 0, bare: 1, prose: 2 });
    const cases: [SiteKind, number, number][] = [
      [0, 0, 1],
      [1, 0, 1],
      [2, 0, 1],
      [2, 1, 1],
      [0, 3, 0],
    ];
    expect(cases.map(([kind, marks, names]) => isSite({ kind, marks, names }))).toEqual([
      true,
      true,
      false,
      true,
      false,
    ]);
  });

  it('count only names that are alive nowhere', () => {
    expect([...removedNames(['a', 'b', 'c'], ['b'])]).toEqual(['a', 'c']);
    const names = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd'));
    check(
      fc.property(names, names, (before, alive) => {
        const gone = removedNames(before, alive);
        for (const name of ['a', 'b', 'c', 'd'])
          expect(gone.has(name)).toBe(before.includes(name) && !alive.includes(name));
      }),
    );
  });

  it('add up over sentences, and go over only a declared budget', () => {
    check(
      fc.property(fc.array(row), fc.array(row), fc.option(fc.nat(5)), (a, b, budget) => {
        const { sites, over } = judgeTombstones([...a, ...b], budget);
        expect(sites).toBe(judgeTombstones(a, null).sites + judgeTombstones(b, null).sites);
        expect(over).toBe(budget !== null && sites > budget);
        expect(
          judgeTombstones(
            a.map((r) => ({ ...r, names: 0 })),
            0,
          ),
        ).toEqual({ sites: 0, over: false });
      }),
    );
  });
});
