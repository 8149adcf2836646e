import {
  assemble,
  DumpBuilder,
  encodeEdges,
  encodeNodes,
  hashFiles,
  leafName,
  metadataMap,
  type EdgeFact,
  type NodeFact,
} from '../dump/index.js';
import type { CodeGraph } from './code-graph.js';
import { ColumnarGraph } from './columnar-graph.js';

/** Facts of a graph that is made in memory; a node's name may be left to its id. */
export interface GraphFacts {
  readonly nodes: readonly (Omit<NodeFact, 'name'> & { readonly name?: string })[];
  readonly edges?: readonly EdgeFact[];
}

/** A graph of given facts, without a file: what examples and tests look at. Its key is that of the dump they'd make. */
export function graphOf(facts: GraphFacts): CodeGraph {
  const builder = new DumpBuilder();
  for (const node of facts.nodes) builder.node({ ...node, name: node.name ?? leafName(node.id) });
  for (const edge of facts.edges ?? []) builder.edge(edge);
  const unit = builder.columns({ producer: 'mimir-memory/1', fidelity: 'typed', unit: 'memory' });
  return new ColumnarGraph(assemble([unit]), {
    path: '(memory)',
    key: () => {
      const metadata = metadataMap(unit.metadata);
      return hashFiles([
        { name: 'memory.nodes.arrow', bytes: encodeNodes(unit.nodes, metadata) },
        { name: 'memory.edges.arrow', bytes: encodeEdges(unit.edges, metadata) },
      ]);
    },
  });
}
