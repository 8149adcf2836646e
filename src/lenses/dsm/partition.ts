import { condensation, levels } from '../../ops/index.js';
import type { Dependencies } from './dependencies.js';
import type { Feedback } from './feedback.js';

/** Strongly connected groups and their levels; groups are numbered by their smallest member. */
export interface Partition {
  /** Group of each module. */
  readonly group: Uint32Array;
  readonly groupSizes: Uint32Array;
  /** Of each group: 0 uses nothing outside itself, else 1 + the highest level that it uses. */
  readonly level: Uint32Array;
}

export async function partitionOf(dependencies: Dependencies): Promise<Partition> {
  const { scc, links } = await condensation(dependencies);
  const groupSizes = Uint32Array.from(
    { length: scc.count },
    (_, g) => scc.offsets[g + 1]! - scc.offsets[g]!,
  );
  return { group: scc.blockOf, groupSizes, level: await levels(links) };
}

/** Members of every group of at least two, each ascending; groups by their smallest member. */
export function cyclicGroups({ group, groupSizes }: Partition): number[][] {
  const members = Array.from(groupSizes, (): number[] => []);
  group.forEach((g, module) => members[g]!.push(module));
  return members.filter((list) => list.length >= 2);
}

/**
 * The partitioned order, used modules first: level ascending, group size descending, smallest member ascending; inside
 * a group the reverse of its feedback order. Every arc between groups then lies below the diagonal.
 */
export function orderOf(
  { group, groupSizes, level }: Partition,
  feedbacks: readonly Feedback[],
): Uint32Array {
  const members = Array.from(groupSizes, (): number[] => []);
  group.forEach((g, module) => members[g]!.push(module));
  for (const { order } of feedbacks) members[group[order[0]!]!] = [...order].reverse();
  const groups = Array.from(groupSizes, (_, g) => g);
  groups.sort((a, b) => level[a]! - level[b]! || groupSizes[b]! - groupSizes[a]! || a - b);
  return Uint32Array.from(groups.flatMap((g) => members[g]!));
}
