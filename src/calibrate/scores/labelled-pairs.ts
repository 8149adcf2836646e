import type { CodeGraph } from '../../graph/index.js';
import type { ClonePopulation } from '../../lenses/clones/index.js';
import type { Label } from '../labels/index.js';
import { known, type KnownPairs } from './known-pairs.js';

/**
 * Pairs that readers judged: good ones are twins, bad ones negatives. Weak ones and those on which readers differ are
 * neither; a side that is no function of the population leaves the pair out.
 */
export function labelledPairs(
  graph: CodeGraph,
  population: ClonePopulation,
  labels: readonly Label[],
): KnownPairs {
  const rowOf = new Map<string, number>();
  population.ordinals.forEach((v, row) => {
    for (const name of [graph.stableId(v), graph.id(v), graph.label(v)])
      if (!rowOf.has(name)) rowOf.set(name, row);
  });
  const verdicts = new Map<
    string,
    { readonly pair: readonly [number, number]; readonly told: Set<string> }
  >();
  for (const { left, right, verdict } of labels) {
    const [a, b] = [rowOf.get(left), rowOf.get(right)];
    if (a === undefined || b === undefined) continue;
    const pair = a < b ? ([a, b] as const) : ([b, a] as const);
    const key = pair.join(' ');
    const there = verdicts.get(key);
    if (there === undefined) verdicts.set(key, { pair, told: new Set([verdict]) });
    else there.told.add(verdict);
  }
  const of = (verdict: string) =>
    [...verdicts.values()]
      .filter(({ told }) => told.size === 1 && told.has(verdict))
      .map(({ pair }) => pair);
  return known(of('good'), of('bad'));
}
