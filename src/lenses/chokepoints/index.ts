/**
 * # chokepoints: where a gate could stand
 *
 * Question. Through which functions must (or mostly does) every call from the entries E to the sinks T pass; which
 * smallest set would mediate all of them; and does a proposed set of gates do it? gate-bypass checks a gate; this lens
 * proposes one.
 *
 * Formulas. Corridor V = fwd(E) ∩ bwd(T) in H = CALLS ∪ DISPATCH. Single mediators: strict dominators of a super-sink.
 * cut(v) = pairs (e, t), v neither, whose every path meets v. Minimum vertex cut = number of disjoint paths.
 * Gates G mediate when no entry outside G reaches a sink outside G in H - G.
 *
 * Preconditions. CALLS; DISPATCH or IMPLEMENTS, else virtual calls end at the trait and the answer is partial.
 *
 * References. Lengauer, Tarjan 1979; Georgiadis 2005; Menger 1927; Edmonds, Karp 1972; Picard, Queyranne 1980;
 * Brandes 2001; Zhang, Edwards, Jaeger 2002 (complete mediation). This lens is this project's own design.
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
import { geodesics, minVertexCut } from '../../ops/index.js';
import { callGraphOf, matchCallables, namesOf } from '../call-graph.js';
import { answerOf, type ChokepointsStates } from './answer.js';
import { blockCorridorOf } from './block-corridor.js';
import { bypassOf } from './bypass.js';
import { candidatesOf } from './candidates.js';
import * as charts from './charts.js';
import { corridorOf } from './corridor.js';
import { mediatorsOf } from './mediators.js';
import { separationOf } from './separation.js';
import * as tables from './tables.js';

export type { ChokepointsStates } from './answer.js';

const params = {
  entry: param.texts({ default: [], doc: 'where calls come in, needed: parts of labels' }),
  sink: param.texts({
    default: [],
    doc: 'what they must not reach unchecked, needed: parts of labels',
  }),
  ends: param.choice(['interior', 'any'], {
    default: 'interior',
    doc: 'whether a smallest cut may take entries and sinks themselves',
  }),
  gates: param.texts({
    default: [],
    doc: 'a proposed set of gates to walk around: parts of labels',
  }),
  graph: param.choice(['fn', 'icfg'], {
    default: 'fn',
    doc: 'what is walked: calls of functions, or blocks with calls and returns matched',
  }),
  gateAs: param.choice(['frame', 'call'], {
    default: 'frame',
    doc: 'what passes a gate: being in its frame, or (icfg) having called it too',
  }),
  maxTrees: param.integer({
    default: DEFAULTS.chokepoints.maxTrees.value,
    min: 1,
    doc: 'dominator trees for the separation; beyond it the answer is partial',
  }),
  ...scopeParams,
};

export type ChokepointsParams = ParamsOf<typeof params>;

export const chokepoints: TypedLens<ChokepointsParams, ChokepointsStates> = defineLens({
  id: 'chokepoints',
  version: 2,
  title: 'Chokepoints between entries and sinks',
  question:
    'Through which functions must every call from the entries to the sinks pass, and which smallest set would mediate all of them?',
  facts: [
    { fact: 'CALLS', producer: 'mimir dump ts, cargo mimir-dump', required: true },
    {
      fact: 'DISPATCH, or IMPLEMENTS and CONTAINS',
      producer: 'mimir dump ts, cargo mimir-dump',
      required: false,
    },
  ],
  params,
})
  .step({
    id: 'ends',
    title: 'Entries and sinks',
    formula: String.raw`E = \{v : \text{entry} \sqsubseteq \text{label}(v)\},\quad T = \{v : \text{sink} \sqsubseteq \text{label}(v)\}`,
    params: ['entry', 'sink'],
    inputs: [],
    key: ['id', 'role'],
    run: ({ graph }, { entry, sink }) => {
      const calls = callGraphOf(graph);
      const state = {
        entries: matchCallables(graph, calls, 'entry', entry),
        sinks: matchCallables(graph, calls, 'sink', sink),
      };
      const all = [...state.entries, ...state.sinks];
      const roles = all.map((_, i) => (i < state.entries.length ? 'entry' : 'sink'));
      return {
        state,
        table: () =>
          tables.endsTable(
            namesOf(
              graph,
              all.map((v) => calls.nodes[v]!),
            ),
            roles,
          ),
        rows: all.length,
        needs: calls.needs,
      };
    },
  })
  .step({
    id: 'corridor',
    title: 'The corridor between them',
    formula: String.raw`V = \mathrm{fwd}_H(E) \cap \mathrm{bwd}_H(T)`,
    product: 'q⟨¬seen⟩ = q any_pair H from E, and over Hᵀ from T; C = diag(f ∧ b) H diag(f ∧ b)',
    params: ['graph', ...SCOPE_PARAMS],
    inputs: ['ends'],
    key: ['id'],
    chart: charts.corridorChart,
    run: async ({ graph, task }, { graph: walked, ...asked }, { ends }) => {
      const scope = graph.scope(scopeOf(asked));
      const calls = callGraphOf(graph);
      const { corridor: state, needs } =
        walked === 'icfg'
          ? await blockCorridorOf(graph, calls, ends, scope, task)
          : { corridor: await corridorOf(graph, calls, ends, scope), needs: [] };
      const names = new tables.Names(graph, state.ordinals);
      return {
        state,
        table: () => tables.corridorTable(names, state),
        rows: state.ordinals.length,
        bytes: 32 * state.ordinals.length + 4 * state.links.targets.length,
        needs,
      };
    },
  })
  .step({
    id: 'dominators',
    title: 'Dominators and post-dominators',
    formula: String.raw`u \mathrel{\mathrm{dom}} v \iff \text{every path } \top \to v \text{ meets } u`,
    params: [],
    inputs: ['corridor'],
    key: ['id'],
    run: async ({ graph }, _, { corridor }) => {
      const state = await mediatorsOf(corridor);
      return {
        state,
        table: () => tables.dominatorsTable(new tables.Names(graph, corridor.ordinals), state),
        rows: corridor.ordinals.length,
      };
    },
  })
  .step({
    id: 'separation',
    title: 'How many pairs each function separates',
    formula: String.raw`\mathrm{cut}(v) = \bigl|\{(e,t) \in \Pi : v \notin \{e,t\},\ \text{every path } e \to t \text{ meets } v\}\bigr|`,
    params: ['maxTrees'],
    inputs: ['corridor'],
    key: ['id'],
    chart: charts.separationChart,
    run: async ({ graph, task }, { maxTrees }, { corridor }) => {
      const state = await separationOf(corridor, maxTrees, task);
      const names = new tables.Names(graph, corridor.ordinals);
      return {
        state,
        table: () => tables.separationTable(names, state),
        rows: corridor.ordinals.length,
        drawn: { largest: () => tables.largestCuts(names, state) },
      };
    },
  })
  .step({
    id: 'geodesics',
    title: 'Shortest paths through each function',
    formula: String.raw`\mathrm{between}(v) = \sum_{(e,t)} \frac{\sigma_{ev}\,\sigma_{vt}}{\sigma_{et}}`,
    product: 'two min_plus layers, E × V and V × T',
    params: [],
    inputs: ['corridor', 'separation'],
    key: ['id'],
    chart: charts.geodesicsChart,
    run: async ({ graph }, _, { corridor, separation }) => {
      const state = await geodesics(corridor.links, separation.entries, separation.sinks);
      const names = new tables.Names(graph, corridor.ordinals);
      return {
        state,
        table: () => tables.geodesicsTable(names, state),
        rows: corridor.ordinals.length,
        drawn: { hint: () => tables.hintTable(names, separation, state) },
      };
    },
  })
  .step({
    id: 'mincut',
    title: 'The smallest set that mediates everything',
    formula: String.raw`\kappa = \max\text{-flow} = |\text{disjoint paths}|`,
    params: ['ends'],
    inputs: ['corridor'],
    key: ['id'],
    chart: charts.mincutChart,
    run: async ({ graph }, { ends }, { corridor }) => {
      const state = await minVertexCut(corridor.links, corridor.entries, corridor.sinks, { ends });
      const names = new tables.Names(graph, corridor.ordinals);
      return {
        state,
        table: () => tables.cutTable(names, state),
        drawn: { paths: () => tables.pathsTable(names, state) },
      };
    },
  })
  .step({
    id: 'candidates',
    title: 'Where a gate could stand, ranked',
    formula: String.raw`\operatorname{sort}(-\mathrm{cut},\, \text{on chain},\, -|\text{cuts}|,\, -\mathrm{geo},\, \text{id})`,
    params: [],
    inputs: ['corridor', 'dominators', 'separation', 'geodesics', 'mincut'],
    key: ['rank'],
    run: ({ graph }, _, { corridor, dominators, separation, geodesics: hints, mincut }) => {
      const state = candidatesOf(corridor, dominators, separation, hints, mincut);
      const names = new tables.Names(graph, corridor.ordinals);
      return {
        state,
        table: () => tables.candidatesTable(names, corridor, separation, state),
        rows: state.length,
      };
    },
  })
  .step({
    id: 'bypass',
    title: 'Ways around the proposed gates',
    formula: String.raw`\text{mediated} \iff \nexists\, e \in E \setminus G,\ t \in T \setminus G : e \to^{*} t \text{ in } H - G`,
    product: 'q⟨¬seen ∧ ¬g⟩ = q any_pair H; paths by min_first',
    params: ['gates', 'gateAs', 'ends'],
    inputs: ['corridor'],
    key: ['entry', 'sink'],
    chart: charts.bypassChart,
    run: async ({ graph }, { gates, gateAs, ends }, { corridor }) => {
      const names = new tables.Names(graph, corridor.ordinals);
      const state =
        gates.length === 0
          ? null
          : await bypassOf(corridor, ...gatesIn(corridor, graph, gates, gateAs), ends);
      return {
        state,
        table: () => tables.bypassTable(names, state),
        rows: state?.witnesses.length ?? 0,
        drawn: { calls: () => tables.witnessCalls(names, state) },
      };
    },
  })
  .answer(({ graph, params: { gateAs }, states, needs }) => answerOf(graph, states, needs, gateAs));

/** Vertices of the corridor that pass a gate, and how many gates lie outside it. */
function gatesIn(
  { ordinals, blocks }: ChokepointsStates['corridor'],
  graph: Parameters<typeof callGraphOf>[0],
  patterns: readonly string[],
  gateAs: 'frame' | 'call',
): [gates: number[], idle: number] {
  const calls = callGraphOf(graph);
  const gates = matchCallables(graph, calls, 'gates', patterns).map((v) => calls.nodes[v]!);
  const passes = (gate: number, vertex: number): boolean =>
    (blocks?.fn ?? ordinals)[vertex] === gate ||
    (gateAs === 'call' && blocks?.callees[vertex]?.includes(gate) === true);
  const inside = new Set<number>();
  let idle = 0;
  for (const gate of gates) {
    let met = false;
    for (let vertex = 0; vertex < ordinals.length; vertex++) {
      if (!passes(gate, vertex)) continue;
      met = true;
      inside.add(vertex);
    }
    if (!met) idle++;
  }
  return [[...inside].sort((a, b) => a - b), idle];
}
