/**
 * # structural-clones: functions that touch the same rare things
 *
 * Question. Which functions take, return, use, read and call the same rare things, whatever they are called?
 *
 * Formulas (S1:1345–1400). idf(x) = ln(1 + N / df(x)); J_w(A, B) = Σ_{A∩B} idf / Σ_{A∪B} idf. A pair is compared when it
 * shares a feature with 2 ≤ df ≤ min(64, max(⌊N/2⌋, 2)): every such pair, and no other.
 *
 * Preconditions. CONTAINS with typed params and results, USES_TYPE, READS_FIELD, CALLS: a missing one leaves its features
 * out. Sources refuse pairs of unlike text; without them nothing is refused for its text.
 *
 * References. Jones 1972 (inverse document frequency); Ioffe 2010 (weighted Jaccard); Bayardo et al. 2007 (postings).
 */
import {
  DEFAULTS,
  defineLens,
  param,
  scopeOf,
  type ParamsOf,
  type TypedLens,
} from '../../lens/index.js';
import {
  CLONE_PARAMS,
  cloneClasses,
  cloneParams,
  deliberateTable,
  shapesStep,
  sourceParams,
  DUMP_PRODUCER,
} from '../clones/index.js';
import { answerOf, classesTable, type StructuralClonesStates } from './answer.js';
import * as charts from './charts.js';
import { featuresOf } from './features.js';
import { gatePairs } from './gates.js';
import { featuresResult, pairsResult } from './results.js';
import * as tables from './tables.js';
import { FEATURE_FACTS, featuredFunctionsStep } from './functions-step.js';

export type { StructuralClonesStates } from './answer.js';

const byDefault = DEFAULTS.structuralClones;

const params = {
  structural: param.number({
    default: byDefault.structural.value,
    min: 0.01,
    max: 1,
    doc: 'least J_w of a pair',
  }),
  ...sourceParams,
  ...cloneParams,
};

export type StructuralClonesParams = ParamsOf<typeof params>;

export const structuralClones: TypedLens<StructuralClonesParams, StructuralClonesStates> =
  defineLens({
    id: 'structural-clones',
    version: 1,
    title: 'Functions that touch the same rare things',
    question:
      'Which functions take, return, use, read and call the same rare things, whatever they are called?',
    facts: [
      ...FEATURE_FACTS.map((fact) => ({ fact, producer: DUMP_PRODUCER, required: false })),
      { fact: 'param, ret', producer: DUMP_PRODUCER, required: false },
    ],
    params,
  })
    .step(featuredFunctionsStep)
    .step(shapesStep)
    .step({
      id: 'features',
      title: 'What each function touches',
      formula: String.raw`F(f) = \{p{:}\tau,\ r{:}\tau,\ t{:}T,\ f{:}x,\ c{:}g\},\qquad \mathrm{idf}(x) = \ln\bigl(1 + \tfrac{N}{\mathrm{df}(x)}\bigr)`,
      params: CLONE_PARAMS,
      inputs: ['functions'],
      key: ['fn', 'feature'],
      chart: charts.rarityChart,
      run: ({ graph }, asked, { functions }) =>
        featuresResult(
          functions,
          featuresOf(graph, functions.ordinals, graph.scope(scopeOf(asked))),
        ),
    })
    .step({
      id: 'pairs',
      title: 'Pairs that share a rare feature',
      formula: String.raw`J_w(A,B) = \frac{\sum_{x \in A \cap B} \mathrm{idf}(x)}{\sum_{x \in A \cup B} \mathrm{idf}(x)} \ge \theta,\qquad |A \cap B| \ge 2`,
      product: 'no product: postings of rare features, one merge a candidate',
      params: ['structural'],
      inputs: ['functions', 'features'],
      key: ['a', 'b'],
      chart: charts.scoresChart,
      run: (_, { structural }, { functions, features }) =>
        pairsResult(functions, features, structural),
    })
    .step({
      id: 'gates',
      title: 'Pairs that are worth reading',
      formula: String.raw`\mathrm{lines} > 3,\quad \mathrm{estimate} \ge 0.3,\quad \neg\,\mathrm{wrapper},\quad \neg\,\mathrm{deliberate}`,
      params: [],
      inputs: ['functions', 'shapes', 'features', 'pairs'],
      key: ['a', 'b'],
      run: ({ graph }, _, { functions, shapes, features, pairs }) => {
        const state = gatePairs(graph, functions, shapes, features, pairs);
        return {
          state,
          table: () => tables.pairsTable(functions, tables.pickPairs(pairs, state.kept)),
          rows: state.kept.length,
          drawn: { deliberate: () => deliberateTable(functions, state.deliberate) },
        };
      },
    })
    .step({
      id: 'classes',
      title: 'Clone classes',
      formula: String.raw`\text{components of the kept pairs, each with its best pair}`,
      product: 'labels = S min_second labels until unchanged, as union-find',
      params: [],
      inputs: ['functions', 'features', 'pairs', 'gates'],
      key: ['a', 'b'],
      run: async (_, __, { functions, features, pairs, gates }) => {
        const picked = tables.pickPairs(pairs, gates.kept);
        const state = {
          picked,
          classes: await cloneClasses(functions.ordinals.length, picked.a, picked.b),
        };
        return {
          state,
          table: () => classesTable(functions, features, state),
          rows: state.classes.length,
        };
      },
    })
    .answer(({ states, needs }) => answerOf(states, needs));
