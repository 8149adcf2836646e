import type { CodeGraph } from '../../graph/index.js';
import type { Answer, Need } from '../../lens/index.js';
import { fromRows, type Cell, type Relation } from '../../table/index.js';
import {
  indexCounts,
  leftOutCounts,
  oneTextNotes,
  plainState,
  ASKS_NO_VECTORS,
  spanOf,
  type ClonePopulation,
} from '../clones/index.js';
import { commonNotes } from '../structural-clones/common-rows.js';
import type { Features } from '../structural-clones/features.js';
import type { StructuralPairs } from '../structural-clones/join.js';
import type { SimilarCluster } from './clusters.js';
import { GATES, type GatedEdges } from './gates.js';

/** Clusters that stay, and those of which every member is trivial or a deliberate variant. */
export interface RankedClusters {
  readonly kept: readonly SimilarCluster[];
  readonly suppressed: readonly SimilarCluster[];
}

/** States of the steps, by step id. */
export interface SimilarCodeStates {
  readonly functions: ClonePopulation;
  readonly features: Features;
  readonly pairs: StructuralPairs;
  readonly gates: GatedEdges;
  readonly clusters: readonly SimilarCluster[];
  readonly ranked: RankedClusters;
}

export const edgesTable = ({ names }: ClonePopulation, { edges }: GatedEdges): Relation =>
  fromRows(
    ['a', 'b'],
    ['a', 'b', 'graph_score:real', 'cosine:real', 'structural_agreement:real'],
    edges.map(({ a, b, graphScore, cosine, agreement }) => [
      names[a]!,
      names[b]!,
      graphScore,
      cosine,
      agreement,
    ]),
  );

const COLUMNS = [
  'canonical',
  'score:real',
  'size:integer/functions',
  'crates:integer',
  'source',
  'members:list',
  'dispositions:list',
  'centrality:list',
  'pairs:integer',
  'best_score:real',
  'locs:list',
];

export const clustersTable = (
  graph: CodeGraph,
  functions: ClonePopulation,
  clusters: readonly SimilarCluster[],
): Relation =>
  fromRows(
    ['canonical'],
    COLUMNS,
    clusters.map(({ canonical, score, members, edges }): Cell[] => [
      functions.names[canonical]!,
      score,
      members.length,
      new Set(members.map(({ row }) => graph.crateOf(functions.ordinals[row]!))).size,
      'graph',
      members.map(({ row }) => functions.names[row]!),
      members.map(({ disposition }) => disposition),
      members.map(({ centrality }) => centrality),
      edges.length,
      edges.reduce((best, { weight }) => Math.max(best, weight), 0),
      members.map(({ row }) => spanOf(functions, row)),
    ]),
  );

export function answerOf(
  graph: CodeGraph,
  states: SimilarCodeStates,
  needs: readonly Need[],
): Answer {
  const { functions, features, pairs, gates, ranked } = states;
  const count = functions.ordinals.length;
  return {
    state: count > 0 && needs.length > 3 ? 'empty_gap' : plainState(needs, ranked.kept.length),
    population: { functions: count, features: features.df.length },
    summary: {
      kind: 'duplicates',
      cluster_count: ranked.kept.length + ranked.suppressed.length,
      cluster_count_matching: ranked.kept.length,
      pair_count: gates.edges.length,
      graph_pairs: pairs.a.length,
      ...Object.fromEntries(
        GATES.map((gate) => [`refused_${gate.replaceAll(' ', '_')}`, gates.refused[gate]]),
      ),
      suppressed_trivial_clusters: ranked.suppressed.length,
      ...leftOutCounts(functions),
      vectors: 0,
      ...indexCounts(ranked.kept.map(() => 'graph' as const)),
    },
    findings: clustersTable(graph, functions, ranked.kept),
    notes: notesOf(graph, states),
  };
}

function notesOf(
  graph: CodeGraph,
  { functions, features, pairs, gates, ranked }: SimilarCodeStates,
): string[] {
  const count = functions.ordinals.length;
  const notes = commonNotes(features);
  const crates = new Set(Array.from(functions.ordinals, (v) => graph.crateOf(v)));
  if (count === 0) notes.push('no function is in scope');
  else if (crates.size < 2 && gates.refused['one crate'] > 0)
    notes.push(
      `all ${String(count)} functions are of one crate: ${String(gates.refused['one crate'])} pairs inside of it are told with same-crate`,
    );
  else if (ranked.kept.length === 0)
    notes.push(
      `none of ${String(pairs.a.length)} pairs that share rare things passes the gates: see the summary`,
    );
  if (ranked.suppressed.length > 0)
    notes.push(
      `${String(ranked.suppressed.length)} clusters are trivial or variants on purpose: see the rows that the step ranked draws`,
    );
  notes.push(...oneTextNotes(functions));
  notes.push(ASKS_NO_VECTORS);
  return notes;
}
