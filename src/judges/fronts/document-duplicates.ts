/**
 * # document-duplicates (family 03)
 *
 * Question. Which paragraphs, HTML texts, comments and docstrings are near duplicates?
 * Formula. inter·100 ≥ 80·union over 5-word shingles, or a verbatim run of 50 words.
 * Preconditions. Markdown, HTML, plain text, or comments of TypeScript; segments of 12 words (ours).
 * References. S2:22–31; Broder 1997 (MinHash, as a prefilter only).
 */
import { defineLens } from '../../lens/index.js';
import { fromRows } from '../../table/index.js';
import { documentSegments, duplicatePairs, type DuplicatePair } from '../facts/documents.js';
import { parseSources } from '../facts/parsed-sources.js';
import { emptyState, SOURCES, srcParam } from './shared-parameters.js';

export const documentDuplicates = defineLens({
  id: 'document-duplicates',
  kind: 'judge',
  version: 1,
  title: 'Texts written twice',
  question: 'Which paragraphs and comments say the same in almost the same words?',
  facts: [SOURCES],
  params: srcParam,
})
  .step({
    id: 'segments',
    title: 'Segments of text',
    formula: String.raw`S = \{w_i \dots w_{i+k-1}\}`,
    params: ['src'],
    inputs: [],
    key: ['segment'],
    run: async ({ task }, { src }) => {
      const segments = await documentSegments(await parseSources(src, task), task);
      return {
        state: segments,
        table: () =>
          fromRows(
            ['segment'],
            ['segment', 'kind', 'words:integer'],
            segments.map(({ key, kind, words }) => [key, kind, words.length]),
          ),
      };
    },
  })
  .step({
    id: 'pairs',
    title: 'Pairs that are duplicates',
    formula: String.raw`inter \cdot den \ge num \cdot union \;\lor\; run \ge v`,
    params: [],
    inputs: ['segments'],
    key: ['a', 'b'],
    run: ({ task }, _, { segments }) => {
      const pairs = duplicatePairs(segments, task);
      return { state: pairs, table: () => pairRows(pairs.pairs) };
    },
  })
  .answer(({ states: { segments, pairs } }) => ({
    state: pairs.pairs.length > 0 ? 'complete' : emptyState(segments.length),
    population: { segments: segments.length },
    summary: { proposed: pairs.proposed, duplicates: pairs.pairs.length },
    findings: pairRows(pairs.pairs),
    notes: [
      ...(segments.length === 0 ? ['no text of twelve words below --src'] : []),
      'pairs are proposed by MinHash bands; a pair that no band proposes is not seen',
    ],
  }));

function pairRows(pairs: readonly DuplicatePair[]) {
  return fromRows(
    ['a', 'b'],
    ['a', 'b', 'inter:integer/shingles', 'union:integer/shingles', 'run:integer/words'],
    pairs.map(({ a, b, counts }) => [
      a.key,
      b.key,
      Number(counts.inter),
      Number(counts.union),
      Number(counts.run),
    ]),
  );
}
