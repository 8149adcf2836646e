/**
 * # semantic-clones: clones by what they do
 *
 * Question. Which bodies do the same, by their text or by what they touch, whatever their names?
 *
 * Formulas (S1:1551–1587). Over normalised bodies a ≠ b: near(a, b) = equal minima / 64 ≥ 0.80, and / or struct(a, b) =
 * best J_w over member pairs ≥ 0.5. A body of several functions is a finding of its own. The model of normalised bodies
 * confirms where c = v_a·v_b ≥ 0.90, and adds a pair alone only across crates, for bodies of substance, between mutual
 * nearest neighbours. weight = c, else max(near, struct).
 *
 * Preconditions. The sources; CALLS, USES_TYPE, READS_FIELD and typed parts for the structure. Vectors are an addition.
 *
 * References. Roy and Cordy 2007; Broder 1997 (MinHash); Jones 1972 (inverse document frequency).
 */
import {
  DEFAULTS,
  defineLens,
  param,
  scopeOf,
  type ParamsOf,
  type TypedLens,
} from '../../lens/index.js';
import { nearJoin } from '../../ops/index.js';
import { fromRows } from '../../table/index.js';
import {
  CLONE_PARAMS,
  classParams,
  cloneClasses,
  cloneParams,
  deliberateTable,
  exactBodies,
  familyFacts,
  NEAR_PRODUCT,
  nearResult,
  rowVectors,
  shapesStep,
  SOURCES_PRODUCER,
  sourceParams,
  vectorParams,
  vectorsResult,
  withoutDeliberate,
} from '../clones/index.js';
import { rarityChart, scoresChart } from '../structural-clones/charts.js';
import { featuresOf } from '../structural-clones/features.js';
import { FEATURES_NEED, featuredFunctionsStep } from '../structural-clones/functions-step.js';
import { featuresResult, pairsResult } from '../structural-clones/results.js';
import { agreeingPairs, semanticFindings } from './agree.js';
import {
  answerOf,
  classesTable,
  findingsTable,
  membersOf,
  type SemanticClonesStates,
} from './answer.js';
import { hashedBodies } from './hashed-bodies.js';

export type { SemanticClonesStates } from './answer.js';

const byDefault = DEFAULTS.semanticClones;

const params = {
  cosine: param.number({
    default: byDefault.cosine.value,
    min: 0.3,
    max: 1,
    doc: 'least cosine of normalised bodies that the model confirms or adds',
  }),
  includeAll: param.boolean({
    default: false,
    doc: 'let vectors alone add trait methods, constructors and short bodies too',
  }),
  ...classParams,
  ...vectorParams,
  ...sourceParams,
  ...cloneParams,
};

export type SemanticClonesParams = ParamsOf<typeof params>;

