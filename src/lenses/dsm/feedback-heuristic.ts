import type { Arc } from './dependencies.js';

/**
 * `els+prune`: the weighted greedy order of Eades, Lin and Smyth 1993, then every feedback arc, heaviest first, is
 * taken back where it closes no cycle. Members are 0..size. Deterministic; at least the exact minimum, often above it.
 */
export function heuristicOrder(size: number, arcs: readonly Arc[]): number[] {
  const greedy = greedyOrder(size, arcs);
  return pruned(size, arcs, greedy);
}

interface Lists {
  readonly out: readonly (readonly Arc[])[];
  readonly in: readonly (readonly Arc[])[];
}

function listsOf(size: number, arcs: readonly Arc[]): Lists {
  const out = Array.from({ length: size }, (): Arc[] => []);
  const into = Array.from({ length: size }, (): Arc[] => []);
  for (const arc of arcs) {
    out[arc.src]!.push(arc);
    into[arc.dst]!.push(arc);
  }
  return { out, in: into };
}

/**
 * Repeats: the smallest sink to the right end, as long as there is one; the smallest source to the left; else the
 * member whose outgoing weight most exceeds its incoming weight, smallest first, to the left. O(n^2 + arcs).
 */
function greedyOrder(size: number, arcs: readonly Arc[]): number[] {
  const lists = listsOf(size, arcs);
  const outCount = Int32Array.from(lists.out, (list) => list.length);
  const inCount = Int32Array.from(lists.in, (list) => list.length);
  const surplus = new Float64Array(size);
  for (const { src, dst, weight } of arcs) {
    surplus[src]! += weight;
    surplus[dst]! -= weight;
  }
  const taken = new Uint8Array(size);
  const left: number[] = [];
  const right: number[] = [];
  const take = (v: number): void => {
    taken[v] = 1;
    for (const { dst, weight } of lists.out[v]!) {
      inCount[dst]!--;
      surplus[dst]! += weight;
    }
    for (const { src, weight } of lists.in[v]!) {
      outCount[src]!--;
      surplus[src]! -= weight;
    }
  };
  const smallest = (holds: (v: number) => boolean): number => {
    for (let v = 0; v < size; v++) if (taken[v] === 0 && holds(v)) return v;
    return -1;
  };
  while (left.length + right.length < size) {
    for (
      let v = smallest((w) => outCount[w] === 0);
      v >= 0;
      v = smallest((w) => outCount[w] === 0)
    ) {
      right.push(v);
      take(v);
    }
    for (let v = smallest((w) => inCount[w] === 0); v >= 0; v = smallest((w) => inCount[w] === 0)) {
      left.push(v);
      take(v);
    }
    let heaviest = -1;
    for (let v = 0; v < size; v++) {
      if (taken[v] === 0 && (heaviest < 0 || surplus[v]! > surplus[heaviest]!)) heaviest = v;
    }
    if (heaviest < 0) break;
    left.push(heaviest);
    take(heaviest);
  }
  return [...left, ...right.reverse()];
}

/**
 * Takes feedback arcs back, weight descending, then (src, dst). An arc closes a cycle exactly when its end already
 * reaches its start, which the places of a topological order confine to the span between the two (Pearce, Kelly 2006).
 */
function pruned(size: number, arcs: readonly Arc[], greedy: readonly number[]): number[] {
  const place = new Uint32Array(size);
  greedy.forEach((member, position) => (place[member] = position));
  const out = Array.from({ length: size }, (): number[] => []);
  const into = Array.from({ length: size }, (): number[] => []);
  const keep = ({ src, dst }: Arc): void => {
    out[src]!.push(dst);
    into[dst]!.push(src);
  };
  const feedback = arcs.filter((arc) => {
    const back = place[arc.src]! > place[arc.dst]!;
    if (!back) keep(arc);
    return back;
  });
  feedback.sort((a, b) => b.weight - a.weight || a.src - b.src || a.dst - b.dst);
  for (const arc of feedback) {
    if (place[arc.src]! > place[arc.dst]!) {
      const ahead = within(out, arc.dst, (v) => place[v]! <= place[arc.src]!);
      if (ahead.includes(arc.src)) continue;
      const behind = within(into, arc.src, (v) => place[v]! >= place[arc.dst]!);
      reorder(place, behind, ahead);
    }
    keep(arc);
  }
  return nearestOrder(size, out, into, greedy);
}

/** Members reached from `start` through members that hold. */
function within(
  next: readonly (readonly number[])[],
  start: number,
  holds: (v: number) => boolean,
): number[] {
  const met = new Set([start]);
  for (const v of met) for (const w of next[v]!) if (holds(w)) met.add(w);
  return [...met];
}

/** Puts everything in `first` before everything in `then`, over the places that they hold together. */
function reorder(place: Uint32Array, first: number[], then: number[]): void {
  const byPlace = (a: number, b: number): number => place[a]! - place[b]!;
  const members = [...first.sort(byPlace), ...then.sort(byPlace)];
  const places = members.map((v) => place[v]!).sort((a, b) => a - b);
  members.forEach((v, i) => (place[v] = places[i]!));
}

/** The topological order of the kept arcs that stays nearest to the greedy one: always the leftmost free member. */
function nearestOrder(
  size: number,
  out: readonly (readonly number[])[],
  into: readonly (readonly number[])[],
  greedy: readonly number[],
): number[] {
  const waiting = Int32Array.from(into, (list) => list.length);
  const rank = new Uint32Array(size);
  greedy.forEach((member, position) => (rank[member] = position));
  const free = new Uint8Array(size);
  for (let v = 0; v < size; v++) if (waiting[v] === 0) free[rank[v]!] = 1;
  const order: number[] = [];
  for (let at = 0; order.length < size;) {
    if (free[at] !== 1) {
      at++;
      continue;
    }
    free[at] = 2;
    const v = greedy[at]!;
    order.push(v);
    for (const w of out[v]!) {
      waiting[w]!--;
      if (waiting[w] !== 0) continue;
      free[rank[w]!] = 1;
      at = Math.min(at, rank[w]!);
    }
  }
  return order;
}
