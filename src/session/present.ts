import type { HandleInfo, PreludePresented } from '../engine/index.js';
import type { CodeGraph } from '../graph/index.js';
import { fromArquero, isArquero, type Relation } from '../table/index.js';
import { bundleOf, Chart, isDrawnElement, isRelation, isReport } from '../view/index.js';
import { dumpHtml, dumpText, graphText, stepHtml } from './present-text.js';
import { Drawing } from './drawing.js';
import { DumpSummary } from './dump-summary.js';
import { FindingReading } from './finding-reading.js';
import { LensRun, StepLook } from './lens-run.js';
import { RunSlider } from './slider.js';
import { stepText } from '../view/index.js';

/** The displayed form of what the workbench makes; `undefined` for everything else. */
export async function presentValue(value: unknown): Promise<PreludePresented | undefined> {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isArquero(value)) return presentTable(fromArquero(value));
  if (isRelation(value)) return presentTable(value);
  if (value instanceof LensRun)
    return { bundle: await bundleOf(value.inner), keep: { kind: 'run' } };
  if (value instanceof RunSlider) {
    const { text, html, run } = value;
    return { bundle: { 'text/plain': text, 'text/html': html }, keep: { kind: 'run' }, kept: run };
  }
  if (value instanceof StepLook) {
    const { relation, run, id } = value;
    const bundle = {
      'text/plain': stepText(run.inner, id, { rows: 10 }),
      'text/html': stepHtml(value),
    };
    return { bundle, keep: tableInfo(relation), kept: relation };
  }
  if (value instanceof Chart) return { bundle: await bundleOf(value), keep: { kind: 'chart' } };
  if (isDrawnElement(value)) {
    return { bundle: await bundleOf(value), keep: { kind: 'chart' }, kept: new Drawing(value) };
  }
  if (value instanceof DumpSummary) {
    return { bundle: { 'text/plain': dumpText(value), 'text/html': dumpHtml(value) } };
  }
  if (value instanceof FindingReading)
    return { bundle: { 'text/plain': value.text, 'text/html': value.html } };
  if (isReport(value)) return { bundle: await bundleOf(value), keep: { kind: 'text' } };
  if (isGraph(value)) return { bundle: { 'text/plain': graphText(value) } };
  return undefined;
}

async function presentTable(table: Relation): Promise<PreludePresented> {
  return { bundle: await bundleOf(table), keep: tableInfo(table), kept: table };
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

const isGraph = (value: object): value is CodeGraph =>
  typeof (value as Partial<CodeGraph>).dumpKey === 'string' &&
  typeof (value as Partial<CodeGraph>).match === 'function';
