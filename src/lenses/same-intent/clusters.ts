import type { CodeGraph } from '../../graph/index.js';
import { dotProduct, louvain, type NearPairs } from '../../ops/index.js';
import {
  hasVector,
  mutualPairs,
  signatureFacts,
  structuralAgreement,
  type ClonePopulation,
  type Evidence,
  type RowVectors,
} from '../clones/index.js';
import type { StructuralPairs } from '../structural-clones/join.js';

/** Above this the text says the same, not only the intent (S1:1614). */
export const MOST_AGREEMENT = 0.35;
/** Clusters beyond this are vocabulary, not intent (S1:1619). */
export const MOST_MEMBERS = 50;

export const REFUSED = ['another kind', 'structure agrees', 'not mutual'] as const;
export type Refused = (typeof REFUSED)[number];

/** Two functions that read alike; rows a < b. */
export interface IntentEdge {
  readonly a: number;
  readonly b: number;
  /** Cosine where both have vectors, else the score of the names. */
  readonly weight: number;
  readonly names: number | null;
  readonly cosine: number | null;
  readonly agreement: number;
  readonly source: Evidence;
}

export interface IntentEdges {
  /** By falling weight, then (a, b). */
  readonly kept: readonly IntentEdge[];
  readonly refused: Readonly<Record<Refused, number>>;
}

/** The union of both indexes, and what passes the gates (S1:1611–1618). */
export function intentEdges(
  graph: CodeGraph,
  population: ClonePopulation,
  names: StructuralPairs,
  vectors: RowVectors,
  near: NearPairs,
): IntentEdges {
  const rows = population.ordinals.length;
  const pairs = new Map<number, { n: number; e: number }>();
  for (let p = 0; p < names.a.length; p++)
    pairs.set(names.a[p]! * rows + names.b[p]!, { n: p, e: -1 });
  for (let p = 0; p < near.a.length; p++) {
    const key = near.a[p]! * rows + near.b[p]!;
    const one = pairs.get(key);
    if (one === undefined) pairs.set(key, { n: -1, e: p });
    else one.e = p;
  }
  const facts = Array.from(population.ordinals, (v) => signatureFacts(graph, v));
  const refused: Record<Refused, number> = {
    'another kind': 0,
    'structure agrees': 0,
    'not mutual': 0,
  };
  const edges: IntentEdge[] = [];
  for (const [key, { n, e }] of pairs) {
    const [a, b] = [Math.floor(key / rows), key % rows];
    if (graph.kind.at(population.ordinals[a]!) !== graph.kind.at(population.ordinals[b]!))
      refused['another kind']++;
    else {
      const agreement = structuralAgreement(facts[a]!, facts[b]!);
      if (agreement > MOST_AGREEMENT) {
        refused['structure agrees']++;
        continue;
      }
      const cosine =
        e >= 0
          ? near.cosine[e]!
          : vectors.space !== null && hasVector(vectors.vectors, a) && hasVector(vectors.vectors, b)
            ? dotProduct(vectors.vectors, a, b)
            : null;
      const score = n >= 0 ? names.score[n]! : null;
      edges.push({
        a,
        b,
        weight: Math.max(0, cosine ?? score ?? 0),
        names: score,
        cosine,
        agreement,
        source: n >= 0 ? (e >= 0 ? 'both' : 'graph') : 'embedding',
      });
    }
  }
  edges.sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b);
  const mutual = mutualPairs(
    {
      a: Uint32Array.from(edges, ({ a }) => a),
      b: Uint32Array.from(edges, ({ b }) => b),
      score: Float64Array.from(edges, ({ weight }) => weight),
    },
    rows,
  );
  const kept = edges.filter((edge, p) => mutual[p] === 1 && edge.weight > 0);
  refused['not mutual'] = edges.length - kept.length;
  return { kept, refused };
}

/** Functions of one intent, best edge first. */
export interface IntentCluster {
  /** Rows, ascending. */
  readonly members: readonly number[];
  readonly edges: readonly IntentEdge[];
  /** Mean weight of its edges, times its members. */
  readonly score: number;
}

export interface IntentClusters {
  /** By falling score, then first member. */
  readonly clusters: readonly IntentCluster[];
  /** Clusters of more than fifty: not ranked. */
  readonly vocabulary: number;
}

/** Communities of the kept edges (S1:1619); an edge between two communities is in none. */
export function intentClusters(rows: number, { kept }: IntentEdges): IntentClusters {
  const community = louvain(rows, {
    a: kept.map(({ a }) => a),
    b: kept.map(({ b }) => b),
    weight: kept.map(({ weight }) => weight),
  });
  const edges = new Map<number, IntentEdge[]>();
  for (const edge of kept) {
    if (community[edge.a] !== community[edge.b]) continue;
    const own = edges.get(community[edge.a]!);
    if (own === undefined) edges.set(community[edge.a]!, [edge]);
    else own.push(edge);
  }
  const all = [...edges.values()].map((own): IntentCluster => {
    const members = [...new Set(own.flatMap(({ a, b }) => [a, b]))].sort((a, b) => a - b);
    const mean = own.reduce((sum, { weight }) => sum + weight, 0) / own.length;
    return { members, edges: own, score: mean * members.length };
  });
  const ranked = all.filter(({ members }) => members.length <= MOST_MEMBERS);
  ranked.sort((x, y) => y.score - x.score || x.members[0]! - y.members[0]!);
  return { clusters: ranked, vocabulary: all.length - ranked.length };
}
