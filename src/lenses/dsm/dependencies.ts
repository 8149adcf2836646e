/** Module dependencies: compressed rows by module number, columns ascending, no diagonal. */
export interface Dependencies {
  readonly size: number;
  /** size + 1 */
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
  /** D[i][j], whole numbers. */
  readonly weights: Float64Array;
}

/** Sum of all weights. */
export function totalWeight({ weights }: Dependencies): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** Weight of one arc, 0 where there is none. */
export function weightOf(
  { offsets, targets, weights }: Dependencies,
  src: number,
  dst: number,
): number {
  let low = offsets[src]!;
  let high = offsets[src + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (targets[middle]! < dst) low = middle + 1;
    else high = middle;
  }
  return low < offsets[src + 1]! && targets[low] === dst ? weights[low]! : 0;
}

/** One module uses another. */
export interface Arc {
  readonly src: number;
  readonly dst: number;
  readonly weight: number;
}

/** Every arc, in order of (src, dst). */
export function arcsOf({ size, offsets, targets, weights }: Dependencies): Arc[] {
  const arcs: Arc[] = [];
  for (let src = 0; src < size; src++) {
    for (let at = offsets[src]!; at < offsets[src + 1]!; at++) {
      arcs.push({ src, dst: targets[at]!, weight: weights[at]! });
    }
  }
  return arcs;
}

/** Rows from arcs in any order; weights of repeated arcs add up, loops are dropped. */
export function dependenciesOf(size: number, arcs: readonly Arc[]): Dependencies {
  const sorted = arcs
    .filter(({ src, dst }) => src !== dst)
    .sort((a, b) => a.src - b.src || a.dst - b.dst);
  const offsets = new Uint32Array(size + 1);
  const targets: number[] = [];
  const weights: number[] = [];
  let last: Arc | undefined;
  for (const arc of sorted) {
    if (last?.src === arc.src && last.dst === arc.dst) {
      weights[weights.length - 1]! += arc.weight;
      continue;
    }
    last = arc;
    targets.push(arc.dst);
    weights.push(arc.weight);
    offsets[arc.src + 1]!++;
  }
  for (let i = 0; i < size; i++) offsets[i + 1]! += offsets[i]!;
  return { size, offsets, targets: Uint32Array.from(targets), weights: Float64Array.from(weights) };
}
