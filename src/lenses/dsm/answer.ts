import type { Answer, Need } from '../../lens/index.js';
import { fromRows, reduced, type Cell } from '../../table/index.js';
import { counted } from '../counted.js';
import type { Modules } from '../modules.js';
import type { Change } from './change.js';
import { totalWeight } from './dependencies.js';
import type { Feedback } from './feedback.js';
import type { Layer, Layering } from './layering.js';
import type { DsmMatrix } from './matrix.js';
import { cyclicGroups, type Partition } from './partition.js';
import type { Shape } from './shape.js';
import { sortedFeedbacks } from './tables.js';
import { propagationCost, propagationCostOff, type Visibility } from './visibility.js';

/** States of the dsm's steps, by step id. */
export interface DsmStates {
  readonly modules: Modules;
  readonly matrix: DsmMatrix;
  readonly scc: Partition;
  readonly cycles: readonly Feedback[];
  readonly order: Uint32Array;
  readonly visibility: Visibility;
  readonly shape: Shape;
  readonly layers: Layering;
  readonly change: Change | null;
}

interface Asked {
  readonly level: string;
  readonly kinds: readonly string[];
  readonly layers: readonly Layer[];
}

export function answerOf(
  states: DsmStates,
  asked: Asked,
  needs: readonly Need[],
  kindsSeen: readonly string[],
): Answer {
  const findings = findingsOf(states, asked.layers);
  const empty = findings.length === 0;
  const gap = states.modules.needs.length > 0 || states.matrix.kindsUsed.length === 0;
  return {
    state: gap ? 'empty_gap' : needs.length > 0 ? 'partial' : empty ? 'empty_fact' : 'complete',
    population: {
      modules: states.modules.names.length,
      items: states.modules.items.reduce((sum, count) => sum + count, 0),
      items_without_module: states.modules.unplaced,
      edges: states.matrix.edges,
    },
    summary: { ...structureSummary(states), ...changeSummary(states.change) },
    findings: fromRows(['finding', 'subject'], COLUMNS, findings),
    notes: empty ? [whyEmpty(states, asked, kindsSeen)] : [],
    needs:
      states.matrix.kindsUsed.length === 0
        ? [{ fact: asked.kinds.join(', '), producer: 'mimir dump ts, cargo mimir-dump' }]
        : [],
  };
}

const COLUMNS = [
  'finding',
  'subject',
  'size:integer/modules',
  'weight:integer',
  'by:integer/layers',
  'how',
  'members:list',
  'arcs:list',
];

/** Cycles, then layer violations, then new cycles: each in its own order. */
function findingsOf(
  { modules, cycles, layers, change }: DsmStates,
  layerList: readonly Layer[],
): Cell[][] {
  const { names } = modules;
  const arc = (src: string, dst: string): string => `${src} → ${dst}`;
  const layerOf = (module: number): string => layerList[layers.layerOf[module]!]!.name;
  return [
    ...sortedFeedbacks(cycles).map(({ order, arcs, weight, method }): Cell[] => {
      const members = [...order].sort((a, b) => a - b).map((module) => names[module]!);
      const cut = arcs.map(({ src, dst }) => arc(names[src]!, names[dst]!));
      return ['cycle', members[0]!, members.length, weight, null, method, members, cut];
    }),
    ...layers.violations.map(({ src, dst, why, by, weight }): Cell[] => {
      const subject = arc(names[src]!, names[dst]!);
      return [
        `layer ${why}`,
        subject,
        null,
        weight,
        by,
        arc(layerOf(src), layerOf(dst)),
        [names[src]!, names[dst]!],
        [subject],
      ];
    }),
    ...(change?.cyclesNew ?? []).map(({ members, arcs }): Cell[] => [
      'new cycle',
      members[0]!,
      members.length,
      arcs.reduce((sum, { after }) => sum + (after ?? 0), 0),
      null,
      'arcs added since the base',
      members,
      arcs.map(({ src, dst }) => arc(src, dst)),
    ]),
  ];
}

function structureSummary({
  modules,
  matrix,
  scc,
  cycles,
  visibility,
  shape,
  layers,
}: DsmStates): Record<string, Cell> {
  const n = modules.names.length;
  return {
    n,
    arcs: matrix.dependencies.targets.length,
    weight: totalWeight(matrix.dependencies),
    cyclic_groups: cyclicGroups(scc).length,
    core_size: shape.coreSize,
    core_share: reduced(shape.coreSize, n),
    second: shape.second,
    architecture: shape.architecture,
    view: shape.view,
    pc: propagationCost(visibility),
    pc_off: propagationCostOff(visibility),
    visible_pairs: visibility.pairs,
    above_diagonal: cycles.reduce((sum, { arcs }) => sum + arcs.length, 0),
    feedback_weight: cycles.reduce((sum, { weight }) => sum + weight, 0),
    levels: scc.level.reduce((most, level) => Math.max(most, level + 1), 0),
    violations: layers.violations.length,
    unassigned: layers.unassigned,
    kinds_used: [...matrix.kindsUsed],
  };
}

function changeSummary(change: Change | null): Record<string, Cell> {
  if (change === null) return {};
  const count = (holds: (arc: Change['arcs'][number]) => boolean): number =>
    change.arcs.filter(holds).length;
  return {
    arcs_added: count(({ before }) => before === null),
    arcs_removed: count(({ after }) => after === null),
    arcs_reweighted: count(({ before, after }) => before !== null && after !== null),
    modules_added: change.modulesAdded.length,
    modules_removed: change.modulesRemoved.length,
    visible_pairs_before: change.visiblePairs[0],
    pc_before: change.pc[0],
    pc_common_before: change.pcCommon?.[0] ?? null,
    pc_common: change.pcCommon?.[1] ?? null,
    class_changes: change.classes.length,
    cycles_new: change.cyclesNew.length,
    cycles_gone: change.cyclesGone.length,
  };
}

/** Why there is no finding, in one sentence. */
function whyEmpty(
  { modules, matrix, scc }: DsmStates,
  { level }: Asked,
  kindsSeen: readonly string[],
): string {
  const n = modules.names.length;
  if (modules.needs.length > 0)
    return `no module at level ${level}: the dump does not say to which one a node belongs`;
  if (n === 0) return `no module at level ${level}: no declaration is in scope`;
  if (n === 1) return `one module at level ${level}: choose a finer level`;
  if (matrix.dependencies.targets.length === 0) {
    const seen = kindsSeen.length === 0 ? 'none' : kindsSeen.join(', ');
    return `no dependency between modules; kinds seen: ${seen}`;
  }
  const levels = scc.level.reduce((most, next) => Math.max(most, next + 1), 0);
  return `acyclic: ${counted(levels, 'level')}`;
}
