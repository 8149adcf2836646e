export type {
  BigIntegerArray,
  Cell,
  Column,
  ColumnData,
  ColumnSpec,
  ColumnType,
  IntegerArray,
  Rational,
  Relation,
} from './relation.js';
export { compareUtf8, sortUtf8, utf8Comparator } from './utf8-order.js';
export { nearestNames } from './nearest.js';
export {
  bigints,
  booleans,
  coded,
  columnOf,
  computedTexts,
  integers,
  lists,
  narrow,
  rationals,
  reals,
  reduced,
  texts,
  type ColumnOptions,
  type NullableOptions,
} from './columns.js';
export {
  checkKeys,
  columnFromCells,
  fromRows,
  head,
  ranks,
  relation,
  rowsOf,
  select,
  take,
  takeColumn,
} from './make-relation.js';
export { compareCells, compareRationals, sameCell } from './compare.js';
export { argsort, type SortKey } from './argsort.js';
export {
  canonicalHeader,
  canonicalOrder,
  canonicalRows,
  cellJson,
  cellText,
  digestRows,
} from './canonical.js';
export { matchingRows, pageOf, viewOrder, type PageOptions } from './page.js';
export { arrowPage, relationFromArrow, relationToArrow, toArrowTable } from './arrow.js';
export { fromArquero, fromObjects, isArquero, relationOf, toArquero } from './arquero.js';
