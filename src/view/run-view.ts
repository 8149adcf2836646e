import { Run, type StepView } from '../lens/index.js';
import type { Relation } from '../table/index.js';
import { chartBody } from './chart-html.js';
import { chartCells } from './chart-cells.js';
import { counted } from './cell-text.js';
import type { RowsOf } from './chart-data.js';
import { formulaMathml, formulaText } from './formula.js';
import { escapeHtml, fragment } from './html.js';
import { paintFor, type Paint } from './paint.js';
import { pagedTable } from './table-html.js';
import { DEFAULT_WIDTH, tableText, type TextOptions } from './table-text.js';
import { cutEnd, pad, widthOf, wrap } from './text-width.js';

/** A lens run, with whatever parameters and states. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a run is invariant in both, and any run shows itself
export type AnyRun = Run<any, any>;

export function isRun(value: unknown): value is AnyRun {
  return value instanceof Run;
}

const SIGNS: Readonly<Record<StepView['status'], string>> = {
  pending: '·',
  done: '✓',
  reused: '↺',
  failed: '✗',
};
const SIGN_WORDS: Readonly<Record<StepView['status'], string>> = {
  pending: 'has not run',
  done: 'done',
  reused: 'shared with an earlier run',
  failed: 'failed',
};

function signPaint(status: StepView['status'], paint: Paint): (text: string) => string {
  if (status === 'failed') return paint.red;
  return status === 'pending' ? paint.dim : paint.green;
}

/** A parameter's value as a user would type it. */
function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
}

export function parameterPairs(run: AnyRun): [name: string, value: string][] {
  return Object.entries(run.params as Readonly<Record<string, unknown>>).map(([name, value]) => [
    name,
    valueText(value),
  ]);
}

/** Rows and time of a step: `120 rows · 3.2 ms`. Time is shown, never part of an answer. */
function figures({ rows, milliseconds }: StepView): string {
  const parts = [
    ...(rows === null ? [] : [counted(rows, 'row')]),
    ...(milliseconds === null ? [] : [`${milliseconds.toFixed(1)} ms`]),
  ];
  return parts.join(' · ');
}

/** What a chart of a step draws. */
export function rowsOfStep(run: AnyRun, step: string): RowsOf {
  return (from) => (from === undefined ? (run.table(step) as Relation) : run.rowsFrom(from));
}

/** The step to show first: the last one that found something, else the last one that ran. */
function telling(steps: readonly StepView[]): StepView | undefined {
  const ran = steps.filter(({ status }) => status === 'done' || status === 'reused');
  return ran.findLast(({ rows }) => rows !== null && rows > 0) ?? ran.at(-1);
}

/** A run as text: question, parameters, one line a step with its formula, and the last table that is there. */
export function runText(run: AnyRun, options: TextOptions = {}): string {
  const { width = DEFAULT_WIDTH } = options;
  const paint = paintFor(options.color);
  const { lens } = run;
  const steps = run.steps as readonly StepView[];
  const names = Math.max(...steps.map(({ step }) => widthOf(step.id)));
  const lines = [
    `${paint.bold(lens.id)}  ${lens.title}`,
    ...wrap(lens.question, width).map(paint.dim),
    ...wrap(
      parameterPairs(run)
        .map(([name, value]) => `${name} ${value}`)
        .join(' · '),
      width,
    ),
    '',
  ];
  for (const view of steps) {
    const sign = signPaint(view.status, paint)(SIGNS[view.status]);
    const room = Math.max(10, width - names - 5);
    const about = figures(view);
    lines.push(
      `${sign} ${pad(view.step.id, names)}  ${cutEnd(view.step.title, room - widthOf(about) - 2)}  ${paint.dim(about)}`.trimEnd(),
    );
    const indent = ' '.repeat(names + 4);
    lines.push(`${indent}${paint.dim(cutEnd(formulaText(view.step.formula), room))}`);
    if (view.error !== null)
      lines.push(...wrap(view.error, room).map((line) => `${indent}${paint.red(line)}`));
  }
  const last = telling(steps);
  if (last !== undefined) {
    lines.push(
      '',
      paint.bold(last.step.title),
      tableText(run.table(last.step.id) as Relation, { ...options, rows: options.rows ?? 10 }),
    );
  }
  return lines.join('\n');
}

