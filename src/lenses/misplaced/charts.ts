import type { ChartSpec } from '../../lens/index.js';

export const itemsChart: ChartSpec = {
  title: 'Candidates, and why the others are none',
  marks: [{ mark: 'barX', from: 'items.reasons', channels: { x: 'items', y: 'why' } }],
  scales: { x: { label: 'items' }, y: { type: 'band', label: '' } },
};

export const dampingChart: ChartSpec = {
  title: 'What everybody uses binds nobody',
  marks: [{ mark: 'dot', channels: { x: 'users', y: 'df', fill: 'damp', title: 'id' } }],
  scales: {
    x: { label: 'items that refer to it' },
    y: { label: 'modules that refer to it' },
    color: { type: 'sequential', label: 'damping' },
  },
  limit: 1000,
};

export const affinityChart: ChartSpec = {
  title: 'What binds each item to each module',
  marks: [{ mark: 'cell', channels: { x: 'module', y: 'id', fill: 'aff', title: 'aff' } }],
  scales: {
    x: { type: 'band', label: 'module' },
    y: { type: 'band', label: 'item' },
    color: { type: 'sequential', label: 'affinity' },
  },
  limit: 1000,
};

export const modularityChart: ChartSpec = {
  title: 'What a move would gain',
  marks: [
    { mark: 'ruleX', channels: { x: { value: 0 } } },
    { mark: 'dot', channels: { x: 'dq', y: 'id', title: 'id' } },
  ],
  scales: { x: { label: 'change of modularity' }, y: { type: 'band', label: 'item' } },
  limit: 100,
};

export const rankingChart: ChartSpec = {
  title: 'From home to where it works',
  marks: [
    { mark: 'arrow', channels: { x1: 'home', x2: 'best', y1: 'id', y2: 'id', title: 'margin' } },
  ],
  scales: { x: { type: 'band', label: 'module' }, y: { type: 'band', label: 'item' } },
  limit: 30,
};

export const injectionChart: ChartSpec = {
  title: 'Recall by injection',
  caption: 'Share of the displaced functions that the lens sends home within its first k rows.',
  marks: [
    { mark: 'line', from: 'injection.recall', channels: { x: 'k', y: 'recall' } },
    { mark: 'dot', from: 'injection.recall', channels: { x: 'k', y: 'recall', title: 'recalled' } },
  ],
  scales: { x: { label: 'k' }, y: { label: 'recall@k', domain: [0, 1] } },
};
