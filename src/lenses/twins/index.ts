/**
 * # twins: functions that do the same thing
 *
 * Question. Which groups of functions do the same thing, or claim to and do not?
 *
 * Formulas (S1:2467-2646). R = (I + A + … + Aᵏ)·L; cosine of R under w(c) = max(ln(n / df), 0.05) over pairs that share
 * a rare API. T by printed types, pairs by stem. Labels of blocks: ℓᵗ⁺¹(v) = H(ℓᵗ(v), histogram of its successors and
 * readers). shape: equal multisets; NEAR: J = Σ min / Σ max. A group is a component; STRONG when two of api, name+sig,
 * shape and NEAR agree.
 *
 * Preconditions. CALLS for api, params and rets for name+sig, blocks for the others: without one its class stays empty.
 *
 * References. Shervashidze et al. 2011 (Weisfeiler-Leman); Bayardo et al. 2007 (prefix joins); CCGraph 2020.
 */
import {
  DEFAULTS,
  defineLens,
  param,
  SCOPE_PARAMS,
  scopeOf,
  scopeParams,
  wrongType,
  type Need,
  type Parameter,
  type ParamsOf,
  type TypedLens,
} from '../../lens/index.js';
import { wlRefine } from '../../ops/index.js';
import { inTurns } from '../turns.js';
import { allEdges, answerOf, type TwinsStates } from './answer.js';
import { apiEdges, apiReach } from './api.js';
import * as charts from './charts.js';
import { functionsOf } from './functions.js';
import { groupsOf } from './groups.js';
import { pdgOf } from './pdg.js';
import { divergentEdges, inlinedEdges, nearEdges, shapeEdges, shapesOf } from './shapes.js';
import { nameEdges, signaturesOf } from './signatures.js';
import * as tables from './tables.js';

export type { TwinsStates } from './answer.js';

const byDefault = DEFAULTS.twins;

type FamilyRow = readonly [prefix: string, family: string];

const params = {
  hops: param.integer({
    default: byDefault.hops.value,
    min: 0,
    max: 16,
    doc: 'own helpers between a function and an API that it reaches',
  }),
  sim: param.number({
    default: byDefault.sim.value,
    min: 0,
    max: 1,
    doc: 'least cosine of an api or a name+sig pair',
  }),
  rareMax: param.integer({
    default: byDefault.rareMax.value,
    min: 2,
    doc: 'functions that may reach a rare API',
  }),
  wlRounds: param.integer({
    default: byDefault.wlRounds.value,
    min: 0,
    max: 16,
    doc: 'rounds of refinement of the block labels',
  }),
  minBlocks: param.integer({
    default: byDefault.minBlocks.value,
    min: 1,
    doc: 'blocks that a body must have to be compared by its shape',
  }),
  near: param.number({
    default: byDefault.near.value,
    min: 0.01,
    max: 1,
    doc: 'least Jaccard similarity of a NEAR pair',
  }),
  minApis: param.integer({
    default: byDefault.minApis.value,
    min: 1,
    doc: 'APIs that both functions of an api pair must reach',
  }),
  name: param.maybeText({
    doc: 'only functions whose name contains this; changes every weight with that',
  }),
  families: param.json<readonly FamilyRow[]>('rows [prefix of a label, family]', {
    default: [],
    doc: 'more names that stand for one API, before the built-in ones',
    refine: parseFamilies,
  }),
  ...scopeParams,
};

export type TwinsParams = ParamsOf<typeof params>;

const PRODUCER = 'cargo mimir-dump, mimir dump rust, mimir dump ts';

