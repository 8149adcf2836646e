/**
 * # near-clones: bodies that share most of their token runs
 *
 * Question. Which functions are copies of which a statement was added, changed or dropped?
 *
 * Formulas (S1:1306-1343). Shingles of 5 role classes; sig_p = min_s mix(s ⊕ p·K) >> 32 for p = 0..63; estimate = equal
 * minima / 64, an unbiased estimate of the Jaccard similarity of the shingle sets; candidates share one of 16 bands of
 * 4 minima in a bucket of at most 200; P(candidate | J = s) = 1 − (1 − s⁴)¹⁶. A near pair has an estimate of 0.80. Pairs
 * grow with the square of a class: beyond a limit one finding a class stands for them, and all are counted.
 *
 * Preconditions. The sources of the dump. Copies of one exact body count once and are listed together.
 *
 * References. Broder 1997 (MinHash); Leskovec, Rajaraman, Ullman 2014, chapter 3 (banding); Roy and Cordy 2007 (type 3).
 */
import { DEFAULTS, defineLens, param, type ParamsOf, type TypedLens } from '../../lens/index.js';
import { PERMUTATIONS } from '../../text/index.js';
import {
  bandBuckets,
  cloneClasses,
  cloneParams,
  deliberatePairs,
  deliberateTable,
  exactBodies,
  familyFacts,
  foldParams,
  functionsStep,
  nearPairs,
  shapesStep,
  SOURCES_PRODUCER,
  sourceParams,
  withoutDeliberate,
} from '../clones/index.js';
import {
  answerOf,
  bodiesTable,
  bucketSizes,
  bucketsTable,
  estimateHistogram,
  pairsTable,
  type NearClonesStates,
} from './answer.js';

export type { NearClonesStates } from './answer.js';

const byDefault = DEFAULTS.nearClones;

const params = {
  minTokens: param.integer({
    default: byDefault.minTokens.value,
    min: 1,
    doc: 'normalised tokens that a body must have',
  }),
  floor: param.number({
    default: byDefault.floor.value,
    min: 0.01,
    max: 1,
    doc: 'least share of equal minima of a pair',
  }),
  bucketMax: param.integer({
    default: byDefault.bucketMax.value,
    min: 2,
    doc: 'bodies that a bucket may hold and still be paired',
  }),
  pairsMax: param.integer({
    default: byDefault.pairsMax.value,
    min: 1,
    doc: 'pairs that are listed; where there are more, one finding a class',
  }),
  ...foldParams,
  ...sourceParams,
  ...cloneParams,
};

export type NearClonesParams = ParamsOf<typeof params>;

export const nearClones: TypedLens<NearClonesParams, NearClonesStates> = defineLens({
  id: 'near-clones',
  version: 2,
  title: 'Bodies that share most of their token runs',
  question: 'Which functions are copies of which a statement was added, changed or dropped?',
  facts: [{ fact: 'source text', producer: SOURCES_PRODUCER, required: true }],
  params,
})
  .step(functionsStep)
  .step(shapesStep)
  .step({
    id: 'bodies',
    title: 'One signature a normalised body',
    formula: String.raw`\mathrm{sig}_p = \min_{s} \bigl(\mathrm{mix}(s \oplus p K) \gg 32\bigr),\quad p = 0 \dots 63`,
    params: ['minTokens'],
    inputs: ['functions', 'shapes'],
    key: ['exact_key'],
    run: ({ task }, { minTokens }, { functions, shapes }) => {
      const groups = exactBodies(functions, shapes, minTokens);
      const signatures = groups.map(({ members }, at) => {
        if (at % 256 === 0) task.check('signatures');
        return shapes.signature(members[0]!);
      });
      const state = { groups, signatures };
      return {
        state,
        table: () => bodiesTable(functions, state),
        rows: groups.length,
        bytes: 300 * groups.length,
      };
    },
  })
  .step({
    id: 'buckets',
    title: 'Bodies that agree on a band',
    formula: String.raw`\exists \beta : \mathrm{sig}_{4\beta \dots 4\beta+3}(a) = \mathrm{sig}_{4\beta \dots 4\beta+3}(b),\qquad P(J = s) = 1 - (1 - s^4)^{16}`,
    params: ['bucketMax'],
    inputs: ['functions', 'bodies'],
    key: ['band', 'first'],
    chart: {
      title: 'Buckets by size',
      marks: [{ mark: 'barY', from: 'buckets.sizes', channels: { x: 'size', y: 'buckets' } }],
      scales: { x: { type: 'band', label: 'bodies in the bucket' }, y: { label: 'buckets' } },
    },
    run: (_, { bucketMax }, { functions, bodies }) => {
      const state = bandBuckets(bodies.signatures, bucketMax);
      return {
        state,
        table: () => bucketsTable(functions, bodies, state),
        rows: state.buckets.length,
        drawn: { sizes: () => bucketSizes(state) },
      };
    },
  })
  .step({
    id: 'pairs',
    title: 'Pairs over the floor',
    formula: String.raw`\frac{|\{p : \mathrm{sig}_p(a) = \mathrm{sig}_p(b)\}|}{64} \ge \theta`,
    params: ['floor', 'pairsMax'],
    inputs: ['functions', 'shapes', 'bodies', 'buckets'],
    key: ['a', 'b'],
    chart: {
      title: 'Pairs by equal minima',
      marks: [
        { mark: 'barY', from: 'pairs.estimates', channels: { x: 'equal_minima', y: 'pairs' } },
      ],
      scales: { x: { type: 'band', label: 'equal minima, of 64' }, y: { label: 'pairs' } },
    },
    run: ({ graph, task }, { floor, pairsMax }, { functions, shapes, bodies, buckets }) => {
      // 0.8 · 64 = 51.2: the least whole number of minima that reaches the floor.
      const least = Math.ceil(floor * PERMUTATIONS - 1e-9);
      const apart = deliberatePairs(bodies.groups, familyFacts(graph, functions, shapes));
      const state = nearPairs(bodies.signatures, buckets, { least, limit: pairsMax, apart }, task);
      return {
        state,
        table: () => pairsTable(functions, bodies, state),
        rows: state.a.length,
        drawn: { estimates: () => estimateHistogram(state) },
      };
    },
  })
  .step({
    id: 'families',
    title: 'Pairs that are no deliberate family, and the classes that they join',
    formula: String.raw`\neg\,\forall f : \mathrm{variant}(f),\qquad \neg\,\exists f : \mathrm{body}(f) \text{ is one literal}`,
    params: [],
    inputs: ['functions', 'shapes', 'bodies', 'pairs'],
    key: ['a', 'b'],
    run: async ({ graph }, _, { functions, shapes, bodies, pairs }) => {
      const judged = withoutDeliberate(
        [...pairs.a.keys()],
        (p) => [...bodies.groups[pairs.a[p]!]!.members, ...bodies.groups[pairs.b[p]!]!.members],
        familyFacts(graph, functions, shapes),
      );
      const classes = await cloneClasses(
        bodies.groups.length,
        judged.kept.map((p) => pairs.a[p]!),
        judged.kept.map((p) => pairs.b[p]!),
      );
      const state = { ...judged, classes };
      return {
        state,
        table: () => pairsTable(functions, bodies, pairs, state.kept),
        rows: state.kept.length,
        drawn: { deliberate: () => deliberateTable(functions, state.deliberate) },
      };
    },
  })
  .answer(({ states, params: { classes }, needs }) => answerOf(states, classes, needs));
