import type { ChartSpec } from '../../lens/index.js';

export const corridorChart: ChartSpec = {
  title: 'The corridor: from the entries to the sinks',
  caption: 'The larger a dot, the more entries reach it and the more sinks it reaches.',
  marks: [{ mark: 'dot', channels: { x: 'depth', y: 'distance', r: 'weight', title: 'id' } }],
  scales: {
    x: { label: 'calls from the nearest entry' },
    y: { label: 'calls to the nearest sink' },
  },
  limit: 1000,
};

export const separationChart: ChartSpec = {
  title: 'Pairs that each function separates',
  marks: [
    { mark: 'barX', from: 'separation.largest', channels: { x: 'cut', y: 'id', title: 'id' } },
  ],
  scales: { x: { label: 'pairs (entry, sink)' }, y: { type: 'band', label: '' } },
  limit: 20,
};

export const geodesicsChart: ChartSpec = {
  title: 'Where the hint misleads',
  caption:
    'Share of the pairs that a function separates, against its betweenness. Off the diagonal many shortest paths pass it, and yet it can be walked around.',
  marks: [
    { mark: 'dot', from: 'geodesics.hint', channels: { x: 'share', y: 'between', title: 'id' } },
  ],
  scales: { x: { label: 'share of pairs separated' }, y: { label: 'betweenness, a pair' } },
  limit: 1000,
};

export const mincutChart: ChartSpec = {
  title: 'Disjoint ways from the entries to the sinks',
  caption: 'One lane a way; as many as the smallest cut has members.',
  marks: [
    { mark: 'line', from: 'mincut.paths', channels: { x: 'position', y: 'path' } },
    {
      mark: 'text',
      from: 'mincut.paths',
      channels: { x: 'position', y: 'path', text: 'id', title: 'id' },
    },
  ],
  scales: { x: { label: 'calls from the entry' }, y: { type: 'ordinal', label: 'way' } },
};

export const bypassChart: ChartSpec = {
  title: 'Ways around the gates',
  marks: [
    {
      mark: 'arrow',
      from: 'bypass.calls',
      channels: { x1: 'from', y1: 'witness', x2: 'to', y2: 'witness', title: 'caller' },
    },
    {
      mark: 'text',
      from: 'bypass.calls',
      channels: { x: 'from', y: 'witness', text: 'caller', title: 'callee' },
    },
  ],
  scales: { x: { label: 'calls from the entry' }, y: { type: 'ordinal', label: 'way' } },
};
