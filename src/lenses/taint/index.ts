/**
 * # taint: can what an outsider controls reach a dangerous argument?
 *
 * Question. Can data that an outsider controls reach a dangerous argument unchanged by a sanitizer, and by which steps?
 * May flow, within the modelled facts: neither sound (bodies are missing) nor complete (conditions are not checked).
 *
 * Formulas. Reaching definitions per body; flow edges defuse, opaque, call, return, out, field, global, capture.
 * S_{k+1} = S_k ∪ {(P(f, i), y) : P(f, i) reaches y over M_k}. Realizable paths in two phases, (M ∪ Return ∪ Out)* and
 * (M ∪ Call)*, a heap edge leading back into the first. Sanitizers delete vertices, per class.
 *
 * Preconditions. Blocks with statements and CFG_SUCC.
 *
 * References. Reps, Horwitz, Sagiv 1995; Reps 1998; Sridharan, Fink, Bodík 2007; Tripp et al. 2009; Feldthaus et al.
 * 2013; Arzt et al. 2014. This lens is this project's own design.
 */
import { defineLens, SCOPE_PARAMS, scopeOf, type TypedLens } from '../../lens/index.js';
import { answerOf, type TaintStates } from './answer.js';
import { readProgram } from './body.js';
import { QUIET_CLASSES } from './catalogue/index.js';
import * as charts from './charts.js';
import { anyPaths } from './any-path.js';
import { flowsOf } from './findings.js';
import { callEdges } from './call-edges.js';
import { resolveCalls } from './calls.js';
import { localEdges } from './local-flow.js';
import { flowGraphOf, summariesOf } from './graph.js';
import { Matcher } from './marks.js';
import { matchedWalks } from './matched-walks.js';
import { cleanClasses, heapReads, perKilled, statesOf } from './model.js';
import { PartWalk } from './part-walk.js';
import { matchedReach, type StateGraph } from './state-graph.js';
import * as flowTables from './flow-tables.js';
import { Names } from './names.js';
import * as tables from './tables.js';
import { checkClasses, params, type TaintParams } from './params.js';
import { recorded } from './recorded.js';
import { atOnce, inTurns, turn } from './turns.js';
import { bodyOfCallee, verticesOf } from './vertices.js';
import { whyNot } from './why-not.js';

export type { TaintStates } from './answer.js';
export type { UserCatalogue } from './catalogue/index.js';

export type { TaintParams } from './params.js';

const PRODUCER = 'cargo mimir-dump, mimir dump rust, mimir dump ts';
const CATALOGUE = ['catalogue', 'source', 'sink', 'sanitizer'] as const;

