/**
 * # misplaced: functions that live in one module and work for another
 *
 * Question. Which functions live in one module but work for another? A ranked list to read, not a verdict, which carries
 * its own recall by injection.
 *
 * Formulas. A[f][g] = Σ weight·min(places, cap). W[f][g] = A[f][g]·damp(g), damp(g) = bitlength(⌊M / df(g)⌋).
 * aff(f, x) = Σ over g in x of W[f][g] + W[g][f]. Three votes: margin = aff(best) - aff(home) > 0; the directed
 * modularity gains by the move; the entity placement distance falls.
 *
 * Preconditions. Items with a module; CALLS, USES_TYPE, READS_FIELD, WRITES_FIELD, of which a missing one weighs 0.
 *
 * References. Tsantalis, Chatzigeorgiou 2009 (placement distance); Sales, Terra, Miranda, Valente 2013 and JMove 2018
 * (similarity of dependency sets); Leicht, Newman 2008; Steele, Lea, Flood 2014; the mutation and injection framework of
 * Roy and Cordy. This lens is this project's own design.
 */
import {
  DEFAULTS,
  defineLens,
  param,
  SCOPE_PARAMS,
  scopeOf,
  scopeParams,
  type ParamsOf,
  type TypedLens,
} from '../../lens/index.js';
import { callGraphOf, matchCallables } from '../call-graph.js';
import { LEVEL_EXAMPLES, modulesOf, parseLevel } from '../modules.js';
import { answerOf, type MisplacedStates } from './answer.js';
import * as charts from './charts.js';
import { draw, inject } from './injection.js';
import { itemsOf } from './items.js';
import {
  affinityOf,
  dampingOf,
  intersectionsOf,
  labelsOf,
  undampedOf,
  weightedUses,
  type Weights,
} from './placement.js';
import { leaningsOf, modularityOf, ORDERS, rankingOf } from './ranking.js';
import { Similarity } from './similarity.js';
import * as tables from './tables.js';
import { parseWeights, WEIGHTS_SHAPE } from './weights.js';

export type { MisplacedStates } from './answer.js';

const byDefault = DEFAULTS.misplaced;

const params = {
  level: param.text({
    default: 'module',
    examples: LEVEL_EXAMPLES,
    doc: 'where items live: crate, module, file, or the first d folders of the path',
    refine: (text) => (parseLevel(text), text),
  }),
  weights: param.json<Weights>(WEIGHTS_SHAPE, {
    default: byDefault.weights.value,
    doc: 'what one use of each kind weighs',
    refine: (value, parameter) => parseWeights(value, parameter, byDefault.weights.value),
  }),
  countCap: param.integer({
    default: byDefault.countCap.value,
    min: 1,
    doc: 'places counted at most for one pair and kind; 1 = presence',
  }),
  minDegree: param.integer({
    default: byDefault.minDegree.value,
    min: 0,
    doc: 'distinct neighbours that a candidate must have',
  }),
  minItems: param.integer({
    default: byDefault.minItems.value,
    min: 1,
    doc: 'items that a target module must have',
  }),
  votes: param.integer({
    default: byDefault.votes.value,
    min: 1,
    max: 3,
    doc: 'votes of three that make a finding',
  }),
  order: param.choice(ORDERS, {
    default: 'home',
    doc: 'what orders candidates of as many votes: how little they have to do with their own module, or what their move gains in modularity',
  }),
  entry: param.texts({ default: [], doc: 'entries, which stay where they are: parts of labels' }),
  similarity: param.choice(['auto', 'all', 'voted'], {
    default: 'auto',
    doc: 'for which rows the similarity is shown: all, those with two votes, or all up to 50,000',
  }),
  seed: param.integer({ default: 42, min: 0, doc: 'seed of the injection' }),
  injectN: param.maybeInteger({
    min: 0,
    doc: 'functions to displace; a quarter of those clearly at home, 20 at most, when not said',
  }),
  injectMode: param.choice(['single', 'batch'], {
    default: 'single',
    doc: 'displace each alone, or all at once',
  }),
  ...scopeParams,
};

export type MisplacedParams = ParamsOf<typeof params>;

/** Up to so many candidates, `auto` shows the similarity of all. */
const ALL_UP_TO = 50_000;

const eligibleOf = ({ items: { why } }: MisplacedStates['items']): number[] =>
  why.flatMap((reason, item) => (reason === null ? [item] : []));

