/**
 * # token-clones (family 01)
 *
 * Question. Which runs of at least t = w + k − 1 = 50 normalised tokens stand in two places?
 * Formula. Winnowing over rolling hashes of k-grams proposes; every proposal is compared token by token.
 * Preconditions. TypeScript, JavaScript or Rust sources.
 * References. S2:3–9; Schleimer, Wilkerson, Aiken, SIGMOD 2003; Karp, Rabin 1987.
 */
import { defineLens, param } from '../../lens/index.js';
import { compareUtf8, fromRows } from '../../table/index.js';
import { clonedTokens, placedSegments } from '../facts/clones.js';
import { KNOBS } from '../knobs.js';
import { fingerprintsOf, guaranteedRun } from '../token-clones.js';
import { countParam, emptyState, NO_SOURCES, SOURCES, srcParam } from './shared-parameters.js';
import { sourcesStep } from './sources-step.js';

export const tokenClones = defineLens({
  id: 'token-clones',
  kind: 'judge',
  version: 1,
  title: 'Repeated token segments',
  question: 'Which runs of tokens stand in two places, names and literals aside?',
  facts: [SOURCES],
  params: {
    ...srcParam,
    bucketCap: countParam(
      KNOBS.tokenClones.bucketCap,
      'places of one fingerprint that are paired with each other',
      2,
    ),
    tie: param.choice(['leftmost', 'rightmost'], {
      default: KNOBS.tokenClones.tie,
      doc: 'which of equal minima a window keeps',
    }),
  },
})
  .step(sourcesStep)
  .step({
    id: 'fingerprints',
    title: 'Kept fingerprints',
    formula: String.raw`h \leftarrow (h - t_{i-k}\,B^{k-1})\,B + t_i,\quad \min \text{ of every } w`,
    params: ['tie'],
    inputs: ['sources'],
    key: ['file'],
    run: (_, { tie }, { sources }) => {
      const profile = { ...KNOBS.tokenClones, tie };
      const counts = sources.files.map(
        ({ parsed }) => fingerprintsOf(parsed.leaves, profile).length,
      );
      return {
        state: counts,
        table: () =>
          fromRows(
            ['file'],
            ['file', 'fingerprints:integer'],
            sources.files.map(({ path }, i) => [path, counts[i]!]),
          ),
      };
    },
  })
  .step({
    id: 'segments',
    title: 'Maximal common runs',
    formula: String.raw`|run| \ge t = w + k - 1`,
    params: ['bucketCap', 'tie'],
    inputs: ['sources'],
    key: ['a', 'b'],
    chart: {
      title: 'Lengths of the runs',
      marks: [{ mark: 'barX', from: 'segments.lengths', channels: { x: 'segments', y: 'tokens' } }],
    },
    run: (_, { bucketCap, tie }, { sources }) => {
      const placed = placedSegments(sources, { ...KNOBS.tokenClones, bucketCap, tie });
      return {
        state: placed,
        table: () => segmentRows(placed.segments),
        drawn: {
          lengths: () => fromRows(['tokens'], ['tokens', 'segments:integer'], lengthsOf(placed)),
        },
      };
    },
  })
  .step({
    id: 'files',
    title: 'Cloned tokens by file',
    formula: String.raw`\left|\bigcup segments(f)\right|`,
    params: [],
    inputs: ['sources', 'segments'],
    key: ['file'],
    chart: {
      title: 'Tokens that stand elsewhere too',
      marks: [{ mark: 'barX', channels: { x: 'cloned', y: 'file' } }],
      limit: 30,
    },
    run: (_, __, { sources, segments }) => {
      const cloned = clonedTokens(sources, segments.segments);
      const rows = sources.files
        .map(({ path, parsed }, i) => [path, cloned[i]!, parsed.leaves.length] as const)
        .filter(([, count]) => count > 0)
        .sort((a, b) => b[1] - a[1] || compareUtf8(a[0], b[0]));
      return {
        state: cloned,
        table: () => fromRows(['file'], ['file', 'cloned:integer/tokens', 'tokens:integer'], rows),
      };
    },
  })
  .answer(({ states }) => {
    const tokens = states.sources.files.reduce((sum, { parsed }) => sum + parsed.leaves.length, 0);
    const { segments, passedOver } = states.segments;
    return {
      state: segments.length > 0 ? 'complete' : emptyState(states.sources.files.length),
      population: { files: states.sources.files.length, tokens },
      summary: {
        guaranteed_run: guaranteedRun(KNOBS.tokenClones),
        segments: segments.length,
        cloned_tokens: states.files.reduce((sum, count) => sum + count, 0),
        passed_over: passedOver,
      },
      findings: segmentRows(segments),
      notes:
        segments.length > 0
          ? []
          : states.sources.files.length === 0
            ? [NO_SOURCES]
            : [`no run of ${guaranteedRun(KNOBS.tokenClones)} tokens stands in two places`],
    };
  });

function segmentRows(segments: ReturnType<typeof placedSegments>['segments']) {
  return fromRows(
    ['a', 'b'],
    ['a', 'b', 'tokens:integer', 'lines_a:list', 'lines_b:list'],
    segments.map(({ fileA, startA, linesA, fileB, startB, linesB, length }) => [
      `${fileA}@${startA}`,
      `${fileB}@${startB}`,
      length,
      linesA.map(String),
      linesB.map(String),
    ]),
  );
}

const LENGTHS = [50, 75, 100, 150, 250, 500];

function lengthsOf({ segments }: ReturnType<typeof placedSegments>): [string, number][] {
  return LENGTHS.map((from, i) => {
    const to = LENGTHS[i + 1] ?? Infinity;
    const count = segments.filter(({ length }) => length >= from && length < to).length;
    return [to === Infinity ? `${from} and more` : `${from} to ${to - 1}`, count];
  });
}
