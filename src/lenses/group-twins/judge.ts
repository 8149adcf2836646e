import type { Unit, UnitBody } from './units.js';
import { common, either, meets, weightOf, type Rarity } from './weights.js';

/** What a pair of groups must have (S1:2014–2047). */
export interface GroupGates {
  /** Unmarked units between two members of a run. */
  readonly gap: number;
  readonly leastUnits: number;
  readonly leastKeys: number;
  readonly leastKgrams: number;
  readonly scoreFloor: number;
  readonly leastWeight: number;
}

/** The same statements in two bodies, or twice in one. */
export interface Group {
  /** Units of each side, ascending. */
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** IDF-weighted Jaccard of the groups' keys; 1 when exact. */
  readonly score: number;
  /** The key lists are equal unit by unit. */
  readonly exact: boolean;
  readonly sharedKgrams: number;
  /** Rare keys that both hold, ascending; and all of them. */
  readonly rare: readonly number[];
  readonly shared: readonly number[];
}

/** Splits ascending places where more than `gap` unmarked ones lie between two (S1:2004). */
export function runs(marked: readonly number[], gap: number): number[][] {
  const found: number[][] = [];
  for (const at of marked) {
    const last = found.at(-1);
    if (last === undefined || at - last.at(-1)! > gap + 1) found.push([at]);
    else last.push(at);
  }
  return found;
}

/** Keys of some units, distinct and ascending. */
export const keysOf = (units: readonly Unit[], places: readonly number[]): number[] =>
  [...new Set(places.flatMap((at) => units[at]!.keys))].sort((x, y) => x - y);

/** Keys of some units in their order, sorted inside a unit. */
export const sequenceOf = (units: readonly Unit[], places: readonly number[]): number[] =>
  places.flatMap((at) => units[at]!.keys);

/** Windows of two consecutive keys, distinct. Numbers of keys stay below 2²⁶, so a pair fits a double. */
export function kgrams(sequence: readonly number[]): Set<number> {
  const windows = new Set<number>();
  for (let i = 1; i < sequence.length; i++) windows.add(sequence[i - 1]! * 2 ** 26 + sequence[i]!);
  return windows;
}

/** Every pair of groups of two bodies that passes the gates. */
export function judgePair(a: UnitBody, b: UnitBody, rarity: Rarity, gates: GroupGates): Group[] {
  const found: Group[] = [];
  for (const [ga, gb] of groupsOf(a, b, rarity, gates.gap)) {
    const group = judgeGroups(a, b, ga, gb, rarity, gates);
    if (group !== null) found.push(group);
  }
  return found;
}

/** The groups that a pair of bodies cuts out of one another, before any gate (S1:1990–1999). */
export function groupsOf(
  a: UnitBody,
  b: UnitBody,
  rarity: Rarity,
  gap: number,
): (readonly [number[], number[]])[] {
  const shared = new Set(common(a.keys, b.keys));
  const found: (readonly [number[], number[]])[] = [];
  for (const runA of runs(marked(a.units, shared), gap)) {
    const ka = keysOf(a.units, runA).filter((key) => shared.has(key));
    const runB = heaviest(runs(marked(b.units, new Set(ka)), gap), b, ka, rarity);
    if (runB === null) continue;
    const keysB = new Set(keysOf(b.units, runB));
    const ga = runA.filter((at) => meets(a.units[at]!.keys, keysB));
    const keysA = new Set(keysOf(a.units, ga));
    const gb = runB.filter((at) => meets(b.units[at]!.keys, keysA));
    found.push([connected(a, ga), connected(b, gb)]);
  }
  return found;
}

const marked = (units: readonly Unit[], keys: ReadonlySet<number>): number[] =>
  units.flatMap(({ keys: own }, at) => (meets(own, keys) ? [at] : []));

/** The run whose keys weigh most among `keys`; of equals the one that starts first. */
function heaviest(
  candidates: readonly number[][],
  body: UnitBody,
  keys: readonly number[],
  rarity: Rarity,
): number[] | null {
  let best: number[] | null = null;
  let most = -1;
  for (const run of candidates) {
    const weight = weightOf(common(keysOf(body.units, run), keys), rarity);
    if (weight > most) [best, most] = [run, weight];
  }
  return best;
}

