import type { ChartSpec } from '../../lens/index.js';

export const rarityChart: ChartSpec = {
  title: 'Features by the functions that carry them',
  caption: 'Rare ones open a comparison; common ones weigh little.',
  marks: [{ mark: 'dot', from: 'features.rarity', channels: { x: 'df', y: 'features' } }],
  scales: { x: { type: 'log', label: 'functions' }, y: { type: 'log', label: 'features' } },
  limit: 2000,
};

export const scoresChart: ChartSpec = {
  title: 'Pairs by J_w',
  marks: [{ mark: 'barY', from: 'pairs.scores', channels: { x: 'from', y: 'pairs' } }],
  scales: { x: { type: 'band', label: 'J_w from' }, y: { label: 'pairs' } },
};
