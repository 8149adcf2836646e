import type { HandleInfo, PreludePresented } from '../engine/index.js';
import type { CodeGraph } from '../graph/index.js';
import type { Report } from '../lens/index.js';
import { fromArquero, isArquero, type Relation } from '../table/index.js';
import { drawnSvg } from '../view/chart-svg.js';
import { drawChart as drawn } from '../view/chart-data.js';
import { reportHtml } from '../view/report-html.js';
import { reportText } from '../view/report-text.js';
import { tableHtml } from '../view/table-html.js';
import { tableText } from '../view/table-text.js';
import { ChartView, Drawing } from './chart-view.js';
import { DumpSummary } from './dump-summary.js';
import { drawingOf } from './drawing.js';
import { LensRun, StepLook } from './lens-run.js';
import { dumpHtml, dumpText, runHtml, runText, stepHtml, stepText } from './present-text.js';

/** The displayed form of what the workbench makes; `undefined` for everything else. */
export async function presentValue(value: unknown): Promise<PreludePresented | undefined> {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isArquero(value)) return presentTable(fromArquero(value));
  if (isRelation(value)) return presentTable(value);
  if (value instanceof LensRun) {
    return {
      bundle: { 'text/plain': runText(value), 'text/html': runHtml(value) },
      keep: { kind: 'run' },
    };
  }
  if (value instanceof StepLook) {
    const { relation } = value;
    return {
      bundle: { 'text/plain': stepText(value), 'text/html': stepHtml(value) },
      keep: tableInfo(relation),
      kept: relation,
    };
  }
  if (value instanceof ChartView) {
    const chart = drawn(value.spec, value.rowsOf);
    const svg = drawnSvg(chart);
    return {
      bundle: { 'text/plain': `chart: ${value.spec.title}`, 'image/svg+xml': svg },
      keep: { kind: 'chart' },
    };
  }
  if (value instanceof DumpSummary)
    return { bundle: { 'text/plain': dumpText(value), 'text/html': dumpHtml(value) } };
  if (isReport(value))
    return { bundle: { 'text/plain': reportText(value), 'text/html': reportHtml(value) } };
  if (isGraph(value)) return { bundle: { 'text/plain': graphText(value) } };
  return presentDrawing(value);
}

function presentTable(table: Relation): PreludePresented {
  return {
    bundle: { 'text/plain': tableText(table), 'text/html': tableHtml(table) },
    keep: tableInfo(table),
    kept: table,
  };
}

function presentDrawing(value: object): PreludePresented | undefined {
  const drawing = drawingOf(value);
  if (drawing === null) return undefined;
  return {
    bundle: { 'text/plain': `chart: ${drawing.title}`, 'image/svg+xml': drawing.svg },
    keep: { kind: 'chart' },
    kept: drawing,
  };
}

/** What a front door is told of a table that stays in the host. */
export function tableInfo(table: Relation): Omit<HandleInfo, 'handle'> {
  return {
    kind: 'table',
    rows: table.rowCount,
    columns: table.columns.map(({ spec: { name, type, unit } }) => ({
      name,
      type,
      ...(unit !== undefined && { unit }),
    })),
  };
}

export const isRelation = (value: object): value is Relation => {
  const { columns, rowCount, column } = value as Partial<Relation>;
  return Array.isArray(columns) && typeof rowCount === 'number' && typeof column === 'function';
};

const isReport = (value: object): value is Report => {
  const { lens, findings, state, summary } = value as Partial<Report>;
  return (
    typeof lens === 'string' &&
    typeof state === 'string' &&
    typeof findings === 'object' &&
    typeof summary === 'object'
  );
};

const isGraph = (value: object): value is CodeGraph =>
  typeof (value as Partial<CodeGraph>).dumpKey === 'string' &&
  typeof (value as Partial<CodeGraph>).match === 'function';

const graphText = (graph: CodeGraph): string =>
  `code graph: ${graph.nodeCount} nodes, ${graph.refCount} more that only edges mention; edges ${graph.edgeKinds
    .map((kind) => `${kind} ${graph.edges(kind).count}`)
    .join(', ')}`;

export { ChartView, Drawing };
