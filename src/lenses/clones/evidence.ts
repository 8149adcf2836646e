/** Which index found something (S1:1255): the compiled graph, vectors, or both; `text` where only the sources say it. */
export const EVIDENCE = ['graph', 'embedding', 'both', 'text'] as const;

export type Evidence = (typeof EVIDENCE)[number];

/** Findings by the index that found them: the `indexes` of an answer, flattened into its summary. */
export function indexCounts(sources: Iterable<Evidence>): Record<`indexes_${Evidence}`, number> {
  const counts = { indexes_graph: 0, indexes_embedding: 0, indexes_both: 0, indexes_text: 0 };
  for (const source of sources) counts[`indexes_${source}`]++;
  return counts;
}

/** Who makes dumps with the facts that the family reads. */
export const DUMP_PRODUCER = 'mimir dump ts, mimir dump rust, cargo mimir-dump';

/** The note of a lens that reads no vectors, whatever the dump carries. */
export const ASKS_NO_VECTORS = 'the embedding index added nothing: this lens asks for no vectors';

/** The note of every answer that had no vectors: they are an addition, never a need (S1:1255). */
export const NO_VECTORS = 'the embedding index added nothing: the dump carries no vectors';
