export type {
  Adjacency,
  CodedColumn,
  CodeGraph,
  DerivedKind,
  EdgeTable,
  NodeFilter,
  NodeRef,
  ScopeOptions,
} from './code-graph.js';
export { openGraph, type OpenOptions } from './open-graph.js';
export { graphOf, type GraphFacts } from './graph-of.js';
export { nearestLabels } from './labels.js';
export { spanEnds } from './span-ends.js';
export {
  diffGraphs,
  type DiffOptions,
  type EdgeChange,
  type GraphDiff,
  type NodeChange,
} from './graph-diff.js';
export {
  edgeRelation,
  filterNodes,
  neighbourRelation,
  nodeRelation,
  pathRelation,
  resolveNodes,
  sourceOf,
  type NeighbourOptions,
  type PathOptions,
} from './explore.js';
export { EXPORT_FORMATS, exportFormat, exportGraph, type ExportFormat } from './export/index.js';
