import type { RunStep, RunView } from '../../session/run-comm.js';
import { counted } from '../../view/cell-text.js';
import { cutEnd, pad, widthOf, wrap } from '../../view/text-width.js';
import type { Style } from '../terminal/style.js';

const MARKS: Readonly<Record<RunStep['status'], string>> = {
  pending: '○',
  reused: '◉',
  done: '●',
  failed: '✗',
};

export function markOf(step: RunStep, style: Style): string {
  const mark = MARKS[step.status];
  if (step.status === 'done' || step.status === 'reused') return style.green(mark);
  return step.status === 'failed' ? style.red(mark) : style.yellow(mark);
}

/** Rows and time of a step, or why there are none. */
export function factsOf(step: RunStep): string {
  if (step.error !== undefined) return step.error;
  if (step.status === 'pending') return 'not run';
  const rows = step.rows === undefined ? '' : counted(step.rows, 'row');
  const time =
    step.milliseconds === undefined
      ? ''
      : `${step.milliseconds < 10 ? step.milliseconds.toFixed(1) : Math.round(step.milliseconds)} ms`;
  return [rows, time, step.status === 'reused' ? 'shared' : ''].filter(Boolean).join(' · ');
}

/** A parameter's value as TypeScript would spell it. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'undefined';
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** A run in the transcript: its question, what differs from the defaults, its steps. */
export function runLines(run: RunView, width: number, style: Style): string[] {
  const changed = run.params.filter((p) => JSON.stringify(p.value) !== JSON.stringify(p.default));
  const named = Math.max(0, ...run.steps.map((s) => widthOf(s.id)));
  return [
    style.bold(cutEnd(`${run.lens} · ${run.title}`, width)),
    ...wrap(run.question, width).map(style.dim),
    ...(changed.length > 0
      ? [cutEnd(changed.map((p) => `${p.name} = ${valueText(p.value)}`).join(' · '), width)]
      : []),
    ...run.steps.map(
      (step) =>
        `${markOf(step, style)} ${pad(step.id, named)}  ${style.dim(cutEnd(`${factsOf(step)} · ${step.title}`, Math.max(4, width - named - 4)))}`,
    ),
    ...run.needs.flatMap((need) =>
      wrap(`missing: ${need.fact}, from ${need.producer}`, width).map(style.yellow),
    ),
    style.dim(cutEnd('.steps walks through them', width)),
  ];
}
