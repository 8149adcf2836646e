/**
 * # role-neighbours: functions that play the same role
 *
 * Question. Which functions play the same role in the code graph, whatever their names and bodies?
 *
 * Formulas (S1:1402–1549). Engine wl: ℓᵗ⁺¹(v) = H(ℓᵗ(v), sorted {(tag, l, bucket(c))}), c = A_{κ,d} ⊕.pair onehot(ℓᵗ);
 * F_T(v) is the multiset of labels of v and of its neighbours; J = Σ min / Σ max of idf·count. Engine fastrp: random
 * projections of rarity-weighted features, propagated twice over D⁻¹A; cosine.
 *
 * Preconditions. CALLS, USES_TYPE, READS_FIELD, WRITES_FIELD, CONTAINS with typed parts: a missing one is a channel less.
 *
 * References. Shervashidze et al. 2011 (Weisfeiler-Leman); Chen et al. 2019 (FastRP); Chaudhuri et al. 2006 and Bayardo et
 * al. 2007 (prefix filtering).
 */
import {
  DEFAULTS,
  defineLens,
  param,
  scopeOf,
  type ParamsOf,
  type TypedLens,
} from '../../lens/index.js';
import { CodedError } from '../../task/index.js';
import {
  CLONE_PARAMS,
  cloneClasses,
  cloneParams,
  clonePopulation,
  deliberateTable,
  DUMP_PRODUCER,
  familyFacts,
  foldParams,
  functionsStep,
  shapesStep,
  sourceParams,
  withoutDeliberate,
  type CloneParams,
} from '../clones/index.js';
import { featuresOf } from '../structural-clones/features.js';
import { missingFacts } from '../structural-clones/functions-step.js';
import { scoreHistogram } from '../structural-clones/tables.js';
import {
  answerOf,
  findingsTable,
  membersOf,
  type RoleEvidence,
  type RoleItems,
  type RoleNeighboursStates,
  type RoleSpace,
} from './answer.js';
import * as charts from './charts.js';
import { hasRoleVector, roleLinks, roleVectors } from './fastrp.js';
import { itemGraph } from './items.js';
import { ballLabels, fullLabels, keepLabels, type RoleLabels } from './kept.js';
import { nearRoles } from './near-roles.js';
import { rolePairs } from './pairs.js';
import * as tables from './tables.js';
import { roleTokens } from './tokens.js';

export type { RoleNeighboursStates } from './answer.js';

const byDefault = DEFAULTS.roleNeighbours;

const params = {
  engine: param.choice(['wl', 'fastrp'], {
    default: 'wl',
    doc: 'what is compared: the kinds of neighbours (wl), or the neighbours themselves (fastrp)',
  }),
  rounds: param.integer({
    default: byDefault.rounds.value,
    min: 1,
    max: 4,
    doc: 'wl: hops that a label looks around',
  }),
  score: param.number({
    default: byDefault.score.value,
    min: 0.05,
    max: 1,
    doc: 'wl: least weighted Jaccard similarity of a pair',
  }),
  cosine: param.number({
    default: byDefault.cosine.value,
    min: 0.3,
    max: 1,
    doc: 'fastrp: least cosine of a pair',
  }),
  kept: param.dump({
    doc: 'wl: an earlier dump of the same program, whose labels are kept: only what changed and what sees it is recomputed, with the same answer',
  }),
  ...foldParams,
  testHelpers: param.boolean({ default: false, doc: 'look at helpers of tests too' }),
  ...sourceParams,
  ...cloneParams,
};

export type RoleNeighboursParams = ParamsOf<typeof params>;

const FACTS = ['CALLS', 'USES_TYPE', 'READS_FIELD', 'WRITES_FIELD'] as const;
const POPULATION = ['testHelpers', ...CLONE_PARAMS] as const;

/** Helpers of tests are test code by their paths: whoever asks for them gets tests. */
const helpersToo = <P extends CloneParams & { readonly testHelpers: boolean }>(asked: P): P => ({
  ...asked,
  includeTests: asked.includeTests || asked.testHelpers,
});

