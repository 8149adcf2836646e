import { inspect } from 'node:util';
import type { Report } from '../lens/index.js';
import { fromArquero, isArquero, type Relation } from '../table/index.js';
import { CodedError } from '../task/index.js';
import { chartCells } from './chart-cells.js';
import { chartHtml } from './chart-html.js';
import { chartSvg } from './chart-svg.js';
import { Chart } from './chart.js';
import { fragment } from './html.js';
import { elementHtml, elementSvg, elementText, isDrawnElement } from './plot-element.js';
import { reportHtml } from './report-html.js';
import { reportText } from './report-text.js';
import { isRun, runHtml, runText } from './run-view.js';
import { tableHtml } from './table-html.js';
import { DEFAULT_WIDTH, tableText } from './table-text.js';

/** MIME type -> data; `text/plain` is always there. */
export type Bundle = Readonly<Record<string, unknown>> & { readonly 'text/plain': string };

export interface BundleOptions {
  /** Cells of a line of `text/plain`; default 80. */
  readonly width?: number;
  /** SGR colours in `text/plain`. */
  readonly color?: boolean;
  /** Rows of tables in `text/plain`. */
  readonly rows?: number;
}

/** The key by which a value brings its own bundle, as in Deno's and tslab's notebooks. */
export const DISPLAY = Symbol.for('Jupyter.display');

/** Largest text that a plain value may become; the rest is counted. */
const TEXT_LIMIT = 100_000;

/** What a value shows: every front door asks this of every result. */
export async function bundleOf(value: unknown, options: BundleOptions = {}): Promise<Bundle> {
  const own = displayOf(value);
  if (own !== null) {
    const given: unknown = await own.call(value);
    if (typeof given === 'object' && given !== null) {
      const bundle = given as Record<string, unknown>;
      return {
        ...bundle,
        'text/plain':
          typeof bundle['text/plain'] === 'string'
            ? bundle['text/plain']
            : plainText(value, options),
      };
    }
  }
  return bundleOfSync(value, options);
}

/** As `bundleOf`, for values that bring no bundle of their own. */
export function bundleOfSync(value: unknown, options: BundleOptions = {}): Bundle {
  if (isArquero(value)) return tableBundle(fromArquero(value), options);
  if (isRelation(value)) return tableBundle(value, options);
  if (isRun(value)) return { 'text/plain': runText(value, options), 'text/html': runHtml(value) };
  if (isReport(value))
    return { 'text/plain': reportText(value, options), 'text/html': reportHtml(value) };
  if (value instanceof Chart) return chartBundle(value, options);
  if (isDrawnElement(value)) {
    return {
      'text/plain': elementText(value),
      'text/html': fragment(elementHtml(value)),
      'image/svg+xml': elementSvg(value),
    };
  }
  return { 'text/plain': plainText(value, options) };
}

function tableBundle(table: Relation, options: BundleOptions): Bundle {
  return { 'text/plain': tableText(table, options), 'text/html': tableHtml(table) };
}

function chartBundle({ spec, rowsOf }: Chart, options: BundleOptions): Bundle {
  return {
    'text/plain': chartCells(spec, rowsOf, options).join('\n'),
    'text/html': chartHtml(spec, rowsOf),
    'image/svg+xml': chartSvg(spec, rowsOf),
  };
}

function displayOf(value: unknown): ((this: unknown) => unknown) | null {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return null;
  const method = (value as Record<symbol, unknown>)[DISPLAY];
  return typeof method === 'function' ? (method as (this: unknown) => unknown) : null;
}

export function isRelation(value: unknown): value is Relation {
  if (typeof value !== 'object' || value === null) return false;
  const { key, columns, rowCount, column } = value as Partial<Relation>;
  return (
    Array.isArray(key) &&
    Array.isArray(columns) &&
    typeof rowCount === 'number' &&
    typeof column === 'function'
  );
}

export function isReport(value: unknown): value is Report {
  if (typeof value !== 'object' || value === null) return false;
  const { lens, state, findings, population } = value as Partial<Report>;
  return (
    typeof lens === 'string' &&
    typeof state === 'string' &&
    typeof findings === 'object' &&
    typeof population === 'object'
  );
}

/** A plain value as text: strings quoted as in a REPL, errors by their message, long text cut and counted. */
export function plainText(value: unknown, options: BundleOptions = {}): string {
  if (value instanceof CodedError) return `${value.name}: ${value.message}`;
  const text = inspect(value, {
    depth: 4,
    colors: options.color ?? false,
    breakLength: options.width ?? DEFAULT_WIDTH,
    maxArrayLength: 100,
    maxStringLength: 10_000,
    compact: 3,
  });
  if (text.length <= TEXT_LIMIT) return text;
  return `${text.slice(0, TEXT_LIMIT)}\n… ${text.length - TEXT_LIMIT} more characters`;
}
