/**
 * # gate-bypass: does the gate sit on every path to the sinks?
 *
 * Question. Does the gate (the choke) sit on every path from an entry to a sink? Complete mediation, answered twice: on
 * the call graph, and on the flow of blocks with calls and returns matched.
 *
 * Formulas (S1:2242-2465). Doors D = {(f, s) : f calls s}. A door is a BYPASS when an entry reaches it in
 * H = CALLS ∪ DYN around C ∪ S ∪ T. On blocks: Summary_{k+1} = Summary_k ∪ {g : entry(g) reaches a return over
 * Intra ∪ Matched_k}; reach over Intra ∪ Matched ∪ Call with the gate's blocks masked.
 *
 * Preconditions. CALLS; IMPLEMENTS for dispatch; mir_block and CFG_SUCC for the second part, without which mediation is
 * unknown.
 *
 * References. Zhang, Edwards, Jaeger 2002 (complete mediation); Reps 1998 (context-free reachability).
 */
import {
  defineLens,
  param,
  SCOPE_PARAMS,
  scopeParams,
  type ParamsOf,
  type TypedLens,
} from '../../lens/index.js';
import { callGraphOf } from '../call-graph.js';
import { dispatchOf, icfgOf, summariesOf } from '../icfg.js';
import { inTurns } from '../turns.js';
import { answerOf, type GateBypassStates } from './answer.js';
import * as charts from './charts.js';
import { doorsOf } from './doors.js';
import { setsOf, type Sets } from './sets.js';
import { parseSpec, SPEC_SHAPE, type GateSpec } from './spec.js';
import * as tables from './tables.js';
import { insensitiveWalk, matchedWalk, walkDoors, walkInput } from './walks.js';

export type { GateBypassStates } from './answer.js';
export type { GateSpec } from './spec.js';

const params = {
  sink: param.texts({
    default: [],
    doc: 'what must be guarded, needed unless the spec names it: parts of labels; name a trait and its impls',
  }),
  choke: param.texts({
    default: [],
    doc: 'the gate, needed unless the spec names it: parts of labels',
  }),
  entry: param.texts({
    default: [],
    doc: 'where requests come in: parts of labels; the roots of the call graph when none is named',
  }),
  spec: param.json<GateSpec | null>(SPEC_SHAPE, {
    default: null,
    doc: 'sinks, gate and entries together, as a file keeps them',
    refine: parseSpec,
  }),
  ...scopeParams,
};

export type GateBypassParams = ParamsOf<typeof params>;

