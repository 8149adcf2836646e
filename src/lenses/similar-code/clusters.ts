import { compareUtf8 } from '../../table/index.js';
import { cloneClasses } from '../clones/index.js';

/** A pair that passed the gates. */
export interface SimilarEdge {
  /** Rows, a < b. */
  readonly a: number;
  readonly b: number;
  /** Cosine where there is one, else J_w. */
  readonly weight: number;
  readonly graphScore: number | null;
  readonly cosine: number | null;
  readonly agreement: number;
}

export type Disposition = 'keep' | 'repoint' | 'kill';

export interface SimilarMember {
  readonly row: number;
  readonly disposition: Disposition;
  /** Mean over the other members of the cosine, else of the structural agreement. */
  readonly centrality: number;
}

export interface SimilarCluster {
  readonly canonical: number;
  /** The canonical first, then by row. */
  readonly members: readonly SimilarMember[];
  readonly edges: readonly SimilarEdge[];
  /** mean(edge weight) · size. */
  readonly score: number;
}

/** What is known of rows when clusters are made. */
export interface ClusterFacts {
  readonly name: (row: number) => string;
  readonly inSharedHome: (row: number) => boolean;
  /** Cosine, else structural agreement. */
  readonly likeness: (a: number, b: number) => number;
}

/**
 * Components of the edges, each with the member to keep: one in a shared home, else the most central, ties by name
 * (S1:1706-1713). Others are repointed when the canonical lives in a shared home, else removed.
 */
export async function similarClusters(
  rows: number,
  edges: readonly SimilarEdge[],
  facts: ClusterFacts,
): Promise<SimilarCluster[]> {
  const classes = await cloneClasses(
    rows,
    edges.map(({ a }) => a),
    edges.map(({ b }) => b),
  );
  const clusters = classes.map(({ members, pairs }) => {
    const own = pairs.map((p) => edges[p]!);
    const centrality = new Map(members.map((row) => [row, centralityOf(row, members, facts)]));
    const canonical = [...members].sort(
      (x, y) =>
        Number(facts.inSharedHome(y)) - Number(facts.inSharedHome(x)) ||
        centrality.get(y)! - centrality.get(x)! ||
        compareUtf8(facts.name(x), facts.name(y)),
    )[0]!;
    const other: Disposition = facts.inSharedHome(canonical) ? 'repoint' : 'kill';
    const ordered = [canonical, ...members.filter((row) => row !== canonical)];
    return {
      canonical,
      members: ordered.map((row) => ({
        row,
        disposition: row === canonical ? ('keep' as const) : other,
        centrality: centrality.get(row)!,
      })),
      edges: own,
      score: (own.reduce((sum, { weight }) => sum + weight, 0) / own.length) * members.length,
    };
  });
  return clusters.sort(
    (x, y) =>
      y.score - x.score ||
      y.members.length - x.members.length ||
      compareUtf8(facts.name(x.canonical), facts.name(y.canonical)),
  );
}

function centralityOf(row: number, members: readonly number[], { likeness }: ClusterFacts): number {
  const others = members.filter((other) => other !== row);
  return others.reduce((sum, other) => sum + likeness(row, other), 0) / Math.max(1, others.length);
}
