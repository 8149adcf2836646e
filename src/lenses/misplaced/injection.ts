import type { Task } from '../../task/index.js';
import {
  affinityOf,
  dampingOf,
  intersectionsOf,
  labelsOf,
  undampedOf,
  type Labels,
  type WeightedUses,
} from './placement.js';
import { leaningsOf, modularityOf, rankingOf, type Order, type Ranked } from './ranking.js';
import { Similarity } from './similarity.js';
import { SplitMix64 } from './split-mix.js';

/** A function put where it does not belong, to see whether the lens sends it home. */
export interface Injected {
  readonly item: number;
  readonly home: number;
  readonly to: number;
}

export interface InjectionResult extends Injected {
  /** Its rank and best module in the run where it was displaced; `null` when it had no leaning there. */
  readonly rank: number | null;
  readonly best: number | null;
  readonly votes: number | null;
  readonly back: boolean;
}

/**
 * Draws `count` of the pool without repeats (a partial Fisher-Yates shuffle), then a target for each: another module of
 * at least `minItems` items, sizes as they are before. The same seed draws the same on every platform.
 */
export function draw(
  pool: readonly number[],
  labels: Labels,
  minItems: number,
  count: number,
  seed: number,
): Injected[] {
  const random = new SplitMix64(BigInt(seed));
  const items = [...pool];
  const n = Math.min(count, items.length);
  for (let i = 0; i < n; i++) {
    const j = i + random.below(items.length - i);
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  const large = [...labels.sizes.keys()].filter((x) => labels.sizes[x]! >= minItems);
  return items.slice(0, n).flatMap((item): Injected[] => {
    const home = labels.moduleOf[item]!;
    const targets = large.filter((x) => x !== home);
    return targets.length === 0 ? [] : [{ item, home, to: targets[random.below(targets.length)]! }];
  });
}

export interface RerunInput {
  readonly uses: WeightedUses;
  readonly labels: Labels;
  readonly eligible: readonly number[];
  readonly minItems: number;
  readonly order: Order;
}

/** The ranking as it would be with some items in other modules; the uses stay what they are. */
export async function rankingWith(
  input: RerunInput,
  moved: readonly Injected[],
): Promise<Ranked[]> {
  const moduleOf = input.labels.moduleOf.slice();
  for (const { item, to } of moved) moduleOf[item] = to;
  const labels = await labelsOf(moduleOf, input.labels.modules);
  const damping = await dampingOf(input.uses, labels);
  const affinity = await affinityOf(damping, labels);
  const similarity = new Similarity(input.uses, labels);
  const leanings = leaningsOf(input.eligible, affinity, labels, similarity, input.minItems, false);
  const intersections = await intersectionsOf(input.uses, labels);
  const modularity = modularityOf(input.uses, labels, await undampedOf(input.uses, labels));
  damping.matrix.dispose();
  labels.matrix.dispose();
  const { uses, order } = input;
  return rankingOf({ uses, labels, intersections, modularity, leanings, similarity }, order);
}

/** Runs the lens with each of `injected` displaced alone, or all at once. */
export async function inject(
  input: RerunInput,
  injected: readonly Injected[],
  mode: 'single' | 'batch',
  task: Task,
): Promise<InjectionResult[]> {
  const results: InjectionResult[] = [];
  const together = mode === 'batch' ? await rankingWith(input, injected) : null;
  for (const one of injected) {
    task.progress('injection', results.length, injected.length);
    task.check('misplaced.injection');
    const ranking = together ?? (await rankingWith(input, [one]));
    const index = ranking.findIndex(({ item }) => item === one.item);
    const row = ranking[index];
    results.push({
      ...one,
      rank: row === undefined ? null : index + 1,
      best: row?.best ?? null,
      votes: row?.votes ?? null,
      back: row?.best === one.home,
    });
  }
  return results;
}

/** How many of the displaced came home within the first k of the ranking. */
export function recalled(results: readonly InjectionResult[], k: number): number {
  return results.filter(({ back, rank }) => back && rank !== null && rank <= k).length;
}
