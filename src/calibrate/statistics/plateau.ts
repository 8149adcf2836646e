/** Places from `from` to `to`, both included. */
export interface Plateau {
  readonly from: number;
  readonly to: number;
}

/**
 * The longest stretch around one place on which a count varies by at most num/den of its greatest value; of equally
 * long ones the first. That place alone where each neighbour is farther.
 */
export function plateauAround(
  counts: readonly number[],
  place: number,
  [num, den]: readonly [num: number, den: number],
): Plateau {
  let best: Plateau = { from: place, to: place };
  for (let from = place; from >= 0; from--) {
    for (let to = place; to < counts.length; to++) {
      const part = counts.slice(from, to + 1);
      const [least, most] = [Math.min(...part), Math.max(...part)];
      if ((most - least) * den <= most * num && to - from > best.to - best.from)
        best = { from, to };
    }
  }
  return best;
}

/**
 * The longest stretch on which a count hardly moves: its greatest value exceeds its least by at most num/den of the
 * greatest. Of equally long ones the first. `null` where no two neighbours are that close, or all counts are 0.
 */
export function plateauOf(
  counts: readonly number[],
  [num, den]: readonly [num: number, den: number],
): Plateau | null {
  let best: Plateau | null = null;
  for (let from = 0; from < counts.length; from++) {
    let least = counts[from]!;
    let most = least;
    for (let to = from + 1; to < counts.length; to++) {
      least = Math.min(least, counts[to]!);
      most = Math.max(most, counts[to]!);
      if (most === 0 || (most - least) * den > most * num) break;
      if (best === null || to - from > best.to - best.from) best = { from, to };
    }
  }
  return best;
}
