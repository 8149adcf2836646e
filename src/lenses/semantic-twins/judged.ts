import type { CodeGraph } from '../../graph/index.js';
import { dotProduct, type NearPairs } from '../../ops/index.js';
import {
  deliberateFamily,
  familyFacts,
  mutualPairs,
  selfOnlyPair,
  type ClonePopulation,
  type Deliberate,
  type Evidence,
  type Shapes,
} from '../clones/index.js';
import type { Features } from '../structural-clones/features.js';
import { sharesWords } from '../structural-clones/gates.js';
import { speakingFeatures } from '../structural-clones/language.js';
import { weightedJaccard, type StructuralPairs } from '../structural-clones/join.js';
import { judgeTwin, type Gate, type TwinFloors } from './gates.js';
import { hasVector, type RowVectors } from '../clones/index.js';

/** The rows that may be twins, and their features: row `k` of the features is row `rows[k]` of the population. */
export interface KeptRows {
  readonly rows: Uint32Array;
  readonly features: Features;
}

/** Two functions of one idea; rows of the population, a < b. */
export interface TwinPair {
  readonly kind: 'copy' | 'twin';
  readonly gate: Gate;
  readonly a: number;
  readonly b: number;
  readonly rank: number;
  readonly structural: number;
  readonly sharedFeatures: number;
  /** Equal minima of 64. */
  readonly body64: number | null;
  readonly cosine: number | null;
  readonly source: Evidence;
  /** The same pair as rows of the features. */
  readonly feature: readonly [number, number];
}

export interface JudgedTwins {
  /** Twins by rank, then copies by rank, then by rows. */
  readonly list: readonly TwinPair[];
  readonly candidates: number;
  readonly between: number;
  /** Twins inside one file: dropped. */
  readonly sameFile: number;
  readonly deliberate: readonly Deliberate[];
}

export function judgedTwins(
  graph: CodeGraph,
  population: ClonePopulation,
  shapes: Shapes,
  { rows, features }: KeptRows,
  structural: StructuralPairs,
  vectors: RowVectors,
  near: NearPairs,
  floors: TwinFloors,
): JudgedTwins {
  const count = rows.length;
  const graphMutual = mutualPairs(structural, count);
  const vectorMutual = mutualPairs({ ...near, score: near.cosine }, count);
  const candidates = new Map<number, { g: number; e: number }>();
  const at = (a: number, b: number): { g: number; e: number } => {
    const key = a * count + b;
    let one = candidates.get(key);
    if (one === undefined) candidates.set(key, (one = { g: -1, e: -1 }));
    return one;
  };
  for (let p = 0; p < structural.a.length; p++) at(structural.a[p]!, structural.b[p]!).g = p;
  for (let p = 0; p < near.a.length; p++) at(near.a[p]!, near.b[p]!).e = p;
  const facts = familyFacts(graph, population, shapes);
  const speaks = speakingFeatures(graph, features.names);
  const list: TwinPair[] = [];
  const deliberate: Deliberate[] = [];
  let [between, sameFile] = [0, 0];
  for (const [key, { g, e }] of candidates) {
    const [x, y] = [Math.floor(key / count), key % count];
    const [a, b] = [rows[x]!, rows[y]!];
    const joined = e < 0 ? null : near.cosine[e]!;
    const cosine =
      joined ??
      (vectors.space !== null && hasVector(vectors.vectors, x) && hasVector(vectors.vectors, y)
        ? dotProduct(vectors.vectors, x, y)
        : null);
    const { score, shared } = weightedJaccard(features, x, y);
    const body64 = shapes.estimate64(a, b);
    const verdict = judgeTwin(
      {
        joined,
        cosine,
        structural: score,
        body64,
        inGraph: g >= 0 && sharesWords(features, speaks, x, y),
        mutualGraph: g >= 0 && graphMutual[g] === 1,
        mutualVectors: e >= 0 && vectorMutual[e] === 1,
      },
      floors,
    );
    if (verdict.kind === 'between' || verdict.gate === null) {
      between++;
      continue;
    }
    const family = selfOnlyPair(graph, population.ordinals[a]!, population.ordinals[b]!)
      ? 'self-only methods'
      : deliberateFamily([a, b], facts);
    if (family !== null) {
      deliberate.push({ family, members: [a, b] });
      continue;
    }
    if (verdict.kind === 'twin' && population.files[a] === population.files[b]) {
      sameFile++;
      continue;
    }
    list.push({
      kind: verdict.kind,
      gate: verdict.gate,
      a,
      b,
      rank: verdict.rank,
      structural: score,
      sharedFeatures: shared,
      body64,
      cosine,
      source: g >= 0 ? (e >= 0 ? 'both' : 'graph') : 'embedding',
      feature: [x, y],
    });
  }
  const place = (pair: TwinPair): number => Number(pair.kind === 'copy');
  list.sort((x, y) => place(x) - place(y) || y.rank - x.rank || x.a - y.a || x.b - y.b);
  deliberate.sort((x, y) => x.members[0]! - y.members[0]! || x.members[1]! - y.members[1]!);
  return { list, candidates: candidates.size, between, sameFile, deliberate };
}
