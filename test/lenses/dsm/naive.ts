/** Plain checkers of the dsm's mathematics over a boolean matrix; they share no code with the lens. */

export type Weights = readonly (readonly number[])[];

/** Warshall: V = (I + B)*. */
export function closure(d: Weights): boolean[][] {
  const v = d.map((row, i) => row.map((weight, j) => i === j || weight > 0));
  v.forEach((through, k) => {
    for (const row of v) through.forEach((reaches, j) => (row[j] ||= row[k]! && reaches));
  });
  return v;
}

/** Fewest arcs from each to each, by relaxing every pair as long as one shortens (Floyd, Warshall); Infinity = none. */
export function stepsBetween(d: Weights): number[][] {
  const steps = d.map((row, i) =>
    row.map((weight, j) => (i === j ? 0 : weight > 0 ? 1 : Infinity)),
  );
  steps.forEach((through, k) => {
    for (const row of steps)
      through.forEach((more, j) => (row[j] = Math.min(row[j]!, row[k]! + more)));
  });
  return steps;
}

/** Groups by mutual visibility, each ascending, by smallest member. */
export function groups(d: Weights): number[][] {
  const v = closure(d);
  const met = new Set<number>();
  const found: number[][] = [];
  for (let i = 0; i < d.length; i++) {
    if (met.has(i)) continue;
    const members = d.map((_, j) => j).filter((j) => v[i]![j]! && v[j]![i]!);
    for (const member of members) met.add(member);
    found.push(members);
  }
  return found;
}

/** Whether everything can be taken away, always something that nothing left uses. */
export function isAcyclic(d: Weights): boolean {
  const left = new Set(d.map((_, i) => i));
  for (;;) {
    const free = [...left].find((i) => ![...left].some((j) => j !== i && d[j]![i]! > 0));
    if (free === undefined) return left.size === 0;
    left.delete(free);
  }
}

/** Least weight of the arcs that point back, over every order of the members: for at most six. */
export function leastFeedback(d: Weights, members: readonly number[]): number {
  let least = Infinity;
  for (const order of permutations(members)) {
    let back = 0;
    order.forEach((v, i) => order.slice(0, i).forEach((u) => (back += d[v]![u]!)));
    least = Math.min(least, back);
  }
  return least;
}

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, i) =>
    permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]),
  );
}
