import { DEFAULTS, type StepResult } from '../../lens/index.js';
import type { ClonePopulation } from '../clones/index.js';
import type { Features } from './features.js';
import { structuralPairs, type StructuralGates, type StructuralPairs } from './join.js';
import { featuresTable, pairsTable, rarityTable, scoreHistogram } from './tables.js';

type Named = Pick<ClonePopulation, 'names'>;

/** What a step of features shows: each function's, and how rare they are. */
export const featuresResult = (names: Named, state: Features): StepResult<Features> => ({
  state,
  table: () => featuresTable(names, state),
  rows: state.sets.tokens.length,
  drawn: { rarity: () => rarityTable(state) },
  bytes: 8 * state.sets.tokens.length + 64 * state.df.length,
});

/** Features that both must share and each must have, to be compared by what they touch (S1:1364). */
const LEAST = { leastShared: 2, leastSet: 3 };

/** The pairs of a step that joins by rare features. */
export function pairsResult(
  names: Named,
  features: Features,
  floor: number = DEFAULTS.structuralClones.structural.value,
  least: Pick<StructuralGates, 'leastShared' | 'leastSet'> = LEAST,
): StepResult<StructuralPairs> {
  const rareDf = DEFAULTS.structuralClones.rareDf.value;
  const state = structuralPairs(features, { floor, rareDf, ...least });
  return {
    state,
    table: () => pairsTable(names, state),
    rows: state.a.length,
    drawn: { scores: () => scoreHistogram(state.score) },
    bytes: 20 * state.a.length,
  };
}
