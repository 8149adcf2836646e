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
