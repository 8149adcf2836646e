import type { CodeGraph } from '../../graph/index.js';
import type { ChartSpec, StepContext, StepResult } from '../../lens/index.js';
import { CLONE_PARAMS, type CloneParams } from './parameters.js';
import { clonePopulation, type ClonePopulation } from './population.js';
import { readShapes, type Shapes } from './shapes.js';
import {
  functionsTable,
  leftOutTable,
  outsideTable,
  shapesTable,
  tokenHistogram,
} from './tables.js';
import type { FamilyFacts } from './families.js';

const leftOutChart: ChartSpec = {
  title: 'Functions of the scope that are not compared',
  marks: [{ mark: 'barX', from: 'functions.left_out', channels: { x: 'functions', y: 'why' } }],
  scales: { x: { label: 'functions' }, y: { type: 'band', label: '' } },
};

/** The first step of every clone lens that reads text. */
export const functionsStep = {
  id: 'functions',
  title: 'The functions that are compared',
  formula: String.raw`P = \{f : \mathrm{holds}(f),\ f \text{ has text},\ f \text{ is neither foreign nor trivial}\}`,
  params: CLONE_PARAMS,
  inputs: [],
  key: ['fn'],
  chart: leftOutChart,
  run: ({ graph }: StepContext, asked: CloneParams): StepResult<ClonePopulation> => {
    const state = clonePopulation(graph, asked);
    return {
      state,
      table: () => functionsTable(state),
      rows: state.ordinals.length,
      bytes: 64 * state.ordinals.length,
      drawn: {
        left_out: () => leftOutTable(state),
        outside: () => outsideTable(graph, state),
      },
    };
  },
} as const;

const tokensChart: ChartSpec = {
  title: 'Functions by the length of their normalised text',
  marks: [{ mark: 'barY', from: 'shapes.lengths', channels: { x: 'tokens', y: 'functions' } }],
  scales: { x: { type: 'band', label: 'tokens, in steps of 20' }, y: { label: 'functions' } },
};

/** The second: their texts without names. */
export const shapesStep = {
  id: 'shapes',
  title: 'What their text says without names',
  formula: String.raw`\mathrm{exact}(f) = \mathrm{SHA256}(\mathrm{canonical}(f)),\quad \mathrm{tokens}(f) = |\mathrm{normal}(f)|`,
  params: ['src'],
  inputs: ['functions'],
  key: ['fn'],
  chart: tokensChart,
  run: async (
    { graph, task }: StepContext,
    { src }: { readonly src: string },
    { functions }: { readonly functions: ClonePopulation },
  ): Promise<StepResult<Shapes>> => {
    const state = await readShapes(graph, functions, src, task);
    const rows = functions.ordinals.length - state.without;
    return {
      state,
      table: () => shapesTable(functions, state),
      rows,
      bytes: 400 * rows,
      drawn: { lengths: () => tokenHistogram(state, functions.ordinals.length) },
      needs: state.needs,
    };
  },
} as const;

/** What the family rules know of rows with shapes. */
export function familyFacts(
  graph: CodeGraph,
  population: ClonePopulation,
  shapes: Shapes,
): FamilyFacts {
  return {
    name: (row) => graph.nameOf(population.ordinals[row]!),
    simd: (row) => shapes.simd(row),
    literal: (row) => shapes.literal(row),
  };
}
