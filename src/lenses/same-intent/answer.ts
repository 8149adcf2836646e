import type { Answer, Need } from '../../lens/index.js';
import type { NearPairs } from '../../ops/index.js';
import { fromRows, type Cell, type Relation } from '../../table/index.js';
import {
  deliberateNotes,
  nearNotes,
  graphNeeds,
  indexCounts,
  leftOutCounts,
  oneTextNotes,
  plainState,
  spanOf,
  summaryName,
  type ClonePopulation,
  type Deliberate,
  type Evidence,
  type Shapes,
} from '../clones/index.js';
import type { RowVectors } from '../clones/index.js';
import { commonNotes } from '../structural-clones/common-rows.js';
import { sharedFeatures, type Features } from '../structural-clones/features.js';
import type { StructuralPairs } from '../structural-clones/join.js';
import { REFUSED, type IntentCluster, type IntentClusters, type IntentEdges } from './clusters.js';

/** States of the steps, by step id. */
export interface SameIntentStates {
  readonly functions: ClonePopulation;
  readonly shapes: Shapes;
  readonly words: Features;
  readonly pairs: StructuralPairs;
  readonly vectors: RowVectors;
  readonly near: NearPairs;
  readonly edges: IntentEdges;
  readonly clusters: IntentClusters;
  readonly families: {
    readonly kept: readonly IntentCluster[];
    readonly deliberate: readonly Deliberate[];
  };
}

const COLUMNS = [
  'kind',
  'name_driven:boolean',
  'found_by',
  'why',
  'source',
  'score:real',
  'size:integer/functions',
  'words:list',
  'a',
  'a_loc',
  'b',
  'b_loc',
  'members:list',
  'locs:list',
];

const WORDS = 6;

export const clustersTable = (
  functions: ClonePopulation,
  words: Features,
  clusters: readonly IntentCluster[],
): Relation =>
  fromRows(
    ['a', 'b'],
    COLUMNS,
    clusters.map(({ members, edges, score }): Cell[] => {
      const best = edges[0]!;
      const shared = sharedFeatures(words, best.a, best.b, WORDS).map((name) => name.slice(2));
      const facts = [
        ...(best.names === null ? [] : [`names ${best.names.toFixed(3)} alike`]),
        ...(best.cosine === null ? [] : [`cosine ${best.cosine.toFixed(3)}`]),
        `structure ${best.agreement.toFixed(3)}`,
      ];
      return [
        'same_intent',
        true,
        best.source === 'embedding' ? 'vectors: texts read alike' : 'names: rare words in common',
        facts.join(', '),
        sourceOf(edges.map(({ source }) => source)),
        score,
        members.length,
        shared,
        functions.names[best.a]!,
        spanOf(functions, best.a),
        functions.names[best.b]!,
        spanOf(functions, best.b),
        members.map((row) => functions.names[row]!),
        members.map((row) => spanOf(functions, row)),
      ];
    }),
  );

/** Which index found a cluster: both when its edges come from both. */
function sourceOf(sources: readonly Evidence[]): Evidence {
  const [graph, vectors] = (['graph', 'embedding'] as const).map((one) =>
    sources.some((source) => source === one || source === 'both'),
  );
  return graph === true ? (vectors === true ? 'both' : 'graph') : 'embedding';
}

export function answerOf(states: SameIntentStates, needs: readonly Need[]): Answer {
  const { functions, shapes, words, pairs, vectors, near, edges, clusters, families } = states;
  const count = functions.ordinals.length;
  const facts = graphNeeds(needs, shapes);
  return {
    state: plainState(facts, families.kept.length),
    population: { functions: count, words: words.df.length, vectors: vectors.held },
    summary: {
      kind: 'same_intent',
      name_driven: true,
      cluster_count_total: clusters.clusters.length + clusters.vocabulary,
      cluster_count_matching: families.kept.length,
      clusters_vocabulary: clusters.vocabulary,
      pair_count: edges.kept.length,
      name_pairs: pairs.a.length,
      embedding_pairs: near.a.length,
      ...Object.fromEntries(
        REFUSED.map((why) => [summaryName('refused', why), edges.refused[why]]),
      ),
      deliberate: families.deliberate.length,
      vectors_space: vectors.space,
      vectors_key: vectors.key,
      ...leftOutCounts(functions),
      ...indexCounts(
        families.kept.map((cluster) => sourceOf(cluster.edges.map(({ source }) => source))),
      ),
    },
    findings: clustersTable(functions, words, families.kept),
    notes: notesOf(states),
  };
}

function notesOf({
  functions,
  words,
  pairs,
  near,
  edges,
  clusters,
  families,
  vectors,
}: SameIntentStates): string[] {
  const notes = [
    'names decide here: functions that read alike, no clones',
    ...vectors.notes,
    ...nearNotes(near),
    ...commonNotes(words, 'words'),
  ];
  if (functions.ordinals.length === 0) notes.push('no function is in scope');
  else if (families.kept.length === 0)
    notes.push(
      edges.kept.length > 0
        ? 'all clusters are deliberate families or too large to be one intent'
        : `none of ${String(pairs.a.length)} pairs of names and ${String(near.a.length)} of vectors is left: see what was refused`,
    );
  if (clusters.vocabulary > 0)
    notes.push(
      `${String(clusters.vocabulary)} clusters hold more than 50 functions: a vocabulary, not an intent`,
    );
  notes.push(...oneTextNotes(functions));
  notes.push(...deliberateNotes(families.deliberate, 'clusters', 'families'));
  return notes;
}
