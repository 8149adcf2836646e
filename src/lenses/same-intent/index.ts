/**
 * # same-intent: functions that read alike
 *
 * Question. Which functions are named for the same thing while their structure differs?
 *
 * Formulas (S1:1589–1635). Features are the words of a function's own name and of its parameters' names; J_w as in
 * structural-clones, with at least two words in common. With vectors: cosine ≥ 0.80, or 0.882 in the space that was
 * calibrated. An edge is kept where 0.6·J(signature) + 0.4·J(callees) ≤ 0.35 and both are mutual nearest neighbours;
 * clusters are Louvain communities, ranked by mean weight times size.
 *
 * Preconditions. Names; params for more words, CALLS for the agreement. Not a clone finding: names decide.
 *
 * References. Blondel et al. 2008 (Louvain); Høst and Østvold 2009 (names of methods).
 */
import { DEFAULTS, defineLens, param, type ParamsOf, type TypedLens } from '../../lens/index.js';
import { nearJoin } from '../../ops/index.js';
import { fromRows } from '../../table/index.js';
import {
  cloneParams,
  cosineDoc,
  cosineFloor,
  deliberateTable,
  familyFacts,
  functionsStep,
  hashedVectors,
  NEAR_PRODUCT,
  nearResult,
  parametersOf,
  rowVectors,
  shapesStep,
  sourceParams,
  vectorParams,
  vectorsResult,
  withoutDeliberate,
  DUMP_PRODUCER,
} from '../clones/index.js';
import { rarityChart, scoresChart } from '../structural-clones/charts.js';
import { featuresFrom } from '../structural-clones/features.js';
import { featuresResult, pairsResult } from '../structural-clones/results.js';
import { answerOf, clustersTable, type SameIntentStates } from './answer.js';
import { intentClusters, intentEdges, REFUSED } from './clusters.js';
import { nameFeatures } from './words.js';

export type { SameIntentStates } from './answer.js';

const byDefault = DEFAULTS.sameIntent;

const params = {
  cosine: param.number({
    default: 0,
    min: 0,
    max: 1,
    doc: cosineDoc('least cosine of a pair by vectors', byDefault),
  }),
  ...vectorParams,
  ...sourceParams,
  ...cloneParams,
};

export type SameIntentParams = ParamsOf<typeof params>;

/** Words that a name pair shares, and that each side has (S1:1606). */
const LEAST_WORDS = 2;

