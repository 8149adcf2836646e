import { DEFAULTS, startRun, type StepContext } from '../../lens/index.js';
import type { Vectors } from '../../ops/index.js';
import { roleNeighbours } from '../../lenses/role-neighbours/index.js';
import { jaccard, normsOf } from '../../lenses/role-neighbours/weighted-join.js';
import { structuralClones } from '../../lenses/structural-clones/index.js';
import { TWIN_FLOORS } from '../../lenses/semantic-twins/floors.js';
import { weightedJaccard } from '../../lenses/structural-clones/join.js';
import {
  hashedVectors,
  rowVectors,
  type CloneParams,
  type ClonePopulation,
  type Shapes,
} from '../../lenses/clones/index.js';

/** Lenses whose score can be told of any two functions, proposed or not. */
export const SCORED = [
  'near-clones',
  'structural-clones',
  'role-neighbours',
  'semantic-twins',
] as const;

export type Scored = (typeof SCORED)[number];

/** Score of two rows of the population; 0 where the lens knows nothing of either. */
export type Scorer = (a: number, b: number) => number;

export interface Scope extends CloneParams {
  readonly src: string;
}

/** A score with the space that it is of: a floor of one space says nothing in another. */
export interface SpacedScorer {
  readonly score: Scorer;
  readonly space: string;
  /** The floor that the lens has in this space by default; `null` where none is recorded. */
  readonly ownFloor: number | null;
  readonly notes: readonly string[];
}

export async function scorerOf(
  lens: Scored,
  { graph, task, open }: StepContext,
  { modelProfile, ...scope }: Scope & { readonly modelProfile: string },
  population: ClonePopulation,
  shapes: Shapes,
): Promise<SpacedScorer> {
  const options = { task, open };
  switch (lens) {
    case 'near-clones':
      return plain(
        'minhash-64',
        DEFAULTS.nearClones.floor.value,
        (a, b) => (shapes.estimate64(a, b) ?? 0) / 64,
      );
    case 'structural-clones': {
      const run = startRun(structuralClones, graph, scope, options);
      await run.until('features');
      const features = run.state('features');
      const score: Scorer = (a, b) => weightedJaccard(features, a, b).score;
      return plain(
        'structural',
        DEFAULTS.structuralClones.structural.value,
        placed(population, run.state('functions'), score),
      );
    }
    case 'role-neighbours': {
      const role = DEFAULTS.roleNeighbours.score.value;
      const run = startRun(roleNeighbours, graph, scope, options);
      await run.until('tokens');
      const evidence = run.state('tokens');
      if (evidence.engine !== 'wl') return plain('role-wl-v1', role, () => 0);
      const { counts, idf } = evidence.tokens;
      const norms = normsOf(counts, idf);
      const score: Scorer = (a, b) => jaccard(counts, idf, norms, a, b);
      return plain('role-wl-v1', role, placed(population, run.state('functions'), score));
    }
    case 'semantic-twins': {
      const ids = Array.from(population.ordinals, (v) => graph.id(v));
      const { space, vectors, notes } = await rowVectors(graph, modelProfile, 'function', ids, () =>
        hashedVectors(graph, population, scope.src, task),
      );
      const ownFloor = space === null ? null : (TWIN_FLOORS[space]?.value ?? null);
      return { space: space ?? 'none', ownFloor, score: (a, b) => cosineOf(vectors, a, b), notes };
    }
  }
}

const plain = (space: string, ownFloor: number, score: Scorer): SpacedScorer => ({
  space,
  ownFloor,
  score,
  notes: [],
});

/** Of unit vectors, summed in order of their dimensions; 0 where a row has none. */
function cosineOf({ dimension, values }: Vectors, a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < dimension; i++)
    sum += (values[a * dimension + i] ?? 0) * (values[b * dimension + i] ?? 0);
  return sum;
}

/** The score by the rows of another population of the same dump. */
function placed(own: ClonePopulation, theirs: ClonePopulation, score: Scorer): Scorer {
  return (a, b) => {
    const left = theirs.rowOf[own.ordinals[a]!]!;
    const right = theirs.rowOf[own.ordinals[b]!]!;
    return left < 0 || right < 0 ? 0 : score(left, right);
  };
}
