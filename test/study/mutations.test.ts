/** Kinds of change, and the verdict that a person would give: the table that keeps the comparison honest. */
import { describe, expect, it } from 'vitest';
import {
  compareStudy,
  expectationOf,
  fails,
  parseExpected,
  printExpected,
  type CellOutcome,
  type Finding,
  type PinOptions,
} from '../../src/study/index.js';
import { ARCS, MODULES, outcome, pin, sampleRun, type SampleRun } from './samples.js';

interface Row {
  readonly change: string;
  readonly before: CellOutcome;
  readonly after: CellOutcome;
  readonly verdict: Finding['verdict'];
  /** Part of the sentence. */
  readonly says?: string;
  /** Id of the first step that diverged. */
  readonly step?: string;
  readonly lawsOnly?: boolean;
  /** The verdict fails a replay in CI only. */
  readonly strictOnly?: boolean;
}

const pinned = (
  change: string,
  before: unknown,
  after: unknown,
  rest: Pick<Row, 'verdict'> & Partial<Row> & PinOptions,
): Row => {
  const { verdict, says, step, lawsOnly, strictOnly, ...options } = rest;
  return {
    change,
    before: outcome({ pins: [pin(before, options)] }),
    after: outcome({ pins: [pin(after, options)] }),
    verdict,
    ...(says !== undefined && { says }),
    ...(lawsOnly !== undefined && { lawsOnly }),
    ...(strictOnly !== undefined && { strictOnly }),
  };
};

const ran = (
  change: string,
  after: SampleRun,
  rest: Pick<Row, 'verdict'> & Partial<Row>,
  before: SampleRun = {},
): Row => ({
  change,
  before: outcome({ runs: [sampleRun(before)] }),
  after: outcome({ runs: [sampleRun(after)] }),
  ...rest,
});

const rows = (...cells: [string, number][]): { name: string; score: number }[] =>
  cells.map(([name, score]) => ({ name, score }));
const KEYED = { key: ['name'] } as const;
const BASE = rows(['a', 1.5], ['b', 2.5]);
const LAST_BIT = 2.5 + Number.EPSILON * 2;
const many = (count: number): { name: string; score: number }[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `n${String(at).padStart(5, '0')}`,
    score: at,
  }));