export const twins: TypedLens<TwinsParams, TwinsStates> = defineLens({
  id: 'twins',
  version: 1,
  title: 'Functions that do the same thing',
  question: 'Which groups of functions do the same thing, or claim to and do not?',
  facts: [
    { fact: 'CALLS', producer: PRODUCER, required: false },
    { fact: 'param, ret', producer: PRODUCER, required: false },
    { fact: 'mir_block, CFG_SUCC', producer: PRODUCER, required: false },
  ],
  params,
})
  .step({
    id: 'functions',
    title: 'The functions that are compared',
    formula: String.raw`F = \{f : \mathrm{holds}(f),\ f \text{ no declaration of a trait}\}`,
    params: ['name', ...SCOPE_PARAMS],
    inputs: [],
    key: ['fn'],
    run: ({ graph }, asked) => {
      const state = functionsOf(graph, graph.scope(scopeOf(asked)), asked.name);
      const needs: Need[] = [];
      if (!graph.has('CALLS')) needs.push({ fact: 'CALLS', producer: PRODUCER });
      if (graph.nodesOf('param').length + graph.nodesOf('ret').length === 0)
        needs.push({ fact: 'param, ret', producer: PRODUCER });
      if (graph.nodesOf('mir_block').length === 0)
        needs.push({ fact: 'mir_block', producer: PRODUCER });
      return {
        state,
        table: () => tables.functionsTable(graph, state),
        rows: state.ordinals.length,
        needs,
      };
    },
  })
  .step({
    id: 'reach',
    title: 'APIs that each function reaches',
    formula: String.raw`R = (I + A + A^2 + \dots + A^k)\,L`,
    product: 'C⟨¬R⟩ = A any_pair C, R = R lor C, k times',
    params: ['hops', 'families'],
    inputs: ['functions'],
    key: ['fn', 'api'],
    chart: charts.reachChart,
    run: async ({ graph }, { hops, families }, { functions }) => {
      const state = await apiReach(graph, functions, hops, families);
      return {
        state,
        table: () => tables.reachTable(functions, state),
        rows: state.rows.indices.length,
        drawn: { common: () => tables.commonApis(state) },
        bytes: 8 * state.rows.indices.length,
      };
    },
  })
  .step({
    id: 'api',
    title: 'Pairs that reach the same rare APIs',
    formula: String.raw`\cos(i,j) = \frac{\sum_c w(c)^2 R_{ic} R_{jc}}{\lVert w_i \rVert\, \lVert w_j \rVert}, \qquad w(c) = \max\bigl(\ln \tfrac{n}{\mathrm{df}(c)},\, 0.05\bigr)`,
    product: 'M = R_rare plus_pair R_rareᵀ; S⟨M⟩ = W² plus_first Rᵀ',
    params: ['sim', 'rareMax', 'minApis'],
    inputs: ['functions', 'reach'],
    key: ['a', 'b'],
    run: async (_, thresholds, { functions, reach }) => {
      const state = await apiEdges(reach, thresholds);
      return { state, table: () => tables.edgesTable(functions, state), rows: state.length };
    },
  })
  .step({
    id: 'signatures',
    title: 'What each function takes and gives',
    formula: String.raw`T_{f,\,\mathrm{p}:\tau} = 1,\quad T_{f,\,\mathrm{r}:\tau} = 1`,
    params: [],
    inputs: ['functions'],
    key: ['fn'],
    run: ({ graph }, _, { functions }) => {
      const state = signaturesOf(graph, functions);
      return {
        state,
        table: () => tables.signaturesTable(functions, state),
        rows: functions.ordinals.length,
      };
    },
  })
  .step({
    id: 'names',
    title: 'Pairs of one stem and one signature',
    formula: String.raw`\mathrm{stem}(i) = \mathrm{stem}(j) \wedge \cos_T(i,j) \ge s`,
    params: ['sim'],
    inputs: ['functions', 'signatures'],
    key: ['a', 'b'],
    run: ({ graph }, { sim }, { functions, signatures }) => {
      const state = nameEdges(graph, functions, signatures, sim);
      return { state, table: () => tables.edgesTable(functions, state), rows: state.length };
    },
  })
  .step({
    id: 'pdg',
    title: 'Blocks, control and data',
    formula: String.raw`B_c = \mathrm{CFG\_SUCC},\quad B_d[u][v] = 1 \iff \mathrm{defs}(u) \cap \mathrm{uses}(v) \ne \emptyset`,
    params: ['families'],
    inputs: ['functions'],
    key: ['fn'],
    run: async ({ graph, task }, { families }, { functions }) => {
      const state = await inTurns(pdgOf(graph, functions, families), task, 'pdg, blocks');
      return {
        state,
        table: () => tables.pdgTable(functions, state),
        rows: functions.ordinals.length,
        bytes:
          16 * state.owner.length + 4 * (state.control.targets.length + state.data.targets.length),
      };
    },
  })
  .step({
    id: 'labels',
    title: 'Block labels, refined',
    formula: String.raw`\ell^{t+1}(v) = h\bigl(\ell^t(v),\ \{(\kappa, \lambda, N_\kappa[v][\lambda])\}\bigr), \qquad N_\kappa = B_\kappa \cdot \mathrm{onehot}(\ell^t)`,
    product: 'N = B plus_pair onehot, for control and data, each round',
    params: ['wlRounds'],
    inputs: ['functions', 'pdg'],
    key: ['fn', 'block'],
    chart: charts.labelsChart,
    run: async ({ graph }, { wlRounds }, { functions, pdg }) => {
      const relations = [
        { tag: 1, graph: pdg.control },
        { tag: 2, graph: pdg.data },
      ];
      const state =
        pdg.labels.length === 0 ? [pdg.labels] : await wlRefine(relations, pdg.labels, wlRounds);
      return {
        state,
        table: () => tables.labelsTable(graph, functions, pdg, state.at(-1)!),
        rows: pdg.labels.length,
        drawn: { refinement: () => tables.refinement(state) },
        bytes: 8 * pdg.labels.length * state.length,
      };
    },
  })
  .step({
    id: 'shapes',
    title: 'The shape of each body',
    formula: String.raw`\mathrm{sig}(f) = h\bigl(\operatorname{sort}\, \{\ell^{h}(b) : b \in f\}\bigr)`,
    params: ['minBlocks'],
    inputs: ['functions', 'pdg', 'labels'],
    key: ['fn'],
    run: (_, { minBlocks }, { functions, pdg, labels }) => {
      const state = shapesOf(pdg, labels.at(-1)!, minBlocks);
      return { state, table: () => tables.shapesTable(functions, state) };
    },
  })
  .step({
    id: 'shape',
    title: 'Pairs of one shape',
    formula: String.raw`\mathrm{sig}(i) = \mathrm{sig}(j)`,
    params: [],
    inputs: ['functions', 'shapes'],
    key: ['a', 'b'],
    run: (_, __, { functions, shapes }) => {
      const state = shapeEdges(shapes);
      return { state, table: () => tables.edgesTable(functions, state), rows: state.length };
    },
  })
  .step({
    id: 'near',
    title: 'Pairs of nearly one shape',
    formula: String.raw`J(i,j) = \frac{\sum_\lambda \min(W_{i\lambda}, W_{j\lambda})}{\sum_\lambda \max(W_{i\lambda}, W_{j\lambda})} \ge \nu`,
    product: 'C = W plus_min Wᵀ, as a join by prefixes: only pairs that can reach the bar',
    params: ['near'],
    inputs: ['functions', 'shapes'],
    key: ['a', 'b'],
    run: async (_, { near }, { functions, shapes }) => {
      const state = await nearEdges(shapes, near);
      return { state, table: () => tables.edgesTable(functions, state), rows: state.length };
    },
  })
  .step({
    id: 'inlined',
    title: 'Small bodies inside larger ones',
    formula: String.raw`\forall \lambda : W_{s\lambda} \le W_{H\lambda},\quad \mathrm{entry}(s) \in H,\quad |\mathrm{hosts}| \le 4`,
    params: ['minBlocks'],
    inputs: ['functions', 'pdg', 'shapes'],
    key: ['a', 'b'],
    run: (_, { minBlocks }, { functions, pdg, shapes }) => {
      const state = inlinedEdges(pdg, shapes, minBlocks);
      return { state, table: () => tables.edgesTable(functions, state), rows: state.length };
    },
  })
  .step({
    id: 'divergent',
    title: 'One name and signature, another body',
    formula: String.raw`\text{name+sig}(a,b) \wedge \mathrm{sig}(a) \ne \mathrm{sig}(b) \wedge \neg\,\mathrm{NEAR}(a,b)`,
    params: [],
    inputs: ['functions', 'names', 'shapes', 'near'],
    key: ['a', 'b'],
    run: (_, __, { functions, names, shapes, near }) => {
      const state = divergentEdges(shapes, names, near);
      return { state, table: () => tables.edgesTable(functions, state), rows: state.length };
    },
  })
  .step({
    id: 'groups',
    title: 'Groups',
    formula: String.raw`\text{components of } \bigcup \text{classes},\qquad \text{STRONG} \iff |\text{classes} \cap \{\text{api}, \text{name+sig}, \text{shape}, \text{NEAR}\}| \ge 2`,
    product: 'labels = S min_second labels until unchanged, as union-find',
    params: [],
    inputs: ['functions', 'api', 'names', 'shape', 'near', 'inlined', 'divergent'],
    key: ['group'],
    chart: charts.groupsChart,
    run: async ({ graph }, _, { functions, ...edges }) => {
      const state = await groupsOf(functions.ordinals.length, allEdges(edges));
      return {
        state,
        table: () => tables.groupsTable(graph, functions, state),
        rows: state.length,
        drawn: { sizes: () => tables.groupSizes(state) },
      };
    },
  })
  .answer(({ graph, states, needs }) => answerOf(graph, states, needs));

function parseFamilies(value: unknown, parameter: Parameter): readonly FamilyRow[] {
  const rows: readonly unknown[] = Array.isArray(value) ? value : [null];
  const fits = (row: unknown): row is FamilyRow =>
    Array.isArray(row) &&
    row.length === 2 &&
    row.every((text) => typeof text === 'string' && text !== '');
  if (!rows.every(fits)) throw wrongType(parameter, value);
  return rows;
}
