/**
 * # dsm: how the modules are layered
 *
 * Question. How are the modules layered, which cycles break the layering, what does the cheapest cut of each cycle look
 * like, how far does a change spread, and what changed since the last dump?
 *
 * Formulas. D = offdiag(Pᵀ·E·P), B = pattern(D). Partition: strongly connected components of B, level(C) = 0 without
 * outside dependencies, else 1 + the highest level used. Feedback: exact minimum weight by subset dynamic programming
 * up to `exactLimit` members, beyond it a heuristic. Visibility: V = (I + B)*, the diagonal counted; propagation cost
 * ΣV / n². Architecture and classes: integer rules over the cyclic groups, VFI and VFO.
 *
 * Preconditions. Nodes name their module at the chosen level; at least one of the edge kinds asked for is in the dump.
 *
 * References. Steward 1981 and Warfield 1973 (the matrix and its partition); Lawler 1964; Eades, Lin, Smyth 1993;
 * MacCormack, Rusnak, Baldwin 2006; Baldwin, MacCormack, Rusnak 2014. This lens is this project's own design.
 */
import {
  defineLens,
  DEFAULTS,
  param,
  SCOPE_PARAMS,
  scopeOf,
  scopeParams,
  type ParamsOf,
  type TypedLens,
  type StepContext,
} from '../../lens/index.js';
import { LEVEL_EXAMPLES, modulesOf, parseLevel } from '../modules.js';
import { answerOf, type DsmStates } from './answer.js';
import { changeOf } from './change.js';
import * as charts from './charts.js';
import { arcsOf } from './dependencies.js';
import { feedbackOf, MAX_EXACT } from './feedback.js';
import { analyse } from './analysis.js';
import { LAYERS_SHAPE, layeringOf, parseLayers, type Layer } from './layering.js';
import { DSM_KINDS, matrixOf, type DsmKind, type DsmWeight } from './matrix.js';
import { cyclicGroups, orderOf, partitionOf } from './partition.js';
import { shapeOf } from './shape.js';
import * as layerTables from './layer-tables.js';
import * as tables from './tables.js';
import { visiblePairs } from './visible-pairs.js';
import { visibilityOf } from './visibility.js';

export type { DsmStates } from './answer.js';
export type { Layer } from './layering.js';

const params = {
  level: param.text({
    default: 'module',
    examples: LEVEL_EXAMPLES,
    doc: 'the grain of the matrix: crate, module, file, or the first d folders of the path',
    refine: (text) => (parseLevel(text), text),
  }),
  kinds: param.choices(DSM_KINDS, {
    default: ['CALLS', 'USES_TYPE', 'READS_FIELD', 'WRITES_FIELD', 'IMPLEMENTS', 'EXTENDS'],
    doc: 'edge kinds that count as a dependency; those that the dump lacks are left out and named',
  }),
  weight: param.choice(['pairs', 'sites'], {
    default: 'pairs',
    doc: 'what an arc weighs: distinct pairs of items a kind, or places in the source',
  }),
  layers: param.json<readonly Layer[]>(LAYERS_SHAPE, {
    default: [],
    doc: 'the intended layers, top first; a module belongs to the first one with a matching pattern',
    refine: parseLayers,
  }),
  strict: param.boolean({
    default: false,
    doc: 'a layer may use only itself and the next one below',
  }),
  exactLimit: param.integer({
    default: DEFAULTS.dsm.exactLimit.value,
    min: 2,
    max: MAX_EXACT,
    doc: 'cyclic groups up to this size get the exact cheapest cut, larger ones the heuristic',
  }),
  base: param.dump({ doc: 'an older dump to compare with' }),
  ...scopeParams,
};

export type DsmParams = ParamsOf<typeof params>;

const MATRIX_PARAMS = ['kinds', 'weight'] as const;

