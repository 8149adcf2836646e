/** How far pairs are in order: each above the last; some equal; only the high words; not at all. */
export type PairState = 'strictly' | 'loosely' | 'by high' | 'no';

/**
 * Order of rows by (high, low), stable; `null` where they are in that order already. Where only the low words of some
 * rows are out of order, as when a unit's ids were renumbered, those rows alone are sorted; else a counting sort over
 * 11-bit digits, skipping digits in which all rows agree.
 */
export function pairOrder(high: Uint32Array, low: Uint32Array): Uint32Array | null {
  const state = pairState(high, low);
  if (state === 'strictly' || state === 'loosely') return null;
  const order = identity(high.length);
  if (state === 'no') return radix(high, low, order);
  sortLows(high, low.slice(), [order]);
  return order;
}

function pairState(high: Uint32Array, low: Uint32Array): PairState {
  let state: PairState = 'strictly';
  for (let i = 1; i < high.length; i++) {
    const a = high[i - 1]!;
    const b = high[i]!;
    if (a < b) continue;
    if (a > b) return 'no';
    const x = low[i - 1]!;
    const y = low[i]!;
    if (x > y) state = 'by high';
    else if (x === y && state === 'strictly') state = 'loosely';
  }
  return state;
}

/** 0, 1, 2 … */
export function identity(length: number): Uint32Array {
  const order = new Uint32Array(length);
  for (let i = 0; i < length; i++) order[i] = i;
  return order;
}

/** Rows longer than this are sorted by the engine's sort, shorter ones by insertion. */
const SHORT = 32;

/** Sorts pairs whose high words ascend by their low words, in place and stably, and moves what goes with them. */
export function sortLows(
  high: Uint32Array,
  low: Uint32Array,
  along: readonly [Uint32Array, ...Uint32Array[]],
): void {
  const { length } = high;
  for (let from = 0; from < length;) {
    let to = from + 1;
    let sorted = true;
    while (to < length && high[to] === high[from]) {
      if (low[to - 1]! > low[to]!) sorted = false;
      to++;
    }
    if (!sorted) {
      if (to - from > SHORT) sortLong(low, along, from, to);
      else for (let i = from + 1; i < to; i++) insert(low, along, from, i);
    }
    from = to;
  }
}

function insert(
  low: Uint32Array,
  along: readonly [Uint32Array, ...Uint32Array[]],
  from: number,
  at: number,
): void {
  const key = low[at]!;
  let place = at;
  while (place > from && low[place - 1]! > key) place--;
  if (place === at) return;
  for (let i = at; i > place; i--) low[i] = low[i - 1]!;
  low[place] = key;
  for (const column of along) {
    const value = column[at]!;
    for (let i = at; i > place; i--) column[i] = column[i - 1]!;
    column[place] = value;
  }
}

function sortLong(low: Uint32Array, along: readonly Uint32Array[], from: number, to: number): void {
  const order = identity(to - from);
  order.sort((a, b) => low[from + a]! - low[from + b]! || a - b);
  for (const column of [low, ...along]) {
    const old = column.slice(from, to);
    for (let i = 0; i < old.length; i++) column[from + i] = old[order[i]!]!;
  }
}

function radix(high: Uint32Array, low: Uint32Array, start: Uint32Array): Uint32Array {
  const { length } = high;
  let order = start;
  let spare = new Uint32Array(length);
  const counts = new Uint32Array(2048);
  for (const key of [low, high]) {
    for (let shift = 0; shift < 32; shift += 11) {
      counts.fill(0);
      for (let i = 0; i < length; i++) counts[(key[i]! >>> shift) & 2047]!++;
      if (counts[(key[0]! >>> shift) & 2047] === length) continue;
      let sum = 0;
      for (let digit = 0; digit < 2048; digit++) {
        const count = counts[digit]!;
        counts[digit] = sum;
        sum += count;
      }
      for (let i = 0; i < length; i++) {
        const row = order[i]!;
        spare[counts[(key[row]! >>> shift) & 2047]!++] = row;
      }
      const swap = order;
      order = spare;
      spare = swap as typeof spare;
    }
  }
  return order;
}

/** The distinct pairs, sorted. */
export function sortedPairs(
  high: Uint32Array,
  low: Uint32Array,
): { high: Uint32Array; low: Uint32Array } {
  const order = pairOrder(high, low);
  const outHigh = new Uint32Array(high.length);
  const outLow = new Uint32Array(high.length);
  let count = 0;
  for (let i = 0; i < high.length; i++) {
    const row = order === null ? i : order[i]!;
    if (count > 0 && outHigh[count - 1] === high[row] && outLow[count - 1] === low[row]) continue;
    outHigh[count] = high[row]!;
    outLow[count++] = low[row]!;
  }
  return { high: outHigh.subarray(0, count), low: outLow.subarray(0, count) };
}