export const semanticClones: TypedLens<SemanticClonesParams, SemanticClonesStates> = defineLens({
  id: 'semantic-clones',
  version: 2,
  title: 'Clones by what they do',
  question: 'Which bodies do the same, by their text or by what they touch, whatever their names?',
  facts: [{ fact: 'source text', producer: SOURCES_PRODUCER, required: true }, FEATURES_NEED],
  params,
})
  .step(featuredFunctionsStep)
  .step(shapesStep)
  .step({
    id: 'bodies',
    title: 'Normalised bodies and who has them',
    formula: String.raw`B = \{\mathrm{exact}(f) : f \in P\}`,
    params: [],
    inputs: ['functions', 'shapes'],
    key: ['key'],
    run: (_, __, { functions, shapes }) => {
      const state = exactBodies(functions, shapes, 1);
      return {
        state,
        table: () =>
          fromRows(
            ['key'],
            ['key', 'tokens:integer', 'size:integer/functions', 'members:list'],
            state.map(({ key, tokens, members }) => [
              key,
              tokens,
              members.length,
              members.map((row) => functions.names[row]!),
            ]),
          ),
        rows: state.length,
        bytes: 128 * state.length,
      };
    },
  })
  .step({
    id: 'features',
    title: 'What each function touches',
    formula: String.raw`\mathrm{idf}(x) = \ln\bigl(1 + \tfrac{N}{\mathrm{df}(x)}\bigr)`,
    params: CLONE_PARAMS,
    inputs: ['functions'],
    key: ['fn', 'feature'],
    chart: rarityChart,
    run: ({ graph }, asked, { functions }) =>
      featuresResult(functions, featuresOf(graph, functions.ordinals, graph.scope(scopeOf(asked)))),
  })
  .step({
    id: 'pairs',
    title: 'Pairs that touch the same rare things',
    formula: String.raw`J_w(A,B) \ge 0.5,\qquad |A \cap B| \ge 2`,
    product: 'no product: postings of rare features, one merge a candidate',
    params: [],
    inputs: ['functions', 'features'],
    key: ['a', 'b'],
    chart: scoresChart,
    run: (_, __, { functions, features }) => pairsResult(functions, features),
  })
  .step({
    id: 'agree',
    title: 'Bodies that are near, or alike by structure',
    formula: String.raw`\mathrm{near}(a,b) \ge 0.8 \ \vee\ \max_{f \in a, g \in b} J_w(f,g) \ge 0.5`,
    params: [],
    inputs: ['functions', 'shapes', 'bodies', 'features', 'pairs'],
    key: ['key_a', 'key_b'],
    run: ({ graph, task }, _, { functions, shapes, bodies, features, pairs }) => {
      const state = agreeingPairs(
        graph,
        functions,
        shapes,
        bodies,
        byDefault.minTokens.value,
        {
          bucketMax: DEFAULTS.nearClones.bucketMax.value,
          pairsMax: DEFAULTS.nearClones.pairsMax.value,
        },
        features,
        pairs,
        task,
      );
      return {
        state,
        table: () =>
          fromRows(
            ['key_a', 'key_b'],
            ['key_a', 'key_b', 'near:rational', 'structural:real'],
            state.pairs.map(({ a, b, near64, structural }) => [
              bodies[a]!.key,
              bodies[b]!.key,
              near64 === null ? null : [near64, 64],
              structural,
            ]),
          ),
        rows: state.pairs.length,
      };
    },
  })
  .step({
    id: 'vectors',
    title: 'Vectors of the normalised bodies, where there are any',
    formula: String.raw`v_k \in \mathbb{R}^d,\ \lVert v_k \rVert = 1`,
    params: ['modelProfile', 'src'],
    inputs: ['functions', 'bodies'],
    key: ['space'],
    run: async ({ graph, task }, { modelProfile, src }, { functions, bodies }) => {
      const keys = bodies.map(({ key }) => key);
      const state = await rowVectors(graph, modelProfile, 'normalised', keys, () =>
        hashedBodies(graph, functions, bodies, src, task),
      );
      return vectorsResult(state, 'bodies');
    },
  })
  .step({
    id: 'near',
    title: 'Pairs of near vectors',
    formula: String.raw`v_a \cdot v_b \ge \theta`,
    product: NEAR_PRODUCT,
    params: ['cosine'],
    inputs: ['bodies', 'vectors'],
    key: ['key_a', 'key_b'],
    run: (_, { cosine }, { bodies, vectors }) =>
      nearResult(nearJoin(vectors.vectors, cosine), (body) => bodies[body]!.key, [
        'key_a',
        'key_b',
      ]),
  })
  .step({
    id: 'findings',
    title: 'What the graph holds and the model confirms or adds',
    formula: String.raw`w = c \text{ if known, else } \max(\mathrm{near}, \mathrm{struct})`,
    params: ['cosine', 'includeAll'],
    inputs: ['functions', 'shapes', 'bodies', 'agree', 'vectors', 'near'],
    key: ['key_a', 'key_b'],
    chart: {
      title: 'Findings by signal and source',
      marks: [
        {
          mark: 'barY',
          from: 'findings.signals',
          channels: { x: 'signal', y: 'findings', fill: 'source' },
        },
      ],
      scales: {
        x: { type: 'band', label: '' },
        y: { label: 'findings' },
        color: { type: 'ordinal', label: '' },
      },
    },
    run: (
      { graph },
      { cosine, includeAll },
      { functions, shapes, bodies, agree, vectors, near },
    ) => {
      const state = semanticFindings(graph, functions, shapes, bodies, agree.pairs, vectors, near, {
        cosine,
        includeAll,
        minTokens: byDefault.minTokens.value,
      });
      const table = () => findingsTable(functions, bodies, state.list);
      return {
        state,
        table,
        rows: state.list.length,
        drawn: { signals: () => signalsTable(table()) },
      };
    },
  })
  .step({
    id: 'families',
    title: 'Findings that no family explains',
    formula: String.raw`\text{findings} \setminus \text{deliberate families}`,
    params: [],
    inputs: ['functions', 'shapes', 'bodies', 'findings'],
    key: ['key_a', 'key_b'],
    run: ({ graph }, _, { functions, shapes, bodies, findings }) => {
      const state = withoutDeliberate(
        findings.list,
        (one) => membersOf(bodies, one),
        familyFacts(graph, functions, shapes),
      );
      return {
        state,
        table: () => findingsTable(functions, bodies, state.kept),
        rows: state.kept.length,
        drawn: { deliberate: () => deliberateTable(functions, state.deliberate) },
      };
    },
  })
  .step({
    id: 'classes',
    title: 'One finding a class',
    formula: String.raw`\text{components of the pairs of bodies, each with its best}`,
    product: 'labels = S min_second labels until unchanged, as union-find',
    params: ['pairs'],
    inputs: ['functions', 'bodies', 'families'],
    key: ['key_a', 'key_b'],
    run: async (_, { pairs: apart }, { functions, bodies, families: { kept } }) => {
      const state = await cloneClasses(
        bodies.length,
        kept.map(({ a }) => a),
        kept.map(({ b }) => b),
        apart,
      );
      return {
        state,
        table: () => classesTable(functions, bodies, kept, state),
        rows: state.length,
      };
    },
  })
  .answer(({ states, needs }) => answerOf(states, needs));

function signalsTable(table: ReturnType<typeof findingsTable>) {
  const counts = new Map<string, number>();
  const [signal, source] = [table.column('signal'), table.column('source')];
  for (let row = 0; row < table.rowCount; row++) {
    const key = `${String(signal.at(row))} ${String(source.at(row))}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return fromRows(
    ['signal', 'source'],
    ['signal', 'source', 'findings:integer'],
    [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, count]) => [...key.split(' '), count]),
  );
}
