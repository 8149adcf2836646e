import { expect, test } from 'vitest';
import type { Report } from '../../src/lens/index.js';
import { reportHtml, reportText, whyEmpty } from '../../src/view/index.js';

const base: Report = {
  lens: 'dsm',
  version: 1,
  dump: 'd',
  params: {},
  population: { modules: 12 },
  state: 'complete',
  summary: { cycles: 2, share: [1, 3] },
  findings: { key: ['module'], columns: [{ name: 'module', type: 'text' }], rows: [['a']] },
  total: 4,
  shown: 1,
  needs: [{ fact: 'coverage', producer: 'c8', missing: 3 }],
  notes: ['Nodes without a file are left out.'],
};
const empty = { ...base, findings: { ...base.findings, rows: [] }, shown: 0 };

test('a report shows state, population, summary, findings, the cut, needs and notes', () => {
  const text = reportText(base);
  for (const part of [
    'dsm  complete',
    'modules 12',
    'cycles     2',
    '0.333',
    '1 of 4 findings kept',
    'coverage (missing for 3 items): produced by c8',
    'Nodes without a file',
  ]) {
    expect(text).toContain(part);
  }
});

test('an empty answer says why: cut, no findings, a fact missing, partly missing', () => {
  expect(whyEmpty(base)).toBeNull();
  expect(whyEmpty(empty)).toContain('cut by the limit');
  const none = { ...empty, total: 0 };
  expect(whyEmpty({ ...none, state: 'empty_fact' })).toBe('no findings among 12 modules');
  expect(whyEmpty({ ...none, state: 'empty_gap' })).toBe('cannot be answered without coverage');
  expect(whyEmpty({ ...none, state: 'partial' })).toContain('others are missing');
  expect(reportText({ ...none, state: 'empty_gap' })).toContain('coverage');
});

test('the HTML of a report escapes what comes from the code', () => {
  const html = reportHtml({ ...base, notes: ['<img src=x>'] });
  expect(html).toContain('&lt;img src=x&gt;');
});

test('a list of the summary is shown by its beginning, an empty one as none', () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `f${i}`);
  const shown = (list: readonly string[]): string =>
    reportText({ ...base, summary: { list } })
      .split('\n')
      .find((line) => line.startsWith('  list'))!
      .replace(/ +/g, ' ')
      .trim();
  expect(shown([])).toBe('list none');
  expect(shown(names(9))).toBe(`list ${names(9).join(', ')}`);
  expect(shown(names(1000))).toBe(`list ${names(8).join(', ')} and 992 more (--json names all)`);
});