const TABLE: readonly Row[] = [
  ran('nothing changes', {}, { verdict: 'holds' }),
  ran(
    'an edge is dropped',
    { arcs: ARCS.slice(1) },
    { verdict: 'drifted', says: '1 row removed', step: 'matrix' },
  ),
  ran(
    'an edge appears',
    { arcs: [...ARCS, ['db', 'app', 1]] },
    { verdict: 'drifted', says: '1 row added', step: 'matrix' },
  ),
  ran(
    'a weight changes',
    { arcs: [['app', 'core', 4], ...ARCS.slice(1)] },
    { verdict: 'drifted', says: '1 row changed in weight', step: 'matrix' },
  ),
  ran(
    'the rows of a step come in another order',
    { arcs: [...ARCS].reverse() },
    { verdict: 'holds' },
  ),
  ran(
    'a node appears that no finding names',
    { modules: [...MODULES, 'lonely'] },
    { verdict: 'drifted', says: 'a step on the way is not', step: 'modules' },
  ),
  ran(
    'a lens parameter is renamed',
    { params: { granularity: 'module' } },
    { verdict: 'drifted', says: 'parameter level is gone' },
  ),
  ran(
    'a lens parameter takes another value',
    { params: { level: 'crate' } },
    { verdict: 'drifted', says: 'expected "module", actual "crate"' },
  ),
  ran(
    'the entries of a parameter are named in another order',
    { params: { weights: { b: 2, a: 1 } } },
    { verdict: 'holds' },
    { params: { weights: { a: 1, b: 2 } } },
  ),
  ran('the lens moves a version and answers the same', { version: 2 }, { verdict: 'holds' }),
  ran(
    'a fact goes missing',
    { state: 'partial' },
    { verdict: 'drifted', says: 'state: expected complete, actual partial' },
  ),
  ran(
    'a step is renamed',
    { stepIds: ['modules', 'arcs'] },
    { verdict: 'drifted', step: 'matrix' },
  ),
  {
    change: 'the dump moves and the answer stays',
    before: outcome({ runs: [sampleRun()] }),
    after: outcome({ runs: [sampleRun()], dumpKey: 'k2' }),
    verdict: 'holds',
  },
  {
    change: 'a run is no longer made',
    before: outcome({ runs: [sampleRun()] }),
    after: outcome(),
    verdict: 'missing',
  },
  {
    change: 'a pin has no expectation yet',
    before: outcome(),
    after: outcome({ pins: [pin(1)] }),
    verdict: 'unexpected',
  },
  {
    change: 'a pin is no longer made',
    before: outcome({ pins: [pin(1)] }),
    after: outcome(),
    verdict: 'missing',
  },
  pinned('a number changes by one', 7, 8, { verdict: 'drifted', says: 'expected 7, actual 8' }),
  pinned('a number beyond 2^53 changes by one', 2n ** 60n, 2n ** 60n + 1n, { verdict: 'drifted' }),
  pinned('a number loses its value', 7, null, {
    verdict: 'drifted',
    says: 'expected 7, actual nothing',
  }),
  pinned('zero becomes minus zero', 0, -0, { verdict: 'holds' }),
  pinned('a float moves in the last bit', 2.5, LAST_BIT, { verdict: 'drifted' }),
  pinned('a float moves in the last bit, within a relative tolerance', 2.5, LAST_BIT, {
    verdict: 'holds',
    tolerance: { relative: 1e-12 },
  }),
  pinned('a number stays just inside its tolerance', 100, 101, { verdict: 'holds', tolerance: 1 }),
  pinned('a number just passes its tolerance', 100, 101.001, { verdict: 'drifted', tolerance: 1 }),
  pinned('a text differs in case', 'core', 'Core', {
    verdict: 'drifted',
    says: 'expected core, actual Core',
  }),
  pinned('a table is reordered', BASE, [...BASE].reverse(), { verdict: 'holds', ...KEYED }),
  pinned('an ordered table is reordered', BASE, [...BASE].reverse(), {
    verdict: 'drifted',
    says: 'another order from row 1',
    ...KEYED,
    ordered: true,
  }),
  pinned('the values of a column are swapped', BASE, rows(['a', 2.5], ['b', 1.5]), {
    verdict: 'drifted',
    says: '2 rows changed in score',
    ...KEYED,
  }),
  pinned(
    'two columns change places',
    BASE,
    BASE.map(({ name, score }) => ({ score, name })),
    { verdict: 'holds', ...KEYED },
  ),
  pinned(
    'a column is renamed',
    BASE,
    BASE.map(({ name, score }) => ({ name, points: score })),
    { verdict: 'drifted', says: 'column score is gone, column points is new', ...KEYED },
  ),
  pinned(
    'a column turns into text',
    BASE,
    BASE.map(({ name, score }) => ({ name, score: String(score) })),
    { verdict: 'drifted', says: 'column score: expected real, actual text', ...KEYED },
  ),
  pinned('a column that is ignored changes', BASE, rows(['a', 9], ['b', 9]), {
    verdict: 'holds',
    ...KEYED,
    ignore: ['score'],
  }),
  pinned('one column moves within its own tolerance', BASE, rows(['a', 1.6], ['b', 2.5]), {
    verdict: 'holds',
    ...KEYED,
    tolerance: { columns: { score: 0.2 } },
  }),
  pinned('a row is there twice', ['x', 'y'], ['x', 'y', 'y'], {
    verdict: 'drifted',
    says: '1 row added',
  }),
  pinned('the last row goes', BASE, [], { verdict: 'drifted', says: '2 rows removed', ...KEYED }),
  pinned('a list is reordered', ['b', 'a'], ['a', 'b'], { verdict: 'holds' }),
  pinned('a value becomes a table', 2, BASE, {
    verdict: 'drifted',
    says: 'expected a single value, actual a table',
  }),
  pinned(
    'one row of a large table changes beyond its head',
    many(3000),
    many(3000).map((row) => (row.score === 2999 ? { ...row, score: 0 } : row)),
    { verdict: 'drifted', says: '1 of 64 parts of a large table differ', ...KEYED },
  ),
  pinned('a large table is reordered', many(3000), many(3000).reverse(), {
    verdict: 'holds',
    ...KEYED,
  }),
  pinned(
    'a row appears at the head of a large table',
    many(3000),
    [{ name: 'a', score: 0 }, ...many(3000)],
    { verdict: 'drifted', says: '1 row added, expected 3000 rows, actual 3001', ...KEYED },
  ),
  pinned('at most: a smaller number', 5, 4, { verdict: 'holds', expect: 'at most' }),
  pinned('at most: a larger number', 5, 6, {
    verdict: 'drifted',
    says: 'expected at most 5, actual 6',
    expect: 'at most',
  }),
  pinned('at least: a row is gone', BASE, BASE.slice(1), {
    verdict: 'drifted',
    says: '1 row removed',
    ...KEYED,
    expect: 'at least',
  }),
  pinned('at least: a row more', BASE, rows(['a', 1.5], ['b', 2.5], ['c', 0]), {
    verdict: 'holds',
    ...KEYED,
    expect: 'at least',
  }),
  pinned('subset: a row is gone', BASE, BASE.slice(1), {
    verdict: 'holds',
    ...KEYED,
    expect: 'subset',
  }),
  pinned('subset: a row is new', BASE.slice(1), BASE, {
    verdict: 'drifted',
    says: '1 row added',
    ...KEYED,
    expect: 'subset',
  }),
  pinned('subset on another dump: a row is new', BASE.slice(1), BASE, {
    verdict: 'drifted',
    ...KEYED,
    expect: 'subset',
    lawsOnly: true,
  }),
  pinned('ratchet: a finding is new', ['a'], ['a', 'b'], {
    verdict: 'drifted',
    says: '1 row added',
    expect: 'no worse',
  }),
  pinned('ratchet: one more of the same finding', ['a'], ['a', 'a'], {
    verdict: 'drifted',
    says: '1 row added',
    expect: 'no worse',
  }),
  pinned('ratchet: one finding is swapped for another', ['a', 'b'], ['a', 'c'], {
    verdict: 'drifted',
    expect: 'no worse',
  }),
  pinned('ratchet: a finding is gone', ['a', 'b'], ['a'], {
    verdict: 'improved',
    says: '1 row removed: accept the smaller set',
    expect: 'no worse',
    strictOnly: true,
  }),
  pinned('ratchet: the number of a finding grows', BASE, rows(['a', 1.5], ['b', 3]), {
    verdict: 'drifted',
    ...KEYED,
    expect: 'no worse',
  }),
  pinned('ratchet: a number shrinks', 5, 4, {
    verdict: 'improved',
    expect: 'no worse',
    strictOnly: true,
  }),
  pinned('a fact on another dump', 5, 6, { verdict: 'not compared', lawsOnly: true }),
  pinned('a law on another dump', 5, 6, { verdict: 'drifted', expect: 'at most', lawsOnly: true }),
];