export const sameIntent: TypedLens<SameIntentParams, SameIntentStates> = defineLens({
  id: 'same-intent',
  version: 1,
  title: 'Functions that read alike',
  question: 'Which functions are named for the same thing while their structure differs?',
  facts: [
    { fact: 'param', producer: DUMP_PRODUCER, required: false },
    { fact: 'CALLS', producer: DUMP_PRODUCER, required: false },
  ],
  params,
})
  .step({
    ...functionsStep,
    run: (context, asked) => ({
      ...functionsStep.run(context, asked),
      needs: [
        ...(context.graph.nodesOf('param').length === 0
          ? [{ fact: 'param', producer: DUMP_PRODUCER }]
          : []),
        ...(context.graph.has('CALLS') ? [] : [{ fact: 'CALLS', producer: DUMP_PRODUCER }]),
      ],
    }),
  })
  .step(shapesStep)
  .step({
    id: 'words',
    title: 'The words of their names',
    formula: String.raw`F(f) = \{n{:}w : w \in \mathrm{words}(\mathrm{name}(f)) \cup \bigcup_p \mathrm{words}(\mathrm{name}(p))\}`,
    params: [],
    inputs: ['functions'],
    key: ['fn', 'feature'],
    chart: {
      ...rarityChart,
      marks: [{ mark: 'dot', from: 'words.rarity', channels: { x: 'df', y: 'features' } }],
    },
    run: ({ graph }, _, { functions }) =>
      featuresResult(
        functions,
        featuresFrom(
          Array.from(functions.ordinals, (v) =>
            nameFeatures(
              graph.nameOf(v),
              parametersOf(graph, v).map(({ name }) => name),
            ),
          ),
        ),
      ),
  })
  .step({
    id: 'pairs',
    title: 'Pairs with rare words in common',
    formula: String.raw`J_w(A,B) \ge 0.5,\qquad |A \cap B| \ge 2,\qquad \exists w \in A \cap B : 2 \le \mathrm{df}(w) \le \min(64, \max(\lfloor N/2 \rfloor, 2))`,
    product: 'no product: postings of rare words, one merge a candidate',
    params: [],
    inputs: ['functions', 'words'],
    key: ['a', 'b'],
    chart: scoresChart,
    run: (_, __, { functions, words }) =>
      pairsResult(functions, words, byDefault.names.value, {
        leastShared: LEAST_WORDS,
        leastSet: LEAST_WORDS,
      }),
  })
  .step({
    id: 'vectors',
    title: 'Vectors, where there are any',
    formula: String.raw`v_f \in \mathbb{R}^d,\ \lVert v_f \rVert = 1`,
    params: ['modelProfile', 'src'],
    inputs: ['functions'],
    key: ['space'],
    run: async ({ graph, task }, { modelProfile, src }, { functions }) => {
      const ids = Array.from(functions.ordinals, (v) => graph.id(v));
      const state = await rowVectors(graph, modelProfile, 'function', ids, () =>
        hashedVectors(graph, functions, src, task),
      );
      return vectorsResult(state, 'functions');
    },
  })
  .step({
    id: 'near',
    title: 'Pairs of near vectors',
    formula: String.raw`v_a \cdot v_b \ge \theta`,
    product: NEAR_PRODUCT,
    params: ['cosine'],
    inputs: ['functions', 'vectors'],
    key: ['a', 'b'],
    run: (_, { cosine }, { functions, vectors }) =>
      nearResult(
        nearJoin(vectors.vectors, cosineFloor(cosine, vectors, byDefault)),
        (row) => functions.names[row]!,
      ),
  })
  .step({
    id: 'edges',
    title: 'Pairs whose structure differs',
    formula: String.raw`0.6\,J(\mathrm{sig}) + 0.4\,J(\mathrm{callees}) \le 0.35,\qquad a \in \mathrm{top}_8(b) \wedge b \in \mathrm{top}_8(a)`,
    params: [],
    inputs: ['functions', 'pairs', 'vectors', 'near'],
    key: ['a', 'b'],
    chart: {
      title: 'Why pairs leave',
      marks: [{ mark: 'barX', from: 'edges.refused', channels: { x: 'pairs', y: 'why' } }],
      scales: { x: { label: 'pairs' }, y: { type: 'band', label: '' } },
    },
    run: ({ graph }, _, { functions, pairs, vectors, near }) => {
      const state = intentEdges(graph, functions, pairs, vectors, near);
      return {
        state,
        table: () =>
          fromRows(
            ['a', 'b'],
            ['a', 'b', 'weight:real', 'names:real', 'cosine:real', 'agreement:real', 'source'],
            state.kept.map((edge) => [
              functions.names[edge.a]!,
              functions.names[edge.b]!,
              edge.weight,
              edge.names,
              edge.cosine,
              edge.agreement,
              edge.source,
            ]),
          ),
        rows: state.kept.length,
        drawn: {
          refused: () =>
            fromRows(
              ['why'],
              ['why', 'pairs:integer'],
              REFUSED.map((why) => [why, state.refused[why]]),
            ),
        },
      };
    },
  })
  .step({
    id: 'clusters',
    title: 'Clusters',
    formula: String.raw`\text{Louvain communities},\qquad \mathrm{score} = \overline{w} \cdot |C|,\ |C| \le 50`,
    params: [],
    inputs: ['functions', 'words', 'edges'],
    key: ['a', 'b'],
    run: (_, __, { functions, words, edges }) => {
      const state = intentClusters(functions.ordinals.length, edges);
      return {
        state,
        table: () => clustersTable(functions, words, state.clusters),
        rows: state.clusters.length,
      };
    },
  })
  .step({
    id: 'families',
    title: 'Clusters that no family explains',
    formula: String.raw`\text{clusters} \setminus \text{deliberate families}`,
    params: [],
    inputs: ['functions', 'shapes', 'words', 'clusters'],
    key: ['a', 'b'],
    run: ({ graph }, _, { functions, shapes, words, clusters }) => {
      const state = withoutDeliberate(
        clusters.clusters,
        ({ members }) => members,
        familyFacts(graph, functions, shapes),
      );
      return {
        state,
        table: () => clustersTable(functions, words, state.kept),
        rows: state.kept.length,
        drawn: { deliberate: () => deliberateTable(functions, state.deliberate) },
      };
    },
  })
  .answer(({ states, needs }) => answerOf(states, needs));
