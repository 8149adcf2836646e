export type {
  Adjacency,
  CodedColumn,
  CodeGraph,
  DerivedKind,
  EdgeTable,
  ScopeOptions,
} from './code-graph.js';
export { openGraph, type OpenOptions } from './open-graph.js';
export { graphOf, type GraphFacts } from './graph-of.js';
export { nearestLabels } from './labels.js';
