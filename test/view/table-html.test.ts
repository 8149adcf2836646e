import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { fromRows } from '../../src/table/index.js';
import { tableHtml } from '../../src/view/index.js';

const table = fromRows(
  ['i'],
  ['i:integer', 'name', 'share:rational'],
  Array.from({ length: 45 }, (_, i) => [i, `row ${(i * 7) % 45}`, i % 5 === 0 ? null : [i, 7]]),
);

interface Page {
  readonly document: ReturnType<typeof parseHTML>['document'];
  cells(column: number): (string | null)[];
  click(selector: string): void;
}

/** The fragment as a browser would show it, its scripts run. */
function open(html: string): Page {
  const { document, Event } = parseHTML(`<html><body>${html}</body></html>`);
  for (const script of document.querySelectorAll('script:not([type])')) {
    new Function('document', script.textContent ?? '')(document);
  }
  return {
    document,
    cells: (column) =>
      [...document.querySelectorAll('tbody tr')].map(
        (row) => row.querySelectorAll('td')[column]!.textContent,
      ),
    click: (selector) => {
      document.querySelector(selector)!.dispatchEvent(new Event('click', { bubbles: true }));
    },
  };
}

test('without scripts the first page and the counts are there', () => {
  const html = tableHtml(table);
  expect(html.match(/<tr>/g)).toHaveLength(21);
  expect(html).toContain('20 of 45 rows × 3 columns');
});

test('pages turn, and say where one is', () => {
  const page = open(tableHtml(table));
  expect(page.cells(0)).toEqual(Array.from({ length: 20 }, (_, i) => String(i)));
  page.click('[data-go="1"]');
  page.click('[data-go="1"]');
  expect(page.cells(0)).toEqual(['40', '41', '42', '43', '44']);
  expect(page.document.querySelector('[role=status]')?.textContent).toBe('41–45 of 45');
});

test('a click on a name sorts by the exact order, a second one turns it, missing values stay last', () => {
  const page = open(tableHtml(table, { rows: 10 }));
  page.click('thead th:nth-child(3) button');
  expect(page.cells(0)).toEqual(['1', '2', '3', '4', '6', '7', '8', '9', '11', '12']);
  page.click('thead th:nth-child(3) button');
  expect(page.cells(0).slice(0, 3)).toEqual(['44', '43', '42']);
  for (let i = 0; i < 4; i++) page.click('[data-go="1"]');
  expect(page.cells(2)).toEqual(['—', '—', '—', '—', '—']);
});

test('the same table twice on a page works twice', () => {
  const html = tableHtml(table);
  const page = open(html + html);
  expect(page.document.querySelectorAll('[data-on]')).toHaveLength(2);
});

test('a closing script tag in a cell stays a cell', () => {
  const evil = fromRows(
    ['x'],
    ['x'],
    Array.from({ length: 30 }, (_, i) => [`</script><b>${i}`]),
  );
  const page = open(tableHtml(evil));
  expect(page.cells(0)[0]).toBe('</script><b>0');
});
