import { desc, op, table as aqTable } from 'arquero';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromArquero, fromRows, relationOf, rowsOf, toArquero } from '../../src/table/index.js';
import { anyRelation } from './columns.js';

const calls = fromRows(
  ['id'],
  ['id', 'module', 'n:integer/calls', 'share:rational'],
  [
    ['f', 'a', 3, [1, 3]],
    ['g', 'b', 5, [1, 2]],
    ['h', 'a', 4, [2, 3]],
  ],
);

test('every verb works on the view: filter, derive, group, roll up, order', () => {
  const view = toArquero(calls);
  const sums = view
    .groupby('module')
    .rollup({ n: op.sum('n') })
    .orderby(desc('n'));
  expect(sums.objects()).toEqual([
    { module: 'a', n: 7 },
    { module: 'b', n: 5 },
  ]);
  expect(view.derive({ twice: '2 * d.share' }).array('twice')).toEqual([2 / 3, 1, 4 / 3]);
});

test('the view knows its relation, and is the same object each time', () => {
  expect(relationOf(toArquero(calls))).toBe(calls);
  expect(toArquero(calls)).toBe(toArquero(calls));
  expect(fromArquero(toArquero(calls))).toBe(calls);
});

test('a filtered and ordered view keeps exact rationals, units and the key', () => {
  const derived = fromArquero(
    toArquero(calls).filter('d.module == "a"').orderby(desc('n')).select('id', 'share'),
  );
  expect(derived.key).toEqual(['id']);
  expect(derived.column('share').spec.type).toBe('rational');
  expect(rowsOf(derived)).toEqual([
    ['h', [2, 3]],
    ['f', [1, 3]],
  ]);
});

test('a table made elsewhere takes the narrowest types', () => {
  const made = fromArquero(
    aqTable({ n: [1, 2], x: [0.5, NaN], b: [true, false], s: ['a', undefined], l: [[1], []] }),
    { key: ['n'] },
  );
  expect(made.columns.map(({ spec }) => spec.type)).toEqual([
    'integer',
    'real',
    'boolean',
    'text',
    'list',
  ]);
  expect(rowsOf(made)).toEqual([
    [1, 0.5, true, 'a', [1]],
    [2, null, false, null, []],
  ]);
});

test('any relation survives the way through an Arquero copy', () => {
  fc.assert(
    fc.property(anyRelation, (table) => {
      const copy = toArquero(table).filter(() => true);
      expect(rowsOf(fromArquero(copy))).toEqual(rowsOf(table));
    }),
  );
});

test('a limit shows the first rows only', () => {
  expect(toArquero(calls, { limit: 2 }).numRows()).toBe(2);
});
