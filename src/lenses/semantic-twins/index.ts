/**
 * # semantic-twins: one idea, written twice
 *
 * Question. Which functions are copies of one another that changed since, and which do the same thing by another text?
 *
 * Formulas (S1:1637–1680). Candidates: pairs of J_w ≥ 0.5, and pairs of vectors with cosine ≥ min(0.92, 0.882). A copy has
 * at least 0.80 of its minima equal, or cosine ≥ 0.92 and J_w ≥ 0.50; a twin has cosine ≥ 0.882 and J_w ≤ 0.35, or is a
 * structural pair, and is a mutual nearest neighbour of the other. A twin whose bodies share half of their runs is a copy.
 *
 * Preconditions. The sources, for the bodies; CALLS, USES_TYPE, READS_FIELD and typed parts for the structure. Vectors are
 * an addition.
 *
 * References. Roy and Cordy 2007 (types 3 and 4); Broder 1997 (MinHash); Chen et al. 2021 (mutual neighbours).
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
import { fromRows, integers, reals, relation, texts, type Relation } from '../../table/index.js';
import {
  CLONE_PARAMS,
  classParams,
  cloneClasses,
  cloneParams,
  deliberateTable,
  hashedVectors,
  NEAR_PRODUCT,
  nearResult,
  rowVectors,
  shapesStep,
  SOURCES_PRODUCER,
  sourceParams,
  vectorParams,
  vectorsResult,
  type ClonePopulation,
  EXCLUSIONS,
  exclusionsOf,
} from '../clones/index.js';
import { rarityChart, scoresChart } from '../structural-clones/charts.js';
import { featuresOf } from '../structural-clones/features.js';
import { FEATURES_NEED, featuredFunctionsStep } from '../structural-clones/functions-step.js';
import { featuresResult, pairsResult } from '../structural-clones/results.js';
import {
  answerOf,
  classesTable,
  findingCells,
  PAIR_COLUMNS,
  type SemanticTwinsStates,
} from './answer.js';
import { TWIN_FLOOR_DOC, twinFloor } from './floors.js';
import { judgedTwins } from './judged.js';

export type { SemanticTwinsStates } from './answer.js';

const byDefault = DEFAULTS.semanticTwins;

const params = {
  copyCosine: param.number({
    default: byDefault.copyCosine.value,
    min: 0.3,
    max: 1,
    doc: 'least cosine of a copy by vectors',
  }),
  cosine: param.number({
    default: 0,
    min: 0,
    max: 1,
    doc: TWIN_FLOOR_DOC,
  }),
  includeAll: param.boolean({
    default: false,
    doc: 'keep what is excluded: trait methods, constructors, short bodies',
  }),
  ...classParams,
  ...vectorParams,
  ...sourceParams,
  ...cloneParams,
};

export type SemanticTwinsParams = ParamsOf<typeof params>;

export const semanticTwins: TypedLens<SemanticTwinsParams, SemanticTwinsStates> = defineLens({
  id: 'semantic-twins',
  version: 1,
  title: 'One idea, written twice',
  question:
    'Which functions are copies of one another that changed since, and which do the same thing by another text?',
  facts: [{ fact: 'source text', producer: SOURCES_PRODUCER, required: true }, FEATURES_NEED],
  params,
})
  .step(featuredFunctionsStep)
  .step(shapesStep)
  .step({
    id: 'kept',
    title: 'Functions that may be twins',
    formula: String.raw`K = \{f \in P : \text{no test, no trait method, no constructor},\ \mathrm{lines} \ge 5,\ \mathrm{tokens} \ge 20\}`,
    params: ['includeAll'],
    inputs: ['functions', 'shapes'],
    key: ['fn'],
    chart: {
      title: 'Functions that are excluded',
      marks: [{ mark: 'barX', from: 'kept.reasons', channels: { x: 'functions', y: 'why' } }],
      scales: { x: { label: 'functions' }, y: { type: 'band', label: '' } },
    },
    run: ({ graph }, { includeAll }, { functions, shapes }) => {
      const why = exclusionsOf(graph, functions, shapes, includeAll);
      const rows = Uint32Array.from(why.keys()).filter((row) => why[row] === null);
      return {
        state: { why, rows },
        table: () =>
          relation({
            key: ['fn'],
            columns: [texts('fn', functions.names), texts('excluded', why)],
          }),
        rows: why.length,
        drawn: {
          reasons: () =>
            fromRows(
              ['why'],
              ['why', 'functions:integer'],
              EXCLUSIONS.map((one) => [one, why.filter((reason) => reason === one).length]),
            ),
        },
      };
    },
  })
  .step({
    id: 'features',
    title: 'What each of them touches',
    formula: String.raw`\mathrm{idf}(x) = \ln\bigl(1 + \tfrac{|K|}{\mathrm{df}(x)}\bigr)`,
    params: CLONE_PARAMS,
    inputs: ['functions', 'kept'],
    key: ['fn', 'feature'],
    chart: rarityChart,
    run: ({ graph }, asked, { functions, kept }) => {
      const ordinals = kept.rows.map((row) => functions.ordinals[row]!);
      const features = featuresOf(graph, ordinals, graph.scope(scopeOf(asked)));
      return {
        ...featuresResult(keptNames(functions, kept.rows), features),
        state: { rows: kept.rows, features },
      };
    },
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
    run: (_, __, { functions, features }) =>
      pairsResult(keptNames(functions, features.rows), features.features),
  })
  .step({
    id: 'vectors',
    title: 'Vectors, where there are any',
    formula: String.raw`v_f \in \mathbb{R}^d,\ \lVert v_f \rVert = 1`,
    params: ['modelProfile', 'src'],
    inputs: ['functions', 'features'],
    key: ['fn'],
    run: async ({ graph, task }, { modelProfile, src }, { functions, features }) => {
      const ids = Array.from(features.rows, (row) => graph.id(functions.ordinals[row]!));
      const state = await rowVectors(graph, modelProfile, 'function', ids, async () => {
        const { dimension, values } = await hashedVectors(graph, functions, src, task);
        const kept = new Float32Array(features.rows.length * dimension);
        features.rows.forEach((row, k) =>
          kept.set(values.subarray(row * dimension, (row + 1) * dimension), k * dimension),
        );
        return { dimension, values: kept };
      });
      return vectorsResult(state, 'functions');
    },
  })
  .step({
    id: 'near',
    title: 'Pairs of near vectors',
    formula: String.raw`v_a \cdot v_b \ge \min(\theta_{\mathrm{copy}}, \theta_{\mathrm{twin}})`,
    product: NEAR_PRODUCT,
    params: ['copyCosine', 'cosine'],
    inputs: ['functions', 'features', 'vectors'],
    key: ['a', 'b'],
    run: (_, { copyCosine, cosine }, { functions, features, vectors }) =>
      nearResult(
        nearJoin(vectors.vectors, Math.min(copyCosine, twinFloor(cosine, vectors))),
        (k) => functions.names[features.rows[k]!]!,
      ),
  })
  .step({
    id: 'judged',
    title: 'Copies and twins',
    formula: String.raw`\text{copy} \iff b \ge 0.8 \vee (c \ge 0.92 \wedge s \ge 0.5) \vee (\text{twin} \wedge b \ge 0.5);\quad \text{twin} \iff \text{mutual} \wedge \bigl((c \ge 0.882 \wedge s \le 0.35) \vee s \ge 0.5\bigr)`,
    params: ['copyCosine', 'cosine'],
    inputs: ['functions', 'shapes', 'features', 'pairs', 'vectors', 'near'],
    key: ['a', 'b'],
    chart: {
      title: 'Copies and twins by structure and text',
      marks: [
        {
          mark: 'dot',
          from: 'judged.plane',
          channels: { x: 'structural', y: 'minima', stroke: 'kind', title: 'pair' },
        },
      ],
      scales: {
        x: { label: 'J_w' },
        y: { label: 'equal minima of 64' },
        color: { type: 'ordinal', label: '' },
      },
      limit: 2000,
    },
    run: (
      { graph },
      { copyCosine, cosine },
      { functions, shapes, features, pairs, vectors, near },
    ) => {
      const floors = { copyCosine, cosine: twinFloor(cosine, vectors) };
      const state = judgedTwins(graph, functions, shapes, features, pairs, vectors, near, floors);
      return {
        state,
        table: () =>
          fromRows(
            ['a', 'b'],
            PAIR_COLUMNS,
            state.list.map((pair) => findingCells(functions, features, pair, [pair.a, pair.b])),
          ),
        rows: state.list.length,
        drawn: {
          deliberate: () => deliberateTable(functions, state.deliberate),
          plane: () => planeTable(functions, state.list),
        },
      };
    },
  })
  .step({
    id: 'classes',
    title: 'One finding a class',
    formula: String.raw`\text{components of the pairs, each with its best}`,
    product: 'labels = S min_second labels until unchanged, as union-find',
    params: ['pairs'],
    inputs: ['functions', 'features', 'judged'],
    key: ['a', 'b'],
    run: async (_, { pairs }, { functions, features, judged }) => {
      const { list } = judged;
      const state = await cloneClasses(
        functions.ordinals.length,
        list.map(({ a }) => a),
        list.map(({ b }) => b),
        pairs,
      );
      return {
        state,
        table: () => classesTable({ functions, features, judged, classes: state }),
        rows: state.length,
      };
    },
  })
  .answer(({ params: { cosine }, states, needs }) => answerOf(states, needs, cosine));

/** The names of rows that are kept. */
const keptNames = ({ names }: ClonePopulation, rows: Uint32Array) => ({
  names: Array.from(rows, (row) => names[row]!),
});

function planeTable(
  { names }: ClonePopulation,
  list: SemanticTwinsStates['judged']['list'],
): Relation {
  return relation({
    key: ['pair'],
    columns: [
      texts(
        'pair',
        list.map(({ a, b }) => `${names[a]!} ↔ ${names[b]!}`),
      ),
      texts(
        'kind',
        list.map(({ kind }) => kind),
      ),
      reals(
        'structural',
        list.map(({ structural }) => structural),
      ),
      integers(
        'minima',
        list.map(({ body64 }) => body64 ?? 0),
        { valid: Uint8Array.from(list, ({ body64 }) => Number(body64 !== null)) },
      ),
    ],
  });
}
