import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arrowPage,
  fromRows,
  pageOf,
  relationFromArrow,
  relationToArrow,
  rowsOf,
} from '../../src/table/index.js';
import { anyRelation } from './columns.js';

test('a relation of any types comes back from Arrow with the same specs, key and exact cells', () => {
  fc.assert(
    fc.property(
      anyRelation,
      fc.constantFrom('stream' as const, 'file' as const),
      (table, format) => {
        const back = relationFromArrow(relationToArrow(table, {}, format));
        expect(back.columns.map((column) => column.spec)).toEqual(
          table.columns.map((column) => column.spec),
        );
        expect(rowsOf(back)).toEqual(rowsOf(table));
      },
    ),
    { numRuns: 200 },
  );
});

test('a page carries its rows, units, key and the total after the filter', () => {
  const table = fromRows(
    ['name'],
    ['name', 'calls:integer/functions', 'tags:list'],
    [
      ['b', 2, ['x']],
      ['a', 1, []],
      ['c', null, null],
    ],
  );
  const options = { from: 1, count: 5, sort: [{ column: 'name', descending: false }] };
  const { arrow, total } = arrowPage(table, options);
  const back = relationFromArrow(arrow);
  expect(total).toBe(3);
  expect(back.total).toBe(3);
  expect(back.key).toEqual(['name']);
  expect(back.column('calls').spec.unit).toBe('functions');
  expect(rowsOf(back)).toEqual(rowsOf(pageOf(table, options).rows));
  expect(arrowPage(table, { from: 0, count: 1, filter: 'X' }).total).toBe(1);
});
