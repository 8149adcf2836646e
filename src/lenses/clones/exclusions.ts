import type { CodeGraph } from '../../graph/index.js';
import { implementingMethods, linesOf, type ClonePopulation } from './population.js';
import type { Shapes } from './shapes.js';

/** Why a function is no twin of anything (S1:1652); of functions on the same lines the population holds one. */
export const EXCLUSIONS = ['test', 'trait method', 'constructor', 'short', 'few tokens'] as const;
export type Exclusion = (typeof EXCLUSIONS)[number];

const LEAST_LINES = 5;
const LEAST_TOKENS = 20;

/** Why each row leaves; `null` = it stays. `all` keeps everything. */
export function exclusionsOf(
  graph: CodeGraph,
  population: ClonePopulation,
  shapes: Shapes,
  all: boolean,
): readonly (Exclusion | null)[] {
  const implementing = implementingMethods(graph);
  return population.names.map((_, row): Exclusion | null => {
    if (all) return null;
    const v = population.ordinals[row]!;
    if (population.test[row] === 1) return 'test';
    if (implementing[v] === 1) return 'trait method';
    if (makesItself(graph, v)) return 'constructor';
    if (linesOf(population, row) < LEAST_LINES) return 'short';
    return shapes.has(row) && shapes.tokens(row) < LEAST_TOKENS ? 'few tokens' : null;
  });
}

/** A function that gives its own type: its result is `Self`, or it is what a class is made by. */
function makesItself(graph: CodeGraph, v: number): boolean {
  if (/^<?constructor>?$/.test(graph.nameOf(v))) return true;
  const { offsets, targets } = graph.edges('CONTAINS').out;
  const self = graph.derived('SELF_OF').out;
  const own = [...self.targets.subarray(self.offsets[v], self.offsets[v + 1])].filter(
    (type) => type < graph.nodeCount,
  );
  for (let e = offsets[v]!; e < offsets[v + 1]!; e++) {
    const part = targets[e]!;
    if (part >= graph.nodeCount || graph.kind.at(part) !== 'ret') continue;
    const type = (graph.ty?.at(part) ?? '').replace(/<.*$/, '');
    if (type === 'Self' || own.some((owner) => graph.nameOf(owner) === type)) return true;
  }
  return false;
}