export const taint: TypedLens<TaintParams, TaintStates> = defineLens({
  id: 'taint',
  version: 4,
  title: 'Flow from outsiders to dangerous arguments',
  question:
    'Can data that an outsider controls reach a dangerous argument unchanged by a sanitizer, and by which steps?',
  facts: [
    { fact: 'mir_block, CFG_SUCC', producer: PRODUCER, required: true },
    { fact: 'DISPATCH, or IMPLEMENTS and CONTAINS', producer: PRODUCER, required: false },
  ],
  params,
})
  .step({
    id: 'bodies',
    title: 'Bodies',
    formula: String.raw`B = \{f : \mathrm{holds}(f),\ f \text{ has blocks}\}`,
    params: [...SCOPE_PARAMS],
    inputs: [],
    key: ['body'],
    chart: charts.bodiesChart,
    run: async ({ graph, task }, asked) => {
      await turn(task, 'bodies');
      const work = readProgram(graph, graph.scope(scopeOf(asked)));
      const state = await inTurns(work, task, 'bodies', 'bodies');
      const needs =
        graph.nodesOf('mir_block').length === 0 ? [{ fact: 'mir_block', producer: PRODUCER }] : [];
      return {
        state,
        table: () => tables.bodiesTable(state),
        rows: state.bodies.length,
        drawn: { largest: () => tables.largestBodies(state) },
        needs,
      };
    },
  })
  .step({
    id: 'reaching',
    title: 'Definitions, and how far they reach',
    formula: String.raw`\mathrm{IN}(b) = \bigcup_{p \to b} \mathrm{OUT}(p), \qquad \text{strong definitions kill}`,
    params: ['fields', 'captures', 'paths'],
    inputs: ['bodies'],
    key: ['vertex'],
    run: async ({ task }, options, { bodies }) => {
      await turn(task, 'reaching');
      const state = await inTurns(verticesOf(bodies, options), task, 'reaching', 'bodies');
      const names = new Names(bodies, state);
      return {
        state,
        table: () => tables.reachingTable(names, atOnce(localEdges(bodies, state)).edges),
        rows: state.bodies.reduce((sum, { definitions }) => sum + definitions.length, 0),
        bytes: 96 * state.all.length,
      };
    },
  })
  .step({
    id: 'defuse',
    title: 'From definitions to uses',
    formula: String.raw`d \to u \iff d \text{ reaches } u \wedge (\varphi = \emptyset \vee \psi = \emptyset \vee \varphi = \psi)`,
    params: [],
    inputs: ['bodies', 'reaching'],
    key: ['edge'],
    run: async ({ task }, _, { bodies, reaching }) => {
      await turn(task, 'defuse');
      const state = await inTurns(localEdges(bodies, reaching), task, 'defuse', 'bodies');
      const names = new Names(bodies, reaching);
      return {
        state,
        table: () =>
          tables.edgesTable(
            names,
            state.edges.filter(({ kind }) => kind === 'defuse'),
          ),
        bytes: 24 * state.edges.length,
      };
    },
  })
  .step({
    id: 'calls',
    title: 'What each call may run',
    formula: String.raw`\mathrm{targets}(c) = (\{\mathrm{callee}\} \cup \mathrm{DISPATCH}(\mathrm{callee})) \cap B`,
    params: ['opaque', ...CATALOGUE],
    inputs: ['bodies', 'reaching'],
    key: ['call'],
    chart: charts.callsChart,
    run: async ({ task }, asked, { bodies, reaching }) => {
      await turn(task, 'calls');
      const matcher = new Matcher(asked.catalogue, asked);
      const flow = {
        opaque: asked.opaque,
        propagator: (callee: string) => matcher.propagator(callee),
      };
      const work = resolveCalls(bodies, reaching, flow, bodyOfCallee(bodies));
      const { calls, cut } = await inTurns(work, task, 'calls', 'functions passed on');
      const between = callEdges(bodies, reaching, calls, flow);
      const edges = await inTurns(between, task, 'calls', 'calls', calls.length);
      const names = new Names(bodies, reaching);
      return {
        state: { calls, edges, cut },
        table: () => tables.callsTable(names, calls),
        rows: calls.length,
        drawn: { counts: () => tables.callCounts(calls) },
      };
    },
  })
  .step({
    id: 'heap',
    title: 'Through fields, captures and statics',
    formula: String.raw`d_\varphi \to H(\varphi) \to u_\varphi`,
    params: [],
    inputs: ['bodies', 'reaching', 'defuse', 'calls'],
    key: ['edge'],
    chart: charts.heapChart,
    run: async ({ task }, _, { bodies, reaching, defuse, calls }) => {
      await turn(task, 'heap');
      const reads = heapReads(defuse.edges, bodies, reaching, calls.calls);
      const kept = await inTurns(reads, task, 'heap', 'edges');
      const apart = kept.kept(({ kind }) => kind !== 'defuse');
      const edges = await inTurns(apart, task, 'heap', 'edges', kept.length);
      const size = reaching.all.length;
      const graph = await inTurns(
        flowGraphOf(size, kept, calls.edges),
        task,
        'heap',
        'vertices',
        size,
      );
      const names = new Names(bodies, reaching);
      return {
        state: { edges, graph },
        table: () => tables.edgesTable(names, edges),
        drawn: { use: () => tables.heapUse(names, edges) },
        bytes: 16 * graph.targets.length,
      };
    },
  })
  .step({
    id: 'marks',
    title: 'Sources, sinks and sanitizers',
    formula: String.raw`\text{row} \sqsubseteq \mathrm{path}(\mathrm{callee})`,
    params: [...CATALOGUE],
    inputs: ['bodies', 'reaching'],
    key: ['vertex', 'role', 'class', 'row'],
    chart: charts.marksChart,
    run: async ({ task }, asked, { bodies, reaching }) => {
      await turn(task, 'marks');
      const marks = new Matcher(asked.catalogue, asked).marks(bodies, reaching);
      const state = await inTurns(marks, task, 'marks', 'bodies');
      const names = new Names(bodies, reaching);
      return {
        state,
        table: () => tables.marksTable(names, state),
        drawn: { counts: () => tables.markCounts(state) },
      };
    },
  })
  .step({
    id: 'clean',
    title: 'What sanitizers take out of each class',
    formula: String.raw`A'_\kappa = \mathrm{diag}(k_\kappa)\, A\, \mathrm{diag}(k_\kappa)`,
    params: ['classes', 'catalogue'],
    inputs: ['bodies', 'reaching', 'heap', 'marks'],
    key: ['class', 'vertex'],
    run: (_, { classes, catalogue }, { bodies, reaching, heap: { graph }, marks }) => {
      checkClasses(classes, catalogue);
      const state = cleanClasses(marks, graph.size, classes, QUIET_CLASSES);
      return {
        state,
        table: () => tables.cleanTable(new Names(bodies, reaching), state),
        rows: state.reduce((sum, { killed }) => sum + killed.reduce((a, b) => a + b, 0), 0),
      };
    },
  })
  .step({
    id: 'summaries',
    title: 'What each parameter reaches inside its function',
    formula: String.raw`S_{k+1} = S_k \cup \{(P(f,i),\, y) : P(f,i) \to^{*}_{M_k} y\}`,
    params: [],
    inputs: ['bodies', 'reaching', 'calls', 'heap', 'clean'],
    key: ['class', 'param', 'end'],
    chart: charts.summariesChart,
    run: async ({ task }, _, { bodies, reaching, calls: { calls }, heap: { graph }, clean }) => {
      const state = await perKilled(clean, ({ killed }) =>
        inTurns(summariesOf(graph, reaching, calls, killed), task, 'summaries', 'rounds'),
      );
      const names = new Names(bodies, reaching);
      return {
        state,
        table: () => tables.summariesTable(names, clean, state),
        drawn: { rounds: () => tables.pairsPerRound(clean, state) },
      };
    },
  })
  .step({
    id: 'insensitive',
    title: 'The walk over any path',
    formula: String.raw`q \langle \neg v \rangle = q\, A`,
    product: 'q⟨¬v, struct, replace⟩ = q any_pair A, one source at a time',
    params: ['maxHops'],
    inputs: ['bodies', 'reaching', 'heap', 'marks', 'clean'],
    key: ['class', 'source', 'vertex'],
    run: async ({ task }, { maxHops }, { bodies, reaching, heap: { graph }, marks, clean }) => {
      const state = await perKilled(clean, ({ killed }, sinks) => {
        const work = anyPaths(graph, killed, marks.sources, sinks, maxHops);
        const total = marks.sources.length;
        return recorded(
          'walk',
          graph,
          total,
          () => inTurns(work, task, 'insensitive', 'sources', total),
          (own) => flowTables.reachRows([own]),
        );
      });
      const names = new Names(bodies, reaching);
      const whole = (): flowTables.ReachByClass =>
        state.map((own) => own.map(({ source, whole: walk }) => ({ ...walk(), source })));
      return {
        state,
        table: () => flowTables.reachTable(names, graph, clean, whole(), false),
        rows: flowTables.reachRows(state),
        drawn: { frontier: () => flowTables.frontier(whole()) },
      };
    },
  })
  .step({
    id: 'matched',
    title: 'The walk with calls and returns matched',
    formula: String.raw`(M \cup \mathrm{Return} \cup \mathrm{Out})^{*}\, (M \cup \mathrm{Call})^{*}`,
    product: 'q⟨¬v, struct, replace⟩ = q any_pair A₂, two phases, one source at a time',
    params: ['maxHops'],
    inputs: ['bodies', 'reaching', 'calls', 'heap', 'marks', 'clean', 'summaries', 'insensitive'],
    key: ['class', 'source', 'vertex', 'phase', 'part'],
    chart: charts.matchedChart,
    run: async (
      { task },
      { maxHops },
      { bodies, reaching, calls: { calls }, heap: { graph }, marks, clean, summaries },
    ) => {
      const model = { graph, vertices: reaching, calls };
      const check = (): void => {
        task.check('taint.matched');
      };
      const fresh = (killed: Uint8Array): StateGraph =>
        statesOf(
          model,
          killed,
          () => summaries[clean.findIndex((one) => one.killed === killed)]!,
          check,
        );
      const state = await perKilled(clean, async ({ killed }, sinks) => {
        const states = fresh(killed);
        const work = matchedWalks(states, graph, killed, marks.sources, sinks, maxHops);
        const total = marks.sources.length;
        return await recorded(
          'walk in two phases',
          graph,
          total,
          async () => ({ walks: await inTurns(work, task, 'matched', 'sources', total), states }),
          (own) => flowTables.matchedRows([own]),
        );
      });
      const names = new Names(bodies, reaching);
      // Kept whole only while one looks: of a large program the states of all sources are gigabytes.
      const whole = (): flowTables.ReachByClass =>
        clean.map(({ killed }) => {
          const states = fresh(killed);
          return marks.sources.map((source) => ({
            ...matchedReach(states, killed, source.vertex, maxHops),
            source,
            ...(states instanceof PartWalk && { parts: states.paths }),
          }));
        });
      return {
        state,
        table: () => flowTables.reachTable(names, graph, clean, whole(), true),
        rows: flowTables.matchedRows(state),
        drawn: { frontier: () => flowTables.matchedFrontier(state) },
      };
    },
  })
  .step({
    id: 'findings',
    title: 'Flows',
    formula: String.raw`(\kappa, s, t) : t \in T_\kappa \text{ reached from } s`,
    params: [],
    inputs: ['bodies', 'reaching', 'clean', 'insensitive', 'matched'],
    key: ['class', 'source', 'sink'],
    chart: charts.findingsChart,
    run: (_, __, { bodies, reaching, clean, insensitive, matched }) => {
      const state = flowsOf(clean, insensitive, matched);
      const names = new Names(bodies, reaching);
      return {
        state,
        table: () => flowTables.flowsTable(names, state.flows),
        rows: state.flows.length,
        drawn: { counts: () => flowTables.flowCounts(state.flows) },
      };
    },
  })
  .step({
    id: 'whynot',
    title: 'Why a pair does or does not connect',
    formula: String.raw`\text{first of: flows, sanitized, opaque, fields-off, context, combined, none}`,
    params: ['pair', 'fields', 'captures', 'paths', 'opaque', ...CATALOGUE],
    inputs: ['bodies', 'reaching', 'calls', 'heap', 'marks'],
    key: ['source', 'sink'],
    chart: charts.whyNotChart,
    run: (_, asked, { bodies, reaching, calls: { calls }, heap: { graph }, marks }) => {
      const model = { program: bodies, vertices: reaching, calls, graph, marks };
      const state =
        asked.pair === null
          ? null
          : whyNot(model, asked, new Matcher(asked.catalogue, asked), asked.pair);
      return {
        state,
        table: () => flowTables.whyNotTable(state),
        rows: state === null ? 0 : 1,
        drawn: { way: () => flowTables.whyNotWay(state) },
      };
    },
  })
  .answer(({ params: asked, states, needs }) => answerOf(states, asked.maxHops, needs));
