import type { HandleInfo } from '../../engine/index.js';
import type { RunView } from '../../session/run-comm.js';
import { counted } from '../../view/cell-text.js';
import { ChartScreen } from '../chart/screen.js';
import { ChartSource } from '../chart/source.js';
import { resultLines } from '../transcript.js';
import { StepScreen } from '../step/screen.js';
import { saveTable } from '../table/save.js';
import { TableScreen } from '../table/screen.js';
import { TableSource } from '../table/source.js';
import type { Workbench } from '../workbench.js';
import type { CommandBody } from './index.js';

/** The handle that an expression evaluates to, or the last of its kind when none is given. */
async function handleOf(
  bench: Workbench,
  kind: 'table' | 'run' | 'chart',
  expression: string,
): Promise<HandleInfo> {
  if (expression === '') {
    const last = bench.last[kind];
    if (last === undefined)
      throw new Error(
        `no ${kind} yet: run a cell that ends in one, or name it: .${kind === 'run' ? 'steps' : kind} NAME`,
      );
    return last;
  }
  const { result, diagnostics, error } = await bench.engine.evaluate(expression, () => undefined);
  const wrong = diagnostics[0]?.message ?? error?.message;
  if (wrong !== undefined) throw new Error(wrong);
  if (result?.handle?.kind !== kind) throw new Error(`not a ${kind}: ${expression}`);
  bench.last[kind] = result.handle;
  return result.handle;
}

/** The value as the transcript shows it, where nothing can be drawn over; true when it was printed. */
async function printed(bench: Workbench, handle: HandleInfo): Promise<boolean> {
  if (bench.surface.screens) return false;
  const lines = await resultLines({ 'text/plain': '' }, handle, bench.paper());
  bench.print(lines.join('\n'));
  return true;
}

/** A table with its first page here, the last one when none is named. */
export async function tableOf(bench: Workbench, expression: string): Promise<TableSource> {
  const source = new TableSource(bench.engine, await handleOf(bench, 'table', expression));
  await source.rows(0, 1);
  return source;
}

/** The steps of a run, the last one when none is named. */
export async function runOf(bench: Workbench, expression: string): Promise<RunView> {
  const handle = await handleOf(bench, 'run', expression);
  return (await bench.engine.comm(handle.handle, 'steps', null)) as RunView;
}

export const steps: CommandBody = async (bench, args) => {
  const handle = await handleOf(bench, 'run', args);
  if (await printed(bench, handle)) return;
  const view = (await bench.engine.comm(handle.handle, 'steps', null)) as RunView;
  const { formulaText } = await import('../../view/formula.js');
  bench.open(new StepScreen(bench, handle.handle, view, formulaText));
};

export const table: CommandBody = async (bench, args) => {
  const handle = await handleOf(bench, 'table', args);
  if (await printed(bench, handle)) return;
  const source = new TableSource(bench.engine, handle);
  await source.rows(0, 1);
  bench.open(new TableScreen(bench, source, args === '' ? 'table' : args));
};

export const chart: CommandBody = async (bench, args) => {
  const handle = await handleOf(bench, 'chart', args);
  if (await printed(bench, handle)) return;
  bench.open(
    new ChartScreen(
      bench,
      new ChartSource(bench.engine, handle.handle),
      args === '' ? 'chart' : args,
    ),
  );
};

export const exporting: CommandBody = async (bench, args) => {
  const [, file = '', expression = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args) ?? [];
  if (file === '') throw new Error('file missing: .export FILE');
  const { project } = bench.options;
  if (/\.(?:svg|png|html)$/i.test(file)) {
    const handle = await handleOf(bench, 'chart', expression);
    await new ChartSource(bench.engine, handle.handle).save(file, project);
    bench.print(`chart saved: ${file}`);
    return;
  }
  const source = await tableOf(bench, expression);
  const rows = await saveTable(
    source,
    source.columns.map((c) => c.name),
    file,
    project,
    () => undefined,
  );
  bench.print(`${counted(rows, 'row')} saved: ${file}`);
};
