import { compareUtf8 } from './utf8-order.js';

const SMALL = 16;
/** Bytes packed into one exact double: 257^6 is below 2^53. */
const PACKED = 6;
/** A byte plus one; 0 stands for the end, before every byte. */
const BASE = 257;

const known = new WeakMap<readonly (string | null)[], Uint32Array>();

/**
 * Rank of each text in UTF-8 order, equal texts sharing one; missing texts get 0. Remembered by array.
 * A multikey quicksort over the bytes, six at a time: it reads each text at few places instead of comparing whole
 * strings about 20 times, which matters for long labels with a shared beginning.
 */
export function textRanks(values: readonly (string | null)[]): Uint32Array {
  const hit = known.get(values);
  // An array may have grown since it was ranked.
  if (hit?.length === values.length) return hit;
  const rows = presentRows(values);
  const tied = alreadySorted(values, rows) ?? sortRows(values, rows);
  const ranks = new Uint32Array(values.length);
  let rank = 0;
  for (let i = 0; i < rows.length; i++) {
    if (i > 0 && tied[i] === 0) rank++;
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

/** Which texts equal the one before; `null` when they are not in order. */
function alreadySorted(values: readonly (string | null)[], rows: Uint32Array): Uint8Array | null {
  const tied = new Uint8Array(rows.length);
  for (let i = 1; i < rows.length; i++) {
    const order = compareUtf8(values[rows[i - 1]!]!, values[rows[i]!]!);
    if (order > 0) return null;
    if (order === 0) tied[i] = 1;
  }
  return tied;
}

/** Sorts the rows by their texts; gives which equal the one before. */
function sortRows(values: readonly (string | null)[], rows: Uint32Array): Uint8Array {
  const text = bytesOf(values, rows);
  if (text === null) {
    rows.sort((a, b) => compareUtf8(values[a]!, values[b]!));
    return alreadySorted(values, rows)!;
  }
  const order = Uint32Array.from(rows, (_, i) => i);
  const tied = new Uint8Array(rows.length);
  sortRange({ ...text, order, tied, keys: new Float64Array(rows.length) }, 0, rows.length, 0);
  const before = rows.slice();
  for (let i = 0; i < rows.length; i++) rows[i] = before[order[i]!]!;
  return tied;
}

/** Texts as UTF-8 one after the other: text i is `bytes[starts[i] .. starts[i + 1])`. */
interface Bytes {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

const CHUNK = 4096;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** `null` for ill-formed strings, whose bytes would not tell them apart, and for more than 4 GiB. */
function bytesOf(values: readonly (string | null)[], rows: Uint32Array): Bytes | null {
  const starts = new Uint32Array(rows.length + 1);
  const chunks: Buffer[] = [];
  let end = 0;
  for (let from = 0; from < rows.length; from += CHUNK) {
    const to = Math.min(rows.length, from + CHUNK);
    const part = Array.from(rows.subarray(from, to), (row) => values[row]!);
    const joined = part.join('');
    const chunk = Buffer.from(joined);
    const isAscii = chunk.length === joined.length;
    // Joined with a line feed, so that two halves of different texts make no whole.
    if (!isAscii && LONE_SURROGATE.test(part.join('\n'))) return null;
    part.forEach((text, i) => {
      end += isAscii ? text.length : Buffer.byteLength(text);
      starts[from + i + 1] = end;
    });
    if (end > 0xffffffff) return null;
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), starts };
}

interface Sorting extends Bytes {
  readonly order: Uint32Array;
  readonly keys: Float64Array;
  /** 1 where a text equals the one before it in the order. */
  readonly tied: Uint8Array;
}

/** Sorts order[from..to), whose texts agree on their first `depth` bytes. */
function sortRange(sorting: Sorting, from: number, to: number, depth: number): void {
  if (to - from <= SMALL) {
    insertByBytes(sorting, from, to, depth);
    return;
  }
  const { order, keys, tied } = sorting;
  // Most groups differ at once; only one that does not is worth a look at how much its texts share.
  if (keysAgree(sorting, from, to, depth)) {
    if (keys[from]! % BASE === 0) tied.fill(1, from + 1, to);
    else sortRange(sorting, from, to, depth + sharedFrom(sorting, from, to, depth));
    return;
  }
  sortByKey(keys, order, from, to);
  for (let begin = from; begin < to;) {
    const key = keys[begin]!;
    let end = begin + 1;
    while (end < to && keys[end] === key) end++;
    if (end - begin > 1) {
      // A key whose last byte is 0 stands for texts that ended: they are equal.
      if (key % BASE === 0) tied.fill(1, begin + 1, end);
      else sortRange(sorting, begin, end, depth + PACKED);
    }
    begin = end;
  }
}

/** Reads the next bytes of each text into `keys`; true when all are the same. */
function keysAgree(sorting: Sorting, from: number, to: number, depth: number): boolean {
  const { order, keys } = sorting;
  const first = packedKey(sorting, order[from]!, depth);
  let agree = true;
  for (let i = from; i < to; i++) {
    const key = packedKey(sorting, order[i]!, depth);
    keys[i] = key;
    if (key !== first) agree = false;
  }
  return agree;
}

function packedKey({ bytes, starts }: Sorting, i: number, depth: number): number {
  const end = starts[i + 1]!;
  let key = 0;
  for (let at = starts[i]! + depth, stop = at + PACKED; at < stop; at++) {
    key = key * BASE + (at < end ? bytes[at]! + 1 : 0);
  }
  return key;
}

/** Number of bytes after `depth` that all these texts share. */
function sharedFrom(
  { bytes, starts, order }: Sorting,
  from: number,
  to: number,
  depth: number,
): number {
  const first = starts[order[from]!]! + depth;
  let shared = starts[order[from]! + 1]! - first;
  for (let i = from + 1; i < to && shared > 0; i++) {
    const here = starts[order[i]!]! + depth;
    const length = starts[order[i]! + 1]! - here;
    if (length < shared) shared = length;
    let at = 0;
    while (at < shared && bytes[here + at] === bytes[first + at]) at++;
    shared = at;
  }
  return shared;
}

function insertByBytes(sorting: Sorting, from: number, to: number, depth: number): void {
  const { order } = sorting;
  for (let i = from + 1; i < to; i++) {
    const text = order[i]!;
    let j = i - 1;
    while (j >= from && isAfter(sorting, order[j]!, text, depth)) {
      order[j + 1] = order[j]!;
      j--;
    }
    order[j + 1] = text;
  }
  for (let i = from + 1; i < to; i++) {
    if (!isAfter(sorting, order[i]!, order[i - 1]!, depth)) sorting.tied[i] = 1;
  }
}

function isAfter({ bytes, starts }: Sorting, a: number, b: number, depth: number): boolean {
  let x = starts[a]! + depth;
  let y = starts[b]! + depth;
  const endX = starts[a + 1]!;
  const endY = starts[b + 1]!;
  for (; x < endX && y < endY; x++, y++) {
    if (bytes[x] !== bytes[y]) return bytes[x]! > bytes[y]!;
  }
  return x < endX;
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
