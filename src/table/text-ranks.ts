import { compareUtf8, rankOfUnit } from './utf8-order.js';

const SMALL = 16;
/** Units packed into one exact double: 3 × 17 bits. */
const PACKED = 3;

const known = new WeakMap<readonly (string | null)[], Uint32Array>();

/**
 * Rank of each text in UTF-8 order, equal texts sharing one; missing texts get 0. Remembered by array.
 * A multikey quicksort on packed prefixes: reads each string at few places instead of comparing whole strings
 * about 20 times, which matters for long labels with a shared beginning.
 */
export function textRanks(values: readonly (string | null)[]): Uint32Array {
  const hit = known.get(values);
  // An array may have grown since it was ranked.
  if (hit?.length === values.length) return hit;
  const rows = presentRows(values);
  if (!alreadySorted(values, rows))
    sortRange(values, rows, new Float64Array(rows.length), 0, rows.length, 0);
  const ranks = new Uint32Array(values.length);
  let rank = 0;
  for (let i = 0; i < rows.length; i++) {
    if (i > 0 && values[rows[i]!] !== values[rows[i - 1]!]) rank++;
    ranks[rows[i]!] = rank;
  }
  known.set(values, ranks);
  return ranks;
}

function presentRows(values: readonly (string | null)[]): Uint32Array {
  const rows = new Uint32Array(values.length);
  let count = 0;
  for (let row = 0; row < values.length; row++)
    if ((values[row] ?? null) !== null) rows[count++] = row;
  return rows.subarray(0, count);
}

function alreadySorted(values: readonly (string | null)[], rows: Uint32Array): boolean {
  for (let i = 1; i < rows.length; i++) {
    if (compareUtf8(values[rows[i - 1]!]!, values[rows[i]!]!) > 0) return false;
  }
  return true;
}

/** Sorts rows[from..to), whose texts agree on their first `depth` units. */
function sortRange(
  values: readonly (string | null)[],
  rows: Uint32Array,
  keys: Float64Array,
  from: number,
  to: number,
  depth: number,
): void {
  if (to - from < 2) return;
  if (to - from <= SMALL) {
    insertByText(values, rows, from, to);
    return;
  }
  const start = depth + sharedFrom(values, rows, from, to, depth);
  for (let i = from; i < to; i++) keys[i] = packedKey(values[rows[i]!]!, start);
  sortByKey(keys, rows, from, to);
  for (let begin = from; begin < to;) {
    const key = keys[begin]!;
    let end = begin + 1;
    while (end < to && keys[end] === key) end++;
    // A key whose last unit is 0 stands for texts that ended: they are equal.
    if (end - begin > 1 && key % UNIT !== 0)
      sortRange(values, rows, keys, begin, end, start + PACKED);
    begin = end;
  }
}

const UNIT = 2 ** 17;

/** The next units as one number; 0 stands for the end, before every unit. */
function packedKey(text: string, at: number): number {
  let key = 0;
  for (let i = at; i < at + PACKED; i++) {
    key = key * UNIT + (i < text.length ? rankOfUnit(text.charCodeAt(i)) + 1 : 0);
  }
  return key;
}

/** Number of units after `depth` that all these texts share. */
function sharedFrom(
  values: readonly (string | null)[],
  rows: Uint32Array,
  from: number,
  to: number,
  depth: number,
): number {
  const first = values[rows[from]!]!;
  let end = first.length;
  for (let i = from + 1; i < to && end > depth; i++) {
    const text = values[rows[i]!]!;
    if (text.length < end) end = text.length;
    let at = depth;
    while (at < end && text.charCodeAt(at) === first.charCodeAt(at)) at++;
    end = at;
  }
  return Math.max(0, end - depth);
}

function insertByText(
  values: readonly (string | null)[],
  rows: Uint32Array,
  from: number,
  to: number,
): void {
  for (let i = from + 1; i < to; i++) {
    const row = rows[i]!;
    const text = values[row]!;
    let j = i - 1;
    while (j >= from && compareUtf8(values[rows[j]!]!, text) > 0) {
      rows[j + 1] = rows[j]!;
      j--;
    }
    rows[j + 1] = row;
  }
}

/** Three-way quicksort of two parallel arrays; recurses into the smaller side only. */
function sortByKey(keys: Float64Array, rows: Uint32Array, from: number, to: number): void {
  while (to - from > SMALL) {
    const pivot = middleKey(keys, from, to);
    let low = from;
    let high = to - 1;
    for (let i = from; i <= high;) {
      const key = keys[i]!;
      if (key < pivot) swap(keys, rows, i++, low++);
      else if (key > pivot) swap(keys, rows, i, high--);
      else i++;
    }
    if (low - from < to - high - 1) {
      sortByKey(keys, rows, from, low);
      from = high + 1;
    } else {
      sortByKey(keys, rows, high + 1, to);
      to = low;
    }
  }
  for (let i = from + 1; i < to; i++) {
    for (let j = i; j > from && keys[j - 1]! > keys[j]!; j--) swap(keys, rows, j, j - 1);
  }
}

function swap(keys: Float64Array, rows: Uint32Array, a: number, b: number): void {
  const key = keys[a]!;
  const row = rows[a]!;
  keys[a] = keys[b]!;
  rows[a] = rows[b]!;
  keys[b] = key;
  rows[b] = row;
}

/** Median of three medians of three: sorted and patterned input stays fast. */
function middleKey(keys: Float64Array, from: number, to: number): number {
  const eighth = (to - from) >> 3;
  const middle = (from + to) >> 1;
  const three = (i: number, step: number): number =>
    median(keys[i - step]!, keys[i]!, keys[i + step]!);
  return median(
    three(from + eighth, eighth),
    three(middle, eighth),
    three(to - 1 - eighth, eighth),
  );
}

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
