/**
 * Family 07: similarity × graph position × change history (S2:86–98), as a candidate code that nothing acts upon.
 *
 * The first row whose required bits all hold and whose forbidden bits are all absent wins; no row is code 0. The
 * order is data: rotating the table changes answers. Every row asks for the graph bit.
 */
export const SIGNALS = {
  sim: 1,
  graph: 2,
  bothReferenced: 3,
  distinctSccs: 4,
  deadFlank: 5,
  guard: 6,
  cochange: 7,
  rewrite: 8,
} as const;
export type Signal = (typeof SIGNALS)[keyof typeof SIGNALS];

export interface JoinRule {
  readonly code: number;
  readonly name: string;
  readonly severity: number;
  readonly required: readonly Signal[];
  readonly forbidden: readonly Signal[];
}

export const JOIN_RULES: readonly JoinRule[] = [
  { code: 1, name: 'merge_candidate', severity: 2, required: [1, 2, 3, 4], forbidden: [] },
  { code: 2, name: 'delete_candidate', severity: 3, required: [1, 2, 5], forbidden: [6] },
  { code: 3, name: 'churn_hotspot', severity: 1, required: [1, 2, 7, 8], forbidden: [] },
];

export function joinCode(
  signals: ReadonlySet<Signal>,
  rules: readonly JoinRule[] = JOIN_RULES,
): number {
  const rule = rules.find(
    ({ required, forbidden }) =>
      required.every((bit) => signals.has(bit)) && !forbidden.some((bit) => signals.has(bit)),
  );
  return rule?.code ?? 0;
}

export interface ChurnKnobs {
  readonly rewriteNum: bigint;
  readonly rewriteDen: bigint;
  readonly cochangeFloor: bigint;
}

export function rewriteHot(
  total: bigint,
  rewroteA: bigint,
  rewroteB: bigint,
  knobs: ChurnKnobs,
): boolean {
  return total > 0n && (rewroteA + rewroteB) * knobs.rewriteDen >= total * knobs.rewriteNum;
}

export const cochangeHot = (cochange: bigint, knobs: ChurnKnobs): boolean =>
  cochange >= knobs.cochangeFloor;

/** Which legs spoke: similarity 1, graph 2 (only when both sides are in it), churn 4. */
export function legsMask(legs: {
  readonly sim: boolean;
  readonly graphBoth: boolean;
  readonly churn: boolean;
}): number {
  return (legs.sim ? 1 : 0) | (legs.graphBoth ? 2 : 0) | (legs.churn ? 4 : 0);
}
