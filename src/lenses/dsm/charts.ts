import type { ChartSpec } from '../../lens/index.js';

/** Charts of the dsm's steps, over its tables and the rows that its steps draw. */

/** Places of a matrix that are drawn: all of 400 modules that use fifty others each. */
export const MOST_CELLS = 20_000;

export const modulesChart: ChartSpec = {
  title: 'Declarations in each module',
  marks: [
    {
      mark: 'barX',
      from: 'modules.largest',
      channels: { x: 'items', y: 'module', title: 'module' },
    },
  ],
  scales: { x: { label: 'declarations' }, y: { type: 'band', label: 'module' } },
  limit: 30,
};

export const matrixChart: ChartSpec = {
  title: 'Who uses whom, modules by name',
  caption: 'A row uses a column.',
  marks: [{ mark: 'cell', channels: { x: 'dst', y: 'src', fill: 'weight', title: 'weight' } }],
  scales: {
    x: { type: 'band', label: 'used' },
    y: { type: 'band', label: 'uses' },
    color: { type: 'sequential', label: 'weight' },
  },
  limit: MOST_CELLS,
};

export const cyclesChart: ChartSpec = {
  title: 'The largest cyclic group',
  caption: 'Dashed: the feedback arcs; without them the group has no cycle.',
  marks: [
    {
      mark: 'arrow',
      from: 'cycles.ring',
      where: { column: 'feedback', equals: false },
      channels: { x1: 'x1', y1: 'y1', x2: 'x2', y2: 'y2', title: 'arc' },
    },
    {
      mark: 'arrow',
      from: 'cycles.ring',
      where: { column: 'feedback', equals: true },
      channels: { x1: 'x1', y1: 'y1', x2: 'x2', y2: 'y2', title: 'arc' },
      style: { dash: true },
    },
    {
      mark: 'text',
      from: 'cycles.members',
      channels: { x: 'x', y: 'y', text: 'module', title: 'module' },
    },
  ],
  scales: { x: { type: 'linear', label: '' }, y: { type: 'linear', label: '' } },
};

export const orderChart: ChartSpec = {
  title: 'The partitioned matrix: used modules first',
  caption:
    'A row uses a column. Below the diagonal is layered; above it stand the feedback arcs of the cycles, which are boxed.',
  marks: [
    {
      mark: 'cell',
      from: 'order.cells',
      channels: { x: 'column', y: 'user', fill: 'place', title: 'arc' },
    },
    {
      mark: 'rect',
      from: 'order.boxes',
      channels: { x1: 'first', x2: 'last', y1: 'first_module', y2: 'last_module', title: 'scc' },
      style: { fill: 'none', stroke: 'currentColor' },
    },
  ],
  scales: {
    x: { type: 'band', label: 'position of the used module' },
    y: { type: 'band', label: 'the using module' },
    color: { type: 'ordinal', label: 'place', domain: ['below', 'cycle', 'above', 'diagonal'] },
  },
  limit: MOST_CELLS,
};

export const visibilityChart: ChartSpec = {
  title: 'Who reaches whom, level by level',
  caption:
    'A row reaches a column: a change of the column may be felt in the row. Members of a cycle stand by name. Of many modules, squares of neighbours are drawn.',
  marks: [
    {
      mark: 'cell',
      from: 'visibility.pairs',
      channels: { x: 'column', y: 'user', fill: 'steps', title: 'pair' },
    },
  ],
  scales: {
    x: { type: 'band', label: 'position of the reached module' },
    y: { type: 'band', label: 'the reaching module' },
    color: { type: 'sequential', label: 'steps' },
  },
  limit: MOST_CELLS,
};

export const shapeChart: ChartSpec = {
  title: 'Seen by, and sees: the classes',
  caption: 'The rules are the pivots that divide the classes.',
  marks: [
    { mark: 'ruleX', from: 'shape.pivots', channels: { x: 'vfi' }, style: { dash: true } },
    { mark: 'ruleY', from: 'shape.pivots', channels: { y: 'vfo' }, style: { dash: true } },
    { mark: 'dot', channels: { x: 'vfi', y: 'vfo', fill: 'class', title: 'module' } },
  ],
  scales: {
    x: { label: 'VFI: modules that reach it' },
    y: { label: 'VFO: modules that it reaches' },
    color: {
      type: 'ordinal',
      label: 'class',
      domain: ['Core', 'Shared', 'Control', 'Peripheral', 'Central'],
    },
  },
  limit: 1000,
};

export const layersChart: ChartSpec = {
  title: 'Layer uses layer',
  marks: [
    {
      mark: 'cell',
      from: 'layers.grid',
      channels: { x: 'dst_layer', y: 'src_layer', fill: 'verdict', title: 'weight' },
    },
    {
      mark: 'text',
      from: 'layers.grid',
      channels: { x: 'dst_layer', y: 'src_layer', text: 'weight' },
    },
  ],
  scales: {
    x: { type: 'band', label: 'used layer' },
    y: { type: 'band', label: 'using layer' },
    color: { type: 'ordinal', label: 'verdict', domain: ['same', 'down', 'skip', 'upward'] },
  },
};

export const changeChart: ChartSpec = {
  title: 'Arcs added, removed and reweighted since the base',
  marks: [
    {
      mark: 'cell',
      from: 'change.arcs',
      channels: { x: 'dst', y: 'src', fill: 'what', title: 'what' },
    },
  ],
  scales: {
    x: { type: 'band', label: 'used' },
    y: { type: 'band', label: 'uses' },
    color: { type: 'ordinal', label: 'change', domain: ['added', 'removed', 'reweighted'] },
  },
  limit: 1000,
};
