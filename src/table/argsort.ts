import { InvalidArgument } from '../task/index.js';
import { compareCells, compareRationals } from './compare.js';
import type {
  BigIntegerArray,
  Cell,
  Column,
  ColumnData,
  IntegerArray,
  Rational,
} from './relation.js';
import { reduced } from './columns.js';
import { textRanks } from './text-ranks.js';

export interface SortKey {
  readonly column: Column;
  readonly descending?: boolean;
}

/**
 * Row ordinals in the order of these columns, first key first; stable, so equal rows keep their order.
 * Missing values stand last in both directions. Texts by UTF-8 bytes, rationals exactly, lists item by item.
 * A radix sort over 32-bit words: O(rows) for each word in which rows differ.
 */
export function argsort(
  keys: readonly SortKey[],
  rowCount = keys[0]?.column.length ?? 0,
): Uint32Array {
  let order = new Uint32Array(rowCount);
  for (let i = 0; i < rowCount; i++) order[i] = i;
  if (rowCount < 2) return order;
  let spare = new Uint32Array(rowCount);
  // Least significant key first: each later, stable pass keeps the order of the earlier ones.
  for (const { column, descending = false } of [...keys].reverse()) {
    if (column.length !== rowCount) {
      throw new InvalidArgument(
        `sort column of another length: ${column.spec.name} has ${column.length} rows, not ${rowCount}`,
      );
    }
    const words = wordsOf(column);
    const flip = descending ? 0xffffffff : 0;
    for (const word of words.ascending) [order, spare] = radixPass(word, flip, order, spare);
    if (words.valid !== null) [order, spare] = missingLast(words.valid, order, spare);
  }
  return order;
}

const DIGIT = 11;
const BUCKETS = 1 << DIGIT;

/** Sorts `order` by 32-bit words (xor flip), skipping digits in which all rows agree. */
function radixPass(
  word: Uint32Array,
  flip: number,
  order: Uint32Array<ArrayBuffer>,
  spare: Uint32Array<ArrayBuffer>,
): [Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>] {
  let differing = 0;
  const first = word[0]!;
  for (let i = 1; i < word.length; i++) differing |= word[i]! ^ first;
  for (let shift = 0; shift < 32; shift += DIGIT) {
    if (((differing >>> shift) & (BUCKETS - 1)) === 0) continue;
    const counts = new Uint32Array(BUCKETS);
    for (const value of word) {
      const digit = ((value ^ flip) >>> shift) & (BUCKETS - 1);
      counts[digit] = counts[digit]! + 1;
    }
    let sum = 0;
    for (let b = 0; b < BUCKETS; b++) {
      const here = counts[b]!;
      counts[b] = sum;
      sum += here;
    }
    for (const row of order) {
      const digit = ((word[row]! ^ flip) >>> shift) & (BUCKETS - 1);
      const to = counts[digit]!;
      counts[digit] = to + 1;
      spare[to] = row;
    }
    [order, spare] = [spare, order];
  }
  return [order, spare];
}

function missingLast(
  valid: Uint8Array,
  order: Uint32Array<ArrayBuffer>,
  spare: Uint32Array<ArrayBuffer>,
): [Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>] {
  let to = 0;
  for (const row of order) if (valid[row] !== 0) spare[to++] = row;
  for (const row of order) if (valid[row] === 0) spare[to++] = row;
  return [spare, order];
}

interface Words {
  /** Unsigned words whose order is the column's, least significant first. */
  readonly ascending: readonly Uint32Array[];
  readonly valid: Uint8Array | null;
}

function wordsOf(column: Column): Words {
  const data = column.data;
  if (data === undefined) return wordsOfCells(column);
  switch (data.kind) {
    case 'integer':
      return { ascending: numberWords(data.values), valid: data.valid };
    case 'boolean':
      return {
        ascending: [Uint32Array.from(data.values, (value) => (value === 0 ? 0 : 1))],
        valid: data.valid,
      };
    case 'real':
      return {
        ascending: numberWords(data.values),
        valid: validWhere(data.values.length, (row) => !Number.isNaN(data.values[row])),
      };
    case 'bigint':
      return Array.isArray(data.values) || !ArrayBuffer.isView(data.values)
        ? wordsOfCells(column)
        : { ascending: bigWords(data.values), valid: data.valid };
    case 'rational':
      return rationalWords(column, data);
    case 'coded':
      return codedWords(data.codes, data.dictionary);
    case 'text':
      return textWords(data.values);
    case 'list':
      return wordsOfCells(column);
  }
}

function validWhere(length: number, holds: (row: number) => boolean): Uint8Array | null {
  let valid: Uint8Array | null = null;
  for (let row = 0; row < length; row++) {
    if (holds(row)) continue;
    valid ??= new Uint8Array(length).fill(1);
    valid[row] = 0;
  }
  return valid;
}

function numberWords(values: ArrayLike<number> & ArrayBufferView): Uint32Array[] {
  if (values instanceof Float64Array || values instanceof Float32Array) return doubleWords(values);
  const word = new Uint32Array(values.length);
  // Adding 2^31 (mod 2^32) makes signed order unsigned order.
  const bias =
    values instanceof Int32Array || values instanceof Int16Array || values instanceof Int8Array
      ? 0x80000000
      : 0;
  for (let i = 0; i < values.length; i++) word[i] = values[i]! ^ bias;
  return [word];
}