/** Of blocks, the largest part that control flow connects; of equals the one that starts first. Lines stay. */
export function connected({ granularity, flow }: UnitBody, places: readonly number[]): number[] {
  if (granularity === 'lines' || places.length < 2) return [...places];
  const inside = new Set(places);
  const next = new Map<number, number[]>(places.map((at) => [at, []]));
  for (const [from, to] of flow) {
    if (!inside.has(from) || !inside.has(to)) continue;
    next.get(from)!.push(to);
    next.get(to)!.push(from);
  }
  const seen = new Set<number>();
  let best: number[] = [];
  for (const start of places) {
    if (seen.has(start)) continue;
    const part = [start];
    seen.add(start);
    // The part grows while it is walked.
    for (const at of part) {
      for (const other of next.get(at)!) {
        if (seen.has(other)) continue;
        seen.add(other);
        part.push(other);
      }
    }
    if (part.length > best.length) best = part.sort((x, y) => x - y);
  }
  return best;
}

function judgeGroups(
  a: UnitBody,
  b: UnitBody,
  ga: readonly number[],
  gb: readonly number[],
  rarity: Rarity,
  gates: GroupGates,
): Group | null {
  if (ga.length < gates.leastUnits || gb.length < gates.leastUnits) return null;
  const measured = measure(a, b, ga, gb, rarity);
  const { keysA, keysB, exact, score, weight } = measured;
  return keysA >= gates.leastKeys &&
    keysB >= gates.leastKeys &&
    measured.rare.length > 0 &&
    measured.sharedKgrams >= gates.leastKgrams &&
    (exact || score >= gates.scoreFloor) &&
    weight >= gates.leastWeight
    ? {
        a: ga,
        b: gb,
        score: exact ? 1 : score,
        exact,
        sharedKgrams: measured.sharedKgrams,
        rare: measured.rare,
        shared: measured.shared,
      }
    : null;
}

/** What two groups have in common (S1:2019–2027), before any gate. */
export function measure(
  a: UnitBody,
  b: UnitBody,
  ga: readonly number[],
  gb: readonly number[],
  rarity: Rarity,
) {
  const sa = keysOf(a.units, ga);
  const sb = keysOf(b.units, gb);
  const shared = common(sa, sb);
  const weight = weightOf(shared, rarity);
  const gramsB = kgrams(sequenceOf(b.units, gb));
  return {
    keysA: sa.length,
    keysB: sb.length,
    shared,
    rare: shared.filter((key) => rarity.rare[key] === 1),
    weight,
    union: weightOf(either(sa, sb), rarity),
    score: weight / weightOf(either(sa, sb), rarity),
    exact:
      ga.length === gb.length &&
      ga.every((at, i) => sameKeys(a.units[at]!.keys, b.units[gb[i]!]!.keys)),
    sharedKgrams: [...kgrams(sequenceOf(a.units, ga))].filter((gram) => gramsB.has(gram)).length,
  };
}

const sameKeys = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((key, i) => key === b[i]);

/** Bodies longer than this are not searched for repeats: the search is quadratic (S1:2043). */
export const SELF_SCAN_MAX_UNITS = 800;

/**
 * The same group twice in one body: for every offset d, every maximal stretch of places p with unit(p) = unit(p + d), as
 * two runs that do not overlap (S1:2040–2050). Exact only.
 */
export function selfTwins(body: UnitBody, rarity: Rarity, gates: GroupGates): Group[] {
  const { units } = body;
  const n = units.length;
  if (n < 2 * gates.leastUnits || n > SELF_SCAN_MAX_UNITS) return [];
  const text = units.map(({ keys }) => keys.join(' '));
  const found: Group[] = [];
  for (let d = gates.leastUnits; d < n; d++) {
    let from = 0;
    for (let p = 0; p <= n - d; p++) {
      if (p < n - d && text[p] === text[p + d]) continue;
      const length = Math.min(p - from, d);
      const a = Array.from({ length }, (_, i) => from + i);
      const b = a.map((at) => at + d);
      from = p + 1;
      if (length < gates.leastUnits) continue;
      if (connected(body, a).length < length || connected(body, b).length < length) continue;
      const group = judgeGroups(body, body, a, b, rarity, gates);
      if (group !== null) found.push(group);
    }
  }
  return found;
}