export const gateBypass: TypedLens<GateBypassParams, GateBypassStates> = defineLens({
  id: 'gate-bypass',
  version: 2,
  title: 'Ways around a gate',
  question: 'Does the gate sit on every path from an entry to a sink?',
  facts: [
    { fact: 'CALLS', producer: 'mimir dump ts, cargo mimir-dump', required: true },
    {
      fact: 'IMPLEMENTS and CONTAINS',
      producer: 'mimir dump ts, cargo mimir-dump',
      required: false,
    },
    {
      fact: 'mir_block, CFG_SUCC',
      producer: 'cargo mimir-dump, mimir dump rust, mimir dump ts',
      required: false,
    },
  ],
  params,
})
  .step({
    id: 'sets',
    title: 'Sinks, gate and entries',
    formula: String.raw`S, C, E = \{v : \text{pattern} \sqsubseteq \text{label}(v)\}`,
    params: ['sink', 'choke', 'entry', 'spec', ...SCOPE_PARAMS],
    inputs: [],
    key: ['id', 'role'],
    run: ({ graph }, asked) => {
      const calls = callGraphOf(graph);
      const both = (name: keyof GateSpec): string[] => [
        ...asked[name],
        ...(asked.spec?.[name] ?? []),
      ];
      const state = setsOf(graph, calls, {
        ...asked,
        sink: both('sink'),
        choke: both('choke'),
        entry: both('entry'),
      });
      return {
        state,
        table: () => tables.setsTable(new tables.Names(graph), calls, state),
        rows: state.sinks.length + state.chokes.length + state.entries.length,
        needs: calls.needs,
      };
    },
  })
  .step({
    id: 'doors',
    title: 'Doors, on the call graph',
    formula: String.raw`D = \{(f,s) \in \mathrm{CALLS} : s \in S,\, f \notin S\}, \quad \text{BYPASS} \iff E' \to^{*} f \text{ around } C \cup S \cup T`,
    product: 'q⟨¬seen ∧ ¬blocked⟩ = q any_pair H from E′, with and without C blocked',
    params: [],
    inputs: ['sets'],
    key: ['door', 'sink'],
    chart: charts.doorsChart,
    run: async ({ graph }, _, { sets }) => {
      const calls = callGraphOf(graph);
      const state = await doorsOf(graph, calls, sets);
      return {
        state,
        table: () => tables.doorsTable(new tables.Names(graph), calls, state),
        rows: state.length,
        drawn: { classes: () => tables.classCounts(state) },
      };
    },
  })
  .step({
    id: 'icfg',
    title: 'The flow of blocks',
    formula: String.raw`\mathrm{Intra},\quad \mathrm{Call} = \{(c, \mathrm{entry}(g))\},\quad \mathrm{Return} = \{(r, s) : r \in \mathrm{ret}(g),\, s \in \mathrm{succ}(c)\}`,
    params: [],
    inputs: ['sets'],
    key: ['fn'],
    run: async ({ graph, task }, _, { sets }) => {
      const calls = callGraphOf(graph);
      const work = icfgOf(graph, calls, functionsOf(graph, calls, sets));
      const icfg = await inTurns(work, task, 'icfg, blocks');
      return {
        state: { icfg, input: walkInput(icfg, calls, sets) },
        table: () => tables.icfgTable(new tables.Names(graph), icfg),
        rows: icfg.functions.length,
        bytes: 32 * icfg.places.length + 32 * icfg.intra.length,
      };
    },
  })
  .step({
    id: 'summaries',
    title: 'Functions that return',
    formula: String.raw`\Sigma_{k+1} = \Sigma_k \cup \{g : \mathrm{entry}(g)\,(\mathrm{Intra} \cup \mathrm{Matched}_k)^{*} \cap \mathrm{ret} \neq \emptyset\}`,
    product: 'one walk, each round from what its new matched edges open',
    params: [],
    inputs: ['icfg'],
    key: ['fn'],
    chart: charts.summariesChart,
    run: ({ graph }, _, { icfg: { icfg } }) => {
      const state = summariesOf(icfg);
      return {
        state,
        table: () => tables.summariesTable(new tables.Names(graph), icfg, state),
        drawn: { rounds: () => tables.roundsTable(state) },
      };
    },
  })
  .step({
    id: 'insensitive',
    title: 'The walk that takes any return',
    formula: String.raw`v = x\,(\mathrm{Intra} \cup \mathrm{Call} \cup \mathrm{Return})^{*} \text{ around } C`,
    product: 'q⟨¬v, struct, replace⟩ = q any_pair diag(k)·A·diag(k)',
    params: [],
    inputs: ['icfg'],
    key: ['fn', 'block'],
    run: async ({ graph }, _, { icfg: { icfg, input } }) => {
      const state = await insensitiveWalk(input);
      return {
        state,
        table: () => tables.walkTable(new tables.Names(graph), icfg, state),
        drawn: { frontier: () => tables.frontier(state) },
      };
    },
  })
  .step({
    id: 'matched',
    title: 'The walk with calls and returns matched',
    formula: String.raw`v = x\,(\mathrm{Intra} \cup \mathrm{Matched} \cup \mathrm{Call})^{*} \text{ around } C`,
    product: 'q⟨¬v, struct, replace⟩ = q any_pair diag(k)·A·diag(k)',
    params: [],
    inputs: ['icfg', 'summaries', 'insensitive'],
    key: ['fn', 'block'],
    chart: charts.walkChart,
    run: async ({ graph }, _, { icfg: { icfg, input }, summaries }) => {
      const state = await matchedWalk(input, summaries);
      return {
        state,
        table: () => tables.walkTable(new tables.Names(graph), icfg, state),
        drawn: { frontier: () => tables.frontier(state) },
      };
    },
  })
  .step({
    id: 'mediation',
    title: 'Doors that the walks reach',
    formula: String.raw`\text{mediated} \iff \nexists\, (f,s) : \text{a call of } s \text{ in } f \text{ is reached}`,
    params: [],
    inputs: ['sets', 'icfg', 'insensitive', 'matched'],
    key: ['door', 'sink'],
    run: ({ graph }, _, { sets, icfg: { icfg, input }, insensitive, matched }) => {
      const state = walkDoors(input, callGraphOf(graph), sets, insensitive, matched);
      return {
        state,
        table: () => tables.walkDoorsTable(new tables.Names(graph), icfg, state),
        rows: state.length,
      };
    },
  })
  .answer(({ graph, states, needs }) =>
    answerOf(new tables.Names(graph), callGraphOf(graph), states, needs),
  );

/** Φ = in scope, the sinks with what they dispatch to, the gate and the entries; as ordinals. */
function functionsOf(
  graph: Parameters<typeof callGraphOf>[0],
  calls: ReturnType<typeof callGraphOf>,
  sets: Sets,
): Uint32Array {
  const members = new Set<number>();
  sets.scope.forEach((flag, f) => {
    if (flag === 1) members.add(calls.nodes[f]!);
  });
  for (const f of [...sets.sinks, ...sets.chokes, ...sets.entries]) members.add(calls.nodes[f]!);
  for (const s of sets.sinks)
    for (const v of dispatchOf(graph, calls, calls.nodes[s]!)) members.add(v);
  return Uint32Array.from(members).sort();
}
