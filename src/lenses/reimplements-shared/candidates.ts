/** What the clone lenses say of a pair. */
export interface PairEvidence {
  /** Ordinals of the dump, a < b. */
  readonly a: number;
  readonly b: number;
  readonly cosine: number | null;
  /** Equal minima of 64. */
  readonly body64: number | null;
  /** J_w of similar-code. */
  readonly graphScore: number | null;
  /** J_w of semantic-twins. */
  readonly structural: number | null;
  readonly copy: boolean;
  /** Lenses that name the pair. */
  readonly lenses: readonly string[];
}

/**
 * The first that is there of cosine, body similarity, graph score and structural score, within 0..1 (S1:1735). The
 * manual's mean cosine of a cluster has no counterpart: our pairs carry their own.
 */
export function similarityOf({ cosine, body64, graphScore, structural }: PairEvidence): number {
  const first = cosine ?? (body64 === null ? null : body64 / 64) ?? graphScore ?? structural ?? 0;
  return Math.min(1, Math.max(0, first));
}

/** One row a pair, what both lenses say of it put together; by (a, b). */
export function mergePairs(pairs: readonly PairEvidence[]): PairEvidence[] {
  const merged = new Map<string, PairEvidence>();
  for (const pair of pairs) {
    const key = `${String(pair.a)} ${String(pair.b)}`;
    const before = merged.get(key);
    merged.set(
      key,
      before === undefined
        ? pair
        : {
            ...before,
            cosine: before.cosine ?? pair.cosine,
            body64: before.body64 ?? pair.body64,
            graphScore: before.graphScore ?? pair.graphScore,
            structural: before.structural ?? pair.structural,
            copy: before.copy || pair.copy,
            lenses: [...new Set([...before.lenses, ...pair.lenses])],
          },
    );
  }
  return [...merged.values()].sort((x, y) => x.a - y.a || x.b - y.b);
}
