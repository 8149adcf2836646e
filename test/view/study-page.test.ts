import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import type { Expected } from '../../src/study/index.js';
import { parseStudy, recordPin } from '../../src/study/index.js';
import { fromRows, rowsOf } from '../../src/table/index.js';
import {
  galleryHtml,
  galleryMarkdown,
  recordedRelation,
  reportMarkdown,
  studyHtml,
  studyMarkdown,
  tableMarkdown,
} from '../../src/view/index.js';

const study = parseStudy(`// ---
// jupyter:
//   mimir:
//     format: 1
//     title: Layers <of> it
// ---

// %% [markdown]
// # Layers
//
// Who uses *whom*? <script>alert(1)</script>

// %% The run
const n = 1; // \`\`\`
pin('the table', rows);

// %% [markdown]
// Done.
`);

const table = fromRows(['m'], ['m', 'share:rational', 'n:bigint'], [['a|b', [1, 3], 2n ** 60n]]);
const expected: Expected = {
  format: 1,
  study: 'layers',
  dumpKey: null,
  runs: [],
  pins: [recordPin('the table', table), recordPin('elsewhere', 7)],
};
const view = { name: 'layers', study, expected };

test('a page has the text, the marked code, and each pin under the cell that makes it', () => {
  const { document } = parseHTML(studyHtml(view));
  expect(document.querySelector('title')?.textContent).toBe('Layers <of> it');
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  expect(document.querySelector('em')?.textContent).toBe('whom');
  expect(document.querySelector('pre.code .k')?.textContent).toBe('const');
  const code = document.querySelector('pre.code')!;
  expect(code.nextElementSibling?.textContent).toContain('the table stays as it is');
  expect(document.body.textContent).toContain('elsewhere');
});

test('HTML in the text of a study stays text', () => {
  expect(studyHtml(view)).not.toContain('<script>alert');
});

test('a recorded table comes back exact', () => {
  expect(rowsOf(recordedRelation(expected.pins[0]!.table!))).toEqual(rowsOf(table));
});

test('Markdown keeps the cells in fences that their own back-ticks cannot close', () => {
  const text = studyMarkdown(view);
  expect(text).toContain('````ts\nconst n = 1; // ```');
  expect(text).toContain('*pinned: **the table** stays as it is*');
  expect(text).toContain('| a\\|b | 0.333 | 1152921504606846976 |');
});

test('outputs of a run stand under their cells, richest form first', () => {
  const outputs = [null, { 'text/plain': 'plain', 'text/html': '<b id="rich">x</b>' }, null];
  expect(studyHtml({ ...view, outputs })).toContain('<b id="rich">x</b>');
  expect(studyMarkdown({ ...view, outputs })).toContain('```text\nplain\n```');
});

test('the gallery links each study with what it asks', () => {
  const entries = [{ ...view, href: 'layers.html' }];
  const { document } = parseHTML(galleryHtml('Studies', entries));
  expect(document.querySelector('.cards a')?.getAttribute('href')).toBe('layers.html');
  expect(document.querySelector('.cards')?.textContent).toContain('Who uses whom?');
  expect(galleryMarkdown('Studies', entries)).toContain('## [Layers <of> it](layers.html)');
});

test('a Markdown table escapes what Markdown would read', () => {
  const evil = fromRows(['x'], ['x', 'n:integer/calls'], [['*a* <b>', null]]);
  expect(tableMarkdown(evil).split('\n')).toEqual([
    '| x<br><small>text</small> | n<br><small>int · calls</small> |',
    '| :--- | ---: |',
    '| \\*a\\* \\<b\\> | — |',
    '',
    '1 row × 2 columns',
  ]);
  expect(
    reportMarkdown({
      lens: 'dsm',
      version: 1,
      dump: '',
      params: {},
      population: {},
      state: 'empty_gap',
      summary: {},
      findings: { key: [], columns: [], rows: [] },
      total: 0,
      shown: 0,
      needs: [{ fact: 'blocks', producer: 'rust' }],
      notes: [],
    }),
  ).toContain('cannot be answered without blocks');
});
