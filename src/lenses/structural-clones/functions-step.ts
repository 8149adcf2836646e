import type { EdgeKind } from '../../dump/index.js';
import type { CodeGraph } from '../../graph/index.js';
import type { FactNeed, Need, StepContext, StepResult } from '../../lens/index.js';
import {
  DUMP_PRODUCER,
  functionsStep,
  type CloneParams,
  type ClonePopulation,
} from '../clones/index.js';

/** Edges that features are of. */
export const FEATURE_FACTS = ['USES_TYPE', 'READS_FIELD', 'CALLS'] as const;

/** The facts of features, for a lens that answers without them too. */
export const FEATURES_NEED: FactNeed = {
  fact: 'CALLS, USES_TYPE, READS_FIELD',
  producer: DUMP_PRODUCER,
  required: false,
};

/** Edges and typed parts that a dump lacks. */
export function missingFacts(graph: CodeGraph, facts: readonly EdgeKind[] = FEATURE_FACTS): Need[] {
  const needs: Need[] = facts
    .filter((fact) => !graph.has(fact))
    .map((fact) => ({ fact, producer: DUMP_PRODUCER }));
  if (graph.nodesOf('param').length + graph.nodesOf('ret').length === 0)
    needs.push({ fact: 'param, ret', producer: DUMP_PRODUCER });
  return needs;
}

/** The first step of every clone lens that compares by what functions touch: it names the facts that are missing. */
export const featuredFunctionsStep = {
  ...functionsStep,
  run: (context: StepContext, asked: CloneParams): StepResult<ClonePopulation> => ({
    ...functionsStep.run(context, asked),
    needs: missingFacts(context.graph),
  }),
} as const;