export const dsm: TypedLens<DsmParams, DsmStates> = defineLens({
  id: 'dsm',
  version: 1,
  title: 'Dependency structure matrix',
  question:
    'How are the modules layered, which cycles break the layering, and how far does a change spread?',
  facts: [
    { fact: 'CONTAINS', producer: 'mimir dump ts, cargo mimir-dump', required: true },
    {
      fact: 'CALLS, USES_TYPE, READS_FIELD, WRITES_FIELD, IMPLEMENTS, EXTENDS',
      producer: 'mimir dump ts, cargo mimir-dump',
      required: true,
    },
    { fact: 'DEPENDS_ON', producer: 'mimir dump ts, cargo mimir-dump', required: false },
  ],
  params,
})
  .step({
    id: 'modules',
    title: 'Modules: what is grouped together',
    formula: String.raw`m(v) = \text{ancestor of } v \text{ at the level}`,
    params: ['level', ...SCOPE_PARAMS],
    inputs: [],
    key: ['module'],
    chart: charts.modulesChart,
    run: ({ graph }, asked) => {
      const state = modulesOf(graph, parseLevel(asked.level), graph.scope(scopeOf(asked)));
      return {
        state,
        table: () => tables.modulesTable(state),
        rows: state.names.length,
        drawn: { largest: () => tables.largestModules(state) },
        bytes: 4 * state.of.length + 64 * state.names.length,
        needs: state.needs,
      };
    },
  })
  .step({
    id: 'matrix',
    title: 'Dependencies between modules',
    formula: String.raw`D = \operatorname{offdiag}\Bigl(\sum_{k} P^{\mathsf T} E_k P\Bigr)`,
    product: 'D = Pᵀ plus_times (E plus_times P), select offdiag',
    params: MATRIX_PARAMS,
    inputs: ['modules'],
    key: ['src', 'dst'],
    chart: charts.matrixChart,
    run: async ({ graph }, { kinds, weight }, { modules }) => {
      const state = await matrixOf(graph, modules, kinds, weight);
      return {
        state,
        table: () => tables.matrixTable(modules, state),
        rows: state.dependencies.targets.length,
        bytes: state.dependencies.targets.length * (12 + 8 * state.kindsUsed.length),
        needs: state.needs,
      };
    },
  })
  .step({
    id: 'scc',
    title: 'Strongly connected groups and levels',
    formula: String.raw`u \sim v \iff u \to^{*} v \wedge v \to^{*} u, \qquad \ell(C) = \max\bigl(0,\, 1 + \max_{C \to C'} \ell(C')\bigr)`,
    params: [],
    inputs: ['modules', 'matrix'],
    key: ['module'],
    run: async (_, __, { modules, matrix }) => {
      const state = await partitionOf(matrix.dependencies);
      return {
        state,
        table: () => tables.sccTable(modules, state),
        rows: modules.names.length,
        bytes: 12 * modules.names.length,
      };
    },
  })
  .step({
    id: 'cycles',
    title: 'The cheapest cut of each cycle',
    formula: String.raw`g[S] = \min_{v \notin S}\; \sum_{u \in S} D_{vu} + g[S \cup \{v\}]`,
    params: ['exactLimit'],
    inputs: ['modules', 'matrix', 'scc'],
    key: ['cycle'],
    chart: charts.cyclesChart,
    run: ({ task }, { exactLimit }, { modules, matrix, scc }) => {
      const arcs = arcsOf(matrix.dependencies).filter(
        ({ src, dst }) => scc.group[src] === scc.group[dst],
      );
      const state = cyclicGroups(scc).map((members) => {
        task.check('dsm.cycles');
        const group = scc.group[members[0]!];
        return feedbackOf(
          members,
          arcs.filter(({ src }) => scc.group[src] === group),
          exactLimit,
        );
      });
      return {
        state,
        table: () => tables.cyclesTable(modules, state),
        rows: state.length,
        drawn: {
          ring: () => tables.ringArcs(modules, matrix, state),
          members: () => tables.ringMembers(modules, state),
        },
      };
    },
  })
  .step({
    id: 'order',
    title: 'The partitioned order: used modules first',
    formula: String.raw`\operatorname{sort}\bigl(\ell(C),\, -|C|,\, \min C\bigr)`,
    params: [],
    inputs: ['modules', 'matrix', 'scc', 'cycles'],
    key: ['position'],
    chart: charts.orderChart,
    run: (_, __, { modules, matrix, scc, cycles }) => {
      const state = orderOf(scc, cycles);
      return {
        state,
        table: () => tables.orderTable(modules, scc, state),
        rows: state.length,
        drawn: {
          cells: () => tables.orderedCells(modules, matrix, scc, state),
          boxes: () => tables.cycleBoxes(modules, scc, state),
        },
      };
    },
  })
  .step({
    id: 'visibility',
    title: 'How far a change spreads',
    formula: String.raw`V = (I + B)^{*}, \quad \mathrm{VFO} = V\mathbf{1}, \quad \mathrm{VFI} = V^{\mathsf T}\mathbf{1}, \quad \mathrm{PC} = \frac{\sum V}{n^2}`,
    product: 'R = R bor_band C on the condensation, 2,048 columns a pass',
    params: [],
    inputs: ['modules', 'matrix', 'scc'],
    key: ['module'],
    chart: charts.visibilityChart,
    run: async (_, __, { modules, matrix, scc }) => {
      const state = await visibilityOf(matrix.dependencies);
      return {
        state,
        table: () => tables.visibilityTable(modules, state),
        rows: modules.names.length,
        drawn: {
          // Inside a cycle everything reaches everything: its feedback order changes nothing here.
          pairs: () =>
            visiblePairs(modules, matrix.dependencies, orderOf(scc, []), charts.MOST_CELLS),
        },
      };
    },
  })
  .step({
    id: 'shape',
    title: 'Architecture and classes',
    formula: String.raw`100c < 4n,\quad 2c < 3s,\quad 100c \le 6n`,
    params: [],
    inputs: ['modules', 'scc', 'visibility'],
    key: ['module'],
    chart: charts.shapeChart,
    run: (_, __, { modules, scc, visibility }) => {
      const state = shapeOf({ ...visibility, ...scc });
      return {
        state,
        table: () => tables.shapeTable(modules, visibility, state),
        rows: modules.names.length,
        drawn: { pivots: () => tables.pivotsTable(state) },
      };
    },
  })
  .step({
    id: 'layers',
    title: 'The intended layers, and what breaks them',
    formula: String.raw`p \to q \text{ upward} \iff q < p, \qquad \text{skip} \iff q > p + 1`,
    params: ['layers', 'strict'],
    inputs: ['modules', 'matrix'],
    key: ['src', 'dst'],
    chart: charts.layersChart,
    run: (_, { layers, strict }, { modules, matrix }) => {
      const state = layeringOf(modules.names, matrix.dependencies, layers, strict);
      return {
        state,
        table: () => layerTables.layersTable(modules, layers, state),
        rows: state.violations.length,
        drawn: { grid: () => layerTables.layerGrid(arcsOf(matrix.dependencies), layers, state) },
      };
    },
  })
  .step({
    id: 'change',
    title: 'What changed since the base',
    formula: String.raw`\Delta D = D - D_{\text{base}}`,
    params: ['base', 'level', ...MATRIX_PARAMS, ...SCOPE_PARAMS],
    inputs: ['modules', 'matrix', 'scc', 'visibility', 'shape'],
    key: ['what', 'key'],
    chart: charts.changeChart,
    run: async (context, asked, { modules, matrix, scc, visibility, shape }) => {
      const now = {
        names: modules.names,
        dependencies: matrix.dependencies,
        analysis: { partition: scc, visibility, shape },
      };
      const state =
        asked.base === null ? null : await changeOf(await sideOf(context, asked.base, asked), now);
      return {
        state,
        table: () => layerTables.changeTable(state),
        drawn: { arcs: () => layerTables.changedArcs(state) },
      };
    },
  })
  .answer(({ graph, params: asked, states, needs }) =>
    answerOf(states, asked, needs, graph.edgeKinds),
  );

async function sideOf(
  { open }: StepContext,
  path: string,
  asked: Pick<DsmParams, 'level' | 'crate' | 'includeTests' | 'includeDeps'> & {
    readonly kinds: readonly DsmKind[];
    readonly weight: DsmWeight;
  },
) {
  const graph = await open(path);
  const modules = modulesOf(graph, parseLevel(asked.level), graph.scope(scopeOf(asked)));
  const { dependencies } = await matrixOf(graph, modules, asked.kinds, asked.weight);
  return { names: modules.names, dependencies, analysis: await analyse(dependencies) };
}
