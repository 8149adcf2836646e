import type { CodeGraph } from '../../graph/index.js';
import {
  signatureFacts,
  structuralAgreement,
  type ClonePopulation,
  type SignatureFacts,
} from '../clones/index.js';
import type { StructuralPairs } from '../structural-clones/join.js';
import type { SimilarEdge } from './clusters.js';

/** Why a pair of enough J_w is no edge. */
export const GATES = ['one crate', 'little agreement', 'one calls the other'] as const;
export type Gate = (typeof GATES)[number];

export interface GatedEdges {
  /** Most alike first. */
  readonly edges: readonly SimilarEdge[];
  readonly refused: Readonly<Record<Gate, number>>;
  /** Signature and callees of a row, made once. */
  readonly facts: (row: number) => SignatureFacts;
}

/** gate_pairs (S1:1690-1705), then the drop of wrappers: a function that calls the other is its user, not its copy. */
export function gateEdges(
  graph: CodeGraph,
  population: ClonePopulation,
  pairs: StructuralPairs,
  asked: { readonly structural: number; readonly sameCrate: boolean },
): GatedEdges {
  const known = new Map<number, SignatureFacts>();
  const facts = (row: number): SignatureFacts => {
    let own = known.get(row);
    if (own === undefined) known.set(row, (own = signatureFacts(graph, population.ordinals[row]!)));
    return own;
  };
  const refused = Object.fromEntries(GATES.map((gate) => [gate, 0])) as Record<Gate, number>;
  const edges: SimilarEdge[] = [];
  for (let p = 0; p < pairs.a.length; p++) {
    const [a, b] = [pairs.a[p]!, pairs.b[p]!];
    const agreement = structuralAgreement(facts(a), facts(b));
    const gate: Gate | null =
      !asked.sameCrate && crateOf(graph, population, a) === crateOf(graph, population, b)
        ? 'one crate'
        : agreement < asked.structural
          ? 'little agreement'
          : callsOther(graph, population, facts, a, b)
            ? 'one calls the other'
            : null;
    if (gate === null)
      edges.push({
        a,
        b,
        weight: pairs.score[p]!,
        graphScore: pairs.score[p]!,
        cosine: null,
        agreement,
      });
    else refused[gate]++;
  }
  return { edges, refused, facts };
}

const crateOf = (graph: CodeGraph, { ordinals }: ClonePopulation, row: number): string | null =>
  graph.crateOf(ordinals[row]!);

function callsOther(
  graph: CodeGraph,
  { ordinals }: ClonePopulation,
  facts: (row: number) => SignatureFacts,
  a: number,
  b: number,
): boolean {
  return (
    facts(a).callees.has(graph.stableId(ordinals[b]!)) ||
    facts(b).callees.has(graph.stableId(ordinals[a]!))
  );
}
