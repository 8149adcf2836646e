import type { ChartSpec } from '../../lens/index.js';

export const channelsChart: ChartSpec = {
  title: 'How functions touch things',
  marks: [
    {
      mark: 'barX',
      from: 'items.channels',
      channels: { x: 'edges', y: 'channel', fill: 'direction' },
    },
  ],
  scales: {
    x: { label: 'edges' },
    y: { type: 'band', label: '' },
    color: { type: 'ordinal', label: '' },
  },
};

export const labelsChart: ChartSpec = {
  title: 'Distinct labels, round by round',
  caption: 'Where the line flattens, another round tells no more roles apart.',
  marks: [
    { mark: 'line', from: 'labels.refinement', channels: { x: 'round', y: 'labels' } },
    { mark: 'dot', from: 'labels.refinement', channels: { x: 'round', y: 'labels' } },
  ],
  scales: { x: { label: 'round' }, y: { label: 'distinct labels' } },
};

export const scoresChart: ChartSpec = {
  title: 'Pairs by score',
  marks: [{ mark: 'barY', from: 'pairs.scores', channels: { x: 'from', y: 'pairs' } }],
  scales: { x: { type: 'band', label: 'score from' }, y: { label: 'pairs' } },
};
