import {
  computedTexts,
  fromRows,
  integers,
  reals,
  relation,
  type Cell,
  type Relation,
} from '../../table/index.js';
import type { ClonePopulation } from '../clones/index.js';
import { featureWords, type Features } from './features.js';
import type { StructuralPairs } from './join.js';

export function featuresTable(
  population: Pick<ClonePopulation, 'names'>,
  features: Features,
): Relation {
  const { offsets, tokens } = features.sets;
  const owner = new Uint32Array(tokens.length);
  for (let f = 0; f + 1 < offsets.length; f++) owner.fill(f, offsets[f], offsets[f + 1]);
  return relation({
    key: ['fn', 'feature'],
    columns: [
      computedTexts('fn', tokens.length, (at) => population.names[owner[at]!]!),
      computedTexts('feature', tokens.length, (at) => features.names[tokens[at]!]!),
      integers(
        'df',
        tokens.map((token) => features.df[token]!),
        { unit: 'functions' },
      ),
      reals(
        'idf',
        Float64Array.from(tokens, (token) => features.idf[token]!),
      ),
    ],
  });
}

/** How many features (or what is named) one, two, three … functions carry. */
export function rarityTable({ df }: Pick<Features, 'df'>, what = 'features'): Relation {
  const counts = new Map<number, number>();
  for (const count of df) if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
  return fromRows(
    ['df'],
    ['df:integer/functions', `${what}:integer`],
    [...counts].sort(([a], [b]) => a - b),
  );
}

export function pairsTable(
  { names }: Pick<ClonePopulation, 'names'>,
  pairs: StructuralPairs,
): Relation {
  return relation({
    key: ['a', 'b'],
    columns: [
      computedTexts('a', pairs.a.length, (p) => names[pairs.a[p]!]!),
      computedTexts('b', pairs.b.length, (p) => names[pairs.b[p]!]!),
      reals('score', pairs.score),
      integers('shared', pairs.shared, { unit: 'features' }),
    ],
  });
}

/** Pairs by their score, in steps of a twentieth: the lower end of each. */
export function scoreHistogram(scores: ArrayLike<number>): Relation {
  const counts = new Uint32Array(21);
  for (const score of Array.from(scores)) counts[Math.floor(score * 20 + 1e-9)]!++;
  return fromRows(
    ['from'],
    ['from:rational', 'pairs:integer'],
    [...counts].flatMap((count, i): Cell[][] => (count === 0 ? [] : [[[i, 20], count]])),
  );
}

export const wordsOf = (names: readonly string[]): string[] => names.map(featureWords);

/** Some of the pairs, in the given order. */
export const pickPairs = (pairs: StructuralPairs, kept: Uint32Array): StructuralPairs => ({
  ...pairs,
  a: kept.map((p) => pairs.a[p]!),
  b: kept.map((p) => pairs.b[p]!),
  score: Float64Array.from(kept, (p) => pairs.score[p]!),
  shared: kept.map((p) => pairs.shared[p]!),
});
