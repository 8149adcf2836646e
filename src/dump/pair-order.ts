/**
 * Order of rows by (high, low), stable; `null` where they are in that order already. Where only the low words of some
 * rows are out of order, as when a unit's ids were renumbered, those rows alone are sorted; else a counting sort over
 * 11-bit digits, skipping digits in which all rows agree.
 */
export function pairOrder(high: Uint32Array, low: Uint32Array): Uint32Array | null {
  const { length } = high;
  let sorted = true;
  let highSorted = true;
  for (let i = 1; i < length && highSorted; i++) {
    const a = high[i - 1]!;
    const b = high[i]!;
    if (a > b) highSorted = false;
    else if (a === b && low[i - 1]! > low[i]!) sorted = false;
  }
  if (sorted && highSorted) return null;
  const order = new Uint32Array(length);
  for (let i = 0; i < length; i++) order[i] = i;
  return highSorted ? sortRows(high, low, order) : radix(high, low, order);
}

/** Rows longer than this are sorted by the engine's sort, shorter ones by insertion. */
const SHORT = 32;

function sortRows(high: Uint32Array, low: Uint32Array, order: Uint32Array): Uint32Array {
  const { length } = high;
  for (let from = 0; from < length;) {
    let to = from + 1;
    let sorted = true;
    while (to < length && high[to] === high[from]) {
      if (low[to - 1]! > low[to]!) sorted = false;
      to++;
    }
    if (!sorted) {
      if (to - from > SHORT) order.subarray(from, to).sort((a, b) => low[a]! - low[b]! || a - b);
      else {
        for (let i = from + 1; i < to; i++) {
          const row = order[i]!;
          const key = low[row]!;
          let j = i - 1;
          while (j >= from && low[order[j]!]! > key) {
            order[j + 1] = order[j]!;
            j--;
          }
          order[j + 1] = row;
        }
      }
    }
    from = to;
  }
  return order;
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