export const misplaced: TypedLens<MisplacedParams, MisplacedStates> = defineLens({
  id: 'misplaced',
  version: 1,
  title: 'Functions that work for another module',
  question: 'Which functions live in one module but work for another?',
  facts: [
    { fact: 'CONTAINS', producer: 'mimir dump ts, cargo mimir-dump', required: true },
    {
      fact: 'CALLS, USES_TYPE, READS_FIELD, WRITES_FIELD',
      producer: 'mimir dump ts, cargo mimir-dump',
      required: false,
    },
  ],
  params,
})
  .step({
    id: 'items',
    title: 'Items, and which may move',
    formula: String.raw`f \text{ eligible} \iff \text{function, free to move},\ |N(f)| \ge d`,
    params: ['level', 'minDegree', 'entry', ...SCOPE_PARAMS],
    inputs: [],
    key: ['id'],
    chart: charts.itemsChart,
    run: async ({ graph }, asked) => {
      const scope = graph.scope(scopeOf(asked));
      const calls = callGraphOf(graph);
      const entry =
        asked.entry.length === 0
          ? []
          : matchCallables(graph, calls, 'entry', asked.entry).map((v) => calls.nodes[v]!);
      const isTest = Uint8Array.from(
        graph.scope({ ...scopeOf(asked), includeTests: false }),
        (holds, v) => (holds === 0 && scope[v] === 1 ? 1 : 0),
      );
      const items = itemsOf(graph, modulesOf(graph, parseLevel(asked.level), scope), {
        minDegree: asked.minDegree,
        entry,
        isTest,
      });
      const labels = await labelsOf(items.moduleOf, Math.max(1, items.modules.length));
      const names = new tables.Names(graph, items);
      return {
        state: { items, labels },
        table: () => tables.itemsTable(names),
        rows: items.ordinals.length,
        drawn: { reasons: () => tables.reasonsTable(names) },
        bytes: 24 * items.ordinals.length + 40 * items.uses.src.length,
        needs: items.needs,
      };
    },
  })
  .step({
    id: 'weights',
    title: 'What binds an item to another',
    formula: String.raw`A_{fg} = \sum_k w_k \min(n_k, c)`,
    product: 'A = eWiseAdd plus over the kinds',
    params: ['weights', 'countCap'],
    inputs: ['items'],
    key: ['src', 'dst'],
    run: async ({ graph }, { weights, countCap }, { items: { items } }) => {
      const state = await weightedUses(items.ordinals.length, items.uses, weights, countCap);
      const names = new tables.Names(graph, items);
      return {
        state,
        table: () => tables.weightsTable(names, state),
        rows: state.rows.indices.length,
        bytes: 24 * state.rows.indices.length,
      };
    },
  })
  .step({
    id: 'damping',
    title: 'What everybody uses binds nobody',
    formula: String.raw`\mathrm{damp}(g) = \mathrm{bitlength}\lfloor M / \mathrm{df}(g) \rfloor, \qquad W = A\,\mathrm{diag}(\mathrm{damp})`,
    product: 'Aᵀ any_pair B, count by row; W = A plus_times diag(damp)',
    params: [],
    inputs: ['items', 'weights'],
    key: ['id'],
    chart: charts.dampingChart,
    run: async ({ graph }, _, { items: { items, labels }, weights }) => {
      const state = await dampingOf(weights, labels);
      const names = new tables.Names(graph, items);
      return {
        state,
        table: () => tables.dampingTable(names, state, weights),
        rows: items.ordinals.length,
        bytes: 5 * items.ordinals.length + 12 * weights.rows.indices.length,
      };
    },
  })
  .step({
    id: 'affinity',
    title: 'What binds an item to a module',
    formula: String.raw`\mathrm{aff} = W B + W^{\mathsf T} B`,
    product: 'W plus_first B, Wᵀ plus_first B, eWiseAdd plus',
    params: [],
    inputs: ['items', 'damping'],
    key: ['id', 'module'],
    chart: charts.affinityChart,
    run: async ({ graph }, _, { items: { items, labels }, damping }) => {
      const state = await affinityOf(damping, labels);
      const names = new tables.Names(graph, items);
      return {
        state,
        table: () => tables.affinityTable(names, state),
        rows: state.indices.length,
        bytes: 8 * state.indices.length,
      };
    },
  })
  .step({
    id: 'placement',
    title: 'Distance to a module by what is referred to',
    formula: String.raw`d_J(f,x) = \frac{|R \cup C_x| - |R \cap C_x|}{|R \cup C_x|}`,
    product: '|R ∩ C| = A plus_pair B',
    params: [],
    inputs: ['items', 'weights'],
    key: ['id', 'module'],
    run: async ({ graph }, _, { items: { items, labels }, weights }) => {
      const state = await intersectionsOf(weights, labels);
      const names = new tables.Names(graph, items);
      return {
        state,
        table: () => tables.placementTable(names, weights, labels, state),
        rows: state.indices.length,
        bytes: 8 * state.indices.length,
      };
    },
  })
  .step({
    id: 'similarity',
    title: 'Similarity to the items of home and best',
    formula: String.raw`\mathrm{ss2}(f,x) = \Bigl\lfloor \tfrac{1}{|C_x|} \sum_{g \in C_x} \Bigl\lfloor \tfrac{10^6\, i}{i + 2(u+w)} \Bigr\rfloor \Bigr\rfloor`,
    product: '|R ∩ R| = A plus_pair Aᵀ, only the rows and modules asked for, by marks',
    params: ['similarity', 'minItems'],
    inputs: ['items', 'weights', 'affinity'],
    key: ['id', 'module'],
    run: ({ graph }, { similarity, minItems }, { items, weights, affinity }) => {
      const eligible = eligibleOf(items);
      const all = similarity === 'all' || (similarity === 'auto' && eligible.length <= ALL_UP_TO);
      const state = leaningsOf(
        eligible,
        affinity,
        items.labels,
        new Similarity(weights, items.labels),
        minItems,
        all,
      );
      const names = new tables.Names(graph, items.items);
      return { state, table: () => tables.similarityTable(names, state), rows: 2 * state.length };
    },
  })
  .step({
    id: 'modularity',
    title: 'What a move would gain',
    formula: String.raw`m^2 \Delta Q = m\,(w_{fb} - w_{fa}) - k^{out}_f (K^{in}_b - K^{in}_a + k^{in}_f) - k^{in}_f (K^{out}_b - K^{out}_a + k^{out}_f)`,
    product: 'w = A plus_first B + Aᵀ plus_first B; K by reduce',
    params: [],
    inputs: ['items', 'weights', 'similarity'],
    key: ['id'],
    chart: charts.modularityChart,
    run: async ({ graph }, _, { items: { items, labels }, weights, similarity }) => {
      const state = modularityOf(weights, labels, await undampedOf(weights, labels));
      const names = new tables.Names(graph, items);
      return {
        state,
        table: () => tables.modularityTable(names, state, similarity),
        rows: similarity.length,
      };
    },
  })
  .step({
    id: 'ranking',
    title: 'All candidates, ranked',
    formula: String.raw`\operatorname{sort}(-\text{votes},\, \mathrm{aff}(\text{home})/\Sigma\mathrm{aff} \text{ or } -\Delta Q,\, -\text{margin},\, \text{id})`,
    params: ['order'],
    inputs: ['items', 'weights', 'placement', 'similarity', 'modularity'],
    key: ['rank'],
    chart: charts.rankingChart,
    run: (
      { graph },
      { order },
      { items: { items, labels }, weights, placement, similarity, modularity },
    ) => {
      const input = {
        uses: weights,
        labels,
        intersections: placement,
        modularity,
        leanings: similarity,
        similarity: new Similarity(weights, labels),
      };
      const state = rankingOf(input, order);
      const names = new tables.Names(graph, items);
      return {
        state,
        table: () => tables.rankingTable(names, modularity, state),
        rows: state.length,
      };
    },
  })
  .step({
    id: 'injection',
    title: 'Recall by injection',
    formula: String.raw`\mathrm{recall}@k = \frac{|\{f : \mathrm{best}(f) = \text{home},\ \mathrm{rank}(f) \le k\}|}{n}`,
    params: ['order', 'seed', 'injectN', 'injectMode', 'minItems'],
    inputs: ['items', 'weights', 'ranking'],
    key: ['id'],
    chart: charts.injectionChart,
    run: async (
      { graph, task },
      { order, seed, injectN, injectMode, minItems },
      { items, weights, ranking },
    ) => {
      const pool = ranking
        .filter(({ margin }) => margin < 0)
        .map(({ item }) => item)
        .sort((a, b) => a - b);
      const count = injectN ?? Math.min(20, Math.max(1, Math.floor(pool.length / 4)));
      const injected = draw(pool, items.labels, minItems, count, seed);
      const input = {
        uses: weights,
        labels: items.labels,
        eligible: eligibleOf(items),
        minItems,
        order,
      };
      const results = await inject(input, injected, injectMode, task);
      const names = new tables.Names(graph, items.items);
      return {
        state: { pool: pool.length, results },
        table: () => tables.injectionTable(names, results),
        rows: results.length,
        drawn: { recall: () => tables.recallTable(results) },
      };
    },
  })
  .answer(({ graph, params: asked, states, needs }) =>
    answerOf(new tables.Names(graph, states.items.items), states, asked.votes, needs),
  );
