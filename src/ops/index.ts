export {
  linksFromEdges,
  linksOf,
  nodeCount,
  reversed,
  type GraphInput,
  type Links,
} from './links.js';
export { matrixOf } from './matrix-of.js';
export { hops, members, reach, type ReachOptions } from './reach.js';
export { reachCounts, reachEach, ReachSets } from './reach-each.js';
export { dependents, within } from './restrict.js';
export { induced, type InducedGraph } from './induced.js';
export { NO_NODE, parents, path } from './path.js';
export { bottleneck, propagate, reachK } from './fixed-point.js';
export { blockSize, components, partitionOf, type Partition } from './components.js';
export { condensation, levels, scc, type Condensation } from './scc.js';
export { closureSums, type ClosureSums } from './closure.js';
export { dominatorChain, dominators, dominatorTree, type DominatorTree } from './dominators.js';
export {
  minVertexCut,
  type Uncuttable,
  type VertexCut,
  type VertexCutOptions,
} from './vertex-cut.js';
export { betweenness, geodesics, type Geodesics } from './geodesics.js';
export {
  idfCosine,
  multisetJaccard,
  type CosineOptions,
  type CosinePairs,
  type JaccardPairs,
} from './similarity.js';
export { wlRefine, type RefineOptions, type Relation } from './refine.js';
export { Fnv64, hash64 } from './hash64.js';
export { prefixJoin, type JoinedPairs, type TokenRows } from './prefix-join.js';
export { EXACT_BELOW, nearJoin, type NearJoin, type NearJoinOptions } from './near-join.js';
export { cosineJoin, dotProduct, normalised, type NearPairs, type Vectors } from './cosine-join.js';
export { louvain, type WeightedEdges } from './louvain.js';
