import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromRows } from '../../src/table/index.js';
import { layoutTable, tableHtml, tableText, widthOf } from '../../src/view/index.js';
import { readableRelation } from '../table/columns.js';

const modules = fromRows(
  ['id'],
  ['id', 'module', 'calls:integer/functions', 'share:rational'],
  [
    ['src/view/table-layout.ts layoutTable(options).', 'src/view', 12, [1, 3]],
    ['日本語', null, 1200345, null],
  ],
);

test('any table fits any width, and every line of a layout is equally wide', () => {
  fc.assert(
    fc.property(readableRelation, fc.integer({ min: 20, max: 120 }), (table, width) => {
      const layout = layoutTable(table, { width });
      for (const line of [layout.names, layout.types, layout.rule, ...layout.lines]) {
        expect(widthOf(line)).toBe(layout.width);
      }
      expect(layout.width).toBeLessThanOrEqual(width);
      expect(layout.columns.length + layout.hidden.length).toBe(table.columns.length);
    }),
    { numRuns: 200 },
  );
});

test('numbers stand right, texts left, types and units under the names', () => {
  expect(tableText(modules, { width: 100 }).split('\n')).toEqual(
    [
      'id                                              module             calls  share',
      'text                                            text      int · functions  ratio',
      '────────────────────────────────────────────────────────────────────────────────',
      'src/view/table-layout.ts layoutTable(options).  src/view               12  0.333',
      '日本語                                          —                 1200345      —',
      '2 rows × 4 columns',
    ].map((line, i) =>
      i === 0 ? line.replace('module             calls', 'module              calls') : line,
    ),
  );
});

test('a narrow terminal keeps the key and names the columns that it does not show', () => {
  const lines = tableText(modules, { width: 24 }).split('\n');
  expect(lines[0]).toMatch(/^id/);
  expect(lines.slice(5).join(' ')).toContain('not shown:');
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(24);
});

test('labels that have to be cut lose what all begin with, not what tells them apart', () => {
  const labels = ['hono src/request.ts/HonoRequest#header().', 'hono src/jsx/base.ts/jsx.'];
  const table = fromRows(
    [],
    ['id', 'note'],
    labels.map((label) => [label, 'x'.repeat(40)]),
  );
  const { lines } = layoutTable(table, { width: 60 });
  expect(lines[0]).toMatch(/^…request\.ts.+#header\(\)\./);
  expect(lines[1]).toMatch(/^…jsx\/base\.ts\/jsx\./);
  expect(layoutTable(table, { width: 120 }).lines[0]).toMatch(/^hono src\/request/);
});

test('rows beyond the limit are counted', () => {
  expect(tableText(modules, { rows: 1 })).toContain('1 of 2 rows');
});

test('HTML escapes names and cells', () => {
  const evil = fromRows(
    ['<b>'],
    ['<b>', { name: 'x', type: 'text', doc: '"quoted"' }],
    [['<script>alert(1)</script>', `'&"`]],
  );
  const html = tableHtml(evil).replace(/<style>[^]*<\/style>/, '');
  expect(html).not.toContain('<script>alert');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('title="&quot;quoted&quot;"');
});

test('of the columns that do not fit those without a value leave first', () => {
  const ways = fromRows(
    ['finding'],
    ['finding', 'rank:integer', 'share:rational', 'on_chain:boolean', 'hops:integer'],
    [
      ['direct', null, null, null, 1],
      ['bypass', null, null, null, 2],
    ],
  );
  expect(layoutTable(ways, { width: 20 }).columns.map(({ name }) => name)).toEqual([
    'finding',
    'rank',
    'hops',
  ]);
});
