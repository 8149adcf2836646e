import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canonicalHeader,
  canonicalRows,
  checkKeys,
  digestRows,
  fromRows,
  head,
  integers,
  pageOf,
  rationals,
  reduced,
  relation,
  rowsOf,
  take,
  texts,
} from '../../src/table/index.js';
import { InvalidArgument } from '../../src/task/index.js';
import { anyRelation } from './columns.js';

const people = fromRows(
  ['name'],
  ['name', 'calls:integer/functions', 'share:rational'],
  [
    ['gamma', 3, [1, 3]],
    ['alpha', null, [2, 4]],
    ['Beta', 12, null],
  ],
);

test('an unknown column is refused with the nearest name', () => {
  expect(() => people.column('nmae')).toThrow(
    new InvalidArgument('unknown column: nmae; did you mean name?'),
  );
});

test('columns of different lengths are refused', () => {
  const columns = [integers('a', Int32Array.of(1)), integers('b', Int32Array.of(1, 2))];
  expect(() => relation({ key: [], columns })).toThrow(InvalidArgument);
});

test('a repeated key is found, a unique one is not', () => {
  expect(checkKeys(people)).toBe(people);
  const twice = relation({ key: ['x'], columns: [texts('x', ['b', 'a', 'b'])] });
  expect(() => checkKeys(twice)).toThrow(
    new InvalidArgument('repeated key: x = b; name more key columns'),
  );
});

test('rationals come out reduced with a positive denominator, and a zero denominator is missing', () => {
  const column = rationals('r', Int32Array.of(4, 3, 1, 0), Int32Array.of(-6, 9, 0, -5));
  expect([0, 1, 2, 3].map((row) => column.at(row))).toEqual([[-2, 3], [1, 3], null, [0, 1]]);
  expect(reduced(2n ** 80n, 2n ** 79n)).toEqual([2, 1]);
});

test('canonical rows are sorted by key and hold exact values', () => {
  expect(canonicalRows(people)).toEqual([
    '["Beta",12,null]',
    '["alpha",null,[1,2]]',
    '["gamma",3,[1,3]]',
  ]);
  const wide = fromRows(['n'], ['n:bigint'], [[2n ** 60n], [7n]]);
  expect(canonicalRows(wide)).toEqual(['[7]', '["1152921504606846976"]']);
});

test('the digest is SHA-256 over header and canonical rows, and row order never matters', () => {
  fc.assert(
    fc.property(anyRelation, fc.infiniteStream(fc.nat()), (table, random) => {
      const order = Uint32Array.from({ length: table.rowCount }, (_, i) => i);
      for (let i = order.length - 1; i > 0; i--) {
        const j = random.next().value! % (i + 1);
        [order[i], order[j]] = [order[j]!, order[i]!];
      }
      const shuffled = take(table, order);
      const text = [canonicalHeader(table), ...canonicalRows(table)]
        .map((line) => `${line}\n`)
        .join('');
      expect(digestRows(table)).toBe(createHash('sha256').update(text).digest('hex'));
      expect(digestRows(shuffled)).toBe(digestRows(table));
    }),
  );
});

test('a page is the filtered, sorted rows cut to its range', () => {
  const page = pageOf(people, {
    from: 0,
    count: 1,
    sort: [{ column: 'calls', descending: true }],
    filter: 'a',
  });
  expect(page.total).toBe(3);
  expect(rowsOf(page.rows)).toEqual([['Beta', 12, null]]);
  expect(pageOf(people, { from: 5, count: 2, filter: 'BETA' })).toMatchObject({
    total: 1,
    rows: { rowCount: 0 },
  });
});

test('head keeps the first rows and never more than there are', () => {
  expect(rowsOf(head(people, 2))).toEqual(rowsOf(people).slice(0, 2));
  expect(head(people, 99).rowCount).toBe(3);
});
