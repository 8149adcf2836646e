import markdownIt from 'markdown-it';
import type {
  Expected,
  RecordedCell,
  RecordedPin,
  RecordedRun,
  RecordedTable,
  Study,
  StudyCell,
} from '../study/index.js';
import { fromRows, type Cell, type ColumnSpec, type Relation } from '../table/index.js';
import type { Bundle } from './bundle.js';
import { counted, looseCellView } from './cell-text.js';
import { codeHtml } from './code-html.js';
import { escapeHtml } from './html.js';
import { tableMarkdown } from './markdown.js';
import { htmlPage } from './page.js';
import { pagedTable } from './table-html.js';

/** What a page of a study is made from. */
export interface StudyView {
  readonly name: string;
  readonly study: Study;
  /** What was accepted; `null` when nothing was yet. */
  readonly expected: Expected | null;
  /** What each cell showed when it ran, in the order of the cells; without it the page shows what is expected. */
  readonly outputs?: readonly (Bundle | null)[];
}

/** A recorded table as a relation; of a long one, its head. */
export function recordedRelation({ key, columns, rows }: RecordedTable): Relation {
  const specs = columns.map(({ name, type }): ColumnSpec => ({ name, type }));
  return fromRows(
    key,
    specs,
    rows.map((row) => row.map((cell, c) => cellOf(cell, specs[c]!))),
  );
}

function cellOf(cell: RecordedCell, spec: ColumnSpec): Cell {
  if (cell === null) return null;
  if (spec.type === 'bigint') return BigInt(cell as string | number);
  if (spec.type === 'integer' && typeof cell === 'string') return BigInt(cell);
  if (spec.type === 'rational' && Array.isArray(cell)) {
    return (cell as readonly (string | number)[]).map((part) => BigInt(part)) as unknown as Cell;
  }
  return cell as Cell;
}

// Raw HTML in a study's text stays text: a page is often read by others than the one who wrote it.
const markdown = markdownIt({ html: false, linkify: true });

/** Pins by the code cell that names them; those that no cell names come last, under -1. */
function pinsByCell({ study, expected }: StudyView): Map<number, RecordedPin[]> {
  const found = new Map<number, RecordedPin[]>();
  for (const pin of expected?.pins ?? []) {
    const literal = [`'`, `"`, '`'].map((quote) => `${quote}${pin.name}${quote}`);
    const at = study.cells.findIndex(
      (cell) => cell.kind === 'code' && literal.some((text) => cell.source.includes(text)),
    );
    found.set(at, [...(found.get(at) ?? []), pin]);
  }
  return found;
}

const WORDS: Readonly<Record<RecordedPin['expect'], string>> = {
  equal: 'stays as it is',
  'at most': 'may not grow',
  'at least': 'may not shrink',
  subset: 'may only lose rows',
  'no worse': 'may only improve',
};