/** IEEE 754 doubles as two words: sign flipped for positives, all bits for negatives; -0 counts as 0. */
function doubleWords(values: ArrayLike<number>): Uint32Array[] {
  const length = values.length;
  const doubles = new Float64Array(length);
  for (let i = 0; i < length; i++) doubles[i] = values[i]! + 0;
  const halves = new Uint32Array(doubles.buffer);
  const low = new Uint32Array(length);
  const high = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    const sign = halves[2 * i + 1]! >>> 31;
    low[i] = sign ? ~halves[2 * i]! : halves[2 * i]!;
    high[i] = sign ? ~halves[2 * i + 1]! : halves[2 * i + 1]! ^ 0x80000000;
  }
  return [low, high];
}

function bigWords(values: BigInt64Array | BigUint64Array): Uint32Array[] {
  const halves = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const bias = values instanceof BigInt64Array ? 0x80000000 : 0;
  const low = new Uint32Array(values.length);
  const high = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    low[i] = halves[2 * i]!;
    high[i] = halves[2 * i + 1]! ^ bias;
  }
  return [low, high];
}

function codedWords(codes: ArrayLike<number>, dictionary: readonly (string | null)[]): Words {
  const ranks = textRanks(dictionary);
  const word = new Uint32Array(codes.length);
  for (let i = 0; i < codes.length; i++) word[i] = ranks[codes[i]!] ?? 0;
  return {
    ascending: [word],
    valid: validWhere(codes.length, (row) => (dictionary[codes[row]!] ?? null) !== null),
  };
}

function textWords(values: readonly (string | null)[]): Words {
  return {
    ascending: [textRanks(values)],
    valid: validWhere(values.length, (row) => values[row] !== null),
  };
}

function rationalWords(column: Column, data: Extract<ColumnData, { kind: 'rational' }>): Words {
  const { num, den } = data;
  if (!exactDoubles(num) || !exactDoubles(den)) return wordsOfCells(column);
  const valid = validWhere(num.length, (row) => den[row] !== 0);
  const quotients = new Float64Array(num.length);
  for (let i = 0; i < num.length; i++) quotients[i] = den[i] === 0 ? 0 : num[i]! / den[i]!;
  // Rounded division of exact doubles never reverses an order, so only equal quotients need the exact rule.
  const words = doubleWords(quotients);
  // Distinct fractions of numbers this small differ by more than rounding can hide.
  if (allBelow(num, SMALL_FRACTION) && allBelow(den, SMALL_FRACTION))
    return { ascending: words, valid };
  let order = new Uint32Array(num.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  let spare = new Uint32Array(num.length);
  for (const word of words) [order, spare] = radixPass(word, 0, order, spare);
  const ranks = new Uint32Array(num.length);
  let rank = 0;
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && quotients[order[end]!] === quotients[order[start]!]) end++;
    rank = rankRun(data, order.subarray(start, end), ranks, rank) + 1;
    start = end;
  }
  return { ascending: [ranks], valid };
}

const SMALL_FRACTION = 2 ** 25;

function allBelow(values: IntegerArray, limit: number): boolean {
  for (const value of values) if (Math.abs(value) >= limit) return false;
  return true;
}

function exactDoubles(values: IntegerArray | BigIntegerArray): values is IntegerArray {
  return (
    ArrayBuffer.isView(values) &&
    !(values instanceof BigInt64Array) &&
    !(values instanceof BigUint64Array)
  );
}

/** Ranks rows whose quotients round to the same double; gives the last rank used. */
function rankRun(
  data: Extract<ColumnData, { kind: 'rational' }>,
  run: Uint32Array,
  ranks: Uint32Array,
  rank: number,
): number {
  const { num, den } = data;
  const first = run[0]!;
  if (run.every((row) => num[row] === num[first] && den[row] === den[first])) {
    for (const row of run) ranks[row] = rank;
    return rank;
  }
  const zero: Rational = [0, 1];
  const exact = new Map<number, Rational>();
  for (const row of run) exact.set(row, reduced(num[row]!, den[row]!) ?? zero);
  const sorted = [...run].sort((a, b) => compareRationals(exact.get(a)!, exact.get(b)!));
  for (let i = 0; i < sorted.length; i++) {
    if (i > 0 && compareRationals(exact.get(sorted[i - 1]!)!, exact.get(sorted[i]!)!) !== 0) rank++;
    ranks[sorted[i]!] = rank;
  }
  return rank;
}

/** Ranks by comparing exact cells: for lists, big rationals and computed columns. */
function wordsOfCells(column: Column): Words {
  const cells = new Array<Cell>(column.length);
  for (let row = 0; row < column.length; row++) cells[row] = column.at(row);
  if (column.spec.type === 'text') return textWords(cells as (string | null)[]);
  const rows: number[] = [];
  for (let row = 0; row < cells.length; row++) if (cells[row] !== null) rows.push(row);
  const compare =
    column.spec.type === 'rational'
      ? (a: number, b: number) => compareRationals(cells[a] as Rational, cells[b] as Rational)
      : (a: number, b: number) => compareCells(cells[a]!, cells[b]!);
  rows.sort(compare);
  const ranks = new Uint32Array(column.length);
  let rank = 0;
  for (let i = 0; i < rows.length; i++) {
    if (i > 0 && compare(rows[i - 1]!, rows[i]!) !== 0) rank++;
    ranks[rows[i]!] = rank;
  }
  return { ascending: [ranks], valid: validWhere(column.length, (row) => cells[row] !== null) };
}