export const roleNeighbours: TypedLens<RoleNeighboursParams, RoleNeighboursStates> = defineLens({
  id: 'role-neighbours',
  version: 1,
  title: 'Functions that play the same role',
  question:
    'Which functions play the same role in the code graph, whatever their names and bodies?',
  facts: [
    ...FACTS.map((fact) => ({ fact, producer: DUMP_PRODUCER, required: false })),
    { fact: 'param, ret', producer: DUMP_PRODUCER, required: false },
  ],
  params,
})
  .step({
    ...functionsStep,
    params: POPULATION,
    run: ({ graph, ...context }, asked) => ({
      ...functionsStep.run({ graph, ...context }, helpersToo(asked)),
      needs: missingFacts(graph, FACTS),
    }),
  })
  .step(shapesStep)
  .step({
    id: 'items',
    title: 'Functions and what they touch',
    formula: String.raw`V = P \cup N(P),\quad N_{\kappa,\mathrm{in}}(v) = \emptyset \text{ outside the workspace and for } |N_{\kappa,\mathrm{in}}(v)| > 256`,
    params: ['engine', ...POPULATION],
    inputs: ['functions'],
    key: ['item'],
    chart: charts.channelsChart,
    run: ({ graph }, { engine, ...asked }, { functions }) => {
      const callers = graph.scope(scopeOf(helpersToo(asked)));
      const state: RoleItems =
        engine === 'wl'
          ? { engine, items: itemGraph(graph, functions) }
          : {
              engine,
              links: roleLinks(graph, functions.ordinals, callers),
              features: featuresOf(graph, functions.ordinals, callers),
            };
      return {
        state,
        table: () => tables.itemsTable(graph, functions, state),
        rows: state.engine === 'wl' ? state.items.ordinals.length : functions.ordinals.length,
        drawn: { channels: () => tables.channelsTable(state) },
        bytes: 64 * functions.ordinals.length,
      };
    },
  })
  .step({
    id: 'labels',
    title: 'What each function looks like from some hops away',
    formula: String.raw`\ell^{t+1}(v) = H\bigl(\ell^t(v),\ \{(\kappa, d, l, \mathrm{bucket}(c_{\kappa,d}(v,l)))\}\bigr);\quad \mathrm{role}(f) = n\bigl(n(X_0) + n(X_1) + \tfrac12 n(X_2)\bigr)`,
    product:
      'N = A plus_pair onehot, one a channel and direction, each round; fastrp: X = D⁻¹A·X, in one kernel',
    params: ['engine', 'rounds', 'kept', ...POPULATION],
    inputs: ['functions', 'items'],
    key: ['fn'],
    chart: charts.labelsChart,
    run: async ({ graph, task, open }, { rounds, kept, ...asked }, { functions, items }) => {
      let state: RoleSpace;
      if (items.engine === 'fastrp') {
        state = {
          engine: 'fastrp',
          vectors: roleVectors(items.features, items.links, task),
          hasRole: hasRoleVector(items.features),
        };
      } else {
        let labels: RoleLabels;
        if (kept === null) labels = await fullLabels(graph, items.items, rounds);
        else {
          const earlier = await open(kept);
          const before = itemGraph(earlier, clonePopulation(earlier, helpersToo(asked)));
          const known = keepLabels(earlier, before, await fullLabels(earlier, before, rounds));
          labels = await ballLabels(graph, items.items, rounds, known);
        }
        state = { engine: 'wl', labels };
      }
      return {
        state,
        table: () => tables.labelsTable(functions, state),
        rows: functions.ordinals.length,
        drawn: { refinement: () => tables.refinement(state) },
        bytes: 512 * functions.ordinals.length,
      };
    },
  })
  .step({
    id: 'tokens',
    title: 'What they are compared by',
    formula: String.raw`F_T(v) = \{(t, \mathrm{self}, \ell^t(v))\} \uplus \{(t, \kappa, d, \ell^t(u))^{c}\},\qquad \mathrm{idf}(k) = \ln\bigl(1 + \tfrac{N}{\mathrm{df}(k)}\bigr),\ \mathrm{df}(k) \le \tfrac{N}{2}`,
    params: [],
    inputs: ['functions', 'items', 'labels'],
    key: ['fn', 'feature'],
    run: (_, __, { functions, items, labels }) => {
      const state: RoleEvidence | null =
        items.engine === 'fastrp'
          ? { engine: 'fastrp', features: items.features }
          : labels.engine === 'wl'
            ? {
                engine: 'wl',
                tokens: roleTokens(items.items, labels.labels.rounds, byDefault.degree.value),
              }
            : null;
      if (state === null) throw new CodedError('bad_lens', 'labels of another engine: fastrp');
      return {
        state,
        table: () => tables.tokensTable(functions, state),
        rows:
          state.engine === 'wl'
            ? state.tokens.counts.tokens.length
            : state.features.sets.tokens.length,
        bytes: state.engine === 'wl' ? 12 * state.tokens.counts.tokens.length : 0,
      };
    },
  })
  .step({
    id: 'pairs',
    title: 'Pairs of one role',
    formula: String.raw`J(v,w) = \frac{S}{\lVert w_v\rVert_1 + \lVert w_w\rVert_1 - S} \ge \tau,\quad S = \sum_k \min(w_v(k), w_w(k)),\ w_v(k) = \mathrm{idf}(k)\,c_v(k)`,
    product:
      'S = W plus_min Wᵀ, as a join by prefixes: only pairs that can reach the bar; fastrp: cosines, from 20,000 rows on by an inverted file',
    params: ['score', 'cosine'],
    inputs: ['functions', 'labels', 'tokens'],
    key: ['a', 'b'],
    chart: charts.scoresChart,
    run: async (_, { score, cosine }, { functions, labels, tokens }) => {
      const state =
        labels.engine === 'fastrp'
          ? nearRoles(labels.vectors, labels.hasRole, cosine)
          : tokens.engine === 'wl'
            ? await rolePairs(tokens.tokens, labels.labels.rounds.at(-1)!, score)
            : { rows: [], pairs: [], count: 0, exact: 0, candidates: 0, complete: true };
      return {
        state,
        table: () => tables.pairsTable(functions, state),
        rows: state.pairs.length,
        drawn: { scores: () => scoreHistogram(state.pairs.map((pair) => pair.score)) },
        bytes: 96 * state.pairs.length,
      };
    },
  })
  .step({
    id: 'findings',
    title: 'Pairs that no family explains, and the classes that they join',
    formula: String.raw`\text{pairs} \setminus \text{deliberate families}`,
    params: [],
    inputs: ['functions', 'shapes', 'items', 'labels', 'tokens', 'pairs'],
    key: ['a', 'b'],
    run: async ({ graph }, _, { functions, shapes, items, labels, tokens, pairs }) => {
      const judged = withoutDeliberate(
        pairs.pairs,
        (pair) => membersOf(pairs.rows, pair),
        familyFacts(graph, functions, shapes),
      );
      const classes = await cloneClasses(
        pairs.rows.length,
        judged.kept.map(({ a }) => a),
        judged.kept.map(({ b }) => b),
      );
      const state = { ...judged, classes };
      return {
        state,
        table: () => findingsTable(functions, items, labels, tokens, pairs, state.kept),
        rows: state.kept.length,
        drawn: { deliberate: () => deliberateTable(functions, state.deliberate) },
      };
    },
  })
  .answer(({ states, params: asked, needs }) => answerOf(states, asked, needs));
