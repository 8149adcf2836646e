import { camelCase } from '../../lens/index.js';
import { megabytes } from '../memory.js';
import { textLines } from '../transcript.js';
import type { Workbench } from '../workbench.js';
import { runOf, steps } from './views.js';
import type { CommandBody } from './index.js';

/** Evaluates an expression of ours and prints what it shows, without a trace in the session. */
async function show(bench: Workbench, expression: string): Promise<void> {
  await bench.evaluate(expression, false);
  bench.cells.pop();
}

export const info: CommandBody = async (bench) => {
  await show(bench, 'dump');
  const memory = await bench.engine.comm('session', 'memory', null).catch(() => null);
  const host = typeof memory === 'number' ? ` · host ${megabytes(memory)}` : '';
  bench.print(
    textLines(
      `${bench.cells.length} cells · terminal ${megabytes(process.memoryUsage().rss)}${host}`,
      bench,
    ).join('\n'),
  );
};

export const lens: CommandBody = async (bench, args) => {
  if (args === '') return show(bench, 'lens.list()');
  const [, name = '', params = ''] = /^(\S+)\s*([\s\S]*)$/.exec(args) ?? [];
  await bench.options.history.add(`.lens ${args}`).catch(() => undefined);
  const evaluation = await bench.evaluate(`lens.${camelCase(name)}(${params})`);
  if (evaluation.result?.handle?.kind === 'run') {
    await steps(bench, '');
  }
};

export const trace: CommandBody = async (bench, args) => {
  const view = await runOf(bench, args);
  const lines = view.steps.flatMap((step) => [
    bench.style.bold(step.id) +
      bench.style.dim(step.product === undefined ? '' : `  ${step.product}`),
    ...step.products.map((p) => `  ${p.milliseconds.toFixed(2).padStart(9)} ms  ${p.text}`),
  ]);
  bench.print(lines.join('\n'));
};
