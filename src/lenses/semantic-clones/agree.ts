import type { CodeGraph } from '../../graph/index.js';
import { dotProduct, type NearPairs } from '../../ops/index.js';
import type { Task } from '../../task/index.js';
import {
  bandBuckets,
  deliberatePairs,
  familyFacts,
  mutualPairs,
  nearPairs,
  type Buckets,
  type NearPairs as NearText,
  type ClonePopulation,
  type Evidence,
  type ExactGroup,
  type Shapes,
  exclusionsOf,
} from '../clones/index.js';
import { hasVector, type RowVectors } from '../clones/index.js';
import { refusal } from '../structural-clones/gates.js';
import type { Features } from '../structural-clones/features.js';
import { speakingFeatures } from '../structural-clones/language.js';
import type { StructuralPairs } from '../structural-clones/join.js';

/** The graph's two signals over pairs of bodies; `null` where a signal says nothing. */
interface AgreeingPair {
  /** Numbers of bodies, a < b. */
  readonly a: number;
  readonly b: number;
  /** Equal minima of 64, at least 52. */
  readonly near64: number | null;
  /** Best J_w over member pairs. */
  readonly structural: number | null;
}

export interface AgreeingPairs {
  readonly pairs: readonly AgreeingPair[];
  /** Near pairs by text: how many there are, and what stands for them where there are very many. */
  readonly near: Pick<NearText, 'count' | 'apart' | 'folded' | 'ofOver'>;
  readonly buckets: Pick<Buckets, 'over'>;
}

/** Least equal minima of a near pair: 0.80 of 64 (S1:1324). */
const NEAR_LEAST = 52;

/** Pairs of bodies that are near by text or alike by structure, by (a, b) (S1:1568); of very many what joins classes. */
export function agreeingPairs(
  graph: CodeGraph,
  population: ClonePopulation,
  shapes: Shapes,
  bodies: readonly ExactGroup[],
  minTokens: number,
  limits: { readonly bucketMax: number; readonly pairsMax: number },
  features: Features,
  structural: StructuralPairs,
  task: Task,
): AgreeingPairs {
  const found = new Map<number, { near64: number | null; structural: number | null }>();
  const at = (x: number, y: number): { near64: number | null; structural: number | null } => {
    const key = Math.min(x, y) * bodies.length + Math.max(x, y);
    let one = found.get(key);
    if (one === undefined) found.set(key, (one = { near64: null, structural: null }));
    return one;
  };
  const signatures = bodies.map(({ tokens, members }) =>
    tokens >= minTokens ? shapes.signature(members[0]!) : null,
  );
  const buckets = bandBuckets(signatures, limits.bucketMax);
  const near = nearPairs(
    signatures,
    buckets,
    {
      least: NEAR_LEAST,
      limit: limits.pairsMax,
      apart: deliberatePairs(bodies, familyFacts(graph, population, shapes)),
    },
    task,
  );
  for (let p = 0; p < near.a.length; p++) at(near.a[p]!, near.b[p]!).near64 = near.equal[p]!;
  const bodyOf = new Int32Array(population.ordinals.length).fill(-1);
  bodies.forEach(({ members }, body) => {
    for (const row of members) bodyOf[row] = body;
  });
  const speaks = speakingFeatures(graph, features.names);
  for (let p = 0; p < structural.a.length; p++) {
    const [a, b] = [structural.a[p]!, structural.b[p]!];
    const [x, y] = [bodyOf[a]!, bodyOf[b]!];
    if (x < 0 || y < 0 || x === y) continue;
    // Unlike text is no objection here: behaviour is asked for.
    const why = refusal(population, shapes, features, speaks, a, b);
    if (why !== null && why !== 'unlike text') continue;
    const one = at(x, y);
    one.structural = Math.max(one.structural ?? 0, structural.score[p]!);
  }
  const pairs = [...found]
    .sort(([x], [y]) => x - y)
    .map(([key, facts]) => ({
      a: Math.floor(key / bodies.length),
      b: key % bodies.length,
      ...facts,
    }));
  return { pairs, near, buckets };
}

/** A clone by behaviour: one body of several functions (a = b), or two bodies. */
export interface SemanticClone {
  readonly a: number;
  readonly b: number;
  readonly near64: number | null;
  readonly structural: number | null;
  readonly cosine: number | null;
  readonly weight: number;
  readonly source: Evidence;
}

export interface SemanticFindings {
  readonly list: readonly SemanticClone[];
  /** Pairs of vectors alone that a gate refused. */
  readonly embeddingRefused: number;
}

/** Exact groups first, by key; then pairs by falling weight (S1:1562–1578). */
export function semanticFindings(
  graph: CodeGraph,
  population: ClonePopulation,
  shapes: Shapes,
  bodies: readonly ExactGroup[],
  agree: readonly AgreeingPair[],
  vectors: RowVectors,
  near: NearPairs,
  thresholds: {
    readonly cosine: number;
    readonly minTokens: number;
    readonly includeAll: boolean;
  },
): SemanticFindings {
  const has = (body: number): boolean => vectors.space !== null && hasVector(vectors.vectors, body);
  const groups: SemanticClone[] = [];
  bodies.forEach(({ tokens, members }, body) => {
    if (members.length < 2 || tokens < thresholds.minTokens) return;
    groups.push({
      a: body,
      b: body,
      near64: 64,
      structural: null,
      cosine: has(body) ? 1 : null,
      weight: 1,
      source: has(body) ? 'both' : 'graph',
    });
  });
  const known = new Set<number>();
  const pairs = agree.map((pair): SemanticClone => {
    known.add(pair.a * bodies.length + pair.b);
    const cosine = has(pair.a) && has(pair.b) ? dotProduct(vectors.vectors, pair.a, pair.b) : null;
    return {
      ...pair,
      cosine,
      weight: cosine ?? Math.max((pair.near64 ?? 0) / 64, pair.structural ?? 0),
      source: cosine !== null && cosine >= thresholds.cosine ? 'both' : 'graph',
    };
  });
  const usable = usableMembers(graph, population, shapes, bodies, thresholds.includeAll);
  const mutual = mutualPairs({ ...near, score: near.cosine }, bodies.length);
  let embeddingRefused = 0;
  for (let p = 0; p < near.a.length; p++) {
    const [a, b] = [near.a[p]!, near.b[p]!];
    if (known.has(a * bodies.length + b)) continue;
    const apart = usable[a]!.some((x) => usable[b]!.some((y) => x !== y));
    if (mutual[p] === 0 || !apart) {
      embeddingRefused++;
      continue;
    }
    const cosine = near.cosine[p]!;
    pairs.push({
      a,
      b,
      near64: null,
      structural: null,
      cosine,
      weight: cosine,
      source: 'embedding',
    });
  }
  pairs.sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b);
  return { list: [...groups, ...pairs], embeddingRefused };
}

/** Crates of the members of each body that may be told by vectors alone. */
function usableMembers(
  graph: CodeGraph,
  population: ClonePopulation,
  shapes: Shapes,
  bodies: readonly ExactGroup[],
  includeAll: boolean,
): readonly (readonly string[])[] {
  const why = exclusionsOf(graph, population, shapes, includeAll);
  return bodies.map(({ members }) =>
    members
      .filter((row) => why[row] === null)
      .map((row) => graph.crateOf(population.ordinals[row]!) ?? ''),
  );
}
