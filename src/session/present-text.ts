import path from 'node:path';
import type { CodeGraph } from '../graph/index.js';
import { head, type Relation } from '../table/index.js';
import {
  chartHtml,
  escapeHtml,
  formulaMathml,
  fragment,
  pagedTable,
  tableBody,
} from '../view/index.js';
import type { DumpSummary } from './dump-summary.js';
import type { StepLook } from './lens-run.js';

/** One step as HTML: title, formula, what it ran, table, chart. */
export function stepHtml({ view, relation, chart }: StepLook): string {
  const { step, products } = view;
  const lines = products.map(({ text, milliseconds }) =>
    escapeHtml(`${text}  ${milliseconds.toFixed(1)} ms`),
  );
  return fragment(
    [
      `<h4>${escapeHtml(step.title)} <code>${escapeHtml(step.id)}</code></h4>`,
      formulaMathml(step.formula),
      step.product === undefined ? '' : `<p><code>${escapeHtml(step.product)}</code></p>`,
      lines.length === 0 ? '' : `<pre>${lines.join('\n')}</pre>`,
      pagedTable(relation, { rows: 10 }),
      chart === null ? '' : chartHtml(chart.spec, chart.rowsOf),
    ].join(''),
  );
}

/** A path as one would type it here: what is shown is kept in notebooks, and those travel. */
const here = (file: string): string => path.relative(process.cwd(), file) || '.';

/** Kinds of one table that a summary names. */
const KINDS = 12;

function kindsText(table: Relation): string {
  const shown = Math.min(KINDS, table.rowCount);
  const [name, count] = table.columns;
  const parts = Array.from(
    { length: shown },
    (_, row) => `${String(name!.at(row))} ${String(count!.at(row))}`,
  );
  if (shown < table.rowCount) parts.push(`${table.rowCount - shown} more`);
  return parts.join(', ');
}

const makersText = ({ units }: DumpSummary): string =>
  [
    ...new Set(
      units.map(({ producer, fidelity }) =>
        [producer || 'unknown', fidelity].filter(Boolean).join(', '),
      ),
    ),
  ].join('; ');

/** How well the calls were resolved; the producers count it. */
function callsText({ units }: DumpSummary): string {
  const told = units.flatMap(({ quality }) => (quality?.calls === undefined ? [] : [quality]));
  if (told.length === 0) return 'how well they were resolved was not told';
  const sum = (name: 'calls' | 'unresolved'): number =>
    told.reduce((total, quality) => total + (quality[name] ?? 0), 0);
  return `${sum('calls')}, of which ${sum('unresolved')} without a callee`;
}

/** A dump as text: where it lies, what it holds. */
export function dumpText(dump: DumpSummary): string {
  const { graph } = dump;
  const refs = graph.refCount === 0 ? '' : ` (and ${graph.refCount} that only edges mention)`;
  return [
    `dump ${here(dump.path)} (chosen by: ${dump.chosen.from})`,
    `  key     ${dump.key.slice(0, 16)}…`,
    `  made by ${makersText(dump)}`,
    `  calls   ${callsText(dump)}`,
    `  nodes   ${graph.nodeCount}${refs}: ${kindsText(dump.nodeTable())}`,
    `  edges   ${kindsText(dump.edgeTable())}`,
    `  package ${kindsText(dump.crateTable())}`,
  ].join('\n');
}

export function dumpHtml(dump: DumpSummary): string {
  const { graph, units } = dump;
  const part = (name: string, table: Relation): string =>
    `<details><summary>${name}</summary>${tableBody(head(table, Math.min(table.rowCount, 2 * KINDS)))}</details>`;
  const about = `${escapeHtml(dump.key.slice(0, 16))}… · units: ${units.length}`;
  return fragment(
    [
      `<h3>dump</h3><p><code>${escapeHtml(here(dump.path))}</code> <small>${about}</small></p>`,
      part(`${graph.nodeCount} nodes`, dump.nodeTable()),
      part('edges', dump.edgeTable()),
      part('crates', dump.crateTable()),
    ].join(''),
  );
}

export function graphText(graph: CodeGraph): string {
  const edges = graph.edgeKinds.map((kind) => `${kind} ${graph.edges(kind).count}`).join(', ');
  return `code graph of ${here(graph.path)}\n  ${graph.nodeCount} nodes, ${graph.refCount} more that only edges mention\n  edges ${edges}`;
}
