/**
 * # similar-code: copied, not moved
 *
 * Question. Which functions of different crates are one function copied, and which copy should stay?
 *
 * Formulas (S1:1682-1720). Pairs with J_w ≥ 0.5 over the rare things that both touch; structural agreement = 0.6 ·
 * J(words of the signature) + 0.4 · J(callees) ≥ 0.5; clusters are components; centrality(m) = mean agreement with the
 * others; score = mean(weight) · size. The canonical is in a shared home, else the most central.
 *
 * Preconditions. Params, results, CALLS, USES_TYPE, READS_FIELD; several crates, or same-crate.
 *
 * References. As structural-clones.
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
  cloneParams,
  DUMP_PRODUCER,
  functionsStep,
  isVariantName,
  linesOf,
  structuralAgreement,
  TRIVIAL_LINES,
} from '../clones/index.js';
import { featuresOf } from '../structural-clones/features.js';
import { FEATURE_FACTS, missingFacts } from '../structural-clones/functions-step.js';
import { featuresResult, pairsResult } from '../structural-clones/results.js';
import { answerOf, clustersTable, edgesTable, type SimilarCodeStates } from './answer.js';
import { similarClusters } from './clusters.js';
import { gateEdges } from './gates.js';

export type { SimilarCodeStates } from './answer.js';

const byDefault = DEFAULTS.similarCode;

const params = {
  structural: param.number({
    default: byDefault.structural.value,
    min: 0,
    max: 1,
    doc: 'least structural agreement of a pair: signature words and callees',
  }),
  graphFloor: param.number({
    default: byDefault.graphFloor.value,
    min: 0.01,
    max: 1,
    doc: 'least J_w of a pair',
  }),
  sameCrate: param.boolean({ default: false, doc: 'pairs inside of one crate too' }),
  homes: param.texts({
    default: byDefault.homes.value,
    doc: 'crates where shared code belongs: a member there is the one to keep',
  }),
  ...cloneParams,
};

export type SimilarCodeParams = ParamsOf<typeof params>;

export const similarCode: TypedLens<SimilarCodeParams, SimilarCodeStates> = defineLens({
  id: 'similar-code',
  version: 1,
  title: 'Copied, not moved',
  question:
    'Which functions of different crates are one function copied, and which copy should stay?',
  facts: [
    ...FEATURE_FACTS.map((fact) => ({ fact, producer: DUMP_PRODUCER, required: false })),
    { fact: 'param, ret', producer: DUMP_PRODUCER, required: false },
  ],
  params,
})
  .step(functionsStep)
  .step({
    id: 'features',
    title: 'What each function touches',
    formula: String.raw`F(f) = \{p{:}\tau,\ r{:}\tau,\ t{:}T,\ f{:}x,\ c{:}g\},\qquad \mathrm{idf}(x) = \ln\bigl(1 + \tfrac{N}{\mathrm{df}(x)}\bigr)`,
    params: CLONE_PARAMS,
    inputs: ['functions'],
    key: ['fn', 'feature'],
    run: ({ graph }, asked, { functions }) => {
      const state = featuresOf(graph, functions.ordinals, graph.scope(scopeOf(asked)));
      return { ...featuresResult(functions, state), needs: missingFacts(graph) };
    },
  })
  .step({
    id: 'pairs',
    title: 'Pairs that share rare things',
    formula: String.raw`J_w(A,B) = \frac{\sum_{x \in A \cap B} \mathrm{idf}(x)}{\sum_{x \in A \cup B} \mathrm{idf}(x)} \ge \theta`,
    params: ['graphFloor'],
    inputs: ['functions', 'features'],
    key: ['a', 'b'],
    run: (_, { graphFloor }, { functions, features }) =>
      pairsResult(functions, features, graphFloor),
  })
  .step({
    id: 'gates',
    title: 'Pairs that agree on signature and callees',
    formula: String.raw`0.6\, J(\mathrm{sig}_a, \mathrm{sig}_b) + 0.4\, J(\mathrm{callees}_a, \mathrm{callees}_b) \ge s,\qquad \mathrm{crate}(a) \ne \mathrm{crate}(b)`,
    params: ['structural', 'sameCrate'],
    inputs: ['functions', 'pairs'],
    key: ['a', 'b'],
    run: ({ graph }, asked, { functions, pairs }) => {
      const state = gateEdges(graph, functions, pairs, asked);
      return { state, table: () => edgesTable(functions, state), rows: state.edges.length };
    },
  })
  .step({
    id: 'clusters',
    title: 'Clusters, each with the member to keep',
    formula: String.raw`\mathrm{score} = \overline{w} \cdot |\mathrm{members}|,\qquad \mathrm{centrality}(m) = \frac{1}{n-1} \sum_{o \ne m} \mathrm{agree}(m, o)`,
    product: 'labels = S min_second labels until unchanged, as union-find',
    params: ['homes'],
    inputs: ['functions', 'gates'],
    key: ['canonical'],
    run: async ({ graph }, { homes }, { functions, gates }) => {
      const shared = new Set(homes);
      const state: SimilarCodeStates['clusters'] = await similarClusters(
        functions.ordinals.length,
        gates.edges,
        {
          name: (row) => functions.names[row]!,
          inSharedHome: (row) => shared.has(graph.crateOf(functions.ordinals[row]!) ?? ''),
          likeness: (a, b) => structuralAgreement(gates.facts(a), gates.facts(b)),
        },
      );
      return {
        state,
        table: () => clustersTable(graph, functions, state),
        rows: state.length,
      };
    },
  })
  .step({
    id: 'ranked',
    title: 'Clusters that are worth reading',
    formula: String.raw`\neg\,\forall m : \mathrm{lines}(m) \le 3,\qquad \neg\,\forall m : \mathrm{variant}(m)`,
    params: [],
    inputs: ['functions', 'clusters'],
    key: ['canonical'],
    chart: {
      title: 'Clusters by score',
      marks: [{ mark: 'barX', channels: { x: 'score', y: 'canonical' } }],
      scales: { x: { label: 'mean weight · size' }, y: { type: 'band', label: '' } },
      limit: 30,
    },
    run: ({ graph }, _, { functions, clusters }) => {
      const trivial = ({ members }: (typeof clusters)[number]): boolean =>
        members.every(({ row }) => linesOf(functions, row) <= TRIVIAL_LINES) ||
        members.every(({ row }) => isVariantName(graph.nameOf(functions.ordinals[row]!)));
      const state = {
        kept: clusters.filter((cluster) => !trivial(cluster)),
        suppressed: clusters.filter(trivial),
      };
      return {
        state,
        table: () => clustersTable(graph, functions, state.kept),
        rows: state.kept.length,
        drawn: { suppressed: () => clustersTable(graph, functions, state.suppressed) },
      };
    },
  })
  .answer(({ graph, states, needs }) => answerOf(graph, states, needs));
