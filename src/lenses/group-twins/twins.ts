import { createHash } from 'node:crypto';
import type { Task } from '../../task/index.js';
import type { GroupCandidates, LeastUnits } from './candidates.js';
import { judgePair, selfTwins, sequenceOf, type Group, type GroupGates } from './judge.js';
import { sourceLines, substantive, type Span } from './substantive.js';
import type { UnitBodies, UnitBody } from './units.js';
import type { Rarity } from './weights.js';

/** A group in two rows, or twice in one (a = b). */
export interface GroupTwin extends Group {
  readonly rowA: number;
  readonly rowB: number;
  /** Source lines of each side, ascending. */
  readonly linesA: readonly number[];
  readonly linesB: readonly number[];
}

export interface GroupTwins {
  /** By score, rare keys, k-grams, then the first line of each side (S1:2052). */
  readonly twins: readonly GroupTwin[];
  readonly judged: number;
  /** Candidates beyond the limit. */
  readonly unjudged: number;
  /** Pairs of groups that passed all gates but those of substance. */
  readonly insubstantial: number;
}

export type TwinGates = Omit<GroupGates, 'leastUnits' | 'leastWeight'> & {
  readonly leastUnits: LeastUnits;
  readonly leastWeight: LeastUnits;
};

export const gatesFor = (
  { leastUnits, leastWeight, ...gates }: TwinGates,
  { granularity }: UnitBody,
): GroupGates => ({
  ...gates,
  leastUnits: leastUnits[granularity],
  leastWeight: leastWeight[granularity],
});

/** Which bodies are compared at all: enough units and keys, and no derived code (S1:2003). */
export function eligibleBodies(
  { bodies }: UnitBodies,
  gates: TwinGates,
  derived: (row: number) => boolean,
): Uint8Array {
  return Uint8Array.from(bodies, (body, row) =>
    Number(
      body.units.length >= gates.leastUnits[body.granularity] &&
        body.keys.length >= gates.leastKeys &&
        !derived(row),
    ),
  );
}

export function groupTwinsOf(
  units: UnitBodies,
  rarity: Rarity,
  eligible: Uint8Array,
  candidates: GroupCandidates,
  gates: TwinGates,
  spanOf: (row: number) => Span,
  task: Task,
): GroupTwins {
  const { bodies, names } = units;
  const twins: GroupTwin[] = [];
  let insubstantial = 0;
  const take = (rowA: number, rowB: number, group: Group): void => {
    const [a, b] = [bodies[rowA]!, bodies[rowB]!];
    const holds = substantive(
      { body: a, places: group.a, span: spanOf(rowA) },
      { body: b, places: group.b, span: spanOf(rowB) },
      group.shared.map((key) => names[key]!),
      rowA === rowB,
    );
    if (!holds) {
      insubstantial++;
      return;
    }
    twins.push({
      ...group,
      rowA,
      rowB,
      linesA: sourceLines(a, group.a),
      linesB: sourceLines(b, group.b),
    });
  };
  bodies.forEach((body, row) => {
    if ((row & 255) === 0) task.check('repeats in one body');
    if (eligible[row] === 0) return;
    for (const group of selfTwins(body, rarity, gatesFor(gates, body))) take(row, row, group);
  });
  for (let p = 0; p < candidates.a.length; p++) {
    if ((p & 255) === 0) {
      task.check('groups');
      task.progress('groups', p, candidates.a.length);
    }
    const [rowA, rowB] = [candidates.a[p]!, candidates.b[p]!];
    const a = bodies[rowA]!;
    for (const group of judgePair(a, bodies[rowB]!, rarity, gatesFor(gates, a)))
      take(rowA, rowB, group);
  }
  twins.sort(
    (x, y) =>
      y.score - x.score ||
      y.rare.length - x.rare.length ||
      y.sharedKgrams - x.sharedKgrams ||
      x.rowA - y.rowA ||
      x.a[0]! - y.a[0]! ||
      x.rowB - y.rowB ||
      x.b[0]! - y.b[0]!,
  );
  return {
    twins,
    judged: candidates.a.length,
    unjudged: candidates.total - candidates.a.length,
    insubstantial,
  };
}

/** SHA-256 of a group's keys in their order, one a line: what makes it the same group elsewhere. */
export function groupKey(
  { bodies, names }: UnitBodies,
  row: number,
  places: readonly number[],
): string {
  const text = sequenceOf(bodies[row]!.units, places)
    .map((key) => names[key]!)
    .join('\n');
  return createHash('sha256').update(text).digest('hex');
}

/** `41-42,44-45,47-49` */
export function lineRanges(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line === last[1] + 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}
