import { head, type Relation } from '../table/index.js';
import { counted } from '../view/cell-text.js';
import { chartSvg } from '../view/chart-svg.js';
import { formulaMathml, formulaText } from '../view/formula.js';
import { escapeHtml, fragment } from '../view/html.js';
import { tableBody } from '../view/table-html.js';
import { tableText } from '../view/table-text.js';
import type { DumpSummary } from './dump-summary.js';
import type { LensRun, StepLook } from './lens-run.js';

const milliseconds = (time: number): string =>
  time < 10 ? `${time.toFixed(1)} ms` : `${Math.round(time)} ms`;

const MARKS = { pending: '·', done: '✓', reused: '=', failed: '✗' } as const;

function stateWords(view: LensRun['steps'][number]): string {
  const { status, rows, milliseconds: time, error } = view;
  if (status === 'failed') return `failed: ${error ?? ''}`;
  if (rows === null) return 'not yet';
  return `${counted(rows, 'row')}${time === null || status === 'reused' ? ', shared' : `, ${milliseconds(time)}`}`;
}

/** A run as text: its question, its parameters, its steps. */
export function runText(run: LensRun): string {
  const width = Math.max(...run.lens.steps.map(({ id }) => id.length));
  const steps = run.steps.map(
    (view) =>
      `  ${MARKS[view.status]} ${view.step.id.padEnd(width)}  ${stateWords(view)}  ${view.step.title}`,
  );
  return [`${run.lens.title}: ${run.lens.question}`, paramsText(run), ...steps].join('\n');
}

function paramsText(run: LensRun): string {
  const values = run.params as Readonly<Record<string, unknown>>;
  return `  ${run.lens.params.map(({ name }) => `${name} ${JSON.stringify(values[name])}`).join(' · ')}`;
}

/** A run as HTML: every step a part that unfolds to its formula, products, table and chart. */
export function runHtml(run: LensRun): string {
  const steps = run.steps.map((view) => {
    const head = `<b>${escapeHtml(view.step.title)}</b> <code>${escapeHtml(view.step.id)}</code> <small>${escapeHtml(stateWords(view))}</small>`;
    const body = view.rows === null ? formulaOf(view) : stepBody(run.look(view.step.id));
    return `<details><summary>${head}</summary>${body}</details>`;
  });
  return fragment(
    `<h3>${escapeHtml(run.lens.title)}</h3><p>${escapeHtml(run.lens.question)}</p><p><small>${escapeHtml(paramsText(run))}</small></p>${steps.join('')}`,
  );
}

const formulaOf = ({ step }: LensRun['steps'][number]): string =>
  `<p>${formulaMathml(step.formula)}</p>`;

function stepBody(look: StepLook): string {
  const { view, relation, chart } = look;
  const products = view.products.map(
    ({ text, milliseconds: took }) => `${escapeHtml(text)}  <small>${milliseconds(took)}</small>`,
  );
  return [
    formulaOf(view),
    view.step.product === undefined ? '' : `<p><code>${escapeHtml(view.step.product)}</code></p>`,
    products.length === 0 ? '' : `<pre>${products.join('\n')}</pre>`,
    tableBody(relation, { rows: 10 }),
    chart === null ? '' : chartSvg(chart.spec, chart.rowsOf, { theme: 'inherit' }),
  ].join('');
}

/** One step as text: title, formula, products, the head of its table. */
export function stepText(look: StepLook): string {
  const { view, relation } = look;
  return [
    `${view.step.title} (${look.run.lens.id}.${look.id}): ${stateWords(view)}`,
    `  ${formulaText(view.step.formula)}`,
    ...(view.step.product === undefined ? [] : [`  ${view.step.product}`]),
    ...view.products.map(({ text, milliseconds: took }) => `  ${text}  ${milliseconds(took)}`),
    tableText(relation, { rows: 10 }),
  ].join('\n');
}

export function stepHtml(look: StepLook): string {
  const title = `<h4>${escapeHtml(look.view.step.title)} <small>${escapeHtml(stateWords(look.view))}</small></h4>`;
  return fragment(title + stepBody(look));
}

const KINDS = 12;

const top = (table: Relation): Relation => head(table, KINDS);

/** A dump as text: where it lies, what it holds. */
export function dumpText(dump: DumpSummary): string {
  const kinds = (table: Relation): string =>
    Array.from(
      { length: Math.min(KINDS, table.rowCount) },
      (_, row) => `${String(table.columns[0]!.at(row))} ${String(table.columns[1]!.at(row))}`,
    ).join(', ') + (table.rowCount > KINDS ? `, ${table.rowCount - KINDS} more kinds` : '');
  const { graph } = dump;
  const refs = graph.refCount === 0 ? '' : ` (and ${graph.refCount} that only edges mention)`;
  return [
    `dump ${dump.path} (chosen by: ${dump.chosen.from})`,
    `  key    ${dump.key.slice(0, 16)}…`,
    `  nodes  ${graph.nodeCount}${refs}: ${kinds(dump.nodeTable())}`,
    `  edges  ${kinds(dump.edgeTable())}`,
    `  crates ${kinds(dump.crateTable())}`,
  ].join('\n');
}

export function dumpHtml(dump: DumpSummary): string {
  return fragment(
    `<h3>dump</h3><p><code>${escapeHtml(dump.path)}</code> <small>${escapeHtml(dump.key.slice(0, 16))}… · ${counted(dump.units.length, 'unit')}</small></p>` +
      `<details><summary>nodes: ${dump.graph.nodeCount}</summary>${tableBody(top(dump.nodeTable()))}</details>` +
      `<details><summary>edges</summary>${tableBody(top(dump.edgeTable()))}</details>` +
      `<details><summary>crates</summary>${tableBody(top(dump.crateTable()))}</details>`,
  );
}
