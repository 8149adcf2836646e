import type { ChartSpec } from '../../lens/index.js';

export const reachChart: ChartSpec = {
  title: 'The most common APIs',
  caption: 'A rare one says what a function does; a common one says little.',
  marks: [{ mark: 'barX', from: 'reach.common', channels: { x: 'df', y: 'api' } }],
  scales: { x: { label: 'functions that reach it' }, y: { type: 'band', label: '' } },
  limit: 30,
};

export const labelsChart: ChartSpec = {
  title: 'Distinct block labels, round by round',
  marks: [
    { mark: 'line', from: 'labels.refinement', channels: { x: 'round', y: 'labels' } },
    { mark: 'dot', from: 'labels.refinement', channels: { x: 'round', y: 'labels' } },
  ],
  scales: { x: { label: 'round' }, y: { label: 'distinct labels' } },
};

export const groupsChart: ChartSpec = {
  title: 'Groups by size',
  marks: [
    { mark: 'barY', from: 'groups.sizes', channels: { x: 'size', y: 'groups', fill: 'kind' } },
  ],
  scales: {
    x: { type: 'band', label: 'functions in the group' },
    y: { label: 'groups' },
    color: { type: 'ordinal', label: '', domain: ['strong', 'weak'] },
  },
};
