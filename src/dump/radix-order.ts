/**
 * Order of rows by (high, low), stable; `null` where they are in that order already. A counting sort over 11-bit
 * digits, skipping digits in which all rows agree.
 */
export function radixOrder(high: Uint32Array, low: Uint32Array): Uint32Array | null {
  const { length } = high;
  let sorted = true;
  for (let i = 1; i < length && sorted; i++) {
    const a = high[i - 1]!;
    const b = high[i]!;
    if (a > b || (a === b && low[i - 1]! > low[i]!)) sorted = false;
  }
  if (sorted) return null;
  let order = new Uint32Array(length);
  for (let i = 0; i < length; i++) order[i] = i;
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
      [order, spare] = [spare, order];
    }
  }
  return order;
}

/** The distinct pairs, sorted. */
export function radixPairs(
  high: Uint32Array,
  low: Uint32Array,
): { high: Uint32Array; low: Uint32Array } {
  const order = radixOrder(high, low);
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
