export type { EdgeFact, NodeFact, Sink, Site } from '../dump/index.js';