describe('the verdict on', () => {
  it.each(TABLE)(
    '$change is "$verdict"',
    ({ before, after, verdict, says, step, lawsOnly, strictOnly }) => {
      // Through the file, as a replay reads it.
      const expected = parseExpected(printExpected(expectationOf('s', before)));
      const [finding, ...others] = compareStudy(expected, after, { lawsOnly: lawsOnly ?? false });
      expect(others).toEqual([]);
      expect(finding?.verdict).toBe(verdict);
      if (says !== undefined) expect(finding?.sentence).toContain(says);
      expect(finding?.firstStep?.id).toBe(step);
      const passes = verdict === 'holds' || verdict === 'not compared';
      expect(fails(finding!, false)).toBe(!passes && !strictOnly);
      expect(fails(finding!, true)).toBe(!passes);
    },
  );

  it('covers at least thirty kinds of change', () => {
    expect(new Set(TABLE.map(({ change }) => change)).size).toBeGreaterThanOrEqual(30);
  });
});

describe('a ratchet', () => {
  it.each([
    [{ key: ['file', 'line'] }, /^line number in the key of a ratchet: line/],
    [{}, /^ratchet without a key/],
  ])('refuses the key %j', (options, message) => {
    expect(() => pin([{ file: 'a', line: 3 }], { ...options, expect: 'no worse' })).toThrow(
      message,
    );
  });
});
