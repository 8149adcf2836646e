import { DEFAULTS, startRun, type StepContext } from '../../lens/index.js';
import { roleNeighbours } from '../../lenses/role-neighbours/index.js';
import { jaccard, normsOf } from '../../lenses/role-neighbours/weighted-join.js';
import { structuralClones } from '../../lenses/structural-clones/index.js';
import { weightedJaccard } from '../../lenses/structural-clones/join.js';
import type { CloneParams, ClonePopulation, Shapes } from '../../lenses/clones/index.js';

/** Lenses whose score can be told of any two functions, proposed or not. */
export const SCORED = ['near-clones', 'structural-clones', 'role-neighbours'] as const;

export type Scored = (typeof SCORED)[number];

/** The floor that each lens has by default. */
export const OWN_FLOOR: Readonly<Record<Scored, number>> = {
  'near-clones': DEFAULTS.nearClones.floor.value,
  'structural-clones': DEFAULTS.structuralClones.structural.value,
  'role-neighbours': DEFAULTS.roleNeighbours.score.value,
};

/** Score of two rows of the population; 0 where the lens knows nothing of either. */
export type Scorer = (a: number, b: number) => number;

export interface Scope extends CloneParams {
  readonly src: string;
}

export async function scorerOf(
  lens: Scored,
  { graph, task, open }: StepContext,
  scope: Scope,
  population: ClonePopulation,
  shapes: Shapes,
): Promise<Scorer> {
  const options = { task, open };
  switch (lens) {
    case 'near-clones':
      return (a, b) => (shapes.estimate64(a, b) ?? 0) / 64;
    case 'structural-clones': {
      const run = startRun(structuralClones, graph, scope, options);
      await run.until('features');
      const features = run.state('features');
      return placed(
        population,
        run.state('functions'),
        (a, b) => weightedJaccard(features, a, b).score,
      );
    }
    case 'role-neighbours': {
      const run = startRun(roleNeighbours, graph, scope, options);
      await run.until('tokens');
      const evidence = run.state('tokens');
      if (evidence.engine !== 'wl') return () => 0;
      const { counts, idf } = evidence.tokens;
      const norms = normsOf(counts, idf);
      return placed(population, run.state('functions'), (a, b) =>
        jaccard(counts, idf, norms, a, b),
      );
    }
  }
}

/** The score by the rows of another population of the same dump. */
function placed(own: ClonePopulation, theirs: ClonePopulation, score: Scorer): Scorer {
  return (a, b) => {
    const left = theirs.rowOf[own.ordinals[a]!]!;
    const right = theirs.rowOf[own.ordinals[b]!]!;
    return left < 0 || right < 0 ? 0 : score(left, right);
  };
}
