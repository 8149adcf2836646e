import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import type { ChartSpec, MarkSpec } from '../../src/lens/index.js';
import { fromRows, type Relation } from '../../src/table/index.js';
import {
  chartCells,
  chartSvg,
  drawChart,
  rowsOfTable,
  svgPng,
  widthOf,
} from '../../src/view/index.js';

// eslint-disable-next-line no-control-regex -- takes the colours away
const plain = (line: string): string => line.replace(/\x1b\[[0-9;]*m/g, '');

const table = fromRows(
  ['module'],
  ['module', 'layer', 'n:integer/calls', 'm:integer', 'share:rational'],
  [
    ['a', 'ui', 4, 2, [1, 3]],
    ['b', 'core', 9, 0, [2, 3]],
    ['c', 'ui', 0, 5, null],
  ],
);

const marks: MarkSpec[] = [
  { mark: 'barX', channels: { x: 'n', y: 'module', fill: 'layer' } },
  { mark: 'barY', channels: { x: 'module', y: 'n', fill: 'n' } },
  { mark: 'dot', channels: { x: 'n', y: 'share', fill: 'layer' } },
  { mark: 'line', channels: { x: 'n', y: 'm' } },
  { mark: 'area', channels: { x: 'n', y: 'm' } },
  { mark: 'cell', channels: { x: 'layer', y: 'module', fill: 'n' } },
  { mark: 'rect', channels: { x1: 'm', x2: 'n', y: 'n' } },
  { mark: 'ruleX', channels: { x: 'n' } },
  { mark: 'ruleY', channels: { y: { value: 3 } } },
  { mark: 'text', channels: { x: 'n', y: 'm', text: 'module' } },
  { mark: 'arrow', channels: { x1: 'n', y1: 'm', x2: 'm', y2: 'n' } },
  { mark: 'tick', channels: { x: 'n' } },
];

const source = rowsOfTable(table);

test.each(marks)('the $mark mark is drawn as SVG and as cells of any width', (mark) => {
  const spec: ChartSpec = { title: `Chart of ${mark.mark}`, marks: [mark] };
  const { document } = parseHTML(chartSvg(spec, source));
  expect(document.querySelector('svg svg')).not.toBeNull();
  expect(document.querySelector('title')?.textContent).toBe(spec.title);
  expect(document.querySelectorAll('[aria-label]').length).toBeGreaterThan(0);
  for (const width of [20, 40, 80, 200]) {
    for (const color of [false, true]) {
      const lines = chartCells(spec, source, { width, height: 20, color });
      for (const line of lines) expect(widthOf(plain(line))).toBeLessThanOrEqual(width);
      if (!color) for (const line of lines) expect(line).toBe(plain(line));
      expect(lines.length).toBeGreaterThan(2);
    }
  }
});

test('marks beyond the limit and rows without a value are counted in the caption', () => {
  const spec: ChartSpec = {
    title: 't',
    caption: 'c',
    limit: 1,
    marks: [{ mark: 'dot', channels: { x: 'n', y: 'share' } }],
  };
  const drawn = drawChart(spec, source);
  expect(drawn.marks[0]!.length).toBe(1);
  expect(drawn.caption).toBe('c · 1 of 2 rows drawn, 1 not · 1 row without a value not drawn');
});

test('where keeps the rows that equal the value, and from names other rows', () => {
  const other = fromRows([], ['n:integer'], [[1], [2]]);
  const spec: ChartSpec = {
    title: 't',
    marks: [
      { mark: 'tick', channels: { x: 'n' }, where: { column: 'layer', equals: 'ui' } },
      { mark: 'ruleX', channels: { x: 'n' }, from: 'other' },
    ],
  };
  const drawn = drawChart(spec, (from) => (from === 'other' ? other : table));
  expect(drawn.marks.map((mark) => mark.length)).toEqual([2, 2]);
});

test('bars in cells are as long as their values, and their numbers stand beside them', () => {
  const lines = chartCells(
    { title: 'Bars', marks: [{ mark: 'barX', channels: { x: 'n', y: 'module' } }] },
    source,
    { width: 40 },
  );
  const length = (line: string): number => (line.match(/█/g) ?? []).length;
  const [a, b, c] = lines.filter((line) => /^[abc] │/.test(line)) as [string, string, string];
  expect(length(b)).toBeGreaterThan(2 * length(a));
  expect(length(c)).toBe(0);
  expect(a).toMatch(/ 4$/);
  expect(b).toMatch(/ 9$/);
});

function matrix(size: number): { spec: ChartSpec; rows: Relation } {
  const names = Array.from({ length: size }, (_, i) => `module-${i}`);
  const rows = names.flatMap((from, i) =>
    i + 1 < size ? [[from, names[i + 1]!, (i % 9) + 1] as const] : [],
  );
  return {
    spec: {
      title: 'Matrix',
      limit: 1e6,
      marks: [{ mark: 'cell', channels: { x: 'to', y: 'from', fill: 'n' } }],
      scales: { x: { domain: names }, y: { domain: names } },
    },
    rows: fromRows(['from', 'to'], ['from', 'to', 'n:integer'], rows),
  };
}

test('a matrix of 20 modules shows every number and every label', () => {
  const { spec, rows } = matrix(20);
  const lines = chartCells(spec, rowsOfTable(rows), { width: 80 });
  for (let i = 0; i < 19; i++) {
    const line = lines.find((candidate) => candidate.includes(`module-${i} `))!;
    expect(line.trim().endsWith(String((i % 9) + 1))).toBe(true);
  }
});

test('a matrix of 400 modules is folded into half-blocks and says so', () => {
  const { spec, rows } = matrix(400);
  const lines = chartCells(spec, rowsOfTable(rows), { width: 90, height: 40 });
  expect(lines.length).toBeLessThanOrEqual(41);
  expect(lines.join('\n')).toMatch(/each half-block stands for 6 × 6 places/);
  expect(lines.join('')).toMatch(/[▀▄█]/);
});

test('rows of a folded matrix that number themselves are numbered once, and named as far as there is room', () => {
  const rows = Array.from({ length: 400 }, (_, i) => [
    i + 1,
    `${i + 1} packages/somewhere/module-${i}.ts`,
    'below',
  ]);
  const spec: ChartSpec = {
    title: 'Matrix',
    limit: 1e6,
    marks: [{ mark: 'cell', channels: { x: 'column', y: 'user', fill: 'place' } }],
  };
  const table = rowsOfTable(fromRows(['user'], ['column:integer', 'user', 'place'], rows));
  const lines = chartCells(spec, table, { width: 90, height: 24 });
  expect(
    lines.filter((line) => line.includes('packages')).map((line) => line.slice(0, 36)),
  ).toEqual(
    expect.arrayContaining([expect.stringMatching(/^ {2}1 packages\/somewhere\/module-0\.ts/)]),
  );
  expect(lines.every((line) => line.length <= 90)).toBe(true);
});

test.each([
  ['by name, and so are those that are only used', ['b', 'c', 'd'], ['a', 'b', 'c', 'd']],
  [
    'in an order of their own, and those that are only used follow',
    ['d', 'b', 'c'],
    ['d', 'b', 'c', 'a'],
  ],
])('the users of a matrix stand %s', (_, users, places) => {
  const used = new Map([
    ['b', 'a'],
    ['c', 'b'],
    ['d', 'c'],
  ]);
  const rows = fromRows(
    ['from', 'to'],
    ['from', 'to'],
    users.map((from) => [from, used.get(from)!]),
  );
  const spec: ChartSpec = {
    title: 'Matrix',
    marks: [{ mark: 'cell', channels: { x: 'to', y: 'from' } }],
  };
  const { document } = parseHTML(chartSvg(spec, rowsOfTable(rows)));
  for (const axis of ['x', 'y']) {
    const ticks = document.querySelectorAll(`[aria-label="${axis}-axis tick label"] text`);
    expect([...ticks].map((tick) => tick.textContent)).toEqual(places);
  }
});

test('any values give finite coordinates and a PNG', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { maxLength: 8 }), (pairs) => {
      const rows = fromRows([], ['x:real', 'y:real'], pairs);
      const spec: ChartSpec = {
        title: 't',
        marks: [
          { mark: 'line', channels: { x: 'x', y: 'y' } },
          { mark: 'area', channels: { x: 'x', y: 'y' } },
          { mark: 'dot', channels: { x: 'x', y: 'y' } },
        ],
      };
      expect(chartSvg(spec, rowsOfTable(rows))).not.toMatch(/NaN|Infinity/);
      for (const line of chartCells(spec, rowsOfTable(rows), { width: 30, height: 12 }))
        expect(widthOf(line)).toBeLessThanOrEqual(30);
    }),
    { numRuns: 40 },
  );
  const png = svgPng(chartSvg({ title: 't', marks: [marks[0]!] }, source));
  expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG');
});

test('an unknown column is refused with its nearest name', () => {
  const spec: ChartSpec = { title: 't', marks: [{ mark: 'dot', channels: { x: 'nn', y: 'm' } }] };
  expect(() => chartSvg(spec, source)).toThrow(/unknown column: nn; did you mean n\?/);
});