/** A study as a page: its text, its cells, what they showed, and what is expected of them. */
export function studyHtml(view: StudyView): string {
  const pins = pinsByCell(view);
  const { header, cells } = view.study;
  const heads = cells.some((cell) => cell.kind === 'markdown' && /^# /m.test(cell.source));
  const body = [
    heads ? '' : `<h1>${escapeHtml(header.title)}</h1>`,
    ...cells.map(
      (cell, i) =>
        cellHtml(cell, view.outputs?.[i] ?? null) + (pins.get(i) ?? []).map(pinHtml).join(''),
    ),
    (pins.get(-1) ?? []).map(pinHtml).join(''),
    expectedHtml(view),
  ];
  return htmlPage(header.title, body.join('\n'));
}

function cellHtml(cell: StudyCell, output: Bundle | null): string {
  if (cell.kind === 'markdown') return markdown.render(cell.source);
  if (cell.kind === 'raw') return `<pre>${escapeHtml(cell.source)}</pre>`;
  if (cell.source.trim() === '') return '';
  const title = cell.title === undefined ? '' : `<h3>${escapeHtml(cell.title)}</h3>`;
  return `${title}${codeHtml(cell.source)}${output === null ? '' : outputHtml(output)}`;
}

function outputHtml(output: Bundle): string {
  const html = output['text/html'] ?? output['image/svg+xml'];
  return typeof html === 'string' ? html : `<pre>${escapeHtml(output['text/plain'])}</pre>`;
}

function pinHtml(pin: RecordedPin): string {
  const head = `<p class="foot">pinned: <strong>${escapeHtml(pin.name)}</strong> ${WORDS[pin.expect]}</p>`;
  const value =
    pin.table === undefined
      ? `<p><code>${escapeHtml(looseCellView((pin.value ?? null) as Cell))}</code></p>`
      : tableHtmlOf(pin.table);
  return `<div class="mimir">${head}${value}</div>`;
}

function tableHtmlOf(table: RecordedTable): string {
  const shown = pagedTable(recordedRelation(table), { rows: 10 });
  return table.total === table.rows.length
    ? shown
    : `${shown}<p class="foot">the first ${table.rows.length} of ${counted(table.total, 'row')}; the rest is kept as digests</p>`;
}

function expectedHtml({ expected }: StudyView): string {
  if (expected === null)
    return '<p class="mimir foot">Nothing is expected yet: accept with <code>mimir study update</code>.</p>';
  if (expected.runs.length === 0) return '';
  return `<h2>What was run</h2>${expected.runs.map(runHtmlOf).join('')}`;
}

function runHtmlOf(run: RecordedRun): string {
  const pairs = Object.entries(run.report.summary)
    .map(
      ([name, value]) =>
        `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(looseCellView(value as Cell))}</dd>`,
    )
    .join('');
  const params = escapeHtml(
    Object.entries(run.params)
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
      .join(' · '),
  );
  return [
    `<details class="mimir"><summary><strong>${escapeHtml(run.name)}</strong> <span class="state">${escapeHtml(run.report.state)}</span> ${counted(run.report.findings.total, 'finding')}</summary>`,
    `<p class="foot">${params}</p><dl>${pairs}</dl>`,
    run.report.findings.total === 0 ? '' : tableHtmlOf(run.report.findings),
    `<h4>steps</h4>${pagedTable(stepsOf(run), { rows: 0 })}</details>`,
  ].join('');
}

function stepsOf(run: RecordedRun): Relation {
  return fromRows(
    ['step'],
    ['step', 'key', 'rows:integer', 'sha256'],
    run.steps.map((step) => [step.id, step.key.join(', '), step.rows, step.sha256]),
  );
}

/** A study as Markdown, readable where no page can be: in a repository, a review, a mail. */
export function studyMarkdown(view: StudyView): string {
  const pins = pinsByCell(view);
  const parts: string[] = [];
  view.study.cells.forEach((cell, i) => {
    if (cell.kind === 'markdown') parts.push(cell.source);
    else if (cell.source.trim() !== '')
      parts.push(fenced(cell.source, cell.kind === 'code' ? 'ts' : ''));
    const output = view.outputs?.[i];
    if (output !== undefined && output !== null) parts.push(fenced(output['text/plain'], 'text'));
    parts.push(...(pins.get(i) ?? []).map(pinMarkdown));
  });
  parts.push(...(pins.get(-1) ?? []).map(pinMarkdown));
  const heads = view.study.cells.some(
    (cell) => cell.kind === 'markdown' && /^# /m.test(cell.source),
  );
  if (!heads) parts.unshift(`# ${view.study.header.title}`);
  const runs = view.expected?.runs ?? [];
  if (runs.length > 0) {
    const table = fromRows(
      ['run'],
      ['run', 'state', 'findings:integer', 'steps:integer'],
      runs.map((run) => [run.name, run.report.state, run.report.findings.total, run.steps.length]),
    );
    parts.push('## What was run', tableMarkdown(table, { rows: 0 }));
  }
  return `${parts.join('\n\n')}\n`;
}

/** A code fence longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function pinMarkdown(pin: RecordedPin): string {
  const head = `*pinned: **${pin.name}** ${WORDS[pin.expect]}*`;
  return pin.table === undefined
    ? `${head}: ${looseCellView((pin.value ?? null) as Cell)}`
    : `${head}\n\n${tableMarkdown(recordedRelation(pin.table), { rows: 10 })}`;
}

/** The first paragraph of a study's text, for lists. */
function teaser(study: Study): string {
  for (const cell of study.cells) {
    if (cell.kind !== 'markdown') continue;
    const paragraph = cell.source
      .split(/\n\s*\n/)
      .find((block) => block.trim() !== '' && !block.startsWith('#'));
    if (paragraph !== undefined) return paragraph.replace(/\s+/g, ' ').trim();
  }
  return '';
}

export interface GalleryEntry extends StudyView {
  /** Path of the study's page, relative to the gallery. */
  readonly href: string;
}

/** All studies of a project on one page: what each asks, what it ran, a picture where it drew one. */
export function galleryHtml(title: string, entries: readonly GalleryEntry[]): string {
  const cards = entries.map(({ study, expected, outputs, href }) => {
    const picture = outputs
      ?.map((output) => output?.['image/svg+xml'])
      .find((svg) => typeof svg === 'string');
    const counts =
      expected === null
        ? 'nothing accepted yet'
        : `${counted(expected.runs.length, 'run')} · ${counted(expected.pins.length, 'pin')}`;
    return [
      `<li><h2><a href="${escapeHtml(href)}">${escapeHtml(study.header.title)}</a></h2>`,
      picture === undefined ? '' : String(picture),
      `<div>${markdown.renderInline(teaser(study))}</div><p class="mimir foot">${counts}</p></li>`,
    ].join('');
  });
  return htmlPage(
    title,
    `<h1>${escapeHtml(title)}</h1>\n<ul class="cards">\n${cards.join('\n')}\n</ul>`,
  );
}

/** The same list in Markdown. */
export function galleryMarkdown(title: string, entries: readonly GalleryEntry[]): string {
  const items = entries.map(({ study, expected, href }) => {
    const counts =
      expected === null
        ? 'nothing accepted yet'
        : `${counted(expected.runs.length, 'run')}, ${counted(expected.pins.length, 'pin')}`;
    return `## [${study.header.title}](${href})\n\n${teaser(study)}\n\n${counts}`;
  });
  return `# ${title}\n\n${items.join('\n\n')}\n`;
}
