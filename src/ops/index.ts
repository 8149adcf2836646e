export {
  linksFromEdges,
  linksOf,
  nodeCount,
  reversed,
  type GraphInput,
  type Links,
} from './links.js';
export { hops, members, reach, type ReachOptions } from './reach.js';
export { NO_NODE, parents, path } from './path.js';
export { blockSize, components, partitionOf, type Partition } from './components.js';
export { condensation, levels, scc, type Condensation } from './scc.js';
export { closureSums, type ClosureSums } from './closure.js';
export { dominatorChain, dominators, dominatorTree, type DominatorTree } from './dominators.js';
export { minVertexCut, type Uncuttable, type VertexCut, type VertexCutOptions } from './vertex-cut.js';
export { geodesics, type Geodesics } from './geodesics.js';
export { reachCounts } from './reach-counts.js';
export { induced, type InducedGraph } from './induced.js';
