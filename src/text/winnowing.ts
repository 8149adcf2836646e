/** Which of several equal minima a window keeps. Both copies keep the same hash *value* under either rule. */
export type WinnowTie = 'leftmost' | 'rightmost';

/**
 * Winnowing (Schleimer, Wilkerson, Aiken, SIGMOD 2003): of every window of `window` consecutive k-gram hashes the
 * smallest is kept. Any run of at least `window + k − 1` equal tokens holds a whole window, whose minimum depends on
 * nothing outside it, so both copies share a fingerprint.
 *
 * Returns the kept positions, ascending, each once. A sequence shorter than one window keeps its minimum.
 */
export function winnow(
  hashes: BigUint64Array,
  window: number,
  tie: WinnowTie = 'rightmost',
): Uint32Array {
  return winnowBy(hashes.length, window, (older, newer) =>
    tie === 'rightmost' ? hashes[older]! >= hashes[newer]! : hashes[older]! > hashes[newer]!,
  );
}

/** As `winnow`, over any order: `displaced` says whether the hash at an older place gives way to that at a newer one. */
export function winnowBy(
  count: number,
  window: number,
  displaced: (older: number, newer: number) => boolean,
): Uint32Array {
  const kept: number[] = [];
  // Positions whose hashes ascend from front to back: the front is the window's minimum.
  const queue = new Int32Array(count);
  let front = 0;
  let back = 0;
  for (let i = 0; i < count; i++) {
    while (back > front && displaced(queue[back - 1]!, i)) back--;
    queue[back++] = i;
    while (queue[front]! <= i - window) front++;
    const whole = i >= window - 1 || i === count - 1;
    if (whole && kept[kept.length - 1] !== queue[front]) kept.push(queue[front]!);
  }
  return Uint32Array.from(kept);
}
