/**
 * # document-duplicates (family 03)
 *
 * Question. Which paragraphs, HTML texts, comments and docstrings are near duplicates?
 * Formula. inter·100 ≥ 80·union over 5-word shingles, or a verbatim run of 50 words.
 * Preconditions. Markdown, HTML, plain text, or comments of TypeScript or Rust; segments of 12 words (ours).
 * References. S2:22–31; Broder 1997 (MinHash, as a prefilter only).
 */
import { defineLens } from '../../lens/index.js';
import { fromRows } from '../../table/index.js';
import { documentSegments, duplicatePairs, type DuplicatePair } from '../facts/documents.js';
import { KNOBS } from '../knobs.js';
import { countParam, emptyState, SOURCES, srcParam } from './shared-parameters.js';
import { sourcesStep } from './sources-step.js';

const { shingle: SHINGLE, leastWords: LEAST, bands: BANDS, rows: ROWS } = KNOBS.documentDuplicates;

export const documentDuplicates = defineLens({
  id: 'document-duplicates',
  kind: 'judge',
  version: 1,
  title: 'Texts written twice',
  question: 'Which paragraphs and comments say the same in almost the same words?',
  facts: [SOURCES],
  params: {
    ...srcParam,
    leastWords: countParam(LEAST, 'words of the shortest segment', 1),
    shingle: countParam(SHINGLE, 'words of a shingle', 1),
    bands: countParam(BANDS, 'bands of the prefilter', 1),
    rows: countParam(ROWS, 'minima a band', 1),
  },
})
  // A tree of documents alone is judged too: no source is missing there.
  .step({
    ...sourcesStep,
    run: async (context, given) => ({ ...(await sourcesStep.run(context, given)), needs: [] }),
  })
  .step({
    id: 'segments',
    title: 'Segments of text',
    formula: String.raw`S = \{w_i \dots w_{i+k-1}\}`,
    params: ['leastWords', 'shingle', 'bands', 'rows'],
    inputs: ['sources'],
    key: ['segment'],
    chart: {
      title: 'Segments by kind',
      marks: [{ mark: 'barX', from: 'segments.kinds', channels: { x: 'segments', y: 'kind' } }],
    },
    run: async ({ task }, changed, { sources }) => {
      const knobs = { ...KNOBS.documentDuplicates, ...changed };
      const segments = await documentSegments(sources, task, knobs);
      return {
        state: segments,
        drawn: {
          kinds: () =>
            fromRows(
              ['kind'],
              ['kind', 'segments:integer'],
              (['comment', 'html', 'markdown', 'text'] as const).map((kind) => [
                kind,
                segments.filter((segment) => segment.kind === kind).length,
              ]),
            ),
        },
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
    params: ['shingle', 'bands', 'rows'],
    inputs: ['segments'],
    key: ['a', 'b'],
    chart: {
      title: 'Shared shingles of each pair, against all that either has',
      marks: [{ mark: 'dot', channels: { x: 'union', y: 'inter', title: 'a' } }],
      limit: 1000,
    },
    run: ({ task }, changed, { segments }) => {
      const pairs = duplicatePairs(segments, task, { ...KNOBS.documentDuplicates, ...changed });
      return { state: pairs, table: () => pairRows(pairs.pairs) };
    },
  })
  .answer(({ params, states: { segments, pairs } }) => ({
    state: pairs.pairs.length > 0 ? 'complete' : emptyState(segments.length),
    population: { segments: segments.length },
    summary: { proposed: pairs.proposed, duplicates: pairs.pairs.length },
    findings: pairRows(pairs.pairs),
    notes: [
      ...(segments.length === 0 ? [`no text of ${params.leastWords} words below --src`] : []),
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
