import type { ChartSpec } from '../../lens/index.js';

export const doorsChart: ChartSpec = {
  title: 'Doors by class',
  marks: [
    { mark: 'barX', from: 'doors.classes', channels: { x: 'doors', y: 'class', fill: 'class' } },
  ],
  scales: {
    x: { label: 'doors (function, sink)' },
    y: { type: 'band', label: '', domain: ['BYPASS', 'through-gate', 'gate-door', 'latent'] },
  },
};

export const summariesChart: ChartSpec = {
  title: 'Functions proven to return, round by round',
  marks: [
    { mark: 'line', from: 'summaries.rounds', channels: { x: 'round', y: 'functions' } },
    { mark: 'dot', from: 'summaries.rounds', channels: { x: 'round', y: 'functions' } },
  ],
  scales: { x: { label: 'round' }, y: { label: 'functions' } },
};

export const walkChart: ChartSpec = {
  title: 'How the two walks spread',
  caption: 'Solid: calls and returns matched. Dashed: any return.',
  marks: [
    { mark: 'line', from: 'matched.frontier', channels: { x: 'level', y: 'blocks' } },
    {
      mark: 'line',
      from: 'insensitive.frontier',
      channels: { x: 'level', y: 'blocks' },
      style: { dash: true },
    },
  ],
  scales: { x: { label: 'steps from an entry' }, y: { label: 'new blocks' } },
};