/** One step in full as text: formula, product, recorder lines, table, chart. */
export function stepText(run: AnyRun, step: string, options: TextOptions = {}): string {
  const { width = DEFAULT_WIDTH } = options;
  const paint = paintFor(options.color);
  const view = (run.steps as readonly StepView[]).find((candidate) => candidate.step.id === step);
  if (view === undefined) return '';
  const lines = [
    `${paint.bold(view.step.id)}  ${view.step.title}`,
    ...wrap(formulaText(view.step.formula), width),
    ...(view.step.product === undefined ? [] : wrap(view.step.product, width).map(paint.dim)),
    ...view.products.flatMap(({ text, milliseconds }) =>
      wrap(`${text}  ${milliseconds.toFixed(1)} ms`, width).map(paint.dim),
    ),
  ];
  if (view.status !== 'done' && view.status !== 'reused')
    return [...lines, SIGN_WORDS[view.status]].join('\n');
  lines.push('', tableText(run.table(step) as Relation, options));
  if (view.step.chart !== undefined)
    lines.push('', ...chartCells(view.step.chart, rowsOfStep(run, step), options));
  return lines.join('\n');
}

/** A run as a foldable list of steps: formula, recorder lines, table and chart of each; the last step is open. */
export function runHtml(run: AnyRun): string {
  const { lens } = run;
  const steps = run.steps as readonly StepView[];
  const last = telling(steps);
  const params = parameterPairs(run)
    .map(
      ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd><code>${escapeHtml(value)}</code></dd>`,
    )
    .join('');
  return fragment(
    [
      `<h3>${escapeHtml(lens.id)} <small>${escapeHtml(lens.title)}</small></h3><p>${escapeHtml(lens.question)}</p>`,
      `<details><summary>parameters</summary><dl>${params}</dl></details>`,
      ...steps.map((view) => stepBody(run, view, view === last)),
      needsBody(run),
    ].join(''),
  );
}

function needsBody(run: AnyRun): string {
  if (run.needs.length === 0) return '';
  const items = run.needs.map(
    ({ fact, producer }) => `<li>${escapeHtml(`${fact}: produced by ${producer}`)}</li>`,
  );
  return `<h4>needs</h4><ul>${items.join('')}</ul>`;
}

function stepBody(run: AnyRun, view: StepView, open: boolean): string {
  const { step, status } = view;
  const head = `<summary><span title="${SIGN_WORDS[status]}">${SIGNS[status]}</span> <strong>${escapeHtml(step.id)}</strong> ${escapeHtml(step.title)} <span class="foot">${figures(view)}</span></summary>`;
  const product =
    step.product === undefined ? '' : `<p><code>${escapeHtml(step.product)}</code></p>`;
  const recorder =
    view.products.length === 0
      ? ''
      : `<pre>${view.products.map(({ text, milliseconds }) => escapeHtml(`${text}  ${milliseconds.toFixed(1)} ms`)).join('\n')}</pre>`;
  const error = view.error === null ? '' : `<p class="del">${escapeHtml(view.error)}</p>`;
  return `<details${open ? ' open' : ''}>${head}${formulaMathml(step.formula)}${product}${recorder}${error}${resultBody(run, view)}</details>`;
}

function resultBody(run: AnyRun, { step, status }: StepView): string {
  if (status !== 'done' && status !== 'reused') return '';
  const table = pagedTable(run.table(step.id) as Relation, { rows: 10, carried: 200 });
  return step.chart === undefined ? table : table + chartBody(step.chart, rowsOfStep(run, step.id));
}
