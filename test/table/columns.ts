import fc from 'fast-check';
import {
  columnFromCells,
  compareCells,
  compareRationals,
  relation,
} from '../../src/table/index.js';
import type { Cell, Column, ColumnType, Rational, Relation } from '../../src/table/index.js';

const anyText = fc.string({ unit: 'binary', maxLength: 6 });

const cellsOf = (anyText: fc.Arbitrary<string>): Record<ColumnType, fc.Arbitrary<Cell>> => ({
  integer: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.maxSafeInteger()),
  bigint: fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  rational: fc.tuple(
    fc.integer({ min: -9, max: 9 }),
    fc.integer({ min: 1, max: 9 }),
  ) as fc.Arbitrary<Rational>,
  real: fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: fc.boolean(),
  text: anyText,
  list: fc.array(anyText, { maxLength: 3 }),
});

const anyCell = cellsOf(anyText);
/** Texts as people see them, for what is measured in terminal cells. */
const readableCell = cellsOf(fc.string({ unit: 'grapheme', maxLength: 6 }));

const anyType = fc.constantFrom<ColumnType>(
  'integer',
  'bigint',
  'rational',
  'real',
  'boolean',
  'text',
  'list',
);

/** A column of one type with some missing values. */
function anyColumn(
  name: string,
  type: ColumnType,
  length: number,
  cellOf: Record<ColumnType, fc.Arbitrary<Cell>>,
): fc.Arbitrary<Column> {
  return fc
    .array(fc.option(cellOf[type], { freq: 5 }), { minLength: length, maxLength: length })
    .map((cells) => columnFromCells({ name, type }, cells));
}

function relationOver(cellOf: Record<ColumnType, fc.Arbitrary<Cell>>): fc.Arbitrary<Relation> {
  return fc
    .tuple(fc.array(anyType, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 20 }))
    .chain(([types, length]) =>
      fc.tuple(...types.map((type, i) => anyColumn(`c${i}`, type, length, cellOf))),
    )
    .map((columns) => relation({ key: [], columns }));
}

/** A relation with some columns of any types and no key. */
export const anyRelation = relationOver(anyCell);
export const readableRelation = relationOver(readableCell);

/** The naive order of two rows: cell by cell, missing last in either direction. */
export function naiveCompare(
  keys: readonly { column: Column; descending: boolean }[],
  a: number,
  b: number,
): number {
  for (const { column, descending } of keys) {
    const left = column.at(a);
    const right = column.at(b);
    if (left === null && right === null) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    const order =
      column.spec.type === 'rational'
        ? compareRationals(left as Rational, right as Rational)
        : compareCells(left, right);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}
