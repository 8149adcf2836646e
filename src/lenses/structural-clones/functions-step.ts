import type { CodeGraph } from '../../graph/index.js';
import type { FactNeed, Need, StepContext, StepResult } from '../../lens/index.js';
import { functionsStep, type CloneParams, type ClonePopulation } from '../clones/index.js';

const PRODUCER = 'mimir dump ts, mimir dump rust, cargo mimir-dump';
/** Edges that features are of. */
export const FEATURE_FACTS = ['USES_TYPE', 'READS_FIELD', 'CALLS'] as const;

/** The facts of features, for a lens that answers without them too. */
export const FEATURES_NEED: FactNeed = {
  fact: 'CALLS, USES_TYPE, READS_FIELD',
  producer: PRODUCER,
  required: false,
};

/** Facts whose features a dump lacks. */
function missingFeatures(graph: CodeGraph): Need[] {
  const needs: Need[] = FEATURE_FACTS.filter((fact) => !graph.has(fact)).map((fact) => ({
    fact,
    producer: PRODUCER,
  }));
  if (graph.nodesOf('param').length + graph.nodesOf('ret').length === 0)
    needs.push({ fact: 'param, ret', producer: PRODUCER });
  return needs;
}

/** The first step of every clone lens that compares by what functions touch: it names the facts that are missing. */
export const featuredFunctionsStep = {
  ...functionsStep,
  run: (context: StepContext, asked: CloneParams): StepResult<ClonePopulation> => ({
    ...functionsStep.run(context, asked),
    needs: missingFeatures(context.graph),
  }),
} as const;
