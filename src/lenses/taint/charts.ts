import type { ChartSpec } from '../../lens/index.js';

export const bodiesChart: ChartSpec = {
  title: 'The largest bodies',
  marks: [{ mark: 'barX', from: 'bodies.largest', channels: { x: 'blocks', y: 'body' } }],
  scales: { x: { label: 'blocks' }, y: { type: 'band', label: '' } },
  limit: 30,
};

export const callsChart: ChartSpec = {
  title: 'How calls are followed',
  marks: [{ mark: 'barX', from: 'calls.counts', channels: { x: 'calls', y: 'how' } }],
  scales: { x: { label: 'calls' }, y: { type: 'band', label: '' } },
};

export const heapChart: ChartSpec = {
  title: 'Writes and reads of fields, captures and statics',
  marks: [{ mark: 'barX', from: 'heap.use', channels: { x: 'edges', y: 'cell', fill: 'use' } }],
  scales: {
    x: { label: 'writes and reads' },
    y: { type: 'band', label: '' },
    color: { type: 'ordinal', label: '', domain: ['writes', 'reads'] },
  },
  limit: 60,
};

export const marksChart: ChartSpec = {
  title: 'Sources, sinks and sanitizers',
  marks: [
    { mark: 'barX', from: 'marks.counts', channels: { x: 'marks', y: 'name', fill: 'role' } },
  ],
  scales: {
    x: { label: 'marks' },
    y: { type: 'band', label: '' },
    color: { type: 'ordinal', label: '', domain: ['source', 'sink', 'sanitizer'] },
  },
};

export const summariesChart: ChartSpec = {
  title: 'Pairs of parameter and end, round by round',
  marks: [
    {
      mark: 'line',
      from: 'summaries.rounds',
      channels: { x: 'round', y: 'pairs', stroke: 'class' },
    },
    { mark: 'dot', from: 'summaries.rounds', channels: { x: 'round', y: 'pairs', fill: 'class' } },
  ],
  scales: { x: { label: 'round' }, y: { label: 'new pairs' } },
};

export const matchedChart: ChartSpec = {
  title: 'How the two walks spread',
  caption: 'Area: calls and returns matched. Dashed: any path.',
  marks: [
    { mark: 'area', from: 'matched.frontier', channels: { x: 'level', y: 'states' } },
    {
      mark: 'line',
      from: 'insensitive.frontier',
      channels: { x: 'level', y: 'states' },
      style: { dash: true },
    },
  ],
  scales: { x: { label: 'steps from a source' }, y: { label: 'new vertices' } },
};

export const findingsChart: ChartSpec = {
  title: 'From where, into what',
  marks: [
    {
      mark: 'cell',
      from: 'findings.counts',
      channels: { x: 'class', y: 'source_kind', fill: 'flows' },
    },
    {
      mark: 'text',
      from: 'findings.counts',
      channels: { x: 'class', y: 'source_kind', text: 'flows' },
    },
  ],
  scales: {
    x: { type: 'band', label: 'class of the sink' },
    y: { type: 'band', label: 'kind of source' },
    color: { type: 'sequential', label: 'flows' },
  },
};

export const whyNotChart: ChartSpec = {
  title: 'The way of the pair',
  marks: [
    {
      mark: 'arrow',
      from: 'whynot.way',
      channels: { x1: 'from', y1: { value: 0 }, x2: 'to', y2: { value: 0 }, title: 'dst' },
    },
    {
      mark: 'text',
      from: 'whynot.way',
      channels: { x: 'to', y: { value: 0 }, text: 'dst', title: 'src' },
    },
  ],
  scales: { x: { label: 'steps' } },
};
